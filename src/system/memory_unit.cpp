// SPDX-License-Identifier: BSD-3-Clause
#include "system/memory_unit.h"

namespace cdrsim {

DramController& MemoryUnit::controller(std::uint32_t index) {
  for (const Attached& a : controllers_)
    if (a.index == index) return *a.controller;
  throw InternalError("a request came to a tile that does not have its DRAM controller");
}

void MemoryUnit::receive(Cycle now, const Message& m) {
  const std::uint32_t line_size = chip_.config.system.line_size;
  Message answer = m;
  answer.source = m.destination;
  answer.destination = m.requester;
  Cycle ready;
  switch (m.type) {
    case MessageType::mem_read: {
      DramController& dram = controller(chip_.memory.controller_of(m.line));
      ready = dram.access(now, line_size);
      ++dram.counters.reads;
      answer.type = MessageType::mem_data;
      if (chip_.observers.any()) {
        auto version = versions_.find(m.line);
        answer.version = version == versions_.end() ? kUnwritten : version->second;
      }
      break;
    }
    case MessageType::mem_write: {
      DramController& dram = controller(chip_.memory.controller_of(m.line));
      ready = dram.access(now, line_size);
      ++dram.counters.writes;
      answer.type = MessageType::mem_written;
      if (chip_.observers.any()) versions_[m.line] = m.version;
      break;
    }
    case MessageType::map_read: {
      DramController& dram = controller(chip_.memory.controller_of(m.sdid, m.lsid));
      ready = dram.access(now, line_size);
      ++dram.counters.map_reads;
      answer.type = MessageType::map_data;
      const std::uint32_t first = m.lsid / kMappingsPerEntry * kMappingsPerEntry;
      const std::uint32_t size = m.for_home ? chip_.domains.logical_sharers(m.sdid) : chip_.domains.home_count(m.sdid);
      for (std::uint32_t i = 0; i < kMappingsPerEntry; ++i)
        answer.mappings[i] = first + i >= size ? kNoTile
                             : m.for_home      ? chip_.domains.sharer(m.sdid, first + i)
                                               : chip_.domains.home(m.sdid, first + i);
      break;
    }
    default:
      throw InternalError("a DRAM controller got a message that is not for it");
  }
  chip_.transport.send(answer, ready, Unit::memory);
}

}  // namespace cdrsim
