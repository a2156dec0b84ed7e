// SPDX-License-Identifier: BSD-3-Clause
#include "cli/profile_verb.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "cli/profile_report.h"
#include "config/quantity.h"
#include "config/value.h"
#include "system/config.h"
#include "system/machine.h"

namespace cdrsim {
namespace {

struct ProfileArguments {
  std::vector<std::string> inputs, sets;
  std::string line_size, page_size, slice_size;  // empty: the configuration's, or the default
  std::string format = "table";
  std::uint32_t intervals = 10, regions = 32;
  double hold = 99;  // percent
};

bool is_config(const std::string& path) {
  return std::filesystem::path(path).extension() == ".toml";
}

/// `text` in bytes, or `otherwise` when it is empty.
std::uint64_t size_of(const char* option, const std::string& text, std::uint64_t otherwise) {
  if (text.empty()) return otherwise;
  try {
    return config::read_size(text);
  } catch (const config::BadValue& e) {
    throw UserError(std::string("trace profile: ") + option + ": " + e.what());
  }
}

unsigned shift_of(const char* option, std::uint64_t size, std::uint64_t most) {
  if (!std::has_single_bit(size) || size < 8 || size > most)
    throw UserError(std::string("trace profile: ") + option + ": " + config::size_text(size) +
                    " is not a power of two from 8B to " + config::size_text(most));
  return static_cast<unsigned>(std::countr_zero(size));
}

/// What `config` and the command line say together. `cores`: of the machine.
ReportOptions options_of(const ProfileArguments& a, const Config& config, std::uint32_t cores) {
  const std::uint64_t line = size_of("--line-size", a.line_size, config.system.line_size);
  const std::uint64_t page = size_of("--page-size", a.page_size, config.system.page_size);
  ReportOptions o;
  o.profile.line_shift = shift_of("--line-size", line, 4096);
  o.profile.page_shift = shift_of("--page-size", page, 1u << 30);
  if (page < line)
    throw UserError("trace profile: a page of " + config::size_text(page) + " is smaller than a line of " +
                    config::size_text(line));
  o.profile.intervals = a.intervals;
  o.profile.regions = a.regions;
  o.profile.sync = config.sync.model == SyncModel::coherent;
  if (std::isnan(a.hold)) throw UserError("trace profile: --hold: expected percent, from 0 to 100");
  o.needs.hold = a.hold / 100;
  o.needs.cores = cores;
  o.needs.line_size = line;
  o.needs.slice_size = size_of("--slice-size", a.slice_size, config.llc.size_per_tile);
  if (o.needs.slice_size < line) throw UserError("trace profile: --slice-size: an LLC slice holds at least one line");
  return o;
}

ProfileReport profile_config(const ProfileArguments& a, const std::string& path) {
  const Config config = load_config(path, a.sets);
  const std::uint32_t cores = config.system.cores_per_chip;
  const auto applications = place_workloads(config.workload, Machine::mesh_of(config.system), cores, config.run.seed);
  return profile_applications(path, applications, options_of(a, config, cores));
}

/// The trace by itself, on a machine of as many cores as it has threads.
ProfileReport profile_trace(const ProfileArguments& a, const std::string& path) {
  Application app;
  app.trace = Trace::open(path);
  app.name = std::filesystem::path(path).stem().string();
  for (std::uint32_t t = 0; t < app.trace->info().threads; ++t) app.cores.push_back(TileId{t});
  const auto threads = static_cast<std::uint32_t>(app.cores.size());
  return profile_applications(path, {app}, options_of(a, default_config(), threads));
}

/// All inputs are read before anything is printed.
void profile(const ProfileArguments& a) {
  const bool configs = std::any_of(a.inputs.begin(), a.inputs.end(), is_config);
  if (!a.sets.empty() && !configs) throw UserError("trace profile: --set changes a configuration; a trace has none");
  std::vector<std::string> parts;
  for (const std::string& path : a.inputs) {
    const ProfileReport report = is_config(path) ? profile_config(a, path) : profile_trace(a, path);
    parts.push_back(a.format == "json"  ? profile_json(report)
                    : a.format == "csv" ? profile_csv(report)
                                        : profile_text(report));
  }
  const bool array = a.format == "json" && parts.size() > 1;
  const std::string between = a.format == "json" ? ",\n" : a.format == "csv" ? "" : "\n";
  std::string out = a.format == "csv" ? profile_csv_header() : array ? "[\n" : "";
  for (std::size_t i = 0; i < parts.size(); ++i) out += (i > 0 ? between : "") + parts[i];
  if (a.format == "json") out += array ? "\n]\n" : "\n";
  std::fwrite(out.data(), 1, out.size(), stdout);
}

}  // namespace

void declare_profile(CLI::App& trace, std::function<void()>& action) {
  CLI::App* verb = trace.add_subcommand("profile", "who shares lines and pages, and which domains would fit");
  const auto a = std::make_shared<ProfileArguments>();
  verb->add_option("INPUT", a->inputs, "native traces, each for itself; or configurations (.toml): their workloads")
      ->required();
  verb->add_option("--set", a->sets, "key=value in place of the configuration's; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--line-size", a->line_size, "e.g. 64B; when not given the configuration's, or 64B");
  verb->add_option("--page-size", a->page_size, "e.g. 4KiB; when not given the configuration's, or 4KiB");
  verb->add_option("--slice-size", a->slice_size,
                   "LLC of a tile, for the homes proposed; when not given the configuration's, or 64KiB");
  verb->add_option("--format", a->format, "table, json or csv")
      ->check(CLI::IsMember({"table", "json", "csv"}))
      ->capture_default_str();
  verb->add_option("--intervals", a->intervals, "equal parts of time")
      ->check(CLI::Range(1u, 1000u))
      ->capture_default_str();
  verb->add_option("--regions", a->regions, "at most so many regions of addresses")
      ->check(CLI::Range(1u, 65536u))
      ->capture_default_str();
  verb->add_option("--hold", a->hold, "percent of the references that the proposed capacity holds")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  verb->callback([a, &action] { action = [a] { profile(*a); }; });
}

}  // namespace cdrsim
