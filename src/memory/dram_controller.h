// SPDX-License-Identifier: BSD-3-Clause
// A DRAM controller: a fixed access latency behind a channel of finite bandwidth. Requests are served in order of
// arrival; the channel is busy for bytes / bandwidth cycles (rounded up) per access, and an access that comes while it
// is busy waits. The latency of an idle controller includes the transfer: an access that did not wait takes
// `dram.latency` cycles (and the jitter), or as long as its transfer where that is longer.
//
//   Cycle ready = controller.access(now, line_bytes);
//   ++controller.counters.reads;        // the caller knows what it was: a read, a write, a map-table read
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "base/types.h"
#include "memory/memory_config.h"
#include "network/mesh.h"
#include "stats/counters.h"

namespace cdrsim {

#define CDRSIM_DRAM_COUNTERS(X)                                                     \
  X(reads, "dram.reads", "lines", "lines read")                                     \
  X(writes, "dram.writes", "lines", "lines written")                                \
  X(map_reads, "dram.map_reads", "lines", "lines read for map-table refills")       \
  X(bytes, "dram.bytes", "bytes", "line size x (reads + writes + map reads)")       \
  X(busy_cycles, "dram.busy_cycles", "cycles", "channel occupied, all controllers") \
  X(queue_cycles, "dram.queue_cycles", "cycles", "accesses waited for their channel")
CDRSIM_DECLARE_COUNTERS(DramCounters, CDRSIM_DRAM_COUNTERS)

class DramController {
 public:
  DramController(const DramConfig& config, std::uint64_t seed, std::uint32_t index);

  /// An access of `bytes` arrives at `now`; returns the cycle its data is ready (reads) or it is done (writes).
  /// Calls come in order of `now`. Counts bytes, busy_cycles and queue_cycles.
  Cycle access(Cycle now, std::uint32_t bytes);

  DramCounters counters;

 private:
  Cycle latency_, jitter_;
  std::uint32_t bandwidth_;
  Cycle channel_free_ = 0;
  Random random_;
};

/// The tiles that controllers are attached to: `count` tiles spread evenly along the perimeter of the mesh, starting
/// in the north-west corner and going clockwise (a mesh one tile wide or high is all perimeter). Controllers may share
/// a tile when there are more of them than perimeter tiles.
std::vector<TileId> controller_tiles(const Mesh& mesh, std::uint32_t count);

/// `dram.controllers` resolved: the configured count, or one per 32 tiles, at least one.
std::uint32_t controller_count(const DramConfig& config, const Mesh& mesh);

}  // namespace cdrsim
