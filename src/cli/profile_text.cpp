// SPDX-License-Identifier: BSD-3-Clause
// The profile for people: tables.
#include <bit>
#include <cstdio>

#include "cli/listing.h"
#include "cli/profile_report.h"
#include "config/quantity.h"

namespace cdrsim {
namespace {

using Row = std::vector<std::string>;

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "n/a";
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", 100 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

std::string mean(const Distribution& d) {
  const Tally total = d.total();
  if (total.blocks == 0) return "n/a";
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(d.sharers()) / static_cast<double>(total.blocks));
  return text;
}

std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

/// References to what more than one thread shares.
std::string shared_percent(const Distribution& d) {
  const Tally total = d.total();
  return percent(total.references - up_to(d.by_sharers, 1).references, total.references);
}

/// 1, 2, 3-4, 5-8, ... as far as there are any.
std::vector<Row> sharer_rows(const ProfileReport& r) {
  const Tallies &lines = r.line.whole.by_sharers, &pages = r.page.whole.by_sharers;
  const std::uint32_t most = std::max(r.line.whole.most_sharers(), r.page.whole.most_sharers());
  const Tally line_total = r.line.whole.total(), page_total = r.page.whole.total();
  std::vector<Row> rows;
  Tally line_before, page_before;
  for (std::uint64_t high = 1, low = 1; low <= most; low = high + 1, high *= 2) {
    const Tally l = up_to(lines, static_cast<std::uint32_t>(high)), p = up_to(pages, static_cast<std::uint32_t>(high));
    rows.push_back(
        {low == high ? std::to_string(low) : std::to_string(low) + "-" + std::to_string(high),
         std::to_string(l.blocks - line_before.blocks), percent(l.blocks - line_before.blocks, line_total.blocks),
         percent(l.references - line_before.references, line_total.references),
         std::to_string(p.blocks - page_before.blocks), percent(p.blocks - page_before.blocks, page_total.blocks),
         percent(p.references - page_before.references, page_total.references)});
    line_before = l;
    page_before = p;
  }
  return rows;
}

std::vector<Row> class_rows(const ProfileReport& r) {
  const Tally line_total = r.line.whole.total(), page_total = r.page.whole.total();
  std::vector<Row> rows;
  for (std::size_t i = 0; i < kSharingClasses; ++i) {
    const Tally &l = r.line.whole.by_class[i], &p = r.page.whole.by_class[i];
    rows.push_back({kSharingClassNames[i], std::to_string(l.blocks), percent(l.blocks, line_total.blocks),
                    percent(l.references, line_total.references), std::to_string(p.blocks),
                    percent(p.blocks, page_total.blocks), percent(p.references, page_total.references)});
  }
  return rows;
}

std::vector<Row> capacity_rows(const ProfileReport& r) {
  const Tally line_total = r.line.whole.total(), page_total = r.page.whole.total();
  std::vector<Row> rows;
  for (const std::uint32_t c : listed_capacities()) {
    const Tally l = up_to(r.line.whole.by_sharers, c), p = up_to(r.page.whole.by_sharers, c);
    rows.push_back({std::to_string(c), percent(l.blocks, line_total.blocks),
                    percent(l.references, line_total.references), percent(p.blocks, page_total.blocks),
                    percent(p.references, page_total.references)});
  }
  return rows;
}

std::vector<Row> level_rows(const ProfileReport& r) {
  std::vector<Row> rows;
  for (const std::uint32_t c : listed_capacities()) {
    Row row = {std::to_string(c)};
    for (const LevelProposal& level : r.domains) {
      const Tally held = up_to(level.lines_by_capacity, c);
      row.push_back(percent(held.references, level.lines.references));
      row.push_back(percent(held.writes, level.lines.writes));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Row distribution_cells(const Distribution& line, const Distribution& page) {
  return {std::to_string(line.total().references),
          std::to_string(line.total().blocks),
          mean(line),
          std::to_string(line.most_sharers()),
          shared_percent(line),
          std::to_string(page.total().blocks),
          mean(page),
          std::to_string(page.most_sharers()),
          shared_percent(page)};
}

Row distribution_columns(std::vector<std::string> first) {
  for (const char* column : {"references", "lines", "mean sharers", "most", "shared refs %", "pages", "mean sharers",
                             "most", "shared refs %"})
    first.emplace_back(column);
  return first;
}

Row joined(Row a, const Row& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Listing region_listing(const ProfiledProgram& p, const ReportOptions& options) {
  const unsigned shift = options.profile.page_shift;
  Listing listing;
  listing.title = "Regions of " + p.name;
  if (p.copies > 1) listing.title += ", one of " + std::to_string(p.copies) + " copies";
  if (p.profile.region_gap > 0)
    listing.title += " (pages up to " + std::to_string(p.profile.region_gap) + " untouched pages apart are one region)";
  listing.columns = distribution_columns({"first", "last"});
  for (const RegionProfile& r : p.profile.regions)
    listing.rows.push_back(
        joined({hex(r.first_page << shift), hex((r.last_page << shift) + ((std::uint64_t{1} << shift) - 1))},
               distribution_cells(r.line, r.page)));
  return listing;
}

std::string proposal_text(const ProfileReport& r) {
  std::string out = "Proposed domains\n";
  for (const LevelProposal& p : r.domains) {
    out += "  " + p.level + ": " + std::to_string(p.domains) + (p.domains == 1 ? " domain" : " domains") +
           "; cdr.sharers.capacity = " + std::to_string(p.capacity) +
           ", cdr.homes.count = " + (p.homes ? std::to_string(*p.homes) : "\"auto\"") + "\n";
    out += "    capacity: " + capacity_reason(p, r.options) + "\n";
    out += "    homes: " + homes_reason(p, r.options) + "\n";
  }
  return out;
}

}  // namespace

std::string profile_text(const ProfileReport& r) {
  const std::string line = config::size_text(std::uint64_t{1} << r.options.profile.line_shift),
                    page = config::size_text(std::uint64_t{1} << r.options.profile.page_shift);
  std::string out = r.source + ": " + std::to_string(r.threads) + " threads, " + std::to_string(r.references()) +
                    " references (" + std::to_string(r.reads) + " reads, " + std::to_string(r.writes) + " writes, " +
                    std::to_string(r.atomics) + " atomics); lines of " + line + ", pages of " + page + "\n\n";
  const Row counts = {"lines", "lines %", "line refs %", "pages", "pages %", "page refs %"};
  out += print({{"Blocks by the number of threads that share them", joined({"sharers"}, counts), sharer_rows(r)},
                {"Blocks by how they are shared", joined({"class"}, counts), class_rows(r)},
                {"What a capacity could hold: blocks with as many sharers at most",
                 {"capacity", "lines %", "line refs %", "pages %", "page refs %"},
                 capacity_rows(r)},
                {"What it holds in static domains of each level: references to and writes of lines tracked precisely",
                 {"capacity", "vm refs %", "vm writes %", "application refs %", "application writes %", "page refs %",
                  "page writes %"},
                 level_rows(r)}},
               Format::text);
  Listing intervals{"Over time, in equal parts of the trace", distribution_columns({"interval"}), {}};
  for (std::size_t i = 0; i < r.line.intervals.size(); ++i)
    intervals.rows.push_back(joined({std::to_string(i)}, distribution_cells(r.line.intervals[i], r.page.intervals[i])));
  out += "\n" + print(intervals, Format::text);
  for (const ProfiledProgram& p : r.programs) out += "\n" + print(region_listing(p, r.options), Format::text);
  return out + "\n" + proposal_text(r);
}

}  // namespace cdrsim
