// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/impl/three_hop.h"

#include "protocol/impl/three_hop_tables.h"

namespace cdrsim {

std::shared_ptr<const Protocol> make_three_hop(std::string name, ThreeHopStates states, EvictNotice notice) {
  auto protocol = std::make_shared<Protocol>();
  protocol->name = std::move(name);
  build_three_hop_cache(*protocol, states, notice);
  build_three_hop_home(*protocol, states, notice);
  return protocol;
}

}  // namespace cdrsim
