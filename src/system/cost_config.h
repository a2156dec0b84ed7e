// SPDX-License-Identifier: BSD-3-Clause
// What the energy and area models of src/cost assume. Nothing simulated depends on it.
#pragma once

#include <cstdint>

#include "config/section.h"

namespace cdrsim {

enum class Technology { nm45, nm32, nm22 };
/// Transistors of an array's cells and of its periphery: high performance, or low standby power.
enum class Device { hp, lstp_hp, lstp };
enum class DramKind { ddr3, ddr4, lpddr2, hbm2 };
enum class InterchipKind { package, board, serdes, optical };

struct CostConfig {  // [cost]
  Technology technology;
  Device core_device;         // of what stands beside the core: L1, TLB, map caches
  Device llc_device;          // of private L2, LLC and directory
  std::uint32_t temperature;  // kelvin
  double tile_pitch;          // mm: the length of a mesh link
  double noc_scale;           // silicon over model, dynamic energy of routers and links
  double bit_flips;           // of the bits of neighbouring flits
  DramKind dram;
  InterchipKind interchip;
};

void declare_cost(config::Section<CostConfig>& s);

}  // namespace cdrsim
