// SPDX-License-Identifier: BSD-3-Clause
// Many lists of tiles in one array, numbered from 0: the members of domains, the homes of domains.
//
//   TileLists lists;
//   std::uint32_t a = lists.intern(members);  // the number of an equal list, or a new one
//   for (TileId t : lists[a]) ...
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/types.h"

namespace cdrsim {

class TileLists {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::span<const TileId> operator[](std::uint32_t list) const {
    return {tiles_.data() + first_[list], tiles_.data() + first_[list + 1]};
  }
  /// Tiles in all lists before `list`: the place of its first one when all lists are laid end to end.
  std::uint64_t first(std::uint32_t list) const { return first_[list]; }

  /// A list of its own, even if an equal one exists.
  std::uint32_t add(std::span<const TileId> tiles);
  /// The lowest-numbered equal list that was interned before, or a new one. Order matters: {1, 2} differs from {2, 1}.
  std::uint32_t intern(std::span<const TileId> tiles);

 private:
  std::vector<TileId> tiles_;
  std::vector<std::uint64_t> first_{0};
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;  // of interned lists; never iterated as a whole
};

}  // namespace cdrsim
