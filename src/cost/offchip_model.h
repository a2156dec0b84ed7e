// SPDX-License-Identifier: BSD-3-Clause
// What is beyond the chip: DRAM and the links between chips.
//
//   DramModel dram(config.cost, config.system.line_size);
//   Estimate nj = dram.read();                       // one line, with the activation of its row
//
// Every access opens its row: the simulator's controllers have no rows. Energies are in nJ, power in mW.
#pragma once

#include <cstdint>

#include "cost/estimate.h"
#include "system/cost_config.h"

namespace cdrsim {

class DramModel {
 public:
  DramModel(const CostConfig& cost, std::uint32_t line_bytes);

  const Estimate& read() const { return read_; }
  const Estimate& write() const { return write_; }
  /// Standby and refresh of one controller's memory (one rank).
  const Estimate& standby() const { return standby_; }

 private:
  Estimate read_, write_, standby_;
};

/// A byte between two chips, one way.
Estimate interchip_byte(InterchipKind kind);

}  // namespace cdrsim
