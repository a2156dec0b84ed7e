// SPDX-License-Identifier: BSD-3-Clause
// A random program: what the threads of one application do, drawn to make trouble. A few hot lines are shared by
// everybody (all read and write them, or take turns at them), a few belong to each thread; loads, stores and atomics of
// odd sizes, some across lines; critical sections and barriers at times.
//
//   Random random(seed, stream);
//   RandomProgram program = draw_program(random, 4, 400, true);
//   machine runs program.trace();
//
// A program is made of units, which can be left out one by one without leaving a thread waiting for ever: a reference,
// a lock with its unlock, a barrier in every thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "trace/trace.h"

namespace cdrsim::verify {

struct ProgramStep {
  std::uint32_t unit, thread;
  Record record;
};

struct RandomProgram {
  std::uint32_t threads = 0;
  std::vector<ProgramStep> steps;  // in trace order

  std::uint64_t references() const;
  /// The numbers of its units, ascending.
  std::vector<std::uint32_t> units() const;
  std::shared_ptr<Trace> trace() const;
  /// A line for each thread that does something, after `indent`: "thread 1: R 1000 8, W 1008 8 gap 3".
  std::string text(const std::string& indent) const;
};

/// About `references` references by `threads` threads together. `far`: addresses of 48 bits, of which physical memory
/// does not hold as many address spaces as others.
RandomProgram draw_program(Random& random, std::uint32_t threads, std::uint64_t references, bool far);

}  // namespace cdrsim::verify
