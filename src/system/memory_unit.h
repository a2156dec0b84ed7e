// SPDX-License-Identifier: BSD-3-Clause
// The DRAM controllers attached to a tile, and what they answer: lines to homes, mappings to whoever reads a map table.
#pragma once

#include <memory>
#include <vector>

#include "memory/dram_controller.h"
#include "system/chip.h"

namespace cdrsim {

/// The versions of lines in DRAM. Kept only while somebody observes: they decide nothing.
using DramVersions = std::unordered_map<LineAddress, Version>;

class MemoryUnit {
 public:
  MemoryUnit(Chip& chip, DramVersions& versions) : chip_(chip), versions_(versions) {}

  /// `index`: of the controller in the machine.
  void attach(std::uint32_t index, DramController& controller) { controllers_.push_back({index, &controller}); }

  void receive(Cycle now, const Message& message);

 private:
  struct Attached {
    std::uint32_t index;
    DramController* controller;
  };
  DramController& controller(std::uint32_t index);

  Chip& chip_;
  DramVersions& versions_;
  std::vector<Attached> controllers_;
};

}  // namespace cdrsim
