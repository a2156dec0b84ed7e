// SPDX-License-Identifier: BSD-3-Clause
#include "core/gap_clock.h"

#include <cmath>
#include <string>

#include "base/error.h"

namespace cdrsim {

GapClock::GapClock(double cpi) {
  if (!(cpi >= 0 && cpi <= 1000))
    throw UserError("core.cpi = " + std::to_string(cpi) + ": must be 0 to 1000 cycles per instruction");
  cpi_ = static_cast<std::uint64_t>(std::llround(cpi * static_cast<double>(kUnit)));
}

}  // namespace cdrsim
