// SPDX-License-Identifier: BSD-3-Clause
// The next free cores in row-major order, from the start and round past the last core.
#include "base/registry.h"
#include "workload/workload.h"

namespace cdrsim {
namespace {

std::vector<TileId> place_row(const PlacementRequest& request) {
  std::vector<TileId> result;
  result.reserve(request.threads);
  for (TileId core{request.start}; result.size() < request.threads; core.value = (core.value + 1) % request.cores)
    if (request.is_free(core)) result.push_back(core);
  return result;
}

const Registered<PlacementPolicy> row{"row", "the next free cores in row-major order", &place_row};

}  // namespace
}  // namespace cdrsim
