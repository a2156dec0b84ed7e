// SPDX-License-Identifier: BSD-3-Clause
// The three-hop directory protocols: the home forwards to the owner, the owner answers the requester, sharers
// acknowledge invalidations to the requester. MSI is the base; MESI adds the exclusive clean state, MOESI also the
// owned one.
//
// What keeps them free of deadlock and correct on a network that keeps no order:
//   - a cache never stalls a forward: one that meets a transient line waits in the line's MSHR until the line settles;
//   - an evicted owned line stays in a write-back entry until its Put-Ack came, and, if the Put-Ack says that a forward
//     crossed it, until that forward was answered; the core cannot ask for the line before;
//   - an Inv is acknowledged in every state that can meet one, so sharer sets may name caches that hold nothing;
//   - a home that knows sharers beside the owner (MOESI) says so in what it sends the owner (Fwd-GetS-O, Fwd-GetM-O,
//     Recall-O): an owner that asks for leave to write sees whether it was ordered before its own request;
//   - the home serves a line's requests one at a time where it needs an answer (a downgrade, a recall, DRAM, a walk of
//     Invs that takes time); requests wait, answers and evictions never do.
#pragma once

#include "protocol/protocol.h"

namespace cdrsim {

/// What there is beside M, S and I.
struct ThreeHopStates {
  bool exclusive;  // E: a lone reader may write without asking
  bool owned;      // O: a modified copy that others share, and that answers their requests
};

std::shared_ptr<const Protocol> make_three_hop(std::string name, ThreeHopStates states, EvictNotice notice);

}  // namespace cdrsim
