// SPDX-License-Identifier: BSD-3-Clause
// The vocabulary of the simulator: points in time, places, addresses.
//
// Ids are strong types, so a tile cannot be passed where a line is meant. All ids are 32 bits wide: there is no
// compile-time limit on cores, tiles or domains.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace cdrsim {

/// A point in simulated time, or a distance between two, in cycles of `system.frequency`.
using Cycle = std::uint64_t;

inline constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

/// An integer that belongs to one kind of thing. `Tag` names the kind.
template <class Tag, class Rep>
struct Strong {
  Rep value{};
  constexpr Strong() = default;
  constexpr explicit Strong(Rep v) : value(v) {}
  friend constexpr auto operator<=>(const Strong&, const Strong&) = default;
};

/// A tile of the machine: its core, caches, LLC slice, directory, map caches and router. Core c of a one-chip machine
/// sits on tile c; tiles at and beyond the core count only route.
using TileId = Strong<struct TileTag, std::uint32_t>;
inline constexpr TileId kNoTile{0xffffffffu};

/// A physical cache line: physical address divided by the line size.
using LineAddress = Strong<struct LineTag, std::uint64_t>;
inline constexpr LineAddress kNoLine{~std::uint64_t{0}};

/// How often a line has been written, counted from kUnwritten. Lines carry versions instead of data; see
/// observe/value_oracle.h. 0, what a copy has that was never filled, is no version.
using Version = std::uint32_t;
inline constexpr Version kUnwritten = 1;

}  // namespace cdrsim

template <class Tag, class Rep>
struct std::hash<cdrsim::Strong<Tag, Rep>> {
  std::size_t operator()(cdrsim::Strong<Tag, Rep> s) const noexcept {
    return static_cast<std::size_t>(s.value * 0x9e3779b97f4a7c15ull >> 8);
  }
};
