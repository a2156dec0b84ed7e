// SPDX-License-Identifier: BSD-3-Clause
#include "cost/noc_model.h"

#include <map>

#include "cost/grid.h"
#include "cost/table.h"
#include "cost/technology.h"
#include "stats/json.h"

namespace cdrsim {
namespace {

using Scale = Grid::Scale;

constexpr double kNanojoule = 1e-3;   // pJ
constexpr double kRandomFlips = 0.5;  // of the bits, in DSENT's runs
constexpr double kFastest = 2e9;      // hertz, of the routers in the tables (1 and 2 GHz differ by less than 1 %)

/// Columns of router.csv over flit width and buffers, for one node and number of virtual channels.
class RouterTable {
 public:
  RouterTable(Technology technology, std::uint32_t vcs) : node_(node_nm(technology)), vcs_(std::to_string(vcs)) {
    // Buffers are linear in their number; what follows the width of a flit is nearly a power of it.
    const Grid empty({"flit width", " bits", Scale::log, Scale::log},
                     {"buffers", " flits a VC", Scale::linear, Scale::linear});
    const Table table = Table::embedded("router.csv");
    for (const Table::Row& row : table.rows()) {
      if (row.text("node_nm") != node_ || row.text("vcs_per_vnet") != vcs_) continue;
      for (const char* column : {"e_buf_write_pj", "e_buf_read_pj", "e_xbar_pj", "e_arb_stage1_pj", "e_arb_stage2_pj",
                                 "e_clock_tree_pj_per_cycle", "leak_mw", "area_mm2"})
        grids_.try_emplace(column, empty)
            .first->second.add(row.number("flit_bits"), row.number("bufs_per_vc"), row.number(column));
    }
  }

  Estimate at(const std::string& column, const NetworkConfig& network) const {
    const auto g = grids_.find(column);
    if (g == grids_.end())
      return Estimate::unknown("router.csv has 1, 2 and 4 virtual channels for each virtual network, not " + vcs_);
    return g->second.at(network.flit_width, network.buffers, "router.csv " + node_ + " nm 3 x " + vcs_ + " VCs:");
  }

 private:
  std::string node_, vcs_;
  std::map<std::string, Grid> grids_;
};

/// A column of link.csv by length.
Estimate link_column(Technology technology, const char* column, double mm) {
  Grid by_length({"length", " mm", Scale::log, Scale::log}, {"", "", Scale::linear, Scale::linear});
  const std::string node = node_nm(technology);
  const Table table = Table::embedded("link.csv");
  for (const Table::Row& row : table.rows())
    if (row.text("node_nm") == node) by_length.add(row.number("length_mm"), 0, row.number(column));
  return by_length.at(mm, 0, "link.csv " + node + " nm:");
}

}  // namespace

Estimate wire_bit(Technology technology, double mm) {
  return kNanojoule * link_column(technology, "e_send_pj", mm);
}

NocModel::NocModel(const CostConfig& cost, const NetworkConfig& network, double hertz)
    : router_flit_(0, ""),
      router_clock_(0, ""),
      router_leakage_(0, ""),
      router_area_(0, ""),
      link_flit_(0, ""),
      link_leakage_(0, "") {
  const RouterTable table(cost.technology, network.vcs);
  const double flips = cost.bit_flips / kRandomFlips;
  const Estimate scaled(0, "x " + number_text(cost.noc_scale, "") + " (cost.noc_scale)");
  const double scale = kNanojoule * cost.noc_scale;
  router_flit_ = scale * (table.at("e_buf_write_pj", network) + table.at("e_buf_read_pj", network) +
                          flips * table.at("e_xbar_pj", network) + table.at("e_arb_stage1_pj", network) +
                          table.at("e_arb_stage2_pj", network)) +
                 scaled;
  router_clock_ = kNanojoule * table.at("e_clock_tree_pj_per_cycle", network);
  router_leakage_ = table.at("leak_mw", network);
  router_area_ = table.at("area_mm2", network);
  if (hertz > kFastest) {
    const Estimate none = Estimate::unknown("the routers of router.csv are clocked at up to 2 GHz");
    router_flit_ = router_clock_ = router_leakage_ = router_area_ = none;
  }
  link_flit_ = (cost.noc_scale * flips * network.flit_width) * wire_bit(cost.technology, cost.tile_pitch) + scaled;
  link_leakage_ = static_cast<double>(network.flit_width) * link_column(cost.technology, "leak_mw", cost.tile_pitch);
}

}  // namespace cdrsim
