// SPDX-License-Identifier: BSD-3-Clause
// What does an event cost the host, by how many fall into one cycle and how far ahead they are scheduled?
#include <benchmark/benchmark.h>

#include <cstdint>
#include <deque>

#include "base/random.h"
#include "engine/event_queue.h"

namespace cdrsim {
namespace {

// Each event schedules the next one of its component.
class Hopper : public Component {
 public:
  Hopper(EventQueue& queue, std::uint32_t id, Cycle longest)
      : Component(id), queue_(queue), random_(1, id), longest_(longest) {}
  void handle(Cycle now, std::uint64_t argument) override {
    queue_.schedule(now + 1 + random_.below(longest_), static_cast<Priority>(argument % 6), *this, *this, argument + 1);
  }

 private:
  EventQueue& queue_;
  Random random_;
  Cycle longest_;
};

// Arguments: events per cycle on average; longest delay in cycles.
void run(benchmark::State& state) {
  const auto longest = static_cast<Cycle>(state.range(1));
  const auto components = static_cast<std::uint32_t>(static_cast<Cycle>(state.range(0)) * (longest + 1) / 2);
  EventQueue queue;
  std::deque<Hopper> hoppers;
  for (std::uint32_t id = 0; id < components; ++id) {
    Hopper& h = hoppers.emplace_back(queue, id, longest);
    queue.schedule(1 + id % longest, Priority::core, h, h, id);
  }
  for (auto _ : state) queue.run_cycle();
  state.SetItemsProcessed(static_cast<std::int64_t>(queue.events_run()));
}
BENCHMARK(run)->ArgNames({"per_cycle", "longest"})->ArgsProduct({{1, 4, 16, 256}, {30, 3000}});

}  // namespace
}  // namespace cdrsim

BENCHMARK_MAIN();
