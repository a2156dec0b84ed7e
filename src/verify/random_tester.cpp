// SPDX-License-Identifier: BSD-3-Clause
#include "verify/random_tester.h"

#include <ostream>

#include "base/error.h"
#include "observe/value_oracle.h"
#include "system/machine.h"
#include "system/sums.h"

namespace cdrsim::verify {
namespace {

std::string indented(const std::string& text, const std::string& indent) {
  std::string result = indent;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '\n' && i + 1 < text.size()) result += indent;
  }
  return result.ends_with('\n') ? result : result + "\n";
}

void print_failure(std::uint64_t seed, const RandomTestOptions& options, const Failure& failure, std::ostream& out) {
  out << "FAILED: seed " << seed << ", cores " << options.cores << ", references " << options.references << ", jitter "
      << options.jitter;
  for (const std::string& s : options.settings) out << ", " << s;
  out << " (which make this machine again)\n"
      << indented(failure.text.substr(0, failure.text.find('\n')), "  ") << std::flush;
}

void print_shrunk(const ShrunkFailure& shrunk, std::ostream& out) {
  out << "  shrunk in " << shrunk.runs << " runs to " << shrunk.machine.references() << " references\n"
      << "  settings that differ from the defaults:\n";
  for (const std::string& s : shrunk.machine.settings) out << "    " << s << "\n";
  for (std::size_t b = 0; b < shrunk.machine.programs.size(); ++b)
    out << "  program of workload." << b << ":\n" << shrunk.machine.programs[b].text("    ");
  out << "  what happens:\n" << indented(shrunk.failure.text, "    ") << std::flush;
}

}  // namespace

std::optional<Failure> run_random_machine(const RandomMachine& drawn) {
  try {
    const Config config = configure(drawn);
    Machine machine(config, programs_of(drawn));
    ValueOracle oracle;
    machine.observers().add(oracle);
    machine.warm_up();
    machine.run_until(kNever);
    oracle.audit(machine.now(), machine.drained());
    try {
      check_sums(machine.results().stats, config.system.line_size, machine.drained());
    } catch (const InternalError& e) {
      return Failure{Failure::Kind::sums, e.what()};
    }
  } catch (const UserError& e) {
    return Failure{Failure::Kind::illegal, e.what()};
  } catch (const StuckError& e) {
    return Failure{Failure::Kind::stuck, e.what()};
  } catch (const std::exception& e) {
    return Failure{Failure::Kind::violation, e.what()};
  }
  return std::nullopt;
}

int run_random_tests(const RandomTestOptions& options, std::ostream& out) {
  int failures = 0;
  std::uint64_t references = 0;
  for (std::uint64_t i = 0; i < options.machines; ++i) {
    const std::uint64_t seed = options.first_seed + i;
    const RandomMachine machine =
        draw_machine({seed, options.cores, options.references, options.jitter, options.settings});
    references += machine.references();
    if (const std::optional<Failure> failure = run_random_machine(machine)) {
      ++failures;
      print_failure(seed, options, *failure, out);
      if (options.shrink_runs && failure->kind != Failure::Kind::illegal)
        print_shrunk(shrink(machine, *failure, options.shrink_runs), out);
    }
    if ((i + 1) % options.report_every == 0 || i + 1 == options.machines)
      out << "seeds " << options.first_seed << " to " << seed << ": " << i + 1 << " machines, " << references
          << " references in their programs, " << failures << (failures == 1 ? " failure" : " failures") << std::endl;
  }
  return failures;
}

}  // namespace cdrsim::verify
