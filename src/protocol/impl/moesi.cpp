// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/impl/three_hop.h"

namespace cdrsim {

static const Registered<ProtocolFactory> moesi{
    "moesi", "three-hop directory MOESI: a modified line is shared without a write-back, its owner answers the readers",
    [](EvictNotice notice) { return make_three_hop("moesi", {.exclusive = true, .owned = true}, notice); }};

}  // namespace cdrsim
