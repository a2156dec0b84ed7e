// SPDX-License-Identifier: BSD-3-Clause
// Draws a whole experiment from a seed: any legal machine, however strange, and programs that make trouble on it. Every
// choice that is declared (protocols, sharer schemes, directory stores, levels of restriction, policies, models) is
// drawn from what is registered or declared, so a new one takes part without being named here; sizes are small, so that
// caches, MSHRs, map caches and pointers are too few.
//
//   RandomMachine drawn = draw_machine({.seed = 17, .cores = 64, .references = 100, .jitter = 20});
//   Machine machine(configure(drawn), programs_of(drawn));
//
// Equal shapes give equal machines, as long as nothing new is declared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/types.h"
#include "system/config.h"
#include "verify/random_program.h"
#include "workload/workload.h"

namespace cdrsim::verify {

/// What is asked of the draw.
struct RandomShape {
  std::uint64_t seed = 1;
  std::uint32_t cores = 0;                 // 0: drawn
  std::uint64_t references = 100;          // per thread, at most; in all 20,000 at most, fewer on more than 100 cores
  Cycle jitter = 30;                       // at most, of messages
  std::vector<std::string> settings = {};  // `key=value`, in place of what would be drawn
};

struct RandomMachine {
  std::vector<std::string> settings;    // `key=value` for each key that is not at its default
  std::vector<RandomProgram> programs;  // by [[workload]] block

  std::uint64_t references() const;
};

RandomMachine draw_machine(const RandomShape& shape);

/// Its configuration, checked as one from a file is. UserError when the settings are not legal together.
Config configure(const RandomMachine& machine);

/// Opens the programs as the traces that the configuration names.
TraceOpener programs_of(const RandomMachine& machine);

}  // namespace cdrsim::verify
