// SPDX-License-Identifier: BSD-3-Clause
// The network as everything else sees it: packets go in at a tile, and their tails come out at another.
//
// A network knows nothing of coherence: a packet is a source, a destination, a number of flits and a virtual network.
// The token is the sender's; it comes back, with the cycle of the tail's arrival, through the PacketSink. A model that
// books its links when a packet enters (ideal, packet) answers within send(); a flit-level model answers later.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/types.h"
#include "network/mesh.h"
#include "network/network_config.h"
#include "stats/counters.h"
#include "stats/histogram.h"

namespace cdrsim {

struct Packet {
  TileId source, destination;
  std::uint32_t flits = 1;
  std::uint8_t virtual_network = 0;  // 0 request, 1 forward, 2 response
};

class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// The tail of the packet sent with `token` reaches its destination's network interface at `when`.
  virtual void packet_arrives(std::uint64_t token, Cycle when) = 0;
};

#define CDRSIM_NETWORK_COUNTERS(X)                                                  \
  X(messages, "noc.messages", "messages", "packets handed to the network")          \
  X(flits, "noc.flits", "flits", "flits injected")                                  \
  X(flit_hops, "noc.flit_hops", "flit-hops", "flits times mesh links they crossed") \
  X(queue_cycles, "noc.queue_cycles", "cycles", "time packet heads waited for busy links and ports")
CDRSIM_DECLARE_COUNTERS(NetworkCounters, CDRSIM_NETWORK_COUNTERS)

class Network {
 public:
  virtual ~Network() = default;

  /// Hands a packet to the interface of its source tile at `ready` (not before the present cycle `now`). The tail
  /// arrives at least one cycle after `ready`. The packet is in `counters` when this returns.
  virtual void send(const Packet& packet, Cycle now, Cycle ready, std::uint64_t token) = 0;

  /// Cycles from interface to tail's arrival when nothing else moves: (D+1) router + D link latencies + flits - 1, at
  /// least 1, for D mesh links between the tiles.
  virtual Cycle zero_load_latency(TileId source, TileId destination, std::uint32_t flits) const = 0;

  /// Flits that have crossed each directed mesh link: index tile * 4 + direction (see mesh.h). Empty for `ideal`.
  virtual std::span<const std::uint64_t> link_flits() const { return {}; }

  virtual void clear_statistics() = 0;

  NetworkCounters counters;
  stats::Histogram latency;  // noc.latency: interface to tail's arrival, cycles
};

/// What a network model is registered as: Registered<NetworkFactory>{"packet", "help", &make_packet_network}.
using NetworkFactory = std::unique_ptr<Network> (*)(const NetworkConfig&, const Mesh&, PacketSink&);

}  // namespace cdrsim
