// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include "base/types.h"
#include "config/section.h"

namespace cdrsim {

struct NetworkConfig {       // [network]
  std::string model;         // a registered network model
  std::uint32_t flit_width;  // bits
  Cycle router_latency;
  Cycle link_latency;
  std::uint32_t vcs;      // per virtual network
  std::uint32_t buffers;  // flits per virtual channel
  Cycle jitter;           // a seeded 0..jitter cycles more for each message
};

void declare_network(config::Section<NetworkConfig>& s);

}  // namespace cdrsim
