// SPDX-License-Identifier: BSD-3-Clause
// The random tester: draws machines and programs (random_machine.h), runs each to its end with the value oracle on and
// the sums of its statistics checked, and shrinks what fails to the few references and settings that it takes.
//
//   const int failures = run_random_tests({.first_seed = 1, .machines = 1000}, std::cout);
//
// A failure is a coherence violation or another broken invariant (InternalError; any other exception counts as one),
// sums that do not add up, a machine that is stuck (StuckError), or a drawn machine that is refused (UserError). The
// same options give the same machines, the same failures and the same output, whatever ran before: each machine depends
// on its own seed only.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "observe/observer.h"
#include "verify/random_machine.h"

namespace cdrsim::verify {

struct RandomTestOptions {
  std::uint64_t first_seed = 1;  // of the first machine; the next has the next seed
  std::uint64_t machines = 100;
  std::uint32_t cores = 0;                 // 0: drawn, 1 to 129 and at times 1024
  std::uint64_t references = 100;          // per thread, at most
  Cycle jitter = 30;                       // of messages, at most
  std::uint64_t report_every = 50;         // machines to a line of progress
  std::uint64_t shrink_runs = 2000;        // at most, to shrink one failure; 0: failures are not shrunk
  bool show = false;                       // a line for each machine: what was drawn; always when there is one
  std::vector<std::string> settings = {};  // `key=value`, the same in every machine
};

struct Failure {
  enum class Kind { violation, sums, stuck, illegal };
  Kind kind;
  std::string text;
};

/// What shrinking left of a failure.
struct ShrunkFailure {
  RandomMachine machine;
  Failure failure;
  std::uint64_t runs;  // that it took
  bool stopped;        // by the number of runs: more might have been left out
};

/// Runs to the end. Nothing: all is well. `also`: another listener; may be null.
std::optional<Failure> run_random_machine(const RandomMachine& machine, Observer* also = nullptr);

/// `machine` fails with `failure`: leaves out units, threads, settings and cores as long as what is left fails in the
/// same kind of way, for at most `most_runs` runs.
ShrunkFailure shrink(const RandomMachine& machine, const Failure& failure, std::uint64_t most_runs);

/// Prints progress, and each failure with the command that makes it again, what is left of the machine and its
/// programs, and the violation. Returns the number of failures. A machine that `settings` make illegal is skipped;
/// UserError when all are.
int run_random_tests(const RandomTestOptions& options, std::ostream& out);

}  // namespace cdrsim::verify
