// SPDX-License-Identifier: BSD-3-Clause
// The home controller of a tile: an LLC slice, the directory entries of its lines, transaction entries (MSHRs), and the
// SMC, run by a protocol's home table.
//
// The directory is in the LLC, an entry beside each line, and so the LLC is inclusive of the private caches; or it is
// sparse: an array of its own, and only the entries are inclusive, while the LLC's data comes and goes (LlcData).
//
// Requests are served in order of arrival. One that meets a busy line waits in that line's MSHR; one that needs an MSHR
// or a way when there is none stays at the head of the queue (in the mesh's request network, where it may stay) and
// holds up what is behind it. Evictions and answers never wait.
//
// An MSHR covers a line and the victim that makes room for it. A line that is fetched takes its way as soon as the
// victim has left the array; a dirty victim lives on in the MSHR until DRAM has taken it.
//
// Sharers are members of a namespace: core tiles in the global domain, logical sharers (LSIDs) under Sharer
// Restriction. Only the walk of invalidations turns members into tiles: through the SMC under restriction. A walk that
// misses in the SMC asks memory for the map-table line and goes on from the member where it stopped.
//
// A step function: receive() changes the state and reports what follows in Effects. Copyable; no clock.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cache/cache_array.h"
#include "cache/cache_config.h"
#include "directory/sharer_scheme.h"
#include "domain/domain_tables.h"
#include "domain/map_cache.h"
#include "memory/memory_map.h"
#include "protocol/effects.h"
#include "protocol/llc_data.h"
#include "protocol/protocol.h"
#include "stats/counters.h"

namespace cdrsim {

#define CDRSIM_HOME_COUNTERS(X)                                                                                     \
  X(llc_hits, "llc.hits", "requests", "GetS and GetM that found their line in the home's LLC slice")                \
  X(llc_misses, "llc.misses", "requests", "GetS and GetM that did not (joining a fetch under way included)")        \
  X(llc_evictions, "llc.evictions", "lines", "replaced in the LLC")                                                 \
  X(entry_evictions, "directory.evictions", "entries", "replaced in the sparse directory")                          \
  X(invalidations, "directory.invalidations", "messages", "Invs sent for writers")                                  \
  X(forwards, "directory.forwards", "messages", "requests forwarded to an owner")                                   \
  X(broadcasts, "directory.broadcasts", "events",                                                                   \
    "invalidations or recalls of everybody: in the broadcast scope, or by an entry that has lost count")            \
  X(recalls, "directory.recalls", "lines", "evicted by the home while private caches may have held them")           \
  X(pointer_recalls, "directory.pointer_recalls", "events", "sharers or owners recalled to make room in the entry") \
  X(recall_messages, "directory.recall_messages", "messages", "Recalls and Recall-Invs sent")                       \
  X(smc_lookups, "smc.lookups", "lookups", "logical sharers turned into tiles")                                     \
  X(smc_misses, "smc.misses", "lookups", "of them not found in the SMC")                                            \
  X(waits, "home.waits", "requests", "met a busy line")                                                             \
  X(tag_lookups, "llc.tag_lookups", "look-ups",                                                                     \
    "of lines in the slice's tags, by requests (again after each wait) and evictions of private caches")            \
  X(line_reads, "llc.line_reads", "lines", "read from the slice's data: for private caches, or to DRAM")            \
  X(line_writes, "llc.line_writes", "lines", "written into the slice's data")                                       \
  X(entry_reads, "directory.reads", "entries", "read: by look-ups that found one, and for evictions")               \
  X(entry_writes, "directory.writes", "entries", "written: made new, or with another owner or other sharers")
CDRSIM_DECLARE_COUNTERS(HomeCounters, CDRSIM_HOME_COUNTERS)

/// What all homes of a machine share; immutable during a run (with static domains).
struct HomeEnvironment {
  std::shared_ptr<const Protocol> protocol;
  std::shared_ptr<const SharerScheme> sharers;
  const DomainTables* domains = nullptr;
  std::uint32_t cores = 0;  // core tiles 0 .. cores-1
  LlcConfig llc;
  bool sparse = false;                                         // directory.store = "sparse"
  std::uint32_t directory_entries = 1024, directory_ways = 8;  // of a sparse directory, per tile
  std::uint32_t line_size = 64;
  std::uint32_t smc_entries = 16;
  bool free_maps = false;  // cdr.map_lookups = "free"
  std::uint64_t seed = 0;
  const MemoryMap* memory = nullptr;
};

class HomeController {
 public:
  HomeController(TileId tile, const HomeEnvironment& environment);

  /// A message for Unit::home, or map_data for this home's SMC, has come.
  void receive(const Message& message, Effects& effects);

  /// Host prefetches for a message about `line` that comes in so many cycles.
  void prepare(LineAddress line, unsigned cycles) const {
    if (cycles == 2)
      lines_.prefetch_way(line);
    else
      lines_.prefetch_set(line);
  }

  bool idle() const;
  std::string describe() const;

  /// Evicts a line (the entry of one, in a sparse directory) now. False, with nothing changed, when it is not here, is
  /// busy, or finds no MSHR free.
  bool evict(LineAddress line, Effects& effects);
  /// Drops the data of a line from an LLC that is not inclusive. False when it is not there.
  bool evict_data(LineAddress line, Effects& effects);

  // --- What can be seen, for those who check -------------------------------------------------------------------------
  State state(LineAddress line) const;
  bool has_data(LineAddress line) const;
  /// Whether the entry covers a copy in the private cache of `tile`, whose logical id in the line's domain is `lsid`:
  /// as the owner, as a sharer, or as one that a walk has still to reach.
  bool may_hold(LineAddress line, TileId tile, std::uint32_t lsid) const;
  /// Requests that wait for an MSHR or a way: they stay in the network.
  std::size_t queued() const { return queue_.size(); }

  void save(StateWriter& w) const;
  void load(StateReader& r);

 private:
  struct Line {
    State state = 0;
    bool dirty = false;
    Version version = 0;
    TileId owner = kNoTile;
    std::uint32_t owner_member = 0;
    std::uint32_t sdid = kNoDomain;
    SharerSet sharers;
  };
  /// Invalidations of one line on their way out.
  struct Walk {
    bool active = false, started = false, broadcast = false, waits_for_map = false, waits_for_turn = false;
    bool retry = false;                   // the next member's lookup was counted when it missed
    MessageType type = MessageType::inv;  // what is sent: inv, home_inv, recall_inv
    std::uint32_t sdid = kNoDomain;       // of the line
    std::vector<std::uint32_t> targets;   // members in ascending order; tiles of a broadcast
    std::size_t next = 0;
    TileId acks_to{};
    Path path;  // smc: cycles lost in map-table misses so far
  };
  /// What an MSHR is for; none: it is free. Apart from the MSHR, so that a search reads little.
  struct Covers {
    LineAddress line = kNoLine;    // busy, or being fetched
    LineAddress victim = kNoLine;  // being evicted to make room for it
  };
  struct Mshr {
    bool fetching = false, reading = false, way_free = false, data_here = false;
    bool victim_writing = false;    // the victim has left the array
    Slot way;                       // of the fetch, or of the victim alone
    Version data = 0;               // from DRAM
    std::uint32_t recall_acks = 0;  // outstanding at this home
    Message writer;                 // while a walk for a writer is under way: who it is
    Walk walk;
    std::vector<Message> waiting;
  };

  const StateInfo& info(State state) const { return environment_.protocol->home.info(state); }
  StateKind kind_of(State state) const { return environment_.protocol->home.kind(state); }
  std::uint32_t width() const;
  bool is_public(const Line& line, std::uint32_t member) const;
  std::uint32_t member(const Message& request) const;
  bool knows(const Line& line, const Message& message) const;
  bool has_good_copy(const Line& line, const Message& request) const;
  bool possible(State state, HomeEvent event) const { return environment_.protocol->home.at(state, event).possible; }
  HomeEvent event_of(const Message& request, const Line* line) const;

  Mshr* mshr_of(LineAddress line);
  Mshr* take_mshr(LineAddress line);
  Covers& covers(const Mshr& mshr) { return covers_[static_cast<std::size_t>(&mshr - mshrs_.data())]; }
  bool serve(Message& request, Effects& effects);
  bool begin_fetch(Message& request, HomeEvent event, Effects& effects);
  void read_memory(Mshr& mshr, LineAddress line, Effects& effects);
  void write_memory(LineAddress line, Version version, Effects& effects);
  void put_data(LineAddress line, Line* entry, Version version, bool dirty, Effects& effects);
  Version data_of(LineAddress line, const Line& entry);
  void count_look_up(Message& request, Slot slot, Effects& effects);
  void count_array_look_up(Slot slot);
  void handle_put(const Message& message, Effects& effects);
  /// `mshr`: that of the line, where the caller has it; found when the line is busy and it is null.
  void happen(LineAddress line, HomeEvent event, Message* message, Mshr* mshr, Effects& effects);
  void act(HomeAction action, LineAddress line, Line* entry, Mshr* mshr, Message* message, Effects& effects);
  void prepare_walk(Mshr& mshr, const Line& line, MessageType type, const Message* writer);
  void aim_walk(Mshr& mshr, const Line& line, MessageType type, const Message* writer);
  void run_walk(Mshr& mshr, LineAddress line, Effects& effects);
  void finish_walk(Mshr& mshr, LineAddress line, Effects& effects);
  void way_freed(Mshr& mshr, Effects& effects);
  void wake_waiting(Mshr& mshr, LineAddress line);
  void release_if_done(Mshr& mshr);
  void drain(Effects& effects);
  void reply(const Message& request, MessageType type, Version version, std::uint32_t acks, Effects& effects) const;
  void observe(const Effects& effects, LineAddress line, State before, HomeEvent event, State after) const;

  TileId tile_;
  std::uint32_t delay_;  // cycles of an LLC access
  const HomeEnvironment& environment_;
  CacheArray<Line> lines_;       // LLC lines with their entries, or the entries of a sparse directory
  std::optional<LlcData> data_;  // of a sparse directory's LLC
  MapCache smc_;
  std::vector<Mshr> mshrs_;
  std::vector<Covers> covers_;  // of each MSHR
  std::vector<std::uint32_t> free_mshrs_;
  std::deque<Message> queue_;           // requests that wait for an MSHR or a way
  LineAddress broadcasting_ = kNoLine;  // one broadcast at a time leaves a slice
  std::deque<LineAddress> broadcasts_;  // lines whose broadcast waits for its turn
  bool progress_ = false;
  std::uint8_t evictions_begun_ = 0;  // again, in this step
  State fetching_;                    // the state of a line that is being fetched

 public:
  HomeCounters counters;
};

}  // namespace cdrsim
