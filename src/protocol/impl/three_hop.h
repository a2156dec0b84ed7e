// SPDX-License-Identifier: BSD-3-Clause
// The three-hop directory protocols: the home forwards to the owner, the owner answers the requester, sharers
// acknowledge invalidations to the requester. MSI is the base; MESI adds the exclusive clean state.
//
// What keeps them free of deadlock and correct on a network that keeps no order:
//   - a cache never stalls a forward: one that meets a transient line waits in the line's MSHR until the line settles;
//   - an evicted owned line stays in a write-back entry until its Put-Ack came, and, if the Put-Ack says that a forward
//     crossed it, until that forward was answered; the core cannot ask for the line before;
//   - an Inv is acknowledged in every state that can meet one, so sharer sets may name caches that hold nothing;
//   - the home serves a line's requests one at a time where it needs an answer (a downgrade, a recall, DRAM, a walk of
//     Invs that takes time); requests wait, answers and evictions never do.
#pragma once

#include "protocol/protocol.h"

namespace cdrsim {

/// `exclusive`: with the E state (MESI).
std::shared_ptr<const Protocol> make_three_hop(std::string name, bool exclusive, EvictNotice notice);

}  // namespace cdrsim
