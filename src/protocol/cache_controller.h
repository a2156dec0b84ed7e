// SPDX-License-Identifier: BSD-3-Clause
// The private cache controller of a core: L1, optional inclusive L2 behind it, MSHRs and write-back entries, run by a
// protocol's cache table.
//
// Coherence lives in the outermost private level (L2 where there is one, else L1): a line there has a state, a version
// and what an eviction needs to find its home without translation. An L1 in front of an L2 only filters.
//
// A step function: access() and receive() change the state and report what follows in Effects. Copyable; no clock.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cache/cache_array.h"
#include "cache/cache_config.h"
#include "cache/loss_history.h"
#include "core/memory_port.h"
#include "protocol/effects.h"
#include "protocol/protocol.h"
#include "protocol/state_archive.h"
#include "stats/counters.h"

namespace cdrsim {

#define CDRSIM_CACHE_COUNTERS(X)                                                                                    \
  X(l1_hits, "l1.hits", "accesses",                                                                                 \
    "a reference's line pieces performed in the L1 without waiting (forwarded loads included)")                     \
  X(l1_misses, "l1.misses", "accesses", "not performed in the L1 at once; upgrades of shared copies are misses")    \
  X(l2_hits, "l2.hits", "accesses", "L1 misses performed in the private L2")                                        \
  X(l2_misses, "l2.misses", "accesses", "L1 misses that left the private L2 (all of them where there is none)")     \
  X(merged, "l1.merged", "accesses", "misses that joined one already under way")                                    \
  X(miss_cold, "miss.cold", "accesses", "misses on lines this core never had")                                      \
  X(miss_capacity, "miss.capacity", "accesses", "misses on lines this cache replaced (or its L1 did)")              \
  X(miss_coherence, "miss.coherence", "accesses", "misses on lines another core's write took away")                 \
  X(miss_recall, "miss.recall", "accesses",                                                                         \
    "misses on lines the home took away, to evict them or to make room in an entry")                                \
  X(miss_upgrade, "miss.upgrade", "accesses", "writes that found a shared copy")                                    \
  X(miss_domain, "miss.domain", "accesses", "misses on lines a change of domain took away")                         \
  X(evictions, "cache.evictions", "lines", "replaced in the outermost private cache")                               \
  X(writebacks, "cache.writebacks", "lines",                                                                        \
    "modified lines written back on eviction (not those that answer the home)")                                     \
  X(use_once, "cache.use_once", "accesses", "loads served by data that was invalidated before it came")             \
  X(load_lookups, "l1.load_lookups", "accesses",                                                                    \
    "loads that read the L1's arrays, whether or not they count as references")                                     \
  X(store_lookups, "l1.store_lookups", "accesses", "stores that read the L1's tags, likewise")                      \
  X(store_writes, "l1.store_writes", "accesses", "stores written into the arrays, at once or when their line came") \
  X(l1_fills, "l1.fills", "lines", "copied from the private L2 into the L1; 0 without an L2")                       \
  X(l1_back_probes, "l1.back_probes", "lines", "looked up in the L1 because the private L2 lost them")              \
  X(l2_lookups, "l2.lookups", "accesses",                                                                           \
    "loads that missed in the L1, and stores: the L1 writes through; 0 without an L2")                              \
  X(fills, "cache.fills", "lines", "written into the outermost private cache when they came")                       \
  X(line_reads, "cache.line_reads", "lines",                                                                        \
    "read out of the outermost private cache: for its L1, another cache, or the home")                              \
  X(probes, "cache.probes", "messages", "of others that looked a line up in the outermost private cache")           \
  X(broadcast_probes, "cache.broadcast_probes", "messages", "of them, sent to everybody for a public member")
CDRSIM_DECLARE_COUNTERS(CacheCounters, CDRSIM_CACHE_COUNTERS)

/// A reference to one line, translated.
struct LineReference {
  LineAddress line;
  ReferenceKind kind = ReferenceKind::load;
  std::uint8_t slot = 0;
  bool counted = true;
  std::uint32_t sdid = 0, lsid = 0;
};

class CacheController {
 public:
  struct Geometry {
    CacheConfig l1, l2;
    std::uint32_t line_size;
  };

  CacheController(TileId tile, const Geometry& geometry, std::shared_ptr<const Protocol> protocol, std::uint64_t seed);

  enum class Answer : std::uint8_t { l1_hit, l2_hit, pending, blocked };

  /// Starts a reference. pending: `effects.performed` will name its slot in a later step. A request that follows has no
  /// destination yet: the caller finds the home and calls set_home().
  Answer access(const LineReference& reference, Effects& effects);

  /// The home of a line whose request is about to leave; its eviction goes there without another look-up.
  void set_home(LineAddress line, TileId home);

  /// A message for Unit::cache has come.
  void receive(const Message& message, Effects& effects);

  /// Evicts a line now. False, with nothing changed, when it is not here, is busy, or finds no write-back entry free.
  bool evict(LineAddress line, Effects& effects);

  Permission permission(LineAddress line) const;
  /// Of a write-back entry too.
  State state(LineAddress line) const;

  void save(StateWriter& w) const;
  void load(StateReader& r);

  /// Host prefetches for a message or reference to `line` that comes in so many cycles.
  void prepare(LineAddress line, unsigned cycles) const {
    if (cycles == 2) {
      lines_.prefetch_way(line);
      __builtin_prefetch(mshrs_.data());
    } else {
      lines_.prefetch_set(line);
    }
  }

  /// No miss and no eviction is under way.
  bool idle() const;
  /// The misses and evictions under way, one per line, for the dump of a stuck machine.
  std::string describe() const;

  CacheCounters counters;

 private:
  struct Line {
    State state = 0;
    Version version = 0;
    TileId home = kNoTile;
    std::uint32_t sdid = 0, lsid = 0;
  };
  struct Nothing {};
  struct Waiting {
    std::uint8_t slot;
    bool write;
  };
  struct Mshr {
    LineAddress line = kNoLine;  // kNoLine: free
    std::int32_t acks = 0;       // Inv-Acks expected less those received; meaningful once `acks_known`
    bool acks_known = false;
    bool upgrade = false;
    bool holds_forward = false;  // in deferred_
    Loss reason = Loss::never_had;
    Loss taken_by = Loss::coherence;  // who took the data that is under way, if anybody did
    std::vector<Waiting> waiting;
    Path path;
  };
  struct WriteBack {
    LineAddress line = kNoLine;  // kNoLine: free
    State state = 0;
    Version version = 0;
    TileId home = kNoTile;
    std::uint32_t sdid = 0, lsid = 0;
  };
  /// The copy an event happens to: in the array, in a write-back entry, or nowhere.
  struct Copy {
    Slot slot;
    WriteBack* write_back = nullptr;
  };

  const StateInfo& info(State state) const { return protocol_->cache.info(state); }
  Copy find(LineAddress line);
  State state_of(const Copy& copy) const;
  Mshr* find_mshr(LineAddress line);
  WriteBack* find_write_back(LineAddress line);

  Answer hit(const LineReference& reference, Slot slot, State next, Effects& effects);
  Answer begin_miss(const LineReference& reference, Slot slot, const PrivateTable::Row& row, Effects& effects);
  bool evict(Slot slot, Effects& effects);
  bool make_room(LineAddress line, Slot& slot, Effects& effects);
  void count_miss(const Mshr& mshr, bool counted);
  void happen(LineAddress line, Copy copy, PrivateEvent event, const Message* message, Effects& effects);
  void perform(Mshr& mshr, Line& line, Effects& effects);
  void answer(const Message& message, MessageType type, TileId to, Version version, Effects& effects) const;
  void drop_from_l1(LineAddress line);
  void put(const WriteBack& entry, MessageType type, Effects& effects) const;
  void observe(const Effects& effects, LineAddress line, State before, PrivateEvent event, State after) const;
  static Loss loss_by(const Message& message);

  TileId tile_;
  std::shared_ptr<const Protocol> protocol_;
  CacheArray<Line> lines_;                     // the outermost private level
  std::optional<CacheArray<Nothing>> filter_;  // the L1, where there is an L2 behind it
  std::vector<Mshr> mshrs_;
  std::vector<Message> deferred_;  // the forward that waits for an MSHR's line to settle, by MSHR
  std::vector<WriteBack> write_backs_;
  std::uint32_t write_backs_used_ = 0, mshrs_used_ = 0;
  LossHistory history_;
  std::uint32_t answer_delay_;  // cycles to look the line up for a forward
};

}  // namespace cdrsim
