// SPDX-License-Identifier: BSD-3-Clause
// What every event of a machine costs, what its parts leak and how large they are: one list of each, from which the
// energy of a run, `cdrsim cost`, and docs/energy.md are made.
//
//   const ChipCost chip = chip_cost(config, config.system.cores_per_chip);
//   for (const EventCost& e : chip.events) print(e.component, e.event, e.energy.value(), count_text(e.count));
//
// Each event names the statistics that count it, so the dynamic energy of a component is a sum over its events of
// energy x count: linear in what was counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cost/estimate.h"
#include "system/config.h"

namespace cdrsim {

/// Statistics that add up to how often something happened.
struct CountTerm {
  std::int32_t factor;
  std::string statistic;
};
using Count = std::vector<CountTerm>;

/// "noc.flits + noc.flit_hops - noc.broadcast_flits".
std::string count_text(const Count& count);

struct EventCost {
  std::string component;  // "l1", "cdr.smc": energy is reported under component + ".dynamic"
  std::string event;
  Estimate energy;  // nJ
  Count count;
};

/// Power that is drawn as long as the machine is on.
struct StaticCost {
  std::string component;
  std::string kind;  // "leakage"; "clock" where a clock tree runs whether or not anything moves
  Estimate power;    // mW of one
  std::uint64_t how_many;
};

struct AreaCost {
  std::string component;
  Estimate area;  // mm² a tile
};

struct ChipCost {
  std::vector<EventCost> events;
  std::vector<StaticCost> statics;
  std::vector<AreaCost> areas;
};

/// The configured tile in a machine of `cores` cores.
ChipCost chip_cost(const Config& config, std::uint32_t cores);

}  // namespace cdrsim
