// SPDX-License-Identifier: BSD-3-Clause
#include "system/transport.h"

#include <sstream>

#include "base/registry.h"

namespace cdrsim {
namespace {

constexpr std::uint64_t kJitterStreams = std::uint64_t{0x6a69} << 32;  // apart from the streams of other components

}  // namespace

Transport::Transport(EventQueue& queue, const NetworkConfig& config, const Mesh& mesh, std::uint32_t line_size,
                     std::uint64_t seed, const Observers& observers, std::function<Component&(TileId)> tile)
    : queue_(queue),
      observers_(observers),
      tile_(std::move(tile)),
      components_(mesh.tiles(), nullptr),
      network_(Registry<NetworkFactory>::instance().get(config.model, "network.model")(config, mesh, *this)),
      most_jitter_(config.jitter) {
  static constexpr Priority kPriorities[] = {Priority::request, Priority::forward, Priority::response};
  for (std::size_t t = 0; t < carriage_.size(); ++t) {
    const MessageKind& k = kMessageKinds[t];
    const std::uint32_t bits = k.bits + (k.carries_line ? 8 * line_size : 0);
    carriage_[t] = {(bits + config.flit_width - 1) / config.flit_width, k.virtual_network,
                    kPriorities[k.virtual_network], k.traffic};
  }
  if (most_jitter_)
    for (std::uint32_t t = 0; t < mesh.tiles(); ++t) jitter_.emplace_back(seed, kJitterStreams + t);
}

std::uint32_t Transport::keep(const Message& message, Unit sender) {
  std::uint32_t slot;
  if (free_.empty()) {
    slot = static_cast<std::uint32_t>(pool_.size());
    pool_.push_back(message);
    senders_.push_back(sender);
  } else {
    slot = free_.back();
    free_.pop_back();
    pool_[slot] = message;
    senders_[slot] = sender;
  }
  ++in_flight_;
  return slot;
}

Message Transport::take(std::uint32_t slot) {
  free_.push_back(slot);
  senders_[slot].reset();
  --in_flight_;
  const Message& message = pool_[slot];
  // A home's note to itself was never in the network.
  if (message.type != MessageType::walk_timer) flits_ejected_ += flits(message.type);
  return message;
}

void Transport::send(const Message& message, Cycle ready, Unit sender) {
  const Carriage& c = carriage_[static_cast<std::size_t>(message.type)];
  flits_by_class_[static_cast<std::size_t>(c.traffic)] += c.flits;
  if (most_jitter_) [[unlikely]]
    ready += jitter_[message.source.value].below(most_jitter_ + 1);
  const bool broadcast = message.broadcast;
  const std::uint64_t hops_before = network_->counters.flit_hops;
  network_->send({message.source, message.destination, c.flits, c.virtual_network}, queue_.now(), ready,
                 keep(message, sender));
  const std::uint64_t flit_hops = network_->counters.flit_hops - hops_before;
  flit_hops_by_class_[static_cast<std::size_t>(c.traffic)] += flit_hops;
  if (broadcast) [[unlikely]] {
    broadcasts_.flits += c.flits;
    broadcasts_.flit_hops += flit_hops;
  }
}

void Transport::remind(const Message& message, Cycle when) {
  deliver(keep(message, Unit::home), when);
}

void Transport::packet_arrives(std::uint64_t token, Cycle when) {
  const std::uint32_t slot = static_cast<std::uint32_t>(token);
  if (observers_.any()) [[unlikely]] {
    const Message& m = pool_[slot];
    const MessageKind& k = kind(m.type);
    // Page messages are about no line.
    const LineAddress line = k.unit == Unit::translation ? kNoLine : m.line;
    observers_.notify(MessageEvent{queue_.now(), when, m.source, m.destination, line, k.name, name(k.unit), m.requester,
                                   m.acks, m.version, flits(m.type), name(*senders_[slot]), k.carries_line});
  }
  deliver(slot, when);
}

void Transport::deliver(std::uint32_t slot, Cycle when) {
  const Message& m = pool_[slot];
  queue_.schedule(when, carriage_[static_cast<std::size_t>(m.type)].priority, component(m.source),
                  component(m.destination), slot);
}

void Transport::clear_statistics() {
  flits_by_class_.fill(0);
  flit_hops_by_class_.fill(0);
  broadcasts_ = {};
  flits_ejected_ = 0;
  network_->clear_statistics();
}

std::string Transport::describe(std::size_t most) const {
  std::ostringstream s;
  for (std::size_t i = 0; i < pool_.size() && most; ++i) {
    if (!senders_[i]) continue;
    --most;
    const Message& m = pool_[i];
    s << "in flight: " << kind(m.type).name << " from " << m.source.value << " to " << m.destination.value
      << ", line 0x" << std::hex << m.line.value << std::dec << "\n";
  }
  return s.str();
}

}  // namespace cdrsim
