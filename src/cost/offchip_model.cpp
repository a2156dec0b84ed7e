// SPDX-License-Identifier: BSD-3-Clause
#include "cost/offchip_model.h"

#include <cmath>

#include "cost/table.h"

namespace cdrsim {
namespace {

constexpr double kNanojoule = 1e-3;  // pJ

/// The row whose `column` is `text`.
const Table::Row& row_of(const Table& table, const char* column, const std::string& text) {
  for (const Table::Row& row : table.rows())
    if (row.text(column) == text) return row;
  throw InternalError("table " + table.name() + " has no row " + text);
}

/// A figure of offchip.csv for each bit.
Estimate published_bit(const std::string& id) {
  const Table table = Table::embedded("offchip.csv");
  const Table::Row& row = row_of(table, "id", id);
  return {kNanojoule * row.number("value_pj_per_bit"), "offchip.csv " + id + " (" + row.text("item") + ")"};
}

/// Of the interface, for each bit.
Estimate interface_bit(const std::string& type, const std::string& direction) {
  const Table table = Table::embedded("cacti_io.csv");
  for (const Table::Row& row : table.rows())
    if (row.text("dram_type") == type && row.text("io_state") == direction)
      return {kNanojoule * row.number("d_pj_per_bit"),
              "cacti_io.csv " + type + " " + direction + " " + row.text("bus_mhz") + " MHz"};
  throw InternalError("table cacti_io.csv has no row " + type + " " + direction);
}

struct Part {
  const char* core;       // in dram_core.csv
  const char* interface;  // in cacti_io.csv
};

Part part_of(DramKind kind) {
  switch (kind) {
    case DramKind::ddr3:
      return {"DDR3_1600_8x8", "DDR3"};
    case DramKind::ddr4:
      return {"DDR4_2400_8x8", "DDR4"};
    case DramKind::lpddr2:
      return {"LPDDR2_S4_1066_1x32", "LPDDR2"};
    case DramKind::hbm2:
      break;
  }
  throw InternalError("HBM2 has a published total, not a part");
}

}  // namespace

DramModel::DramModel(const CostConfig& cost, std::uint32_t line_bytes) : read_(0, ""), write_(0, ""), standby_(0, "") {
  const double bits = 8.0 * line_bytes;
  if (cost.dram == DramKind::hbm2) {
    read_ = write_ = bits * published_bit("hbm2_total");
    standby_ = Estimate::unknown("the published figure for HBM2 is of bits moved; it says nothing of standby power");
    return;
  }
  const Part part = part_of(cost.dram);
  const Table table = Table::embedded("dram_core.csv");
  const Table::Row& core = row_of(table, "gem5_class", part.core);
  const double bursts = std::ceil(bits / core.number("bits_per_burst"));
  const std::string source = std::string("dram_core.csv ") + part.core;
  const double activation = core.number("e_act_pre_nj");
  read_ = Estimate(activation + bursts * core.number("e_read_burst_nj"), source) +
          bits * interface_bit(part.interface, "READ");
  write_ = Estimate(activation + bursts * core.number("e_write_burst_nj"), source) +
           bits * interface_bit(part.interface, "WRITE");
  standby_ = {core.number("p_precharge_standby_mw") + core.number("p_refresh_mw"), source};
}

Estimate interchip_byte(InterchipKind kind) {
  switch (kind) {
    case InterchipKind::package:
      return 8 * published_bit("ifop");
    case InterchipKind::board:
      return 8 * published_bit("io32soi_long");
    case InterchipKind::serdes:
      return 8 * published_bit("serdes_vlsi22");
    case InterchipKind::optical:
      return 2 * 8 * published_bit("opt_400_mm");  // a transceiver at each end
  }
  throw InternalError("no such link between chips");
}

}  // namespace cdrsim
