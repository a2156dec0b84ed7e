// SPDX-License-Identifier: BSD-3-Clause
// `cdrsim run CONFIG`: one experiment, from its configuration to its folder of results.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace cdrsim {

struct RunOptions {
  std::string config;
  std::vector<std::string> sets;  // "key=value"
  std::string out;                // empty: out/<name of the config without .toml>
  bool check = false;
  std::uint32_t threads = 1;
  std::string watch_line, coverage;  // empty: none
  bool quiet = false;
  bool dry_run = false;
};

/// Adds the verb; parsing a command line that uses it runs the experiment. Failures are thrown (base/error.h).
void add_run_verb(CLI::App& app);

/// Simulates, writes the folder and prints the summary. Nothing is left in the folder unless all is.
void run_experiment(const RunOptions& options);

/// Checks the configuration and its traces, simulates nothing, and prints which experiment it is: a comment with the
/// config_hash that its results will have, and the resolved configuration.
void print_experiment(const RunOptions& options);

/// A line to watch: a virtual address in an application.
struct WatchedAddress {
  std::uint32_t application = 0;
  std::uint64_t address = 0;
};

/// "7f001040" or "0x7f001040" in application 0, "3:7f001040" in application 3. UserError for anything else.
WatchedAddress parse_watched_address(const std::string& text);

}  // namespace cdrsim
