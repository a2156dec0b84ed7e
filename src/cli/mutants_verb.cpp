// SPDX-License-Identifier: BSD-3-Clause
#include "cli/mutants_verb.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <limits>
#include <memory>

#include "verify/mutation_check.h"

namespace cdrsim {

void add_mutants_verb(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "mutants", "Break a protocol in every simple way; does verify notice? One line of CSV for each way");
  auto options = std::make_shared<verify::MutationOptions>();
  verify::MutationOptions& o = *options;
  const CLI::Range positive(std::uint64_t{1}, std::uint64_t{std::numeric_limits<std::int32_t>::max()});
  verb->add_option("--protocol", o.protocol.name, "a protocol (cdrsim describe protocols)")
      ->check(CLI::IsMember(Registry<ProtocolFactory>::instance().names()))
      ->capture_default_str();
  verb->add_option_function<std::string>(
          "--evict-notice",
          [options](const std::string& word) {
            options->protocol.evict_notice = word == "all" ? EvictNotice::all : EvictNotice::exclusive;
          },
          "which evictions a home is told")
      ->check(CLI::IsMember({"exclusive", "all"}))
      ->default_str("exclusive");
  verb->add_option("--max-states", o.max_states, "explored on one machine from where the broken row is first taken")
      ->check(positive)
      ->capture_default_str();
  verb->add_option("--first", o.first, "the first mutant to check, from 0")->capture_default_str();
  verb->add_option("--every", o.every, "of the mutants from there on, one in so many")
      ->check(positive)
      ->capture_default_str();
  verb->add_option("--mutant", o.only, "check this one only, and print the steps that tell it from the right protocol");
  verb->add_flag("--machines", o.machines, "print the machines that are explored and the rows that none of them takes");
  verb->callback([options] { verify::check_mutants(*options, std::cout); });
}

}  // namespace cdrsim
