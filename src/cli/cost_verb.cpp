// SPDX-License-Identifier: BSD-3-Clause
#include "cli/cost_verb.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>

#include "base/error.h"
#include "cli/cost_section.h"
#include "stats/csv.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kMostCores = 1u << 24;

/// What is printed, in this order.
const std::vector<std::pair<std::string, CostSectionMaker>>& makers() {
  static const std::vector<std::pair<std::string, CostSectionMaker>> all{
      {"storage", &storage_section}, {"area", &area_section}, {"energy", &energy_section}};
  return all;
}

struct Options {
  std::string config, format = "table", section;
  std::optional<std::string> cores;
  std::vector<std::string> sets;
};

std::string csv_text(const Listing& listing) {
  std::string out;
  const auto add = [&out](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) out += (i ? "," : "") + csv_cell(cells[i]);
    out += '\n';
  };
  add(listing.columns);
  for (const auto& row : listing.rows) add(row);
  return out;
}

void print_cost(const Options& o) {
  std::vector<std::uint32_t> cores;
  if (o.cores) cores = parse_core_counts(*o.cores);
  const Config config = load_config(o.config, o.sets);
  if (cores.empty()) cores.push_back(config.system.chips * config.system.cores_per_chip);

  std::string out;
  for (const auto& [name, make] : makers()) {
    if (!o.section.empty() && o.section != name) continue;
    const CostSection section = make(config, cores);
    if (o.format == "json") {
      out += (out.empty() ? "" : ",\n") + ("  " + json_string(section.name)) + ": " + section.rows.text(2);
    } else {
      out += out.empty() ? "" : "\n";
      out += o.format == "csv" ? csv_text(section.csv) : print(section.tables, Format::text);
    }
  }
  std::cout << (o.format == "json" ? "{\n" + out + "\n}\n" : out);
}

}  // namespace

std::vector<std::uint32_t> parse_core_counts(const std::string& text) {
  std::vector<std::uint32_t> counts;
  std::string problems;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    begin = end + 1;
    std::uint32_t n = 0;
    const auto [stop, error] = std::from_chars(item.data(), item.data() + item.size(), n);
    std::string problem;
    if (error != std::errc{} || stop != item.data() + item.size() || n == 0 || n > kMostCores)
      problem = "\"" + item + "\" is no number of cores";
    else if (std::find(counts.begin(), counts.end(), n) != counts.end())
      problem = item + " is there twice";
    else
      counts.push_back(n);
    if (!problem.empty()) problems += (problems.empty() ? "" : "; ") + problem;
  }
  if (!problems.empty())
    throw UserError("--cores " + text + ": " + problems + "; legal: numbers from 1 to " + std::to_string(kMostCores) +
                    ", each once, with commas between them, such as 64,1024");
  return counts;
}

void add_cost_verb(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "cost", "What a configuration costs, without simulating: storage of every scheme, area, energy of every event");
  auto options = std::make_shared<Options>();
  std::vector<std::string> names;
  for (const auto& [name, make] : makers()) names.push_back(name);
  verb->add_option("CONFIG", options->config, "the machine, a TOML file (cdrsim describe config)")->required();
  verb->add_option("--set", options->sets, "key=value in place of the file's, such as l1.size=32KiB; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--cores", options->cores,
                   "numbers of cores with commas between them: the configured tile, so many times; as configured when "
                   "not given");
  verb->add_option("--format", options->format, "table, json or csv")
      ->check(CLI::IsMember({"table", "json", "csv"}))
      ->capture_default_str();
  verb->add_option("--section", options->section, "this one only")->check(CLI::IsMember(names));
  verb->callback([options] { print_cost(*options); });
}

}  // namespace cdrsim
