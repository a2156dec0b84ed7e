// SPDX-License-Identifier: BSD-3-Clause
// Compact rectangles. An application that fills the chip has thread t on tile t. Otherwise its threads fill a rectangle
// row by row, the first shape that is free somewhere, at its first place in row-major order. Shapes are tried in this
// order: rectangles without left-over tiles and at most twice as long as wide, those that tile the mesh foremost; then
// all others up to four times as long as wide. Within each the most compact comes first: the lowest width + height,
// then the fewest tiles left over, then wide rather than tall. Equal applications so tile the mesh: 16 x 64 threads on
// 32 x 32 are 8 x 8 squares. Where no rectangle fits, the application takes the free tiles nearest to the first free
// one, in ascending order. With first_core the first copy's thread 0 is there, at the corner of the rectangle, or first
// among the nearest tiles.
#include <algorithm>
#include <tuple>

#include "base/registry.h"
#include "domain/nearest_tiles.h"
#include "workload/workload.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kMaxAspect = 4;

struct Shape {
  std::uint32_t width, height;
};

std::vector<Shape> shapes(std::uint32_t threads, std::uint32_t mesh_width, std::uint32_t mesh_height) {
  const auto rank = [&](Shape s) {
    const std::uint64_t area = std::uint64_t{s.width} * s.height;
    const bool neat = area == threads && std::max(s.width, s.height) <= 2 * std::min(s.width, s.height);
    const bool tiles_mesh = neat && mesh_width % s.width == 0 && mesh_height % s.height == 0;
    return std::tuple(!neat, !tiles_mesh, s.width + s.height, area, s.height);
  };
  std::vector<Shape> result;
  for (std::uint32_t width = 1; width <= std::min(threads, mesh_width); ++width) {
    const std::uint32_t height = (threads + width - 1) / width;
    const bool is_narrowest = (threads + height - 1) / height == width;
    const std::uint64_t longer = std::max(width, height), shorter = std::min(width, height);
    if (is_narrowest && height <= mesh_height && longer <= kMaxAspect * shorter) result.push_back({width, height});
  }
  std::sort(result.begin(), result.end(), [&](Shape a, Shape b) { return rank(a) < rank(b); });
  return result;
}

/// The tiles of a shape at a corner, row by row; the last row may be cut short.
template <class Visit>
bool all_tiles(const PlacementRequest& request, Shape shape, Coordinates corner, Visit&& visit) {
  std::uint32_t left = request.threads;
  for (std::uint32_t y = 0; y < shape.height; ++y)
    for (std::uint32_t x = 0; x < shape.width && left > 0; ++x, --left)
      if (!visit(request.mesh.tile({corner.x + x, corner.y + y}))) return false;
  return true;
}

/// The first place at or after `from` and before `to` (tiles in row-major order) where the shape is free.
std::optional<Coordinates> find_place(const PlacementRequest& request, Shape shape, std::uint32_t from,
                                      std::uint32_t to) {
  const std::uint32_t width = request.mesh.width();
  for (std::uint32_t at = from; at < to;) {
    const Coordinates corner = request.mesh.at(TileId{at});
    if (corner.y + shape.height > request.mesh.height()) break;
    if (corner.x + shape.width > width) {
      at += width - corner.x;
      continue;
    }
    std::uint32_t blocked_x = 0;
    if (all_tiles(request, shape, corner, [&](TileId tile) {
          blocked_x = request.mesh.at(tile).x;
          return request.is_free(tile);
        }))
      return corner;
    at += blocked_x - corner.x + 1;  // every corner up to there meets the same tile
  }
  return std::nullopt;
}

std::vector<TileId> place_block(const PlacementRequest& request) {
  std::vector<TileId> result;
  result.reserve(request.threads);
  if (request.threads == request.cores) {
    for (std::uint32_t core = 0; core < request.cores; ++core) result.push_back(TileId{core});
    return result;
  }
  // The block's first copy starts where it was told to: a rectangle elsewhere would not do.
  const bool anchored =
      request.first_core && request.start == *request.first_core && request.is_free(TileId{request.start});
  for (const Shape shape : shapes(request.threads, request.mesh.width(), request.mesh.height())) {
    auto corner = find_place(request, shape, request.start, anchored ? request.start + 1 : request.cores);
    if (!corner && anchored) continue;
    if (!corner) corner = find_place(request, shape, 0, request.start);
    if (!corner) continue;
    all_tiles(request, shape, *corner, [&](TileId tile) {
      result.push_back(tile);
      return true;
    });
    return result;
  }
  TileId first{request.start};
  while (!request.is_free(first)) first.value = (first.value + 1) % request.cores;
  result = nearest_tiles(request.mesh, request.cores, Centroid(request.mesh, {&first, 1}), request.threads,
                         [&](TileId tile) { return request.is_free(tile); });
  std::sort(result.begin(), result.end());
  if (anchored) std::rotate(result.begin(), std::find(result.begin(), result.end(), first), result.end());
  return result;
}

const Registered<PlacementPolicy> block{"block", "compact rectangles; thread t on tile t when they fill the chip",
                                        &place_block};

}  // namespace
}  // namespace cdrsim
