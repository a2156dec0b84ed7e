// SPDX-License-Identifier: BSD-3-Clause
// Any free cores, in any order: a stream of its own for every application, from the seed of the run.
#include <unordered_set>

#include "base/random.h"
#include "base/registry.h"
#include "workload/workload.h"

namespace cdrsim {
namespace {

std::vector<TileId> place_random(const PlacementRequest& request) {
  Random random(request.seed, request.application);
  std::unordered_set<TileId> chosen;
  std::vector<TileId> result;
  result.reserve(request.threads);
  while (result.size() < request.threads) {
    const TileId core{static_cast<std::uint32_t>(random.below(request.cores))};
    if (request.is_free(core) && chosen.insert(core).second) result.push_back(core);
  }
  return result;
}

const Registered<PlacementPolicy> random_policy{"random", "any free cores, seeded", &place_random};

}  // namespace
}  // namespace cdrsim
