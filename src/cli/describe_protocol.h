// SPDX-License-Identifier: BSD-3-Clause
// A protocol's tables for people: states, events, and what happens when they meet.
#pragma once

#include <vector>

#include "cli/listing.h"
#include "protocol/protocol.h"

namespace cdrsim {

std::vector<Listing> describe_protocol(const Protocol& protocol);

}  // namespace cdrsim
