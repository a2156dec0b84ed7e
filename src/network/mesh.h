// SPDX-License-Identifier: BSD-3-Clause
// A chip's mesh: W x H tiles, numbered row by row from (0, 0), dimension-order (X then Y) routing.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace cdrsim {

enum class Direction : std::uint8_t { east, west, north, south };  // +x, -x, -y, +y

struct Coordinates {
  std::uint32_t x, y;
  friend bool operator==(const Coordinates&, const Coordinates&) = default;
};

class Mesh {
 public:
  constexpr Mesh(std::uint32_t width, std::uint32_t height)
      : width_(width), height_(height), inverse_((std::uint64_t{1} << 63) / width + 1) {}

  /// The mesh for `cores` cores: the exact W x H with H <= W <= 2H that is nearest to square; where there is none,
  /// W = ceil(sqrt(cores)), H = ceil(cores / W), and the tiles left over only route.
  static Mesh automatic(std::uint32_t cores);

  constexpr std::uint32_t width() const { return width_; }
  constexpr std::uint32_t height() const { return height_; }
  constexpr std::uint32_t tiles() const { return width_ * height_; }
  constexpr Coordinates at(TileId tile) const {
    // tile / width as a multiplication, exact for any tile and a width < 2^31.
    __extension__ using Wide = unsigned __int128;
    const auto y = static_cast<std::uint32_t>((Wide{tile.value} * inverse_) >> 63);
    return {tile.value - y * width_, y};
  }
  constexpr TileId tile(Coordinates c) const { return TileId{c.y * width_ + c.x}; }
  constexpr std::uint32_t distance(TileId a, TileId b) const {
    auto p = at(a), q = at(b);
    return (p.x > q.x ? p.x - q.x : q.x - p.x) + (p.y > q.y ? p.y - q.y : q.y - p.y);
  }

 private:
  std::uint32_t width_, height_;
  std::uint64_t inverse_;  // 2^63 / width, rounded up
};

}  // namespace cdrsim
