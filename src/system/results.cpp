// SPDX-License-Identifier: BSD-3-Clause
#include "system/results.h"

#include <map>

#include "base/error.h"
#include "stats/csv.h"
#include "system/summary.h"
#include "system/version.h"

namespace cdrsim {
namespace {

std::string json_number(double value) {
  return number_text(value, "null");
}

std::string json_value(std::uint64_t value) {
  return std::to_string(value);
}
std::string json_value(double value) {
  return json_number(value);
}
std::string json_value(const stats::Summary& s) {
  // The mean of nothing is undefined, whatever the summary holds.
  const std::string mean = s.count == 0 ? "null" : json_number(s.mean);
  return "{\"count\": " + std::to_string(s.count) + ", \"mean\": " + mean + ", \"p50\": " + std::to_string(s.p50) +
         ", \"p95\": " + std::to_string(s.p95) + ", \"p99\": " + std::to_string(s.p99) +
         ", \"max\": " + std::to_string(s.max) + "}";
}

}  // namespace

std::string result_json(const Results& r) {
  std::map<std::string_view, const StatValue*> sorted;
  for (const StatValue& s : r.stats)
    if (!sorted.emplace(s.name, &s).second) throw InternalError("statistic reported twice: " + s.name);

  std::string out = "{\n";
  out += "  \"schema\": " + std::to_string(kResultSchema) + ",\n";
  out += "  \"version\": " + json_string(version()) + ",\n";
  out += "  \"config_hash\": " + json_string(r.config_hash) + ",\n";
  out += "  \"seed\": " + std::to_string(r.seed) + ",\n";
  out += std::string("  \"finished\": ") + (r.finished ? "true" : "false") + ",\n";
  out += "  \"stats\": {";
  const char* separator = "\n    ";
  for (const auto& [name, stat] : sorted) {
    out += separator + json_string(name) + ": " + std::visit([](const auto& v) { return json_value(v); }, stat->value);
    separator = ",\n    ";
  }
  out += "\n  },\n";
  for (const Section& section : r.sections)
    out += "  " + json_string(section.name) + ": " + section.value.text(2) + ",\n";
  out += "  \"host\": {\n";
  out += "    \"seconds\": " + json_number(r.host.seconds) + ",\n";
  out += "    \"peak_rss_bytes\": " + std::to_string(r.host.peak_rss_bytes) + ",\n";
  out += "    \"accesses_per_second\": " + json_number(r.host.accesses_per_second) + ",\n";
  out += "    \"threads\": " + std::to_string(r.host.threads) + "\n";
  out += "  }\n}\n";
  return out;
}

std::string tile_ranges(const std::vector<TileId>& tiles) {
  std::string out;
  for (std::size_t i = 0; i < tiles.size();) {
    std::size_t last = i;
    while (last + 1 < tiles.size() && tiles[last + 1].value == tiles[last].value + 1) ++last;
    out += (out.empty() ? "" : " ") + std::to_string(tiles[i].value);
    if (last != i) out += "-" + std::to_string(tiles[last].value);
    i = last + 1;
  }
  return out;
}

std::string applications_csv(const Results& r) {
  std::string out =
      "application,workload,copy,vm,threads,first_core,cores,finish_cycle,references,instructions,ipc,l1_misses,"
      "mean_latency\n";
  for (const ApplicationRow& a : r.applications) {
    if (a.cores.empty()) throw InternalError("application without a core: " + a.application);
    auto column = [&out](const std::string& text) { out += "," + text; };
    out += csv_cell(a.application);
    column(std::to_string(a.workload));
    column(std::to_string(a.copy));
    column(std::to_string(a.vm));
    column(std::to_string(a.cores.size()));
    column(std::to_string(a.cores.front().value));
    column(tile_ranges(a.cores));
    column(a.finish_cycle ? std::to_string(*a.finish_cycle) : "n/a");
    column(std::to_string(a.references));
    column(std::to_string(a.instructions));
    column(number_text(a.ipc, "n/a"));
    column(std::to_string(a.l1_misses));
    column(number_text(a.mean_latency, "n/a"));
    out += '\n';
  }
  return out;
}

void write_csv(std::ostream& out, const CounterTable& table) {
  const std::size_t width = table.columns.size();
  if (width == 0 || table.cells.size() % width != 0) throw InternalError("table of counters with a ragged row");
  for (std::size_t i = 0; i < width; ++i) out << (i ? "," : "") << csv_cell(table.columns[i]);
  out << '\n';
  std::string row;
  for (std::size_t i = 0; i < table.cells.size(); i += width) {
    row.clear();
    for (std::size_t c = 0; c < width; ++c) {
      if (c) row += ',';
      row += std::to_string(table.cells[i + c]);
    }
    row += '\n';
    out << row;
  }
}

void write_results(OutputFolder& folder, const Results& r) {
  folder.write("result.json", [&](std::ostream& out) { out << result_json(r); });
  folder.write("summary.txt", [&](std::ostream& out) { out << summary_text(r); });
  folder.write("config.toml", [&](std::ostream& out) { out << r.resolved_config; });
  folder.write("tiles.csv", [&](std::ostream& out) { write_csv(out, r.tiles); });
  folder.write("applications.csv", [&](std::ostream& out) { out << applications_csv(r); });
  if (r.timeline) folder.write("timeline.csv", [&](std::ostream& out) { write_csv(out, *r.timeline); });
  folder.commit();
}

}  // namespace cdrsim
