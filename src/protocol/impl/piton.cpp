// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/impl/piton.h"

namespace cdrsim {

static const Registered<ProtocolFactory> piton{
    "piton",
    "home-centric four-hop MESI of the OpenPiton RTL, repaired for networks without order; E and S leave silently, "
    "whatever protocol.evict_notice says",
    [](EvictNotice) -> std::shared_ptr<const Protocol> {
      auto protocol = std::make_shared<Protocol>();
      protocol->name = "piton";
      build_piton_cache(*protocol);
      build_piton_home(*protocol);
      return protocol;
    }};

}  // namespace cdrsim
