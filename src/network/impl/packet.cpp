// SPDX-License-Identifier: BSD-3-Clause
// The packet network: each directed link, and each tile's injection and ejection port, carries one flit a cycle.
//
// A packet books its whole path when it is sent: the injection port, the links along x and then y, the ejection port.
// It takes the first free cycles of each at or after its head's arrival there (see link_schedule.h). The head leaves a
// stage in the cycle of its slot; the tail leaves with its own slot, and never sooner than it can have come from the
// stage before. All virtual networks share the links. Buffers are unbounded: a packet that waits holds up nobody behind
// it that goes elsewhere, so the mesh saturates later than one with finite buffers (docs/network.md has the figures).
#include <algorithm>
#include <array>
#include <vector>

#include "base/registry.h"
#include "network/impl/mesh_network.h"
#include "network/link_schedule.h"

namespace cdrsim {
namespace {

class PacketNetwork final : public MeshNetwork {
 public:
  PacketNetwork(const NetworkConfig& config, const Mesh& mesh, PacketSink& sink)
      : MeshNetwork(config, mesh, sink), tiles_(mesh.tiles()), schedule_(kPorts * mesh.tiles()) {}

  void send(const Packet& packet, Cycle now, Cycle ready, std::uint64_t token) override {
    check(packet, now, ready);
    schedule_.advance(now);
    const Coordinates from = mesh_.at(packet.source), to = mesh_.at(packet.destination);

    if (flit_steps_.empty()) [[unlikely]]
      flit_steps_.resize(4 * std::size_t{tiles_} + 1);
    const bool east = to.x > from.x, south = to.y > from.y;
    const std::uint32_t links_x = east ? to.x - from.x : from.x - to.x, links_y = south ? to.y - from.y : from.y - to.y;
    const LinkSchedule::Path path{
        kInjection * tiles_ + packet.source.value,
        {leg(row_lane(east ? kEast : kWest, from.y, from.x), links_x, east, packet.flits),
         leg(column_lane(south ? kSouth : kNorth, to.x, from.y), links_y, south, packet.flits)},
        kEjection * tiles_ + packet.destination.value,
    };
    const auto [head, tail] = schedule_.book_path(path, {router_, hop_}, ready, packet.flits);

    const std::uint32_t distance = links_x + links_y;
    counters.queue_cycles += head - (ready + router_ + distance * hop_);
    deliver(packet, distance, ready, std::max(tail, ready + 1), token);
  }

  std::span<const std::uint64_t> link_flits() const override {
    flits_by_link_.assign(4 * std::size_t{tiles_}, 0);
    if (flit_steps_.empty()) return flits_by_link_;
    std::uint64_t flits = 0;
    for (std::uint32_t lane = 0; lane < 4 * tiles_; ++lane) {
      flits += flit_steps_[lane];
      const std::uint32_t index = lane % tiles_, lane_port = lane / tiles_;
      const bool by_row = lane_port == kEast || lane_port == kWest;
      const std::uint32_t tile = by_row ? index : mesh_.tile({index / mesh_.height(), index % mesh_.height()}).value;
      flits_by_link_[4 * std::size_t{tile} + lane_port] = flits;
    }
    return flits_by_link_;
  }

  void clear_statistics() override {
    MeshNetwork::clear_statistics();
    flit_steps_.clear();
  }

 private:
  // A lane is a link or port in the schedule. Lanes of one kind are neighbours in the order in which a path takes them:
  // by rows for what points along x, by columns for what points along y.
  static constexpr std::uint32_t kEast = static_cast<std::uint32_t>(Direction::east),
                                 kWest = static_cast<std::uint32_t>(Direction::west),
                                 kNorth = static_cast<std::uint32_t>(Direction::north),
                                 kSouth = static_cast<std::uint32_t>(Direction::south), kInjection = 4, kEjection = 5,
                                 kPorts = 6;

  std::uint32_t row_lane(std::uint32_t kind, std::uint32_t y, std::uint32_t x) const {
    return kind * tiles_ + y * mesh_.width() + x;
  }
  std::uint32_t column_lane(std::uint32_t kind, std::uint32_t x, std::uint32_t y) const {
    return kind * tiles_ + x * mesh_.height() + y;
  }

  /// `links` links (0 or more) from `lane` on; counts the flits that will cross them.
  LinkSchedule::Leg leg(std::uint32_t lane, std::uint32_t links, bool ascending, std::uint32_t flits) {
    const std::uint32_t lowest = ascending ? lane : lane + 1 - links;
    flit_steps_[lowest] += flits;
    flit_steps_[lowest + links] -= flits;
    return {lane, ascending ? lane + links : lane - links, ascending ? 1 : -1};
  }

  const std::uint32_t tiles_;
  LinkSchedule schedule_;
  // Flits by lane as differences between neighbours (modulo 2^64): a leg changes two of them, however long it is.
  std::vector<std::uint64_t> flit_steps_;
  mutable std::vector<std::uint64_t> flits_by_link_;  // what link_flits() shows
};

std::unique_ptr<Network> make_packet_network(const NetworkConfig& config, const Mesh& mesh, PacketSink& sink) {
  return std::make_unique<PacketNetwork>(config, mesh, sink);
}

const Registered<NetworkFactory> packet{
    "packet", "queueing and serialisation on every link and port, unbounded buffers", &make_packet_network};

}  // namespace
}  // namespace cdrsim
