// SPDX-License-Identifier: BSD-3-Clause
#include "cost/array_tables.h"

#include "cost/table.h"
#include "stats/json.h"

namespace cdrsim {
namespace {

using Scale = Grid::Scale;

constexpr double kTableTemperature = 350;

std::string device_of(const Table::Row& row) {
  return row.text("cell_type") + "/" + row.text("peri_type");
}

const char* column_of(CacheValue v) {
  switch (v) {
    case CacheValue::read:
      return "dyn_read_nj";
    case CacheValue::tag_read:
      return "tag_read_nj";
    case CacheValue::data_read:
      return "data_read_nj";
    case CacheValue::write:
      return "d_write_corr_nj";
    default:
      return "";
  }
}

}  // namespace

ArrayTables::ArrayTables(Technology technology, std::uint32_t temperature)
    : node_(node_nm(technology)), temperature_(temperature) {
  read_caches();
  read_rams();
  read_cams();
  read_temperatures();
}

Grid& ArrayTables::grid(const std::string& name, const Grid& empty) {
  return grids_.try_emplace(name, empty).first->second;
}

void ArrayTables::read_caches() {
  const Grid empty({"capacity", " KB", Scale::log, Scale::log}, {"associativity", "-way", Scale::log, Scale::log});
  const Table table = Table::embedded("sram_cache.csv");
  for (const Table::Row& row : table.rows()) {
    if (row.text("node_nm") != node_) continue;
    const std::string name = "cache " + device_of(row) + " " + row.text("access_mode") + " ";
    const double kb = row.number("capacity_kb"), ways = row.number("assoc");
    for (const char* column :
         {"dyn_read_nj", "tag_read_nj", "data_read_nj", "d_write_corr_nj", "leak_sub_mw", "leak_gate_mw"})
      grid(name + column, empty).add(kb, ways, row.number(column));
    grid(name + "area", empty).add(kb, ways, row.number("data_area_mm2") + row.number("tag_area_mm2"));
  }
  // CACTI picks a tag array by its cycle time alone, so that its energy falls at some steps of the capacity.
  for (auto& [name, g] : grids_)
    if (name.ends_with("tag_read_nj")) g.take_running_maximum();
}

void ArrayTables::read_rams() {
  const Grid empty({"entries", " entries", Scale::log, Scale::log}, {"entry", " bits", Scale::log, Scale::log});
  const Table table = Table::embedded("sram_ram.csv");
  for (const Table::Row& row : table.rows()) {
    if (row.text("node_nm") != node_) continue;
    const std::string name = "ram " + device_of(row) + " ";
    for (const char* column : {"dyn_read_nj", "d_write_corr_nj", "leak_sub_mw", "leak_gate_mw", "area_mm2"})
      grid(name + column, empty).add(row.number("entries"), row.number("entry_bits"), row.number(column));
  }
}

void ArrayTables::read_cams() {
  const Grid empty({"entries", " entries", Scale::log, Scale::log}, {"tag", " bits of tag", Scale::linear, Scale::log});
  const Table table = Table::embedded("cam.csv");
  for (const Table::Row& row : table.rows()) {
    if (row.text("node_nm") != node_) continue;
    payloads_[device_of(row)].insert(row.number("payload_bits"));
    const std::string name = "cam " + device_of(row) + " " + row.text("payload_bits") + " ";
    for (const char* column : {"search_nj", "dyn_write_nj", "leak_sub_mw", "leak_gate_mw", "d_area_bbox_mm2"})
      grid(name + column, empty).add(row.number("entries"), row.number("tag_bits"), row.number(column));
  }
}

void ArrayTables::read_temperatures() {
  const Grid empty({"temperature", " K", Scale::linear, Scale::log}, {"", "", Scale::linear, Scale::linear});
  const Table table = Table::embedded("leakage_vs_temp.csv");
  for (const Table::Row& row : table.rows())
    if (row.text("node_nm") == node_)
      grid("temperature " + device_of(row), empty).add(row.number("temp_k"), 0, row.number("leak_sub_mw"));
}

Estimate ArrayTables::look_up(const std::string& name, double x, double y, const std::string& source) const {
  const auto g = grids_.find(name);
  return g == grids_.end() ? Estimate::unknown(source + " has no such rows") : g->second.at(x, y, source);
}

/// Subthreshold leakage follows the temperature, gate leakage does not.
Estimate ArrayTables::leakage(const std::string& name, Device device, double x, double y,
                              const std::string& source) const {
  const Estimate sub = look_up(name + "leak_sub_mw", x, y, source);
  if (!sub.known()) return sub;
  Estimate hot(sub.value(), sub.source());
  if (temperature_ != kTableTemperature) {
    const std::string rows = "temperature " + cell_and_periphery(device);
    const Estimate here = look_up(rows, temperature_, 0, "leakage_vs_temp.csv");
    if (!here.known()) return here;
    const double there = look_up(rows, kTableTemperature, 0, "leakage_vs_temp.csv").value();
    hot = (here.value() / there) * hot + Estimate(0, "leakage_vs_temp.csv " + number_text(temperature_, "") + " K");
  }
  return hot + look_up(name + "leak_gate_mw", x, y, source);
}

Estimate ArrayTables::cache(Device device, CacheMode mode, CacheValue value, double bytes, double ways) const {
  const std::string mode_name = mode == CacheMode::word ? "normal" : "sequential";
  const std::string name = "cache " + cell_and_periphery(device) + " " + mode_name + " ";
  const std::string source = "sram_cache.csv " + node_ + " nm " + cell_and_periphery(device) + " " + mode_name +
                             (mode == CacheMode::word ? " 64 bits:" : " 512 bits:");
  const double kb = bytes / 1024;
  if (value == CacheValue::leakage) return leakage(name, device, kb, ways, source);
  return look_up(name + (value == CacheValue::area ? "area" : column_of(value)), kb, ways, source);
}

Estimate ArrayTables::ram(Device device, RamValue value, double entries, double bits) const {
  const std::string name = "ram " + cell_and_periphery(device) + " ";
  const std::string source = "sram_ram.csv " + node_ + " nm " + cell_and_periphery(device) + ":";
  switch (value) {
    case RamValue::read:
      return look_up(name + "dyn_read_nj", entries, bits, source);
    case RamValue::write:
      return look_up(name + "d_write_corr_nj", entries, bits, source);
    case RamValue::leakage:
      return leakage(name, device, entries, bits, source);
    case RamValue::area:
      break;
  }
  return look_up(name + "area_mm2", entries, bits, source);
}

Estimate ArrayTables::cam(Device device, CamValue value, double entries, double tag_bits, double payload_bits) const {
  const std::string payload = number_text(payload_bits, "");
  const std::string name = "cam " + cell_and_periphery(device) + " " + payload + " ";
  const std::string source =
      "cam.csv " + node_ + " nm " + cell_and_periphery(device) + " payload " + payload + " bits:";
  switch (value) {
    case CamValue::search:
      return look_up(name + "search_nj", entries, tag_bits, source);
    case CamValue::write:
      return look_up(name + "dyn_write_nj", entries, tag_bits, source);
    case CamValue::leakage:
      return leakage(name, device, entries, tag_bits, source);
    case CamValue::area:
      break;
  }
  return look_up(name + "d_area_bbox_mm2", entries, tag_bits, source);
}

double ArrayTables::cam_payload(Device device, double bits) const {
  const auto known = payloads_.find(cell_and_periphery(device));
  if (known == payloads_.end()) return 0;
  const auto fits = known->second.lower_bound(bits);
  return fits == known->second.end() ? 0 : *fits;
}

}  // namespace cdrsim
