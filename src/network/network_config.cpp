// SPDX-License-Identifier: BSD-3-Clause
#include "network/network_config.h"

#include "base/registry.h"
#include "config/declaration.h"
#include "network/network.h"

namespace cdrsim {

void declare_network(config::Section<NetworkConfig>& s) {
  s.help("The mesh of a chip: dimension-order routing, three virtual networks.");
  s.name("model", &NetworkConfig::model, &config::registered<NetworkFactory>)
      .default_value("packet")
      .help("how faithfully contention is modelled");
  s.bits("flit_width", &NetworkConfig::flit_width).default_value(64).range(1, 65536).help("of every link");
  s.time("router_latency", &NetworkConfig::router_latency).default_value(1).range(0, 100'000).help("each router");
  s.time("link_latency", &NetworkConfig::link_latency).default_value(1).range(0, 100'000).help("each link");
  s.integer("vcs", &NetworkConfig::vcs)
      .unit("per virtual network")
      .default_value(4)
      .range(1, 1024)
      .help("virtual channels");
  s.integer("buffers", &NetworkConfig::buffers)
      .unit("flits per virtual channel")
      .default_value(8)
      .range(1, 65536)
      .help("input buffers of a router");
  s.time("jitter", &NetworkConfig::jitter)
      .default_value(0)
      .range(0, 1'000'000)
      .help("each message takes a seeded 0 to this many cycles longer, so that messages overtake each other");
}

}  // namespace cdrsim
