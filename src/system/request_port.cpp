// SPDX-License-Identifier: BSD-3-Clause
#include "system/request_port.h"

#include <algorithm>

namespace cdrsim {

RequestPort::RequestPort(TileId tile, Chip& chip) : tile_(tile), chip_(chip), hmc_(chip.config.cdr.homes.hmc_entries) {}

void RequestPort::request(Message& m, Cycle ready, std::uint32_t hdid, std::uint32_t home_count,
                          CacheController& cache) {
  m.path.mark = ready;
  if (hdid == kNoDomain) {
    m.destination = TileId{chip_.global_homes(m.line)};
  } else if (hdid == kOwnTile) {
    m.destination = tile_;
  } else {
    const std::uint32_t lhid = home_index(chip_.config.cdr.homes.hash, m.line, home_count);
    ++counters.lookups;
    if (chip_.homes.free_maps) {
      m.destination = chip_.domains.home(hdid, lhid);
    } else if (auto found = hmc_.lookup(hdid, lhid)) {
      m.destination = *found;
    } else {
      ++counters.misses;
      Message refill;
      refill.line = m.line;
      refill.source = refill.destination = refill.requester = tile_;
      refill.sdid = hdid;
      refill.lsid = lhid;
      refill.type = MessageType::map_request;
      chip_.transport.send(refill, ready, Unit::cache);
      queue_.push_back({m, ready, hdid, lhid, false});
      return;
    }
  }
  cache.set_home(m.line, m.destination);
  leave(m, ready);
}

void RequestPort::evict(const Message& m, Cycle ready) {
  leave(m, ready);
}

void RequestPort::leave(const Message& m, Cycle ready) {
  if (queue_.empty()) [[likely]] {
    chip_.transport.send(m, ready, Unit::cache);
  } else {
    queue_.push_back({m, ready});
  }
}

void RequestPort::filled(Cycle now, const Message& data, CacheController& cache) {
  hmc_.fill(data.sdid, data.lsid, data.mappings);
  // Each refill answers the request that asked for it, as in the RTL: two misses of one group send two.
  auto entry = std::find_if(queue_.begin(), queue_.end(),
                            [&](const Entry& e) { return !e.has_home && e.message.line == data.line; });
  invariant(entry != queue_.end(), "mappings that no request waits for");
  entry->message.destination = data.mappings[entry->lhid % kMappingsPerEntry];
  entry->has_home = true;
  cache.set_home(entry->message.line, entry->message.destination);
  pump(now);
}

void RequestPort::pump(Cycle now) {
  while (!queue_.empty() && queue_.front().has_home) {
    Entry& e = queue_.front();
    const Cycle ready = std::max(e.ready, now + 1);
    if (e.message.type == MessageType::get_s || e.message.type == MessageType::get_m)
      e.message.path.charge(&Path::hmc, ready);
    chip_.transport.send(e.message, ready, Unit::cache);
    queue_.pop_front();
  }
}

}  // namespace cdrsim
