// SPDX-License-Identifier: BSD-3-Clause
// The area and energy sections of `cdrsim cost`.
#include <cstdio>

#include "cli/cost_section.h"
#include "cost/chip_cost.h"

namespace cdrsim {
namespace {

/// A row of a section, whatever it is about.
struct Row {
  std::string component, event;  // no event in the area section
  std::uint32_t cores;
  Estimate value;
  std::string count;
};

std::string significant(const Estimate& e, const char* what) {
  if (!e.known()) return "n/a";
  char text[64];
  std::snprintf(text, sizeof text, what, e.value());
  return text;
}

/// Where it comes from, or why there is none.
std::string explanation(const Estimate& e) {
  return e.known() ? e.source() : e.reason();
}

JsonValue json(const Row& row, const char* value_name) {
  JsonValue out = JsonValue::object();
  out.add("component", row.component);
  if (!row.event.empty()) out.add("event", row.event);
  out.add("cores", row.cores);
  out.add(value_name, row.value.known() ? JsonValue(row.value.value()) : JsonValue());
  if (!row.count.empty()) out.add("count", row.count);
  if (row.value.known())
    out.add("source", row.value.source());
  else
    out.add("reason", row.value.reason());
  return out;
}

CostSection section(const std::string& name, const char* value_name, const std::vector<Row>& rows) {
  const bool events = name == "energy";
  CostSection s{name, JsonValue::array(), {name, {}, {}}, {}};
  s.csv.columns = events
                      ? std::vector<std::string>{"component", "event", "cores", value_name, "count", "source", "reason"}
                      : std::vector<std::string>{"component", "cores", value_name, "source", "reason"};
  for (const Row& row : rows) {
    s.rows.push(json(row, value_name));
    const std::string value = row.value.known() ? number_text(row.value.value(), "") : "";
    std::vector<std::string> cells{row.component};
    if (events) cells.push_back(row.event);
    cells.insert(cells.end(), {std::to_string(row.cores), value});
    if (events) cells.push_back(row.count);
    cells.insert(cells.end(), {row.value.source(), row.value.reason()});
    s.csv.rows.push_back(std::move(cells));
  }
  return s;
}

/// Every row of the first number of cores; of the others, those that differ from it.
std::vector<const Row*> rows_to_show(const std::vector<Row>& rows, std::uint32_t first, std::uint32_t cores) {
  std::vector<const Row*> shown;
  for (const Row& row : rows) {
    if (row.cores != cores) continue;
    bool same = false;
    for (const Row& other : rows)
      same |= cores != first && other.cores == first && other.component == row.component && other.event == row.event &&
              other.value.known() == row.value.known() &&
              (!row.value.known() || other.value.value() == row.value.value());
    if (!same) shown.push_back(&row);
  }
  return shown;
}

std::string title(const std::string& what, std::uint32_t first, std::uint32_t cores) {
  return what + " at " + std::to_string(cores) + " cores" +
         (cores == first ? "" : ", where it differs from " + std::to_string(first) + " cores");
}

}  // namespace

CostSection area_section(const Config& config, const std::vector<std::uint32_t>& cores) {
  std::vector<Row> rows;
  for (const std::uint32_t n : cores)
    for (const AreaCost& a : chip_cost(config, n).areas) rows.push_back({a.component, "", n, a.area, ""});
  CostSection s = section("area", "mm2_per_tile", rows);
  for (const std::uint32_t n : cores) {
    Listing table{title("Area of a tile", cores.front(), n), {"component", "mm2", "from"}, {}};
    for (const Row* row : rows_to_show(rows, cores.front(), n))
      table.rows.push_back({row->component, significant(row->value, "%.5f"), explanation(row->value)});
    if (!table.rows.empty()) s.tables.push_back(std::move(table));
  }
  return s;
}

CostSection energy_section(const Config& config, const std::vector<std::uint32_t>& cores) {
  std::vector<Row> rows;
  for (const std::uint32_t n : cores) {
    const ChipCost chip = chip_cost(config, n);
    for (const EventCost& e : chip.events) rows.push_back({e.component, e.event, n, e.energy, count_text(e.count)});
    // Milliwatts are nanojoules a microsecond.
    for (const StaticCost& c : chip.statics)
      if (c.how_many != 0)
        rows.push_back({c.component, c.kind + ", one for 1 us", n, c.power, std::to_string(c.how_many) + " x time"});
  }
  CostSection s = section("energy", "nj", rows);
  for (const std::uint32_t n : cores) {
    Listing table{title("Energy in nJ", cores.front(), n), {"component", "event", "nJ", "counted by", "from"}, {}};
    for (const Row* row : rows_to_show(rows, cores.front(), n))
      table.rows.push_back(
          {row->component, row->event, significant(row->value, "%.6g"), row->count, explanation(row->value)});
    if (!table.rows.empty()) s.tables.push_back(std::move(table));
  }
  return s;
}

}  // namespace cdrsim
