// SPDX-License-Identifier: BSD-3-Clause
// All threads of the machine evenly over the whole mesh, applications interleaved. Every thread of the machine has a
// slot: applications take turns, longer ones more often. Slots form a grid with the proportions of the mesh, each in
// the middle of its share of the tiles; from one row of slots to the next the turns shift by one, so that an
// application spreads over columns too. `first_core` moves the whole pattern, its first slot to that core. A core that
// is not free passes its thread on to the next free one.
#include <algorithm>
#include <unordered_set>

#include "base/registry.h"
#include "workload/workload.h"

namespace cdrsim {
namespace {

class SlotGrid {
 public:
  SlotGrid(const PlacementRequest& request)
      : width_(request.mesh.width()),
        height_((request.cores + width_ - 1) / width_),
        slots_(request.total_threads),
        rotates_(request.applications > 1) {
    // Enough rows for their slots to fit the width, else as many as make the cells square.
    rows_ = (slots_ + width_ - 1) / width_;
    while (rows_ < height_ && rows_ * rows_ * width_ < slots_ * height_) ++rows_;
  }

  /// In row-major order of the mesh; it may be beyond the last core.
  std::uint64_t tile(std::uint64_t slot) const {
    const std::uint64_t row = ((slot + 1) * rows_ - 1) / slots_;
    const std::uint64_t first = row * slots_ / rows_, columns = (row + 1) * slots_ / rows_ - first;
    const std::uint64_t column = (slot - first + (rotates_ ? row : 0)) % columns;
    return (2 * row + 1) * height_ / (2 * rows_) * width_ + (2 * column + 1) * width_ / (2 * columns);
  }

 private:
  std::uint64_t width_, height_, slots_, rows_;
  bool rotates_;
};

std::vector<TileId> place_spread(const PlacementRequest& request) {
  const SlotGrid grid(request);
  const std::uint64_t shift =
      request.first_core ? *request.first_core + request.cores - grid.tile(0) % request.cores : 0;
  std::unordered_set<TileId> chosen;
  std::vector<TileId> result;
  result.reserve(request.threads);
  for (std::uint64_t thread = 0; thread < request.threads; ++thread) {
    const std::uint64_t turn = thread * request.applications + request.application;
    const std::uint64_t turns = std::uint64_t{request.threads} * request.applications;
    const std::uint64_t slot = turn * request.total_threads / turns;
    TileId core{static_cast<std::uint32_t>((grid.tile(slot) + shift) % request.cores)};
    while (!request.is_free(core) || !chosen.insert(core).second) core.value = (core.value + 1) % request.cores;
    result.push_back(core);
  }
  return result;
}

const Registered<PlacementPolicy> spread{"spread", "evenly over the whole mesh, applications interleaved",
                                         &place_spread};

}  // namespace
}  // namespace cdrsim
