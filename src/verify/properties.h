// SPDX-License-Identifier: BSD-3-Clause
// What must hold in every state. What must hold of a step is checked where it is taken: load-value and store-order
// (version_order.h), possible-events (the controllers' tables and invariants), one-domain (model.h). That something is
// left to happen, and that all can come to rest, are about the graph of states: deadlock, livelock (explorer.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/model.h"

namespace cdrsim::verify {

struct Property {
  std::string_view name, help;
  /// How the state violates it; empty when it holds.
  std::string (*check)(const Model&);
};

const std::vector<Property>& state_properties();

std::optional<Violation> check_state(const Model& model);

}  // namespace cdrsim::verify
