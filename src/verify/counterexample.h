// SPDX-License-Identifier: BSD-3-Clause
// How a violation is reached: the steps from the initial state, by name, with all cores under their own names. As text
// it can be kept and run again:
//
//   verify --protocol mesi --cores 2 ...
//   violates one-writer
//   step core 0: load 0
//   step GetS of line 0, core 0 -> home 2
//   choose 1                                    (where the step leaves something open)
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "verify/model.h"

namespace cdrsim::verify {

struct StepRecord {
  std::string name;
  std::vector<std::uint32_t> choices;
};

struct Counterexample {
  std::vector<StepRecord> steps;
  Violation violation;
};

struct SavedCounterexample {
  std::string options;   // as Shape::options()
  std::string property;  // that it violates
  std::vector<StepRecord> steps;
};

void write_counterexample(std::ostream& out, const std::string& options, const Counterexample& counterexample);
/// UserError that names file and line.
SavedCounterexample read_counterexample(const std::string& file);

/// Runs the steps on a new machine. Versions of a line are counted: as exploration has it they begin with 1, so that 0,
/// what was never filled with data, is no version; each store makes the next. Returns what the last step, or the state
/// after it, violates: nothing when all is well. `out`: where to
/// draw the steps and to describe the last state; may be null. UserError when a step cannot be taken.
std::optional<Violation> replay(const Shape& shape, const std::shared_ptr<const Protocol>& protocol,
                                FrontEnd& front_end, const std::vector<StepRecord>& steps, std::ostream* out);

}  // namespace cdrsim::verify
