// SPDX-License-Identifier: BSD-3-Clause
// The core tiles nearest to a point of the mesh, in hops. The point may lie between tiles: the centroid of a set of
// tiles, kept as a fraction so that distances are exact integers.
//
//   Centroid c(mesh, members);
//   auto tiles = nearest_tiles(mesh, cores, c, 16, [](TileId t) { return is_free(t); });
//
// The cost follows the area searched, not the size of the mesh.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/types.h"
#include "network/mesh.h"

namespace cdrsim {

class Centroid {
 public:
  /// `tiles` is not empty.
  Centroid(const Mesh& mesh, std::span<const TileId> tiles) : n_(static_cast<std::int64_t>(tiles.size())) {
    for (TileId t : tiles) {
      const Coordinates c = mesh.at(t);
      x_ += c.x;
      y_ += c.y;
    }
  }

  /// Hops from the tile to the centroid, times scale().
  std::int64_t distance(Coordinates c) const {
    const std::int64_t dx = c.x * n_ - x_, dy = c.y * n_ - y_;
    return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
  }
  std::int64_t scale() const { return n_; }
  Coordinates rounded_down() const {
    return {static_cast<std::uint32_t>(x_ / n_), static_cast<std::uint32_t>(y_ / n_)};
  }

 private:
  std::int64_t n_, x_ = 0, y_ = 0;
};

/// The `count` accepted core tiles (0 .. cores-1) nearest to `centre`, nearest first, ties by tile id; all accepted
/// ones when there are fewer.
template <class Accept>
std::vector<TileId> nearest_tiles(const Mesh& mesh, std::uint32_t cores, const Centroid& centre, std::uint64_t count,
                                  Accept&& accept) {
  const std::int64_t width = mesh.width(), height = (cores + mesh.width() - 1) / mesh.width();
  const Coordinates middle = centre.rounded_down();
  std::vector<std::pair<std::int64_t, TileId>> found;
  // All tiles within `radius` hops of the centroid, which is less than a hop right of and below `middle`; a radius
  // whose diamond was too small is doubled.
  std::int64_t radius = 1;
  while (2 * radius * radius < static_cast<std::int64_t>(count)) ++radius;
  for (;; radius *= 2) {
    found.clear();
    const std::int64_t top = std::max<std::int64_t>(0, middle.y - radius);
    const std::int64_t bottom = std::min<std::int64_t>(height - 1, middle.y + radius + 1);
    const std::int64_t left = std::max<std::int64_t>(0, middle.x - radius);
    const std::int64_t right = std::min<std::int64_t>(width - 1, middle.x + radius + 1);
    for (std::int64_t y = top; y <= bottom; ++y)
      for (std::int64_t x = left; x <= right; ++x) {
        const Coordinates c{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
        const std::int64_t distance = centre.distance(c);
        const TileId tile = mesh.tile(c);
        if (distance <= radius * centre.scale() && tile.value < cores && accept(tile))
          found.emplace_back(distance, tile);
      }
    if (found.size() >= count || radius >= width + height) break;
  }
  std::sort(found.begin(), found.end());
  if (found.size() > count) found.resize(count);
  std::vector<TileId> tiles;
  tiles.reserve(found.size());
  for (const auto& [distance, tile] : found) tiles.push_back(tile);
  return tiles;
}

}  // namespace cdrsim
