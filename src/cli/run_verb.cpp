// SPDX-License-Identifier: BSD-3-Clause
#include "cli/run_verb.h"

#include <unistd.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/huge_pages.h"
#include "cost/run_cost.h"
#include "cost/storage.h"
#include "observe/host.h"
#include "observe/line_log.h"
#include "observe/progress.h"
#include "observe/value_oracle.h"
#include "protocol/protocol.h"
#include "protocol/row_coverage.h"
#include "system/config.h"
#include "system/glossary.h"
#include "system/machine.h"
#include "system/output_folder.h"
#include "system/results.h"
#include "system/summary.h"
#include "system/sums.h"
#include "workload/workload.h"

namespace cdrsim {
namespace {

template <class Number>
std::optional<Number> whole_number(std::string_view text, int base) {
  Number n{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, n, base);
  return error == std::errc{} && stop == end ? std::optional(n) : std::nullopt;
}

std::string default_folder(const std::string& config) {
  return (std::filesystem::path("out") / std::filesystem::path(config).stem()).string();
}

LineAddress watched_line(const Machine& machine, const WatchedAddress& watched, const std::string& text) {
  try {
    return machine.line_of(watched.application, watched.address);
  } catch (const UserError& e) {
    throw UserError("--watch-line " + text + ": " + e.what());
  }
}

/// Runs to the end, or for `most` cycles. Stops now and then only to show how far it is.
void simulate(Machine& machine, Cycle most, bool quiet) {
  Progress progress(std::cerr, progress_style(quiet, isatty(STDERR_FILENO) == 1), machine.references_total());
  const Cycle limit = most < kNever - machine.now() ? machine.now() + most : kNever;
  while (machine.now() < limit) {
    if (!machine.run_until(std::min(limit, machine.now() + progress.next_stretch()))) return;
    progress.update(machine.references_done(), machine.now());
  }
}

}  // namespace

WatchedAddress parse_watched_address(const std::string& text) {
  std::string_view rest = text;
  WatchedAddress watched;
  std::optional<std::uint32_t> application = 0;
  if (const auto colon = rest.find(':'); colon != rest.npos) {
    application = whole_number<std::uint32_t>(rest.substr(0, colon), 10);
    rest.remove_prefix(colon + 1);
  }
  if (rest.starts_with("0x") || rest.starts_with("0X")) rest.remove_prefix(2);
  const auto address = whole_number<std::uint64_t>(rest, 16);
  if (!application || !address)
    throw UserError("--watch-line " + text +
                    ": expected a hexadecimal virtual address, such as 7f001040, or APPLICATION:ADDRESS, such as "
                    "3:7f001040");
  return {*application, *address};
}

void print_experiment(const RunOptions& options) {
  const Config config = load_config(options.config, options.sets);
  const auto applications =
      place_workloads(config.workload, Machine::mesh_of(config.system), config.system.cores_per_chip, config.run.seed);
  std::cout << "# config_hash = " << config_hash(config, trace_checksums(applications, config.workload.size())) << '\n'
            << resolved_toml(config);
}

void run_experiment(const RunOptions& options) {
  prefer_huge_pages();
  const Config config = load_config(options.config, options.sets);
  std::optional<WatchedAddress> watched;
  if (!options.watch_line.empty()) watched = parse_watched_address(options.watch_line);
  OutputFolder folder(options.out.empty() ? default_folder(options.config) : options.out);

  Machine machine(config);
  ValueOracle oracle;
  if (options.check) machine.observers().add(oracle);
  std::optional<RowCoverage> rows;
  std::ofstream coverage;
  if (!options.coverage.empty()) {
    coverage.open(options.coverage);
    if (!coverage) throw UserError("--coverage " + options.coverage + ": cannot be written");
    machine.observers().add(rows.emplace(make_protocol(config.protocol)));
  }
  std::optional<LineLog> log;
  if (watched) {
    machine.observers().add(log.emplace(std::cout, watched_line(machine, *watched, options.watch_line),
                                        protocol_glossary(make_protocol(config.protocol))));
  }

  const double start = host_seconds();
  machine.warm_up();
  simulate(machine, config.run.max_cycles.value_or(kNever), options.quiet);
  const double seconds = host_seconds() - start;
  if (options.check) oracle.audit(machine.now(), machine.drained());

  Results results = machine.results();
  check_sums(results.stats, config.system.line_size, machine.drained());
  results.host = {.seconds = seconds,
                  .peak_rss_bytes = peak_resident_bytes(),
                  .accesses_per_second = ratio(static_cast<double>(machine.references_done()), seconds),
                  .threads = options.threads};
  results.sections.push_back({"storage", cost::storage_of_run(config)});
  add_cost_sections(config, results);
  write_results(folder, results);
  if (rows) {
    rows->write_csv(coverage);
    coverage.close();
    if (!coverage) throw UserError("--coverage " + options.coverage + ": could not be written");
  }

  if (log && log->rows() == 0) std::cout << "Nothing ever touched the line of " << options.watch_line << ".\n";
  if (options.quiet) return;
  std::cout << summary_text(results);
  if (options.check)
    std::cout << "\nCoherence checked: " << oracle.loads() << " loads and " << oracle.stores() << " stores on "
              << oracle.lines() << " lines, no violation.\n";
  std::cout << "\nSimulated in " << number_text(seconds, "n/a") << " s; results in " << folder.path().string() << '\n';
}

void add_run_verb(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("run", "Simulate one experiment and write its results");
  auto options = std::make_shared<RunOptions>();
  verb->add_option("CONFIG", options->config, "the experiment, a TOML file (cdrsim describe config)")->required();
  verb->add_option("--set", options->sets, "key=value in place of the file's, such as l1.size=32KiB; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--out", options->out, "folder for the results; out/<name of the config> when not given");
  verb->add_flag("--check", options->check, "check every load and store against what coherence demands");
  verb->add_option("--coverage", options->coverage,
                   "write how often each row of the protocol's tables was taken into this file, as CSV");
  verb->add_option("--threads", options->threads, "host threads; results do not depend on it (runs are serial so far)")
      ->check(CLI::Range(1u, 65536u));
  verb->add_option("--watch-line", options->watch_line,
                   "print the protocol life of the line of this hexadecimal address: ADDRESS in application 0, or "
                   "APPLICATION:ADDRESS");
  verb->add_flag("--quiet", options->quiet, "no progress, no summary");
  verb->add_flag("--dry-run", options->dry_run,
                 "check the configuration and its traces, print the resolved configuration and its hash, run nothing");
  verb->callback([options] { options->dry_run ? print_experiment(*options) : run_experiment(*options); });
}

}  // namespace cdrsim
