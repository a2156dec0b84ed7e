// SPDX-License-Identifier: BSD-3-Clause
// The ideal network: every packet takes its zero-load latency, whatever else moves.
#include "base/registry.h"
#include "network/impl/mesh_network.h"

namespace cdrsim {
namespace {

class IdealNetwork final : public MeshNetwork {
 public:
  using MeshNetwork::MeshNetwork;

  void send(const Packet& packet, Cycle now, Cycle ready, std::uint64_t token) override {
    check(packet, now, ready);
    const Cycle arrival = ready + zero_load_latency(packet.source, packet.destination, packet.flits);
    deliver(packet, mesh_.distance(packet.source, packet.destination), ready, arrival, token);
  }
};

std::unique_ptr<Network> make_ideal_network(const NetworkConfig& config, const Mesh& mesh, PacketSink& sink) {
  return std::make_unique<IdealNetwork>(config, mesh, sink);
}

const Registered<NetworkFactory> ideal{"ideal", "zero-load latency only: no packet waits for another",
                                       &make_ideal_network};

}  // namespace
}  // namespace cdrsim
