// SPDX-License-Identifier: BSD-3-Clause
// A tile: what its router delivers to. Its parts exist from their first use: a tile that nobody touches is not there at
// all, one that is only a home has no core port.
#pragma once

#include <memory>
#include <string>

#include "engine/component.h"
#include "system/core_port.h"
#include "system/memory_unit.h"

namespace cdrsim {

class Tile final : public Component {
 public:
  Tile(std::uint32_t id, TileId tile, Chip& chip) : Component(id), tile_(tile), chip_(chip) {}

  /// A message has come; `slot` is its place in the transport's pool.
  void handle(Cycle now, std::uint64_t slot) override;
  void prepare(std::uint64_t slot, unsigned cycles) const override;

  /// Gives the tile a core; once.
  CorePort& make_core_port(const CoreAssignment& assignment);
  MemoryUnit& make_memory(DramVersions& versions);

  CorePort* core_port() { return core_port_.get(); }
  const CorePort* core_port() const { return core_port_.get(); }
  HomeController* home() { return home_.get(); }
  const HomeController* home() const { return home_.get(); }

  bool idle() const { return (!core_port_ || core_port_->idle()) && (!home_ || home_->idle()); }
  std::string describe() const;

 private:
  void home_receive(Cycle now, const Message& message);
  void serve_page(Cycle now, const Message& message);

  TileId tile_;
  Chip& chip_;
  std::unique_ptr<CorePort> core_port_;
  std::unique_ptr<HomeController> home_;
  std::unique_ptr<MemoryUnit> memory_;
};

}  // namespace cdrsim
