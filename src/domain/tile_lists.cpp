// SPDX-License-Identifier: BSD-3-Clause
#include "domain/tile_lists.h"

#include <algorithm>

#include "base/random.h"

namespace cdrsim {

std::uint32_t TileLists::add(std::span<const TileId> tiles) {
  tiles_.insert(tiles_.end(), tiles.begin(), tiles.end());
  first_.push_back(tiles_.size());
  return size() - 1;
}

std::uint32_t TileLists::intern(std::span<const TileId> tiles) {
  std::uint64_t hash = tiles.size();
  for (TileId t : tiles) hash = mix64(hash * 0x9e3779b97f4a7c15ull + t.value);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it)
    if (std::ranges::equal((*this)[it->second], tiles)) return it->second;
  const std::uint32_t list = add(tiles);
  by_hash_.emplace(hash, list);
  return list;
}

}  // namespace cdrsim
