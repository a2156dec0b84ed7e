// SPDX-License-Identifier: BSD-3-Clause
#include "memory/dram_controller.h"

#include <algorithm>

#include "base/error.h"

namespace cdrsim {

namespace {

constexpr std::uint64_t kJitterStreams = std::uint64_t{0xd7a3} << 32;  // apart from the streams of other components

/// The tile at `position` of the perimeter, clockwise from the north-west corner.
TileId perimeter_tile(const Mesh& mesh, std::uint64_t position) {
  const std::uint64_t w = mesh.width(), h = mesh.height();
  std::uint64_t x, y;
  if (position < w) {  // north side, eastwards
    x = position, y = 0;
  } else if (position < w + h - 1) {  // east side, southwards
    x = w - 1, y = position - (w - 1);
  } else if (position < 2 * w + h - 2) {  // south side, westwards
    x = 2 * w + h - 3 - position, y = h - 1;
  } else {  // west side, northwards
    x = 0, y = 2 * (w + h) - 4 - position;
  }
  return mesh.tile({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
}

}  // namespace

DramController::DramController(const DramConfig& config, std::uint64_t seed, std::uint32_t index)
    : latency_(config.latency),
      jitter_(config.jitter),
      bandwidth_(config.bandwidth),
      random_(seed, kJitterStreams + index) {
  invariant(bandwidth_ > 0, "a DRAM controller needs bandwidth");
}

Cycle DramController::access(Cycle now, std::uint32_t bytes) {
  const Cycle start = std::max(now, channel_free_);
  const Cycle transfer = bytes / bandwidth_ + (bytes % bandwidth_ != 0 ? 1 : 0);
  channel_free_ = start + transfer;

  counters.bytes += bytes;
  counters.busy_cycles += transfer;
  counters.queue_cycles += start - now;
  return start + std::max(latency_, transfer) + (jitter_ > 0 ? random_.below(jitter_ + 1) : 0);
}

std::vector<TileId> controller_tiles(const Mesh& mesh, std::uint32_t count) {
  const std::uint64_t w = mesh.width(), h = mesh.height();
  const std::uint64_t perimeter = w == 1 || h == 1 ? w * h : 2 * (w + h) - 4;
  std::vector<TileId> tiles;
  tiles.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) tiles.push_back(perimeter_tile(mesh, i * perimeter / count));
  return tiles;
}

std::uint32_t controller_count(const DramConfig& config, const Mesh& mesh) {
  return config.controllers.value_or(std::max(1u, mesh.tiles() / 32));
}

}  // namespace cdrsim
