// SPDX-License-Identifier: BSD-3-Clause
// The home-centric, four-hop MESI protocol of the OpenPiton RTL (L1.5 and L2). The home collects every answer and sends
// the data itself; an owner never talks to the requester, and no cache to another. E and S leave silently.
//
// The RTL relies on networks that keep the order of messages between two tiles. Ours keep none, so what it relies on is
// brought about by other means. docs/protocol.md describes each, and what it costs:
//   - a home that grants a writer the line waits for its Grant-Ack;
//   - a modified line that is evicted stays in a write-back entry until the home has both its WBGuard and its WB;
//   - a reader that meets a forward or an Inv uses the data once and does not keep it.
//
// Free of deadlock: a cache answers whatever the home sends it, at once and in every state. A home waits only for such
// answers, for DRAM, for a Grant-Ack, and for a WB that left before the WBGuard which makes it wait; all are on the
// response network.
//
// The RTL's B state (broadcast) is no state here: it is a sharer set that holds the public LSID.
#pragma once

#include "protocol/protocol.h"

namespace cdrsim {

void build_piton_cache(Protocol& protocol);
void build_piton_home(Protocol& protocol);

}  // namespace cdrsim
