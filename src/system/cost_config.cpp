// SPDX-License-Identifier: BSD-3-Clause
#include "system/cost_config.h"

#include "config/declaration.h"

namespace cdrsim {

void declare_cost(config::Section<CostConfig>& s) {
  s.help("What the energy and area models assume (docs/energy.md). Nothing simulated depends on it.");
  s.choice("technology", &CostConfig::technology,
           {{"32nm", Technology::nm32, "0.9 V; OpenPiton's silicon is of this node"},
            {"22nm", Technology::nm22, "0.8 V"},
            {"45nm", Technology::nm45, "1.0 V"}})
      .default_value(Technology::nm32)
      .help("node of arrays, routers and links");
  const std::vector<config::Option<Device>> devices{
      {"hp", Device::hp, "high performance"},
      {"lstp-hp", Device::lstp_hp, "cells of low standby power, periphery of high performance"},
      {"lstp", Device::lstp, "low standby power"}};
  s.choice("core_device", &CostConfig::core_device, devices)
      .default_value(Device::hp)
      .help("transistors of L1, TLB and map caches (lstp-hp has no tables for the last two)");
  s.choice("llc_device", &CostConfig::llc_device, devices)
      .default_value(Device::lstp_hp)
      .help("transistors of private L2, LLC and directory");
  s.integer("temperature", &CostConfig::temperature)
      .unit("kelvin")
      .default_value(350)
      .range(300, 400)
      .help("of the arrays; their leakage follows it");
  s.real("tile_pitch", &CostConfig::tile_pitch)
      .unit("mm")
      .default_value(1.1)
      .range(0.25, 10)
      .help("length of a mesh link; OpenPiton's tiles are 1.144 x 1.053 mm");
  s.real("noc_scale", &CostConfig::noc_scale)
      .default_value(2.1)
      .range(0.1, 10)
      .help(
          "factor on the dynamic energy of routers and links; 2.1 is what OpenPiton's silicon takes over the model at "
          "equal voltage, 1 the model as it is");
  s.real("bit_flips", &CostConfig::bit_flips)
      .default_value(0.5)
      .range(0, 1)
      .help("part of a flit's bits that differ from the flit before; 0.5: random data");
  s.choice("dram", &CostConfig::dram,
           {{"ddr3", DramKind::ddr3, "DDR3-1600, eight devices of 8 bits"},
            {"ddr4", DramKind::ddr4, "DDR4-2400, eight devices of 8 bits"},
            {"lpddr2", DramKind::lpddr2, "LPDDR2-1066, one device of 32 bits"},
            {"hbm2", DramKind::hbm2, "a published total for each bit; no standby power is known"}})
      .default_value(DramKind::ddr3)
      .help("what hangs on each controller; OpenPiton's board has DDR3");
  s.choice("interchip", &CostConfig::interchip,
           {{"package", InterchipKind::package, "serial link between dies of a package"},
            {"board", InterchipKind::board, "source-synchronous link over 20 inches of board"},
            {"serdes", InterchipKind::serdes, "112 Gb/s transceiver with DSP"},
            {"optical", InterchipKind::optical, "400 Gb/s multimode transceivers, both ends"}})
      .default_value(InterchipKind::board)
      .help("links between chips");
}

}  // namespace cdrsim
