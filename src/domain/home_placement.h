// SPDX-License-Identifier: BSD-3-Clause
// Where the homes of one domain sit (cdr.homes.placement). The place in the result is the LHID.
//
//   members  the tiles of the first `count` members, in member order; a count above the members adds the other core
//            tiles nearest to the members' centroid, nearest first
//   nearest  the `count` core tiles nearest to the members' centroid
//   cluster  a compact rectangle around the first member, moved inwards at the edges of the mesh
//   random   a seeded sample of all core tiles
//
// The last three are in ascending order of tile, so that equal sets are equal lists; ties of distance go to the lower
// tile.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/types.h"
#include "domain/domain_config.h"
#include "network/mesh.h"

namespace cdrsim {

/// `count` distinct core tiles; 0 < count <= cores; `members` are distinct core tiles, at least one.
std::vector<TileId> place_homes(HomePlacement placement, const Mesh& mesh, std::uint32_t cores,
                                std::span<const TileId> members, std::uint32_t count, Random random);

}  // namespace cdrsim
