// SPDX-License-Identifier: BSD-3-Clause
// Whole runs inside a test: a configuration goes in, checked statistics come out.
//
//   Outcome r = run_checked(chip(4) + synthetic("uniform", 4), {"l1.mshrs=1"});
//   EXPECT_EQ(r["sim.accesses"], 40000u);
//
// Every run has the value oracle on, is audited at its end, and its statistics must add up: a test that only wants to
// know whether a machine works has nothing else to ask.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "observe/value_oracle.h"
#include "system/config.h"
#include "system/machine.h"
#include "system/results.h"
#include "system/sums.h"

namespace cdrsim::testing {

/// `key=value`, as --set takes them.
using Settings = std::vector<std::string>;

inline Settings operator+(Settings a, const Settings& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// A configuration file that goes when the test is over.
class ConfigFile {
 public:
  explicit ConfigFile(const std::string& text) {
    static int made = 0;
    path_ = ::testing::TempDir() + "cdrsim-" + std::to_string(getpid()) + "-" + std::to_string(++made) + ".toml";
    std::ofstream(path_) << text;
  }
  ~ConfigFile() { std::filesystem::remove(path_); }
  ConfigFile(const ConfigFile&) = delete;
  ConfigFile& operator=(const ConfigFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// `key = value` lines of a [[workload]] block.
inline std::string synthetic(const std::string& pattern, unsigned threads, const std::string& more = "") {
  return "[[workload]]\nsynthetic = \"" + pattern + "\"\nthreads = " + std::to_string(threads) + "\n" + more;
}

inline std::string chip(unsigned cores) {
  return "[system]\ncores_per_chip = " + std::to_string(cores) + "\n";
}

/// The result of a run, by name.
struct Outcome {
  Results results;
  std::map<std::string, std::string> text;  // statistics as they are written: equal text, equal statistics

  std::uint64_t operator[](const std::string& name) const {
    for (const StatValue& s : results.stats)
      if (s.name == name) return std::get<std::uint64_t>(s.value);
    ADD_FAILURE() << "no count " << name;
    return 0;
  }

  /// One column of tiles.csv, by tile.
  std::map<std::uint64_t, std::uint64_t> by_tile(const std::string& column) const {
    const CounterTable& t = results.tiles;
    std::size_t at = 0;
    while (at < t.columns.size() && t.columns[at] != column) ++at;
    std::map<std::uint64_t, std::uint64_t> found;
    if (at == t.columns.size())
      ADD_FAILURE() << "no column " << column;
    else
      for (std::size_t row = 0; row < t.cells.size(); row += t.columns.size())
        if (t.cells[row + at] != 0) found[t.cells[row]] = t.cells[row + at];
    return found;
  }
};

inline std::string value_text(const StatValue& s) {
  std::ostringstream out;
  if (const auto* n = std::get_if<std::uint64_t>(&s.value)) out << *n;
  if (const auto* d = std::get_if<double>(&s.value)) out << number_text(*d, "n/a");
  if (const auto* h = std::get_if<stats::Summary>(&s.value))
    out << h->count << " x " << number_text(h->mean, "n/a") << ", p50 " << h->p50 << ", p95 " << h->p95 << ", p99 "
        << h->p99 << ", max " << h->max;
  return out.str();
}

/// Runs to the end, or for `most` cycles. Throws what the program would report.
inline Outcome run_checked(const Config& config, Cycle most = kNever) {
  Machine machine(config);
  ValueOracle oracle;
  machine.observers().add(oracle);
  machine.warm_up();
  machine.run_until(most == kNever ? kNever : machine.now() + most);
  Outcome run{machine.results(), {}};
  oracle.audit(machine.now(), machine.drained());
  check_sums(run.results.stats, config.system.line_size, machine.drained());
  for (const StatValue& s : run.results.stats) run.text[s.name] = value_text(s);
  return run;
}

inline Outcome run_checked(const std::string& toml, const Settings& sets = {}, Cycle most = kNever) {
  const ConfigFile file(toml);
  return run_checked(load_config(file.path(), sets), most);
}

/// "name: a against b" for each statistic that differs, but for those of `ignored` prefixes.
inline std::string differences(const Outcome& a, const Outcome& b, const std::vector<std::string>& ignored) {
  std::string found;
  for (const auto& [name, value] : a.text) {
    bool skip = false;
    for (const std::string& prefix : ignored) skip |= name.starts_with(prefix);
    if (skip) continue;
    const auto other = b.text.find(name);
    if (other == b.text.end() || other->second != value)
      found += "\n  " + name + ": " + value + " against " + (other == b.text.end() ? "nothing" : other->second);
  }
  return found;
}

}  // namespace cdrsim::testing
