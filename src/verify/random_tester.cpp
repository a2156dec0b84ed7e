// SPDX-License-Identifier: BSD-3-Clause
#include "verify/random_tester.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <ostream>
#include <string_view>

#include "base/error.h"
#include "observe/event_text.h"
#include "observe/value_oracle.h"
#include "system/machine.h"
#include "system/sums.h"

namespace cdrsim::verify {
namespace {

/// What happened last in a machine, for failures that do not say it themselves: a controller that meets an impossible
/// event knows nothing of the past.
class LastEvents final : public Observer {
 public:
  void on(const TransitionEvent& e) override {
    if (!is_routine(e)) keep(e);
  }
  void on(const MessageEvent& e) override { keep(e); }
  void on(const LoadIssuedEvent& e) override { keep(e); }
  void on(const LoadEvent& e) override { keep(e); }
  void on(const StoreEvent& e) override { keep(e); }
  void on(const PermissionEvent& e) override { keep(e); }

  std::string text() const {
    std::string rows;
    for (const std::string& row : rows_) rows += row + "\n";
    return rows;
  }

 private:
  static constexpr std::size_t kMost = 16;

  /// As text at once: events name states of the machine's protocol, which is gone when they are asked for.
  template <class Event>
  void keep(const Event& e) {
    if (rows_.size() == kMost) rows_.pop_front();
    rows_.push_back(event_row(e.now, who(e), what(e) + ", line " + hexadecimal(e.line)));
  }

  std::deque<std::string> rows_;
};

std::string indented(const std::string& text, const std::string& indent) {
  std::string result = indent;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '\n' && i + 1 < text.size()) result += indent;
  }
  return result.ends_with('\n') ? result : result + "\n";
}

/// As a word of a shell.
std::string quoted(const std::string& word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_-+=.,:/%@").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// What makes the machine again, and its failure.
std::string command(std::uint64_t seed, const RandomTestOptions& options) {
  const RandomTestOptions usual;
  std::string text = "cdrsim stress --seed " + std::to_string(seed) + " --machines 1";
  const auto number = [&](const char* name, std::uint64_t value, std::uint64_t by_default) {
    if (value != by_default) text += std::string(" --") + name + " " + std::to_string(value);
  };
  number("cores", options.cores, usual.cores);
  number("references", options.references, usual.references);
  number("jitter", options.jitter, usual.jitter);
  number("shrink-runs", options.shrink_runs, usual.shrink_runs);
  for (const std::string& s : options.settings) text += " --set " + quoted(s);
  return text;
}

void print_failure(std::uint64_t seed, const RandomTestOptions& options, const Failure& failure, std::ostream& out) {
  out << "FAILED: seed " << seed << "; the same again:\n  " << command(seed, options) << "\n"
      << indented(failure.text.substr(0, failure.text.find('\n')), "  ") << std::flush;
}

std::string count(std::uint64_t n, const std::string& thing) {
  return std::to_string(n) + " " + thing + (n == 1 ? "" : "s");
}

void print_machine(std::uint64_t seed, const RandomMachine& machine, std::ostream& out) {
  static constexpr const char* kLevels[] = {"none", "vm", "application", "page"};  // as DomainLevel
  const Config config = configure(machine);
  const std::uint64_t cores = std::uint64_t{config.system.chips} * config.system.cores_per_chip;
  out << "seed " << seed << ": " << count(cores, "core") << ", " << config.protocol.name << ", "
      << config.directory.sharers << " " << config.directory.store << ", sharers restricted by "
      << kLevels[static_cast<std::size_t>(config.cdr.sharers.level)] << ", homes by "
      << kLevels[static_cast<std::size_t>(config.cdr.homes.level)] << ", " << count(machine.references(), "reference")
      << "\n";
}

void print_shrunk(const ShrunkFailure& shrunk, std::ostream& out) {
  out << "  shrunk in " << count(shrunk.runs, "run") << " to " << count(shrunk.machine.references(), "reference")
      << (shrunk.stopped ? "; stopped by --shrink-runs: more of them may shrink it further" : "")
      << "\n  settings that differ from the defaults:\n";
  for (const std::string& s : shrunk.machine.settings) out << "    " << s << "\n";
  out << "  programs: R read, W write, A atomic: address (hexadecimal) and bytes; L lock, U unlock: address; B "
         "barrier: "
         "address and\n  threads; gap: instructions before it\n";
  for (std::size_t b = 0; b < shrunk.machine.programs.size(); ++b)
    out << "  program of workload." << b << ":\n" << shrunk.machine.programs[b].text("    ");
  out << "  what happens:\n" << indented(shrunk.failure.text, "    ");
  if (shrunk.failure.kind == Failure::Kind::violation && shrunk.failure.text.find('\n') == std::string::npos) {
    LastEvents last;
    run_random_machine(shrunk.machine, &last);
    out << "    the last events of the machine:\n" << indented(last.text(), "      ");
  }
  out << std::flush;
}

}  // namespace

std::optional<Failure> run_random_machine(const RandomMachine& drawn, Observer* also) {
  try {
    const Config config = configure(drawn);
    Machine machine(config, programs_of(drawn));
    ValueOracle oracle;
    if (also) machine.observers().add(*also);  // first, to hear what the oracle objects to
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
  std::uint64_t failures = 0, references = 0, skipped = 0;
  for (std::uint64_t i = 0; i < options.machines; ++i) {
    const std::uint64_t seed = options.first_seed + i;
    const RandomMachine machine =
        draw_machine({seed, options.cores, options.references, options.jitter, options.settings});
    references += machine.references();
    if (options.show || options.machines == 1) print_machine(seed, machine, out);
    const std::optional<Failure> failure = run_random_machine(machine);
    if (failure && failure->kind == Failure::Kind::illegal && !options.settings.empty()) {
      // What is drawn is legal; what was set with it need not be.
      ++skipped;
      out << "skipped: seed " << seed << ": with these --set no machine that runs:\n" << indented(failure->text, "  ");
      if (skipped == options.machines) throw UserError("--set: no machine goes with it: " + failure->text);
    } else if (failure) {
      ++failures;
      print_failure(seed, options, *failure, out);
      if (options.shrink_runs && failure->kind != Failure::Kind::illegal)
        print_shrunk(shrink(machine, *failure, options.shrink_runs), out);
    }
    if ((i + 1) % options.report_every == 0 || i + 1 == options.machines)
      out << "seeds " << options.first_seed << " to " << seed << ": " << count(i + 1, "machine") << ", "
          << count(references, "reference") << " in their programs, " << count(failures, "failure")
          << (skipped ? ", " + std::to_string(skipped) + " skipped" : "") << std::endl;
  }
  return static_cast<int>(failures);
}

}  // namespace cdrsim::verify
