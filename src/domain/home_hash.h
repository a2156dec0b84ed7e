// SPDX-License-Identifier: BSD-3-Clause
// Which of `homes` logical homes a line has. x = line (low), line >> 8 (middle), line >> 18 (high), line ^ line >> 8
// (mixed). With P = 2^floor(log2 homes): P == homes: x mod P; else h = x mod 2P, and x mod P where h >= homes
// (linear hashing, as in the OpenPiton RTL: growing N to N + 1 moves lines only from home N - P to home N; some homes
// get twice the lines of others when `homes` is no power of two).
// `range`: floor(mix64(line) * homes / 2^64), balanced for any count.
//
//   std::uint32_t h = home_index(HomeHash::mixed, line, 36);   // below 36
//   HomeHasher hasher(HomeHash::mixed, 36);                    // the same, where one count serves many lines
//   h = hasher(line);
#pragma once

#include <bit>
#include <cstdint>

#include "base/random.h"
#include "base/types.h"
#include "domain/domain_config.h"

namespace cdrsim {

/// The hash for one number of homes, with what depends on it computed once.
class HomeHasher {
 public:
  /// `homes` > 0.
  constexpr HomeHasher(HomeHash hash, std::uint32_t homes)
      : hash_(hash), homes_(homes), half_(std::bit_floor(homes) - 1), mask_(half_ << 1 | 1) {}

  constexpr std::uint32_t homes() const { return homes_; }

  constexpr std::uint32_t operator()(LineAddress line) const {
    std::uint64_t x = line.value;
    switch (hash_) {
      case HomeHash::mixed:
        x ^= x >> 8;
        break;
      case HomeHash::low:
        break;
      case HomeHash::middle:
        x >>= 8;
        break;
      case HomeHash::high:
        x >>= 18;
        break;
      case HomeHash::range:
        return static_cast<std::uint32_t>((static_cast<unsigned __int128>(mix64(x)) * homes_) >> 64);
    }
    // A power of two needs no case of its own: P == homes makes every h >= homes fold to x mod P.
    const std::uint64_t h = x & mask_;
    return static_cast<std::uint32_t>(h < homes_ ? h : x & half_);
  }

 private:
  HomeHash hash_;
  std::uint32_t homes_;
  std::uint64_t half_;  // P - 1
  std::uint64_t mask_;  // 2P - 1
};

/// `homes` > 0; the result is below it.
constexpr std::uint32_t home_index(HomeHash hash, LineAddress line, std::uint32_t homes) {
  return HomeHasher(hash, homes)(line);
}

}  // namespace cdrsim
