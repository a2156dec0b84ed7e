// SPDX-License-Identifier: BSD-3-Clause
// What the network models of a mesh share: the latency of an idle mesh, and the accounts of a packet.
#pragma once

#include <algorithm>

#include "base/error.h"
#include "network/network.h"

namespace cdrsim {

class MeshNetwork : public Network {
 public:
  MeshNetwork(const NetworkConfig& config, const Mesh& mesh, PacketSink& sink)
      : mesh_(mesh), router_(config.router_latency), hop_(config.router_latency + config.link_latency), sink_(sink) {}

  Cycle zero_load_latency(TileId source, TileId destination, std::uint32_t flits) const final {
    return std::max<Cycle>(1, router_ + mesh_.distance(source, destination) * hop_ + flits - 1);
  }

  void clear_statistics() override {
    counters = {};
    latency.clear();
  }

 protected:
  void check(const Packet& packet, Cycle now, Cycle ready) const {
    const bool legal = packet.flits > 0 && packet.source.value < mesh_.tiles() &&
                       packet.destination.value < mesh_.tiles() && now <= ready;
    invariant(legal, "a packet without flits, off the mesh or of the past was handed to the network");
  }

  /// Accounts for the packet and tells the sink. Its flits count as ejected here, where the tail's arrival is settled.
  void deliver(const Packet& packet, std::uint32_t distance, Cycle ready, Cycle arrival, std::uint64_t token) {
    ++counters.messages;
    counters.flits += packet.flits;
    counters.flit_hops += std::uint64_t{packet.flits} * distance;
    latency.add(arrival - ready);
    sink_.packet_arrives(token, arrival);
  }

  const Mesh mesh_;
  const Cycle router_;  // through one router
  const Cycle hop_;     // over one link and through the router behind it

 private:
  PacketSink& sink_;
};

}  // namespace cdrsim
