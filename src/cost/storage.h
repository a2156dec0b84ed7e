// SPDX-License-Identifier: BSD-3-Clause
// What coherence costs in bits: a row for each scheme and number of cores, and the row of a configuration.
//
//   for (const StorageRow& row : storage_rows(config, {64, 1024})) std::cout << row.json().text() << '\n';
//   results.sections.push_back({"storage", storage_of_run(config)});
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cost/storage_scheme.h"

namespace cdrsim::cost {

struct StorageRow {
  std::string scheme, formula, source;
  StorageMachine machine;
  TileStorage storage;

  /// Of the directory, for each line of the LLC slice: exact as a fraction directory bits / llc lines.
  double bits_per_line() const;
  /// Each part in whole bytes.
  static WideCount bytes(const TileStorage::Part& part) { return (part.bits + 7) / 8; }
  /// Everything on a tile.
  WideCount bytes_per_tile() const;
  /// Of the data of the LLC slice.
  double percent_of_llc() const;
  /// On all tiles; what is in memory is not among it.
  WideCount total_bytes() const;
  /// bits_per_line: a whole number exactly where it is one.
  JsonValue bits_per_line_json() const;
  /// The figures without the explanation.
  JsonValue figures() const;
  /// An element of `cdrsim cost`'s "storage".
  JsonValue json() const;
};

/// Every registered scheme, in alphabetical order, and the configured machine where none of them is it; for each number
/// of cores in turn.
std::vector<StorageRow> storage_rows(const Config& config, const std::vector<std::uint32_t>& cores);

/// The machine as configured: its sharer scheme and store, under the restrictions it switches on.
StorageRow configured_storage(const Config& config, std::uint32_t cores);

/// One registered scheme.
StorageRow storage_row(const std::string& scheme, const Config& config, std::uint32_t cores);

/// "storage" of result.json.
JsonValue storage_of_run(const Config& config);

}  // namespace cdrsim::cost
