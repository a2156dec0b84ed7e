// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "protocol/impl/three_hop.h"

namespace cdrsim {

void build_three_hop_cache(Protocol& protocol, ThreeHopStates states, EvictNotice notice);
void build_three_hop_home(Protocol& protocol, ThreeHopStates states, EvictNotice notice);

}  // namespace cdrsim
