// SPDX-License-Identifier: BSD-3-Clause
// The profile as JSON and as CSV: everything, for programs.
#include <charconv>
#include <nlohmann/json.hpp>

#include "cli/profile_report.h"
#include "stats/csv.h"
#include "system/results.h"

namespace cdrsim {
namespace {

using Json = nlohmann::ordered_json;

/// A ratio with nine significant digits, or null where there is nothing to divide by.
Json fraction(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return nullptr;
  const std::string text = number_text(static_cast<double>(part) / static_cast<double>(whole), "0");
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string hex(std::uint64_t value) {
  char digits[16];
  return "0x" + std::string(digits, std::to_chars(digits, digits + sizeof digits, value, 16).ptr);
}

void put_counts(Json& out, const Tally& t) {
  out["blocks"] = t.blocks;
  out["references"] = t.references;
  out["written_blocks"] = t.written;
  out["writes"] = t.writes;
}

void put_distribution(Json& out, const Distribution& d) {
  const Tally total = d.total();
  put_counts(out, total);
  out["mean_sharers"] = fraction(d.sharers(), total.blocks);
  out["max_sharers"] = d.most_sharers();
  out["histogram"] = Json::array();
  for (const auto& [sharers, tally] : d.by_sharers) {
    Json row;
    row["sharers"] = sharers;
    put_counts(row, tally);
    out["histogram"].push_back(std::move(row));
  }
  out["classes"] = Json::array();
  for (std::size_t i = 0; i < kSharingClasses; ++i) {
    Json row;
    row["class"] = kSharingClassNames[i];
    put_counts(row, d.by_class[i]);
    out["classes"].push_back(std::move(row));
  }
}

/// Rows for what capacities hold of `tallies`, whose blocks are called `blocks`.
Json capacity_rows(const Tallies& tallies, std::vector<std::uint32_t> capacities, const std::string& blocks) {
  const Tally total = up_to(tallies, BlockSharing::kNobody);
  Json rows = Json::array();
  for (const std::uint32_t capacity : capacities) {
    const Tally held = up_to(tallies, capacity);
    Json row;
    row["capacity"] = capacity;
    row[blocks] = held.blocks;
    row[blocks + "_fraction"] = fraction(held.blocks, total.blocks);
    row["references"] = held.references;
    row["references_fraction"] = fraction(held.references, total.references);
    row["writes"] = held.writes;
    row["writes_fraction"] = fraction(held.writes, total.writes);
    rows.push_back(std::move(row));
  }
  return rows;
}

Json unit(const BlockProfile& p, unsigned shift) {
  Json out;
  out["size"] = std::uint64_t{1} << shift;
  put_distribution(out, p.whole);
  out["crossing"] = p.crossing;
  out["capacities"] = capacity_rows(p.whole.by_sharers, listed_capacities(), "blocks");
  out["intervals"] = Json::array();
  for (std::size_t i = 0; i < p.intervals.size(); ++i) {
    Json row;
    row["interval"] = i;
    put_distribution(row, p.intervals[i]);
    out["intervals"].push_back(std::move(row));
  }
  return out;
}

Json program(const ProfiledProgram& p, unsigned page_shift) {
  Json out;
  out["name"] = p.name;
  out["copies"] = p.copies;
  out["threads"] = p.profile.threads;
  out["references"] = p.profile.references();
  out["region_gap_pages"] = p.profile.region_gap;
  out["regions"] = Json::array();
  for (const RegionProfile& r : p.profile.regions) {
    Json row;
    row["first_address"] = hex(r.first_page << page_shift);
    row["last_address"] = hex((r.last_page << page_shift) + ((std::uint64_t{1} << page_shift) - 1));
    put_distribution(row["line"], r.line);
    put_distribution(row["page"], r.page);
    out["regions"].push_back(std::move(row));
  }
  return out;
}

Json level(const LevelProposal& p, const ReportOptions& options) {
  std::vector<std::uint32_t> capacities = listed_capacities();
  while (capacities.back() < p.capacity) capacities.push_back(capacities.back() * 2);
  Json out;
  out["level"] = p.level;
  out["domains"] = p.domains;
  out["capacity"] = p.capacity;
  out["smallest_capacity"] = p.smallest;
  out["capacity_for_writes"] = p.capacity_for_writes;
  out["capacity_reason"] = capacity_reason(p, options);
  out["capacities"] = capacity_rows(p.lines_by_capacity, capacities, "lines");
  if (p.homes)
    out["homes"] = *p.homes;
  else
    out["homes"] = "auto";
  out["homes_reason"] = homes_reason(p, options);
  if (p.level == "page") {
    out["private_slices"] = p.private_slices;
    return out;
  }
  out["groups"] = Json::array();
  for (const DomainGroup& g : p.groups) {
    Json row;
    row["domains"] = g.domains;
    row["members"] = g.members;
    row["lines"] = g.lines;
    row["references"] = g.references;
    row["slices"] = g.slices;
    row["homes"] = g.homes;
    out["groups"].push_back(std::move(row));
  }
  return out;
}

void csv_rows(std::string& out, const std::string& source, const std::string& scope, const std::string& unit,
              const Distribution& d) {
  for (const auto& [sharers, t] : d.by_sharers) {
    out += csv_cell(source) + ',' + csv_cell(scope) + ',' + unit;
    for (const std::uint64_t n : {std::uint64_t{sharers}, t.blocks, t.written, t.references, t.writes})
      out += ',' + std::to_string(n);
    out += '\n';
  }
}

}  // namespace

std::string profile_json(const ProfileReport& r) {
  Json out;
  out["schema"] = 1;
  out["source"] = r.source;
  out["threads"] = r.threads;
  out["cores"] = r.options.needs.cores;
  out["references"] = r.references();
  out["reads"] = r.reads;
  out["writes"] = r.writes;
  out["atomics"] = r.atomics;
  out["line"] = unit(r.line, r.options.profile.line_shift);
  out["page"] = unit(r.page, r.options.profile.page_shift);
  out["programs"] = Json::array();
  for (const ProfiledProgram& p : r.programs) out["programs"].push_back(program(p, r.options.profile.page_shift));
  out["domains"] = Json::array();
  for (const LevelProposal& p : r.domains) out["domains"].push_back(level(p, r.options));
  // A path need not be UTF-8; what is not becomes U+FFFD.
  return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string profile_csv_header() {
  return "source,scope,unit,sharers,blocks,written_blocks,references,writes\n";
}

std::string profile_csv(const ProfileReport& r) {
  std::string out;
  csv_rows(out, r.source, "all", "line", r.line.whole);
  csv_rows(out, r.source, "all", "page", r.page.whole);
  for (std::size_t i = 0; i < r.line.intervals.size(); ++i) {
    csv_rows(out, r.source, "interval " + std::to_string(i), "line", r.line.intervals[i]);
    csv_rows(out, r.source, "interval " + std::to_string(i), "page", r.page.intervals[i]);
  }
  for (const ProfiledProgram& p : r.programs)
    for (const RegionProfile& region : p.profile.regions) {
      const std::string scope = p.name + " " + hex(region.first_page << r.options.profile.page_shift);
      csv_rows(out, r.source, scope, "line", region.line);
      csv_rows(out, r.source, scope, "page", region.page);
    }
  return out;
}

}  // namespace cdrsim
