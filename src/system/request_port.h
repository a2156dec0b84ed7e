// SPDX-License-Identifier: BSD-3-Clause
// A tile's way out to the homes: where Home Restriction lives.
//
// A request's home is a logical one: a hash of the line over the page's home domain. The HMC turns it into a tile at no
// cost on a hit. On a miss the request enters the queue without a home, the map table is read through the own tile, and
// the queue is in order: a request without a home at its head holds up everything behind it (OpenPiton's NoC1 buffer).
// The refill itself does not go through the queue.
#pragma once

#include <deque>

#include "domain/map_cache.h"
#include "stats/counters.h"
#include "system/chip.h"

namespace cdrsim {

#define CDRSIM_HMC_COUNTERS(X)                                                      \
  X(lookups, "hmc.lookups", "lookups", "requests whose logical home was looked up") \
  X(misses, "hmc.misses", "lookups", "of them not found in the HMC")
CDRSIM_DECLARE_COUNTERS(HmcCounters, CDRSIM_HMC_COUNTERS)

class RequestPort {
 public:
  RequestPort(TileId tile, Chip& chip);

  /// A GetS or GetM, ready to leave at `ready`. Its destination is found here, now or when the map table was read.
  void request(Message& message, Cycle ready, std::uint32_t hdid, std::uint32_t home_count, CacheController& cache);
  /// An eviction; it knows its home.
  void evict(const Message& message, Cycle ready);
  /// Mappings for the HMC have come.
  void filled(Cycle now, const Message& map_data, CacheController& cache);

  bool idle() const { return queue_.empty(); }

  HmcCounters counters;

 private:
  struct Entry {
    Message message;
    Cycle ready;
    std::uint32_t hdid = kNoDomain, lhid = 0;
    bool has_home = true;
  };

  void leave(const Message& message, Cycle ready);
  void pump(Cycle now);

  TileId tile_;
  Chip& chip_;
  MapCache hmc_;
  std::deque<Entry> queue_;
};

}  // namespace cdrsim
