// SPDX-License-Identifier: BSD-3-Clause
// The time of the instructions between references: gap x core.cpi, whose fractions of a cycle add up exactly.
//
//   GapClock clock(0.5);
//   clock.advance(1) == 0;   clock.advance(1) == 1;   // the two halves
//
// The cpi is an integer of millionths of a cycle, so any cpi of at most six decimals is exact and nothing drifts.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace cdrsim {

class GapClock {
 public:
  /// UserError unless 0 <= cpi <= 1000.
  explicit GapClock(double cpi);

  /// Whole cycles that `instructions` take, with the fraction that earlier calls left over.
  Cycle advance(std::uint32_t instructions) {
    // Below 2^32 x 10^9 + 10^6: no overflow.
    std::uint64_t total = fraction_ + instructions * cpi_;
    Cycle cycles = total / kUnit;
    fraction_ = total - cycles * kUnit;
    return cycles;
  }

 private:
  static constexpr std::uint64_t kUnit = 1'000'000;
  std::uint64_t cpi_;           // in units of a millionth
  std::uint64_t fraction_ = 0;  // < kUnit
};

}  // namespace cdrsim
