// SPDX-License-Identifier: BSD-3-Clause
#include "cost/run_cost.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace cdrsim {
namespace {

constexpr double kNanojoule = 1e6;  // mW x seconds

using Counts = std::map<std::string_view, std::uint64_t>;

double count_of(const Count& count, const Counts& counts) {
  std::int64_t sum = 0;
  for (const CountTerm& term : count) {
    const auto found = counts.find(term.statistic);
    if (found == counts.end()) throw InternalError("no statistic " + term.statistic + " to count an event by");
    sum += term.factor * static_cast<std::int64_t>(found->second);
  }
  invariant(sum >= 0, "an event happened less than never");
  return static_cast<double>(sum);
}

/// The line of that key; new ones go to the end.
Estimate& line_of(EnergyReport& report, const std::string& key) {
  for (EnergyLine& line : report.lines)
    if (line.key == key) return line.energy;
  return report.lines.emplace_back(key, Estimate(0, "")).energy;
}

std::string decimals(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string microjoules(double nanojoules) {
  return decimals(nanojoules / 1e3, 3) + " uJ";
}

std::string share_text(double part, double whole) {
  return whole > 0 ? decimals(100 * part / whole, 2) + "%" : "n/a";
}

/// Numbers by name, then why some are missing; `total` is the sum of those that are there.
class Sheet {
 public:
  void add(const std::string& name, const Estimate& e) {
    if (e.known()) {
      json_.add(name, e.value());
      return;
    }
    json_.add(name, JsonValue());
    reasons_.add(name, e.reason());
    missing_ += (missing_.empty() ? "" : ", ") + name;
  }
  JsonValue finish(double total) {
    json_.add("total", total);
    if (!missing_.empty()) json_.add("reasons", reasons_).add("partial", "total leaves out " + missing_);
    return json_;
  }

 private:
  JsonValue json_ = JsonValue::object(), reasons_ = JsonValue::object();
  std::string missing_;
};

}  // namespace

EnergyReport run_energy(const ChipCost& chip, const std::vector<StatValue>& stats, double seconds) {
  Counts counts;
  for (const StatValue& s : stats)
    if (const auto* n = std::get_if<std::uint64_t>(&s.value)) counts[s.name] = *n;

  EnergyReport report;
  // Events and static power of a component come together, in the order of the chip's parts.
  for (const StaticCost& s : chip.statics) {
    line_of(report, s.component + ".dynamic");
    Estimate& line = line_of(report, s.component + "." + s.kind);
    if (s.how_many != 0) line += (static_cast<double>(s.how_many) * seconds * kNanojoule) * s.power;
  }
  for (const EventCost& e : chip.events) {
    Estimate& line = line_of(report, e.component + ".dynamic");
    if (const double n = count_of(e.count, counts); n != 0) line += n * e.energy;
  }
  for (const EnergyLine& line : report.lines)
    if (line.energy.known()) report.total += line.energy.value();
  return report;
}

JsonValue energy_json(const EnergyReport& report) {
  Sheet sheet;
  for (const EnergyLine& line : report.lines) sheet.add(line.key, line.energy);
  return sheet.finish(report.total);
}

std::vector<std::pair<std::string, std::string>> energy_summary(const EnergyReport& report) {
  double dynamic = 0, restriction = 0;
  std::string missing;
  std::vector<std::pair<double, std::string>> dynamic_parts;
  for (const EnergyLine& line : report.lines) {
    if (!line.energy.known()) {
      missing += (missing.empty() ? "" : ", ") + line.key;
      continue;
    }
    const double nj = line.energy.value();
    if (line.key.starts_with("cdr.")) restriction += nj;
    if (!line.key.ends_with(".dynamic")) continue;
    dynamic += nj;
    dynamic_parts.emplace_back(nj, line.key.substr(0, line.key.size() - std::string(".dynamic").size()));
  }
  std::stable_sort(dynamic_parts.begin(), dynamic_parts.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string parts;
  for (const auto& [nj, component] : dynamic_parts)
    if (nj > dynamic / 1000) parts += (parts.empty() ? "" : ", ") + component + " " + share_text(nj, dynamic);
  std::vector<std::pair<std::string, std::string>> lines{
      {"energy", microjoules(report.total) + " (" + share_text(dynamic, report.total) + " dynamic, " +
                     share_text(restriction, report.total) + " for restriction)"},
      {"dynamic energy in", parts.empty() ? "nothing" : parts}};
  if (!missing.empty()) lines.emplace_back("energy without", missing + " (why: result.json)");
  return lines;
}

JsonValue area_json(const ChipCost& chip) {
  Sheet sheet;
  double total = 0;
  for (const AreaCost& a : chip.areas) {
    sheet.add(a.component, a.area);
    if (a.area.known()) total += a.area.value();
  }
  return sheet.finish(total);
}

void add_cost_sections(const Config& config, Results& results) {
  const ChipCost chip = chip_cost(config, config.system.chips * config.system.cores_per_chip);
  std::uint64_t cycles = 0;
  for (const StatValue& s : results.stats)
    if (s.name == "sim.cycles") cycles = std::get<std::uint64_t>(s.value);
  const double seconds = static_cast<double>(cycles) / config.system.frequency;
  const EnergyReport energy = run_energy(chip, results.stats, seconds);
  results.sections.push_back({"energy", energy_json(energy), energy_summary(energy)});
  results.sections.push_back({"area", area_json(chip)});
}

}  // namespace cdrsim
