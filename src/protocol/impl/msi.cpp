// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/impl/three_hop.h"

namespace cdrsim {

static const Registered<ProtocolFactory> msi{
    "msi", "three-hop directory MSI: readers share, every first write asks the home",
    [](EvictNotice notice) { return make_three_hop("msi", {.exclusive = false, .owned = false}, notice); }};

}  // namespace cdrsim
