// SPDX-License-Identifier: BSD-3-Clause
// One readable page about a run: summary.txt, and what `cdrsim run` prints at its end.
#pragma once

#include <string>

#include "system/results.h"

namespace cdrsim {

/// Nothing of the host is in it. Ratios over nothing print n/a.
std::string summary_text(const Results& results);

}  // namespace cdrsim
