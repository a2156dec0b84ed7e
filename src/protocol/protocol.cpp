// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/protocol.h"

#include "protocol/table_rules.h"

namespace cdrsim {

std::shared_ptr<const Protocol> make_protocol(const ProtocolConfig& config) {
  auto protocol = Registry<ProtocolFactory>::instance().get(config.name, "protocol.name")(config.evict_notice);
  protocol->cache.finish("protocol " + config.name + ": a cache table");
  protocol->home.finish("protocol " + config.name + ": a home table");
  check_rules(*protocol);
  return protocol;
}

}  // namespace cdrsim
