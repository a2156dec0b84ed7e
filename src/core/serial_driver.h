// SPDX-License-Identifier: BSD-3-Clause
// Serial replay: one reference in flight in the whole machine, in trace order. Used for core.timing = serial and for
// functional warm-up.
//
// The threads' records are merged by Cursor::order(), ties by application, then by thread. Each reference starts one
// cycle after everything before has drained from the machine (the event queue is empty), or when the result of the one
// before is there, if that is later. Gaps count as instructions but take no time, and nor do barriers, locks and
// unlocks, which make no references either and never wait; what they did is known to the timed phase that may follow.
// Stores are performed at once: there is no store buffer.
//
//   SerialDriver warmup(queue, cores, 1000);   // the first 1000 references of each thread; what comes after them,
//   warmup.run();                              // synchronisation included, is left
//   for (auto& core : cores) core->start(queue.now() + 1);
//
//   SerialDriver whole(queue, cores);          // everything; then every core is finished()
//   while (whole.step()) progress.update();
//
// No other events may keep themselves alive in the queue. A reference that never completes is a StuckError.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace_core.h"
#include "engine/event_queue.h"

namespace cdrsim {

class SerialDriver {
 public:
  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

  /// `limit`: references of each thread.
  SerialDriver(EventQueue& queue, const std::vector<TraceCore*>& cores, std::uint64_t limit = kNoLimit);

  /// Performs one record. False when none is left to do.
  bool step();
  void run() {
    while (step()) {
    }
  }

 private:
  /// The next record of a thread.
  struct Turn {
    std::uint64_t order;
    TraceCore* core;
    std::uint64_t left;  // references it may still perform
  };
  static bool later(const Turn& a, const Turn& b);
  void take_back(TraceCore& core, std::uint64_t left);
  void perform(TraceCore& core);

  EventQueue& queue_;
  std::vector<Turn> turns_;  // a heap, earliest first
  Cycle ready_ = 0;          // the last reference's result
};

}  // namespace cdrsim
