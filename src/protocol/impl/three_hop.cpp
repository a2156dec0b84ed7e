// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/impl/three_hop.h"

#include "protocol/impl/three_hop_tables.h"

namespace cdrsim {

std::shared_ptr<const Protocol> make_three_hop(std::string name, bool exclusive, EvictNotice notice) {
  auto protocol = std::make_shared<Protocol>();
  protocol->name = std::move(name);
  build_cache_table(*protocol, exclusive, notice);
  build_home_table(*protocol, exclusive, notice);
  return protocol;
}

}  // namespace cdrsim
