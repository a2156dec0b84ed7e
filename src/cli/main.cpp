// SPDX-License-Identifier: BSD-3-Clause
// The program: `cdrsim VERB ...`. Exit codes: 0 fine, 1 the user's input, 2 a bug or a coherence violation, 3 no
// forward progress.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>

#include "base/error.h"
#include "cli/command_line.h"
#include "cli/cost_verb.h"
#include "cli/describe_verb.h"
#include "cli/litmus_verb.h"
#include "cli/mutants_verb.h"
#include "cli/run_verb.h"
#include "cli/stress_verb.h"
#include "cli/trace_verb.h"
#include "cli/verify_verb.h"
#include "config/nearest.h"
#include "system/version.h"

namespace cdrsim {
namespace {

enum ExitCode { fine = 0, user_error = 1, internal_error = 2, stuck = 3 };

int fail(ExitCode code, const char* message) {
  std::cout.flush();
  std::cerr << "cdrsim: " << message << '\n';
  return code;
}

std::vector<const CLI::App*> verbs(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

bool has_verb(const CLI::App& app, const std::string& name) {
  const auto all = verbs(app);
  return std::any_of(all.begin(), all.end(), [&](const CLI::App* verb) { return verb->get_name() == name; });
}

/// `verb` is what stands where a verb should.
[[noreturn]] void refuse_verb(const CLI::App& app, const std::string& verb) {
  std::vector<std::string> names;
  std::string list;
  for (const CLI::App* sub : verbs(app)) {
    names.push_back(sub->get_name());
    list += (list.empty() ? "" : ", ") + sub->get_name();
  }
  const std::string meant = config::nearest(verb, names);
  throw UserError((verb.empty() ? std::string("no verb given;") : "unknown verb \"" + verb + "\";") +
                  (meant.empty() ? "" : " did you mean \"" + meant + "\"?") + " verbs: " + list);
}

int run(int argc, char** argv) {
  CLI::App app("cdrsim: a cycle-level simulator of many-core cache coherence with Coherence Domain Restriction",
               "cdrsim");
  app.set_version_flag("--version", "cdrsim " + std::string(version()));
  app.require_subcommand(0, 1);  // so that a wrong option is reported as such
  add_run_verb(app);
  add_cost_verb(app);
  app.add_subcommand("trace", "Convert, inspect, check, generate and profile trace files")->prefix_command();
  add_describe_verb(app);
  add_verify_verb(app);
  add_litmus_verb(app);
  add_stress_verb(app);
  add_mutants_verb(app);
  if (argc > 1 && argv[1][0] != '-' && !has_verb(app, argv[1])) refuse_verb(app, argv[1]);
  if (argc > 1 && argv[1] == std::string_view("trace")) return trace_verb(argc - 1, argv + 1);
  try {
    parse(app, argc, argv);
  } catch (const CLI::Success& e) {  // --help, --version
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    throw UserError(std::string(e.what()) + "\nRun with --help for more information.");
  }
  if (app.get_subcommands().empty()) refuse_verb(app, "");
  std::cout.flush();
  if (!std::cout) throw UserError("the output could not be written");
  return fine;
}

int main_program(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const UserError& e) {
    return fail(user_error, e.what());
  } catch (const std::bad_alloc&) {
    return fail(user_error, "the host has not enough memory for this");
  } catch (const StuckError& e) {
    return fail(stuck, e.what());
  } catch (const std::exception& e) {
    return fail(internal_error, e.what());
  }
}

}  // namespace
}  // namespace cdrsim

int main(int argc, char** argv) {
  return cdrsim::main_program(argc, argv);
}
