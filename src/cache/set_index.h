// SPDX-License-Identifier: BSD-3-Clause
// Where a line lives in a cache of S sets, for any S >= 1: line = q * S + r, set = (r + mix64(q)) mod S, tag = q.
//
// The mixing keeps home bits from aliasing set bits: the lines that share a home spread over all sets. Invertible, so
// an evicted line's address is rebuilt from (set, tag) without loss. Homes and domains play no part: a growing domain
// re-indexes nothing.
#pragma once

#include <bit>
#include <cstdint>

#include "base/random.h"
#include "base/types.h"

namespace cdrsim {

class SetIndex {
 public:
  explicit SetIndex(std::uint32_t sets)
      : sets_(sets), shift_(std::has_single_bit(sets) ? std::countr_zero(sets) : -1) {}

  std::uint32_t sets() const { return sets_; }

  std::uint32_t set(LineAddress line) const {
    if (shift_ >= 0) [[likely]]
      return static_cast<std::uint32_t>((line.value + mix64(line.value >> shift_)) & (sets_ - 1));
    const std::uint64_t q = line.value / sets_, r = line.value - q * sets_;
    return static_cast<std::uint32_t>((r + mix64(q) % sets_) % sets_);
  }

  std::uint64_t tag(LineAddress line) const { return shift_ >= 0 ? line.value >> shift_ : line.value / sets_; }

  LineAddress line(std::uint32_t set, std::uint64_t tag) const {
    const std::uint64_t r = (set + sets_ - mix64(tag) % sets_) % sets_;
    return LineAddress{tag * sets_ + r};
  }

 private:
  std::uint32_t sets_;
  int shift_;
};

}  // namespace cdrsim
