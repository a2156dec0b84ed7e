// SPDX-License-Identifier: BSD-3-Clause
// Every statistic of result.json with unit and meaning, and the sums that every run is checked for.
#pragma once

#include <vector>

#include "cli/listing.h"

namespace cdrsim {

std::vector<Listing> describe_stats();

}  // namespace cdrsim
