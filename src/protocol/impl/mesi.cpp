// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/impl/three_hop.h"

namespace cdrsim {

static const Registered<ProtocolFactory> mesi{
    "mesi", "three-hop directory MESI: a lone reader gets the line exclusive and may write it without asking",
    [](EvictNotice notice) { return make_three_hop("mesi", {.exclusive = true, .owned = false}, notice); }};

}  // namespace cdrsim
