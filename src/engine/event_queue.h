// SPDX-License-Identifier: BSD-3-Clause
// Discrete events at cycle resolution, in an order that depends on nothing but the model: (cycle, priority, source id,
// per-source sequence). The source is the component that caused the event.
//
// Events of the near future wait in one bucket per cycle, those further away in a heap. A bucket is sorted when its
// cycle comes, and only if it was not filled in order. Only buckets with events own storage: it is handed on, most
// recently used first, from the cycle that ran to the next bucket that fills. So the steady state allocates nothing and
// touches little memory.
//
//   queue.schedule(now + 5, Priority::core, *this, *this, argument);   // always in the future: >= 1 cycle
//   while (queue.run_cycle()) { ... }                                  // false: nothing is left
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"
#include "engine/component.h"

namespace cdrsim {

/// Within a cycle: what completes work goes before what starts work.
enum class Priority : std::uint8_t { response, forward, request, service, core, observe };

class EventQueue {
 public:
  /// `when` must be after now(): components meet only by messages of latency >= 1 (InternalError otherwise).
  void schedule(Cycle when, Priority priority, Component& source, Component& target, std::uint64_t argument) {
    if (when <= now_) [[unlikely]]
      in_the_past(when);
    std::uint64_t key = (static_cast<std::uint64_t>(priority) << 60) | (static_cast<std::uint64_t>(source.id_) << 32) |
                        source.sequence_++;
    ++scheduled_;
    if (when - now_ < kBuckets) [[likely]]
      put_in_bucket(when, {key, &target, argument});
    else
      schedule_far({when, {key, &target, argument}});
  }

  /// Runs every event of the next cycle that has one. False when there is none at all.
  bool run_cycle();

  Cycle now() const { return now_; }
  /// The next cycle after now() with an event, or kNever.
  Cycle next_cycle() const;
  /// Nothing is left to run, in this cycle or later.
  bool empty() const { return scheduled_ == events_run_; }
  std::uint64_t events_run() const { return events_run_; }

 private:
  static constexpr std::uint64_t kBuckets = 1024;  // cycles of near future: those in (now, now + kBuckets)

  struct Event {
    std::uint64_t key;
    Component* target;
    std::uint64_t argument;
  };
  struct FarEvent {
    Cycle when;
    Event event;
  };
  using Bucket = std::vector<Event>;

  void put_in_bucket(Cycle when, const Event& event) {
    Bucket& bucket = buckets_[when % kBuckets];
    if (bucket.size() == bucket.capacity()) [[unlikely]]
      make_room(bucket);
    bucket.push_back(event);
    occupied_[when % kBuckets / 64] |= std::uint64_t{1} << (when % 64);
  }

  static bool later(const FarEvent& a, const FarEvent& b) {
    return a.when != b.when ? a.when > b.when : a.event.key > b.event.key;
  }

  [[noreturn]] void in_the_past(Cycle when) const;
  void make_room(Bucket& bucket);
  void prepare_ahead() const;
  void schedule_far(const FarEvent& event);
  void take_from_heap();
  bool sort(Bucket& bucket);  // false: the bucket itself is in order now, order_ is unused

  Cycle now_ = 0;
  std::uint64_t scheduled_ = 0, events_run_ = 0;
  std::array<std::uint64_t, kBuckets / 64> occupied_{};
  std::array<Bucket, kBuckets> buckets_;
  std::vector<Bucket> spare_;          // empty buckets' storage, most recently used last
  std::vector<FarEvent> heap_;         // min-heap by (when, key): all at or after now + kBuckets
  std::vector<std::uint64_t> order_;   // of the bucket that runs, if it needed sorting: its indices in the low halves
  std::vector<std::uint64_t> sorted_;  // scratch of sort()
};

}  // namespace cdrsim
