// SPDX-License-Identifier: BSD-3-Clause
// The small machine that is explored: how many of everything, which protocol and directory, which restriction.
//
// Tiles: caches 0 .. cores-1, homes behind them, memory last. A unit is a tile here: no tile is more than one of them.
#pragma once

#include <cstdint>
#include <string>

#include "directory/directory_config.h"
#include "domain/domain_config.h"
#include "protocol/protocol_config.h"

namespace cdrsim::verify {

struct Shape {
  ProtocolConfig protocol{"mesi", EvictNotice::exclusive};
  DirectoryConfig directory{"in-llc", "full-map", 1, 2, 0, 0};
  std::uint32_t cores = 3, homes = 1, lines = 1;
  bool restrict_sharers = false, restrict_homes = false;
  std::uint32_t domains = 1;      // cores and lines are dealt out to them; a core touches the lines of its own
  std::uint32_t capacity = 64;    // LSIDs of a sharer domain
  std::uint32_t lsid_stride = 1;  // from a core's LSID to the next; from 4 on each has a map-cache entry of its own
  std::uint32_t smc_entries = 1, hmc_entries = 1;
  BroadcastScope scope = BroadcastScope::machine;
  std::uint32_t ways = 0, mshrs = 0, llc_ways = 0, llc_mshrs = 0, directory_ways = 0;  // 0: as many as lines
  std::uint32_t slots = 1;                                                             // references a core waits for
  bool cache_evictions = true, home_evictions = true;  // at any moment; those that make room happen all the same
  std::uint32_t inbox = 2;                             // messages of one virtual network that find room at a unit

  TileId home(std::uint32_t index) const { return TileId{cores + index}; }
  TileId memory() const { return TileId{cores + homes}; }
  std::uint32_t units() const { return cores + homes + 1; }
  bool is_cache(TileId t) const { return t.value < cores; }
  bool is_home(TileId t) const { return t.value >= cores && t.value < cores + homes; }
  /// The home that serves a line, among all of them.
  std::uint32_t home_index(LineAddress line) const { return static_cast<std::uint32_t>(line.value % homes); }
  bool may_touch(std::uint32_t core, LineAddress line) const { return core % domains == line.value % domains; }
  std::uint32_t or_lines(std::uint32_t n) const { return n ? n : lines; }

  /// "core 1", "home 2", "memory".
  std::string unit_name(TileId tile) const;
  /// UserError that names the option when something is out of range or contradicts something else.
  void check() const;
  /// As options of `cdrsim verify`, all of them.
  std::string options() const;
};

}  // namespace cdrsim::verify
