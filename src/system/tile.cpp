// SPDX-License-Identifier: BSD-3-Clause
#include "system/tile.h"

namespace cdrsim {

CorePort& Tile::make_core_port(const CoreAssignment& assignment) {
  core_port_ = std::make_unique<CorePort>(tile_, assignment, chip_);
  return *core_port_;
}

MemoryUnit& Tile::make_memory(DramVersions& versions) {
  if (!memory_) memory_ = std::make_unique<MemoryUnit>(chip_, versions);
  return *memory_;
}

void Tile::prepare(std::uint64_t slot, unsigned cycles) const {
  const Message& m = chip_.transport.peek(static_cast<std::uint32_t>(slot));
  const Unit unit = kind(m.type).unit;
  if (unit == Unit::home && home_) {
    if (cycles == 3)
      for (int line = 0; line < 4; ++line) __builtin_prefetch(reinterpret_cast<const char*>(home_.get()) + 64 * line);
    else
      home_->prepare(m.line, cycles);
  } else if (unit == Unit::cache && core_port_) {
    core_port_->prepare_message(m.line, cycles);
  }
}

void Tile::handle(Cycle now, std::uint64_t slot) {
  Message m = chip_.transport.take(static_cast<std::uint32_t>(slot));
  if (m.type != MessageType::map_data) m.path.charge(&Path::network, now);
  switch (kind(m.type).unit) {
    case Unit::cache:
      // Imprecise invalidations reach tiles that never had a core port.
      if (!core_port_) make_core_port({});
      return core_port_->receive(now, m);
    case Unit::home:
      return home_receive(now, m);
    case Unit::memory:
      return memory_->receive(now, m);
    case Unit::maps:
      return m.for_home ? home_receive(now, m) : core_port_->map_filled(now, m);
    case Unit::translation:
      return m.type == MessageType::page_request ? serve_page(now, m) : core_port_->page_filled(now, m);
  }
}

void Tile::home_receive(Cycle now, const Message& m) {
  if (!home_) home_ = std::make_unique<HomeController>(tile_, chip_.homes);
  Effects& e = chip_.effects;
  e.now = now;
  home_->receive(m, e);
  for (const Effects::Outgoing& o : e.messages) {
    if (o.message.type == MessageType::walk_timer)
      chip_.transport.remind(o.message, now + o.delay);
    else
      chip_.transport.send(o.message, now + o.delay, Unit::home);
  }
  e.clear();
}

/// This tile owns the page's attributes: it answers another's TLB miss.
void Tile::serve_page(Cycle now, const Message& m) {
  const CoreAssignment& who = chip_.assignments[m.requester.value];
  const PageAttributes a = chip_.domains.attributes(who.application, who.thread, m.line.value);
  Message fill;
  fill.line = m.line;
  fill.source = tile_;
  fill.destination = fill.requester = m.requester;
  fill.sdid = a.sdid;
  fill.lsid = a.lsid;
  fill.version = a.hdid;
  fill.acks = a.home_count;
  fill.type = MessageType::page_fill;
  chip_.transport.send(fill, now + chip_.config.tlb.miss_latency, Unit::translation);
}

std::string Tile::describe() const {
  return (core_port_ ? core_port_->cache().describe() : "") + (home_ ? home_->describe() : "");
}

}  // namespace cdrsim
