// SPDX-License-Identifier: BSD-3-Clause
#include "cli/stress_verb.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "verify/random_tester.h"

namespace cdrsim {

void add_stress_verb(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "stress", "Random programs on random machines of any size, every load checked; failures are shrunk");
  auto options = std::make_shared<verify::RandomTestOptions>();
  verify::RandomTestOptions& o = *options;
  verb->add_option("--seed", o.first_seed, "of the first machine; the next has the next")->capture_default_str();
  verb->add_option("--machines", o.machines, "how many")->capture_default_str();
  verb->add_option("--cores", o.cores, "of each machine (drawn, 1 to 129 and at times 1024)")
      ->check(CLI::Range(1u, 4096u));
  verb->add_option("--references", o.references, "of each thread, at most")
      ->check(CLI::Range(1u, 1'000'000u))
      ->capture_default_str();
  verb->add_option("--jitter", o.jitter, "cycles that a message may come late, at most")
      ->check(CLI::Range(0u, 1'000'000u))
      ->capture_default_str();
  verb->add_option("--set", o.settings, "key=value, the same in every machine; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--shrink-runs", o.shrink_runs, "runs to spend on shrinking a failure")->capture_default_str();
  verb->add_flag("--show", o.show, "a line for each machine: what was drawn (always with --machines 1)");
  verb->callback([options] {
    if (const int failures = verify::run_random_tests(*options, std::cout))
      throw InternalError(std::to_string(failures) + " of the machines failed");
  });
}

}  // namespace cdrsim
