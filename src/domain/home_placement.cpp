// SPDX-License-Identifier: BSD-3-Clause
#include "domain/home_placement.h"

#include <algorithm>
#include <unordered_set>

#include "base/error.h"
#include "domain/nearest_tiles.h"

namespace cdrsim {

namespace {

std::vector<TileId> first_members(const Mesh& mesh, std::uint32_t cores, std::span<const TileId> members,
                                  std::uint32_t count) {
  const std::size_t from_members = std::min<std::size_t>(count, members.size());
  std::vector<TileId> homes(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(from_members));
  if (count > members.size()) {
    const std::unordered_set<TileId> is_member(members.begin(), members.end());
    const auto others = nearest_tiles(mesh, cores, Centroid(mesh, members), count - members.size(),
                                      [&](TileId t) { return !is_member.contains(t); });
    homes.insert(homes.end(), others.begin(), others.end());
  }
  return homes;
}

std::vector<TileId> cluster(const Mesh& mesh, std::uint32_t cores, TileId first, std::uint32_t count) {
  const std::uint32_t mesh_width = mesh.width(), mesh_height = (cores + mesh_width - 1) / mesh_width;
  std::uint32_t width = 1;
  while (std::uint64_t{width} * width < count) ++width;
  width = std::min(width, mesh_width);
  std::uint32_t height = (count + width - 1) / width;
  if (height > mesh_height) {
    height = mesh_height;
    width = (count + height - 1) / height;
  }
  const Coordinates at = mesh.at(first);
  const auto start = [](std::uint32_t centre, std::uint32_t extent, std::uint32_t limit) {
    const std::uint32_t before = (extent - 1) / 2;
    return std::min(centre > before ? centre - before : 0, limit - extent);
  };
  for (;;) {
    const std::uint32_t left = start(at.x, width, mesh_width), top = start(at.y, height, mesh_height);
    std::vector<TileId> tiles;
    for (std::uint32_t y = top; y < top + height; ++y)
      for (std::uint32_t x = left; x < left + width; ++x)
        if (const TileId t = mesh.tile({x, y}); t.value < cores) tiles.push_back(t);
    if (tiles.size() >= count) {
      // Drop the corner farthest from the first member where the rectangle has a few tiles too many.
      std::stable_sort(tiles.begin(), tiles.end(),
                       [&](TileId a, TileId b) { return mesh.distance(first, a) < mesh.distance(first, b); });
      tiles.resize(count);
      return tiles;
    }
    // The last row of the mesh has tiles without cores: take in another row, or column.
    if (height < mesh_height) {
      ++height;
    } else {
      ++width;
    }
  }
}

std::vector<TileId> sample(std::uint32_t cores, std::uint32_t count, Random random) {
  // Floyd's algorithm: every subset is equally likely, with `count` draws.
  std::unordered_set<std::uint32_t> chosen;
  std::vector<TileId> tiles;
  for (std::uint32_t i = cores - count; i < cores; ++i) {
    auto pick = static_cast<std::uint32_t>(random.below(std::uint64_t{i} + 1));
    if (!chosen.insert(pick).second) chosen.insert(pick = i);
    tiles.push_back(TileId{pick});
  }
  return tiles;
}

}  // namespace

std::vector<TileId> place_homes(HomePlacement placement, const Mesh& mesh, std::uint32_t cores,
                                std::span<const TileId> members, std::uint32_t count, Random random) {
  invariant(!members.empty() && count > 0 && count <= cores, "a home domain has members, and 1 to `cores` homes");
  std::vector<TileId> homes;
  switch (placement) {
    case HomePlacement::members:
      return first_members(mesh, cores, members, count);
    case HomePlacement::nearest:
      homes = nearest_tiles(mesh, cores, Centroid(mesh, members), count, [](TileId) { return true; });
      break;
    case HomePlacement::cluster:
      homes = cluster(mesh, cores, members.front(), count);
      break;
    case HomePlacement::random:
      homes = sample(cores, count, random);
      break;
  }
  std::sort(homes.begin(), homes.end());
  return homes;
}

}  // namespace cdrsim
