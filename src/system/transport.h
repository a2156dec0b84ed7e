// SPDX-License-Identifier: BSD-3-Clause
// Carries messages between tiles: sizes them, counts them by class, hands them to the network and brings them to their
// destination as events. Messages in flight live in a pool whose slots are reused.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "engine/event_queue.h"
#include "network/network.h"
#include "observe/observer.h"
#include "protocol/message.h"

namespace cdrsim {

// Of the traffic that Coherence Domain Restriction adds by broadcasting.
#define CDRSIM_BROADCAST_COUNTERS(X)                                                                                 \
  X(flits, "noc.broadcast_flits", "flits", "of invalidations sent to everybody for a public member, and their acks") \
  X(flit_hops, "noc.broadcast_flit_hops", "flit-hops", "of them, times mesh links they crossed")
CDRSIM_DECLARE_COUNTERS(BroadcastCounters, CDRSIM_BROADCAST_COUNTERS)

class Transport final : public PacketSink {
 public:
  /// `tile` gives the component that a tile is, making it on first use. `seed`: of network.jitter.
  Transport(EventQueue& queue, const NetworkConfig& config, const Mesh& mesh, std::uint32_t line_size,
            std::uint64_t seed, const Observers& observers, std::function<Component&(TileId)> tile);

  /// The message leaves its source at `ready`, which is not before the present cycle, or network.jitter later.
  /// `sender`: the part of the source tile that sends it, for observers.
  void send(const Message& message, Cycle ready, Unit sender);
  /// A home's note to itself, for a cycle to come; no network.
  void remind(const Message& message, Cycle when);

  const Message& peek(std::uint32_t slot) const { return pool_[slot]; }
  /// Takes the message out of its slot: it has arrived.
  Message take(std::uint32_t slot);

  std::uint32_t flits(MessageType type) const { return carriage_[static_cast<std::size_t>(type)].flits; }
  const Network& network() const { return *network_; }
  const std::array<std::uint64_t, static_cast<std::size_t>(TrafficClass::count)>& flits_by_class() const {
    return flits_by_class_;
  }
  /// Flits times mesh links.
  const std::array<std::uint64_t, static_cast<std::size_t>(TrafficClass::count)>& flit_hops_by_class() const {
    return flit_hops_by_class_;
  }
  const BroadcastCounters& broadcasts() const { return broadcasts_; }
  /// Flits of messages that have arrived.
  std::uint64_t flits_ejected() const { return flits_ejected_; }
  void clear_statistics();
  std::uint32_t in_flight() const { return in_flight_; }
  /// One line per message under way, at most `most`.
  std::string describe(std::size_t most) const;

  void packet_arrives(std::uint64_t token, Cycle when) override;

 private:
  /// What a message type comes to on this machine.
  struct Carriage {
    std::uint32_t flits;
    std::uint8_t virtual_network;
    Priority priority;
    TrafficClass traffic;
  };

  std::uint32_t keep(const Message& message, Unit sender);
  void deliver(std::uint32_t slot, Cycle when);
  Component& component(TileId tile) {
    Component*& c = components_[tile.value];
    if (!c) [[unlikely]]
      c = &tile_(tile);
    return *c;
  }

  EventQueue& queue_;
  const Observers& observers_;
  std::function<Component&(TileId)> tile_;
  std::vector<Component*> components_;  // by tile, once it has been asked for
  std::unique_ptr<Network> network_;
  std::array<Carriage, static_cast<std::size_t>(MessageType::count)> carriage_{};
  std::array<std::uint64_t, static_cast<std::size_t>(TrafficClass::count)> flits_by_class_{}, flit_hops_by_class_{};
  BroadcastCounters broadcasts_;
  std::vector<Message> pool_;
  std::vector<std::optional<Unit>> senders_;  // by slot; nothing: the slot is free
  std::vector<std::uint32_t> free_;
  std::vector<Random> jitter_;  // by source tile; empty without network.jitter
  Cycle most_jitter_;
  std::uint32_t in_flight_ = 0;
  std::uint64_t flits_ejected_ = 0;
};

}  // namespace cdrsim
