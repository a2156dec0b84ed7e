// SPDX-License-Identifier: BSD-3-Clause
#include "system/tile.h"

namespace cdrsim {

CorePort& Tile::make_core_port(const CoreAssignment& assignment) {
  core_port_ = std::make_unique<CorePort>(tile_, *this, assignment, chip_);
  return *core_port_;
}

MemoryUnit& Tile::make_memory(DramVersions& versions) {
  if (!memory_) memory_ = std::make_unique<MemoryUnit>(chip_, versions);
  return *memory_;
}

void Tile::handle(Cycle now, std::uint64_t argument) {
  if (TileEvent::kind(argument) == TileEvent::reference_done)
    return core_port_->reference_done(now, TileEvent::value(argument));
  Message m = chip_.transport.take(TileEvent::value(argument));
  m.path.charge(&Path::network, now);
  switch (kind(m.type).unit) {
    case Unit::cache:
      // Imprecise invalidations reach tiles that never had a core port.
      if (!core_port_) make_core_port({});
      return core_port_->receive(now, m);
    case Unit::home: return home_receive(now, m);
    case Unit::memory: return memory_->receive(now, m);
    case Unit::maps: return m.for_home ? home_receive(now, m) : core_port_->map_filled(now, m);
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
      chip_.transport.send(o.message, now + o.delay);
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
  chip_.transport.send(fill, now + chip_.config.tlb.miss_latency);
}

std::string Tile::describe() const {
  return (core_port_ ? core_port_->cache().describe() : "") + (home_ ? home_->describe() : "");
}

}  // namespace cdrsim
