// SPDX-License-Identifier: BSD-3-Clause
// Which DRAM controller holds what. A line's place is a property of its frame: frames are interleaved over the
// controllers, and moving a home moves no memory. Map tables are interleaved line by line.
//
// dram.location = first-touch places a frame on the chip that touches it first; on one chip that is the same place.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "base/types.h"

namespace cdrsim {

class MemoryMap {
 public:
  MemoryMap(std::vector<TileId> controller_tiles, std::uint32_t lines_per_page, std::uint32_t line_size)
      : tiles_(std::move(controller_tiles)), lines_per_page_(lines_per_page), mappings_per_line_(line_size / 4) {}

  std::uint32_t controllers() const { return static_cast<std::uint32_t>(tiles_.size()); }
  TileId tile(std::uint32_t controller) const { return tiles_[controller]; }
  TileId tile_of(LineAddress line) const { return tile(controller_of(line)); }
  TileId tile_of(std::uint32_t domain, std::uint32_t logical) const { return tile(controller_of(domain, logical)); }

  std::uint32_t controller_of(LineAddress line) const {
    return static_cast<std::uint32_t>(line.value / lines_per_page_ % tiles_.size());
  }
  /// The map-table line that holds a mapping (4 bytes each, as in the OpenPiton RTL).
  std::uint32_t controller_of(std::uint32_t domain, std::uint32_t logical) const {
    const std::uint64_t table_line = std::uint64_t{domain} << 32 | logical / mappings_per_line_;
    return static_cast<std::uint32_t>(mix64(table_line) % tiles_.size());
  }

 private:
  std::vector<TileId> tiles_;
  std::uint32_t lines_per_page_, mappings_per_line_;
};

}  // namespace cdrsim
