// SPDX-License-Identifier: BSD-3-Clause
// Shrinks a failing random machine: each step leaves something out and keeps the rest if that still fails.
#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "base/error.h"
#include "verify/random_tester.h"

namespace cdrsim::verify {
namespace {

std::string key_of(const std::string& setting) {
  return setting.substr(0, setting.find('='));
}
std::string section_of(const std::string& setting) {
  const std::string key = key_of(setting);
  return key.substr(0, key.rfind('.') + 1);
}

/// A unit of one of the programs.
using Unit = std::pair<std::size_t, std::uint32_t>;

class Shrinker {
 public:
  Shrinker(const RandomMachine& machine, const Failure& failure, std::uint64_t most_runs)
      : machine_(machine), failure_(failure), most_runs_(most_runs) {}

  ShrunkFailure run() {
    drop_units(kCoarse);
    for (bool smaller = true; smaller && runs_ < most_runs_;) {
      smaller = drop_programs();
      smaller |= drop_threads();
      smaller |= drop_settings();
      smaller |= drop_cores();
      smaller |= drop_units(1);
      smaller |= plain_records();
    }
    return {std::move(machine_), std::move(failure_), runs_, runs_ >= most_runs_};
  }

 private:
  static constexpr std::size_t kCoarse = 16;  // units left out at once, before the machine itself is made smaller
  static constexpr std::size_t kFew = 40;     // units: other timings are tried as well
  static constexpr std::uint64_t kOtherSeeds = 3;

  /// Adopts the candidate if it fails in the same way. Leaving things out moves the rest in time, so a small candidate
  /// has a few chances.
  bool adopt(const RandomMachine& candidate) {
    if (adopt_as_is(candidate)) return true;
    std::size_t units = 0;
    for (const RandomProgram& p : candidate.programs) units += p.units().size();
    if (units > kFew) return false;
    for (std::uint64_t n = 1; n <= kOtherSeeds; ++n) {
      RandomMachine other = candidate;
      std::erase_if(other.settings, [](const std::string& s) { return key_of(s) == "run.seed"; });
      other.settings.push_back("run.seed=" + std::to_string(100 + n));
      if (adopt_as_is(other)) return true;
    }
    return false;
  }

  bool adopt_as_is(const RandomMachine& candidate) {
    if (runs_ >= most_runs_ || starts_over_for_ever(candidate)) return false;
    ++runs_;
    std::optional<Failure> failure = run_random_machine(candidate);
    if (!failure || failure->kind != failure_.kind) return false;
    machine_ = candidate;
    failure_ = std::move(*failure);
    return true;
  }

  /// A thread without records ends each pass in the cycle in which it began.
  static bool starts_over_for_ever(const RandomMachine& machine) {
    if (std::find(machine.settings.begin(), machine.settings.end(), "run.restart=true") == machine.settings.end())
      return false;
    return std::any_of(machine.programs.begin(), machine.programs.end(), [](const RandomProgram& p) {
      std::set<std::uint32_t> busy;
      for (const ProgramStep& s : p.steps) busy.insert(s.thread);
      return busy.size() < p.threads;
    });
  }

  /// Leaves out runs of units, from the end, in ever shorter runs down to `shortest`.
  bool drop_units(std::size_t shortest) {
    std::vector<Unit> units;
    for (std::size_t p = 0; p < machine_.programs.size(); ++p)
      for (const std::uint32_t u : machine_.programs[p].units()) units.emplace_back(p, u);
    bool smaller = false;
    for (std::size_t length = std::max<std::size_t>(units.size() / 2, 1); length >= shortest; length /= 2) {
      for (std::size_t end = units.size(); end > 0 && runs_ < most_runs_;) {
        const std::size_t begin = end > length ? end - length : 0;
        const auto first = units.begin() + static_cast<std::ptrdiff_t>(begin),
                   last = units.begin() + static_cast<std::ptrdiff_t>(end);
        if (adopt(without(std::set<Unit>(first, last)))) {
          units.erase(first, last);
          smaller = true;
        }
        end = begin;
      }
    }
    return smaller;
  }

  RandomMachine without(const std::set<Unit>& dropped) const {
    RandomMachine rest = machine_;
    for (std::size_t p = 0; p < rest.programs.size(); ++p)
      std::erase_if(rest.programs[p].steps, [&](const ProgramStep& s) { return dropped.contains({p, s.unit}); });
    return rest;
  }

  bool drop_programs() {
    bool smaller = false;
    for (std::size_t p = machine_.programs.size(); p-- > 0 && machine_.programs.size() > 1;) {
      RandomMachine rest{{}, machine_.programs};
      rest.programs.erase(rest.programs.begin() + static_cast<std::ptrdiff_t>(p));
      for (const std::string& s : machine_.settings) {
        const std::string prefix = "workload.";
        if (!s.starts_with(prefix)) {
          rest.settings.push_back(s);
          continue;
        }
        std::size_t block = 0;
        const auto [end, error] = std::from_chars(s.data() + prefix.size(), s.data() + s.size(), block);
        invariant(error == std::errc{}, "the setting of a workload names its block");
        if (block != p) rest.settings.push_back(prefix + std::to_string(block - (block > p)) + end);
      }
      smaller |= adopt(rest);
    }
    return smaller;
  }

  /// Threads that do nothing go, and those after them take their numbers.
  bool drop_threads() {
    RandomMachine rest = machine_;
    bool any = false;
    for (RandomProgram& p : rest.programs) {
      std::set<std::uint32_t> busy;
      for (const ProgramStep& s : p.steps) busy.insert(s.thread);
      if (busy.empty()) busy.insert(0);
      any |= busy.size() < p.threads;
      p.threads = static_cast<std::uint32_t>(busy.size());
      for (ProgramStep& s : p.steps)
        s.thread = static_cast<std::uint32_t>(std::distance(busy.begin(), busy.find(s.thread)));
    }
    return any && adopt(rest);
  }

  /// Defaults for whole sections, whose keys may be legal only together, then key by key.
  bool drop_settings() {
    bool smaller = false;
    std::set<std::string> sections;
    for (const std::string& s : machine_.settings) sections.insert(section_of(s));
    for (const std::string& section : sections)
      smaller |= drop_settings_if([&](const std::string& s) { return section_of(s) == section; });
    const std::vector<std::string> all = machine_.settings;
    for (const std::string& setting : all)
      smaller |= drop_settings_if([&](const std::string& s) { return s == setting; });
    return smaller;
  }

  template <class Condition>
  bool drop_settings_if(const Condition& condition) {
    RandomMachine rest = machine_;
    const auto dropped = std::erase_if(rest.settings, [&](const std::string& s) {
      return condition(s) && key_of(s) != kCores;  // by default they are many
    });
    return dropped > 0 && adopt(rest);
  }

  bool drop_cores() {
    const std::uint64_t now = configure(machine_).system.cores_per_chip;
    std::uint64_t needed = 0;
    const Config config = configure(machine_);
    for (std::size_t p = 0; p < machine_.programs.size(); ++p)
      needed += std::uint64_t{machine_.programs[p].threads} * config.workload[p].copies;
    for (std::uint64_t cores = needed; cores < now; cores *= 2) {
      RandomMachine rest = machine_;
      std::erase_if(rest.settings, [](const std::string& s) { return key_of(s) == kCores; });
      rest.settings.insert(rest.settings.begin(), std::string(kCores) + "=" + std::to_string(cores));
      if (adopt(rest)) return true;
    }
    return false;
  }

  /// No gaps, and words of 8 bytes.
  bool plain_records() {
    RandomMachine plain = machine_;
    bool any = false;
    for (RandomProgram& p : plain.programs)
      for (ProgramStep& s : p.steps) {
        const Record before = s.record;
        s.record.gap = 0;
        if (is_reference(s.record.operation))
          s.record = make_record(s.record.operation, s.record.address / 8 * 8, 8, 0);
        any |= s.record != before;
      }
    return any && adopt(plain);
  }

  static constexpr const char* kCores = "system.cores_per_chip";

  RandomMachine machine_;
  Failure failure_;
  std::uint64_t most_runs_, runs_ = 0;
};

}  // namespace

ShrunkFailure shrink(const RandomMachine& machine, const Failure& failure, std::uint64_t most_runs) {
  return Shrinker(machine, failure, most_runs).run();
}

}  // namespace cdrsim::verify
