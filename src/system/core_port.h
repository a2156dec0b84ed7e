// SPDX-License-Identifier: BSD-3-Clause
// A core's way into memory: translation, then the private caches, then the request port.
//
// A TLB miss asks the tile that owns the page's attributes (one of the tiles of the address space's threads, by a hash
// of the page); the reference waits for the answer and then goes on by itself.
#pragma once

#include <vector>

#include "core/memory_port.h"
#include "domain/tlb.h"
#include "system/request_port.h"
#include "system/stack.h"

namespace cdrsim {

#define CDRSIM_TLB_COUNTERS(X)                                                      \
  X(lookups, "tlb.lookups", "lookups", "translations of references, one per piece") \
  X(misses, "tlb.misses", "lookups", "of them not found in the TLB")                \
  X(fills, "tlb.fills", "entries", "written; misses of one page share a fill")
CDRSIM_DECLARE_COUNTERS(TlbCounters, CDRSIM_TLB_COUNTERS)

class CorePort final : public MemoryPort {
 public:
  CorePort(TileId tile, const CoreAssignment& assignment, Chip& chip);

  void connect(CoreClient& core) { core_ = &core; }

  PortAnswer access(Cycle now, const Reference& reference) override;
  void prepare(std::uint64_t address, unsigned cycles) const override;

  /// A message for Unit::cache.
  void receive(Cycle now, const Message& message);
  /// page_fill for this core's TLB.
  void page_filled(Cycle now, const Message& message);
  /// map_data for this core's HMC.
  void map_filled(Cycle now, const Message& message) { requests_.filled(now, message, cache_); }
  /// Host prefetches for a message for Unit::cache.
  void prepare_message(LineAddress line, unsigned cycles) const;

  bool idle() const { return cache_.idle() && requests_.idle() && waiting_.empty(); }
  const CacheController& cache() const { return cache_; }
  CacheController& cache() { return cache_; }
  RequestPort& requests() { return requests_; }
  const RequestPort& requests() const { return requests_; }

  TlbCounters tlb_counters;
  StackCounters stack;

 private:
  /// A reference that is in the memory system, by slot.
  struct Pending {
    Cycle accepted = 0, translated = 0;
    bool counted = false;
  };
  struct WaitingForPage {
    Reference reference;
    bool page_asked = false;  // false: translated, but the cache had no room
    Translation translation;  // once it came; kept, lest more references than TLB entries starve each other
  };

  LineAddress line_of(std::uint64_t address, const Translation& translation) const;
  PortAnswer try_cache(Cycle now, const Reference& reference, const Translation& translation);
  void ask_for_page(Cycle now, std::uint64_t page);
  void retry_waiting(Cycle now, const std::uint64_t* page);
  void carry_out(Cycle now, const Translation* translation);
  void account(Cycle now, std::uint8_t slot, bool merged, const Path& path);

  TileId tile_;
  std::uint32_t l1_latency_, l2_latency_;
  Chip& chip_;
  CoreClient* core_ = nullptr;
  std::vector<Pending> pending_;
  Tlb tlb_;
  CacheController cache_;
  RequestPort requests_;
  std::vector<WaitingForPage> waiting_;
  CoreAssignment assignment_;
  bool tell_lost_;
};

}  // namespace cdrsim
