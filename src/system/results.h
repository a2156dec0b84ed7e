// SPDX-License-Identifier: BSD-3-Clause
// What a run found out, and how it is written: result.json, summary.txt, config.toml, tiles.csv, applications.csv and,
// with run.interval, timeline.csv. docs/results.md describes every file.
//
//   Results r = ...;                          // filled by the machine
//   check_sums(r.stats, line_size, r.finished);  // system/sums.h
//   OutputFolder out(path);
//   write_results(out, r);                    // all files or none
//
// Everything but `host` is the same bytes on every machine: counts are integers, other numbers are printed with nine
// significant digits, and an undefined number (a ratio over nothing) is null in JSON and n/a elsewhere.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/types.h"
#include "stats/histogram.h"
#include "stats/json.h"
#include "system/output_folder.h"

namespace cdrsim {

inline constexpr unsigned kResultSchema = 1;

/// One entry of `stats`. A Summary becomes an object with count, mean, p50, p95, p99 and max.
struct StatValue {
  std::string name, unit, description;
  std::variant<std::uint64_t, double, stats::Summary> value;
};

/// Rows of counters, row after row in one vector: a table over a million tiles is eight bytes a cell.
struct CounterTable {
  std::vector<std::string> columns;
  std::vector<std::uint64_t> cells;
};

/// A row of applications.csv.
struct ApplicationRow {
  std::string application;  // "radix.0"
  std::uint32_t workload = 0, copy = 0, vm = 0;
  std::vector<TileId> cores;          // by thread
  std::optional<Cycle> finish_cycle;  // nothing: run.max_cycles came first
  std::uint64_t references = 0, instructions = 0, l1_misses = 0;
  double ipc = 0, mean_latency = 0;  // use ratio(): nothing over nothing is n/a
};

struct HostFacts {
  double seconds = 0;  // simulating, warm-up included
  std::uint64_t peak_rss_bytes = 0;
  double accesses_per_second = 0;
  std::uint32_t threads = 1;
};

/// An entry of result.json from a room above: what the run cost.
struct Section {
  std::string name;
  JsonValue value;
  std::vector<std::pair<std::string, std::string>> summary = {};  // label and text of its lines in summary.txt
};

struct Results {
  bool finished = true;  // false: run.max_cycles cut it short
  std::string config_hash;
  std::uint64_t seed = 0;
  std::string resolved_config;  // TOML
  std::vector<StatValue> stats;
  std::vector<Section> sections;  // between stats and host, in this order
  CounterTable tiles;
  std::vector<ApplicationRow> applications;
  std::optional<CounterTable> timeline;
  HostFacts host;
};

/// a / b, or undefined (NaN) when b is 0.
inline double ratio(double a, double b) {
  return b != 0 ? a / b : std::numeric_limits<double>::quiet_NaN();
}

std::string result_json(const Results& results);
std::string applications_csv(const Results& results);
void write_csv(std::ostream& out, const CounterTable& table);

/// Tiles in the order given, runs joined: "0-7 32-39 5".
std::string tile_ranges(const std::vector<TileId>& tiles);

/// Writes every file and commits the folder.
void write_results(OutputFolder& folder, const Results& results);

}  // namespace cdrsim
