// SPDX-License-Identifier: BSD-3-Clause
#include "cli/litmus_verb.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "protocol/protocol.h"
#include "verify/litmus.h"

namespace cdrsim {
namespace {

std::vector<std::string> test_names() {
  std::vector<std::string> names;
  for (const verify::LitmusTest& test : verify::litmus_tests()) names.push_back(test.name);
  return names;
}

}  // namespace

void add_litmus_verb(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "litmus", "Which outcomes do small programs have on the shipped controllers, and which may they have?");
  auto options = std::make_shared<verify::LitmusOptions>();
  verify::LitmusOptions& o = *options;
  verb->add_option("TEST", o.tests, "litmus tests by name, such as SB or MP+mfs (all)")
      ->check(CLI::IsMember(test_names()));
  verb->add_option("--protocol", o.protocols, "a protocol; may be repeated (all)")
      ->check(CLI::IsMember(Registry<ProtocolFactory>::instance().names()))
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--loads", o.loads_in_flight, "loads in flight, on the machines that have more than one")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  verb->add_option("--evictions", o.evictions, "of any line at any moment, in one run of a program of two threads")
      ->check(CLI::Range(0, 4))
      ->capture_default_str();
  verb->add_option("--max-states", o.max_states, "of one exploration")->capture_default_str();
  verb->add_flag("--markdown", o.markdown, "the table as Markdown");
  verb->callback([options] {
    if (const int failures = verify::run_litmus(*options, std::cout))
      throw InternalError(std::to_string(failures) +
                          " litmus tests have an outcome that their memory model forbids, "
                          "or never show the one that it allows");
  });
}

}  // namespace cdrsim
