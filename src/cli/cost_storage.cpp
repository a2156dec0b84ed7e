// SPDX-License-Identifier: BSD-3-Clause
// The storage section of `cdrsim cost`.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>

#include "cli/cost_section.h"
#include "cost/storage.h"

namespace cdrsim {
namespace {

using cost::StorageRow;

constexpr unsigned kMostCoresLog = 24;
constexpr char kCdr[] = "cdr";

std::string digits(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

/// Whole numbers as they are, others rounded.
std::string short_number(const JsonValue& exact, double value) {
  const std::string text = exact.text();
  return text.find_first_not_of("0123456789") == std::string::npos ? text : digits(value, 2);
}

std::string percent(double value) {
  return digits(value, value < 0.995 ? 3 : value < 99.95 ? 1 : 0) + "%";
}

std::string size(WideCount bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(kUnits); ++unit) value /= 1024;
  return unit == 0 ? count_text(bytes) + " B" : digits(value, value < 100 ? 1 : 0) + " " + kUnits[unit];
}

/// Smallest first.
Listing figures(std::vector<const StorageRow*> rows, std::uint32_t cores, const std::string& configured) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const StorageRow* a, const StorageRow* b) { return a->bytes_per_tile() < b->bytes_per_tile(); });
  Listing listing{"Storage at " + std::to_string(cores) +
                      " cores (* as configured; the other parts are SMC, HMC, wider "
                      "TLB, identifiers in private caches)",
                  {"scheme", "bits/line", "bytes/tile", "directory", "other parts", "of LLC", "in all"},
                  {}};
  for (const StorageRow* row : rows) {
    const WideCount directory = (row->storage.bits(cost::kDirectoryPart) + 7) / 8;
    listing.rows.push_back({row->scheme + (row->scheme == configured ? " *" : ""),
                            short_number(row->bits_per_line_json(), row->bits_per_line()),
                            count_text(row->bytes_per_tile()), count_text(directory),
                            count_text(row->bytes_per_tile() - directory), percent(row->percent_of_llc()),
                            size(row->total_bytes())});
  }
  return listing;
}

/// From which power of two of cores on, up to 2^24, `smaller` always holds.
std::string from_where(const std::vector<bool>& smaller) {
  std::size_t from = smaller.size();
  while (from > 0 && smaller[from - 1]) --from;
  if (from == smaller.size()) return "never (up to 2^24 cores)";
  return from == 0 ? "always" : "2^" + std::to_string(from) + " cores on";
}

/// What a reader has to know before choosing: CDR is not the smallest at every size.
Listing where_cdr_wins(const Config& config) {
  Listing listing{"From where on cdr is smaller than schemes without restriction (at powers of two)",
                  {"scheme", "in bits/line", "in bytes/tile"},
                  {}};
  for (const std::string& scheme : Registry<cost::StorageScheme>::instance().names()) {
    if (scheme.starts_with(kCdr)) continue;
    std::vector<bool> bits, bytes;
    for (unsigned log = 0; log <= kMostCoresLog; ++log) {
      const StorageRow other = cost::storage_row(scheme, config, 1u << log);
      const StorageRow cdr = cost::storage_row(kCdr, config, 1u << log);
      bits.push_back(cdr.bits_per_line() < other.bits_per_line());
      bytes.push_back(cdr.bytes_per_tile() < other.bytes_per_tile());
    }
    listing.rows.push_back({scheme, from_where(bits), from_where(bytes)});
  }
  return listing;
}

Listing formulas(const std::vector<StorageRow>& rows) {
  Listing listing{
      "Bits a line of the LLC (N cores, l = ceil(log2 N), L lines of an LLC slice, P of a private cache, tag "
      "bits of an address of A = 48; other symbols: \"parameters\" in JSON; docs/storage.md)",
      {"scheme", "formula", "source"},
      {}};
  std::map<std::string, bool> seen;
  for (const StorageRow& row : rows)
    if (seen.emplace(row.scheme, true).second) listing.rows.push_back({row.scheme, row.formula, row.source});
  return listing;
}

Listing csv(const std::vector<StorageRow>& rows) {
  Listing listing{"storage",
                  {"scheme", "cores", "bits_per_line", "bytes_per_tile", "percent_of_llc", "total_bytes",
                   "directory_bytes_per_tile", "formula", "source"},
                  {}};
  for (const StorageRow& row : rows)
    listing.rows.push_back({row.scheme, std::to_string(row.machine.cores), row.bits_per_line_json().text(),
                            count_text(row.bytes_per_tile()), number_text(row.percent_of_llc(), ""),
                            count_text(row.total_bytes()), count_text((row.storage.bits(cost::kDirectoryPart) + 7) / 8),
                            row.formula, row.source});
  return listing;
}

}  // namespace

CostSection storage_section(const Config& config, const std::vector<std::uint32_t>& cores) {
  const std::vector<StorageRow> rows = cost::storage_rows(config, cores);
  CostSection section{"storage", JsonValue::array(), csv(rows), {}};
  for (const StorageRow& row : rows) section.rows.push(row.json());
  for (const std::uint32_t n : cores) {
    std::vector<const StorageRow*> of_n;
    for (const StorageRow& row : rows)
      if (row.machine.cores == n) of_n.push_back(&row);
    section.tables.push_back(figures(of_n, n, cost::configured_storage(config, n).scheme));
  }
  section.tables.push_back(where_cdr_wins(config));
  section.tables.push_back(formulas(rows));
  return section;
}

}  // namespace cdrsim
