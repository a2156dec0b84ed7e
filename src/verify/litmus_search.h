// SPDX-License-Identifier: BSD-3-Clause
// Explores a litmus program on a small machine of the shipped controllers, and collects the outcomes that it shows.
//
//   Evictions: of private copies and of lines at their home, at any moment, as often as `evictions` says in one run.
//
//   LitmusRun r = explore_program(program, {.model = MemoryModel::tso});
//   r.complete, r.seen: every outcome of this machine
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>

#include "protocol/protocol.h"
#include "verify/counterexample.h"
#include "verify/litmus_program.h"
#include "verify/program_cores.h"

namespace cdrsim::verify {

struct LitmusMachine {
  MemoryModel model = MemoryModel::tso;
  ProtocolConfig protocol{"mesi", EvictNotice::exclusive};
  bool one_line = false;  // all variables in one line; else a line each
  std::uint32_t outstanding_loads = 1;
  std::uint32_t evictions = 1;   // of one run
  std::uint64_t max_states = 0;  // 0: no bound
  bool outcomes_alone = false;   // go on where coherence is violated
};

struct LitmusRun {
  Outcomes seen;
  std::uint64_t states = 0;
  bool complete = false;               // all states were visited
  std::optional<Violation> violation;  // of coherence, or an outcome that `allowed` has not
  std::vector<StepRecord> steps;       // to the violation
};

/// Makes the cores of the machine; tests make wrong ones.
using CoresFactory = std::function<std::unique_ptr<ProgramCores>(const LitmusProgram&, std::vector<std::uint32_t> lines,
                                                                 const CoreConfig&)>;

/// Stops at the first outcome that is not `allowed`, if there is such a set.
LitmusRun explore_program(const LitmusProgram& program, const LitmusMachine& machine, const Outcomes* allowed = nullptr,
                          std::shared_ptr<const Protocol> protocol = {}, const CoresFactory& cores = {});

/// Draws how a violation was reached.
void draw(std::ostream& out, const LitmusProgram& program, const LitmusMachine& machine,
          const std::vector<StepRecord>& steps);

}  // namespace cdrsim::verify
