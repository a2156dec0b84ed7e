// SPDX-License-Identifier: BSD-3-Clause
// Does the event queue stop allocating once it has seen its load?
#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <new>

#include "engine/event_queue.h"

namespace {

std::size_t allocations = 0;

}  // namespace

// Not inlined: the compiler would take malloc and delete, or new and free, for a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace cdrsim {
namespace {

class Periodic : public Component {
 public:
  Periodic(EventQueue& queue, std::uint32_t id, Cycle period) : Component(id), queue_(queue), period_(period) {}
  void handle(Cycle now, std::uint64_t) override { queue_.schedule(now + period_, Priority::core, *this, *this, 0); }

 private:
  EventQueue& queue_;
  Cycle period_;
};

TEST(EventQueueAllocation, GivenASteadyLoadNearAndFarWhenWarmThenNothingIsAllocated) {
  EventQueue queue;
  std::deque<Periodic> components;
  // Periods from 1 to beyond the near future; the pattern repeats every 6000 cycles.
  constexpr Cycle kPeriods[] = {1, 2, 3, 5, 8, 100, 1000, 1500, 3000, 6000};
  for (std::uint32_t id = 0; id < 500; ++id) {
    Periodic& c = components.emplace_back(queue, 499 - id, kPeriods[id % 10]);
    queue.schedule(1 + id % 7, Priority::core, c, c, 0);
  }
  while (queue.now() < 40000) queue.run_cycle();
  const std::size_t before = allocations;
  const std::uint64_t events = queue.events_run();
  while (queue.now() < 80000) queue.run_cycle();
  EXPECT_EQ(allocations, before);
  EXPECT_GT(queue.events_run() - events, 1000000u);
}

}  // namespace
}  // namespace cdrsim
