// SPDX-License-Identifier: BSD-3-Clause
// Deterministic mixing and random streams. Equal on every machine and compiler; every component has a stream of its
// own, made from (seed, component), so that no outcome depends on who drew first.
#pragma once

#include <cstdint>

namespace cdrsim {

/// A bijection of 64-bit integers in which every input bit affects every output bit (the finalizer of SplitMix64,
/// Steele, Lea, Flood, OOPSLA 2014).
constexpr std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// One random stream (SplitMix64).
class Random {
 public:
  constexpr explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
      : state_(mix64(seed + 0x9e3779b97f4a7c15ull) ^ mix64(stream * 0xd1342543de82ef95ull + 1)) {}

  constexpr std::uint64_t next() { return mix64(state_ += 0x9e3779b97f4a7c15ull); }

  /// Uniform in [0, n); n > 0.
  constexpr std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * n) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace cdrsim
