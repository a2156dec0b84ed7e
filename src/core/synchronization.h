// SPDX-License-Identifier: BSD-3-Clause
// Barriers and locks: who is released when.
//
// A lock is (address space, address); a barrier is (application, address), as its count is of one application's threads
// even where copies share an address space. Each has an owner tile, picked by a hash among the tiles of the threads in
// its address space. A request travels to the owner, is served there in arrival order, and the answer travels back:
//   sync.model = ideal      `distance(tile, owner)` cycles each way (the network's zero-load latency), no traffic
//   sync.model = coherent   1 cycle each way: the cost is in the coherent references that the core makes to the
//                           variable's line before it asks and after it is answered (see trace_core.h). So requests
//                           are served in the order in which those references were performed.
//
// Locks are granted first come, first served. A thread that takes a lock it holds gets it again (recursive), and must
// give it back as often. Giving back a lock that one does not hold changes nothing but sync.stray_unlocks.
// Barriers: see barrier.h.
//
// The functional forms (*_at_once) are for serial replay, where nothing waits: a lock may then have several holders,
// and is taken for later timed requests until all of them gave it back.
//
//   Synchronization sync(id, queue, SyncModel::ideal, distance, counters);
//   auto thread = sync.join(core, {application, thread, space, tile});     // all threads, before the run
//   sync.lock(now, thread, address, order, true);                         // answer: core.handle(when, kGranted...)
//
// State: a few dozen bytes per variable touched and per thread, however many wait.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/types.h"
#include "core/barrier.h"
#include "core/core_config.h"
#include "core/wait_list.h"
#include "engine/component.h"
#include "engine/event_queue.h"
#include "stats/counters.h"

namespace cdrsim {

#define CDRSIM_SYNC_COUNTERS(X)                                                                                \
  X(barriers, "sync.barriers", "episodes", "barrier episodes completed (by a thread in its first pass)")       \
  X(stray_unlocks, "sync.stray_unlocks", "unlocks", "unlocks by a thread that did not hold the lock: ignored") \
  X(reordered_grants, "sync.reordered_grants", "acquires", "locks granted after one that the trace has later")
CDRSIM_DECLARE_COUNTERS(SyncCounters, CDRSIM_SYNC_COUNTERS)

/// Which thread of the machine a core runs, and where.
struct ThreadIdentity {
  std::uint32_t application = 0;
  std::uint32_t thread = 0;  // of the application
  std::uint32_t space = 0;   // address space
  TileId tile;
  bool ordered = true;  // its trace has one order over all threads (TraceInfo::global_order)
};

class Synchronization final : public Component {
 public:
  /// Arguments of the event that answers a request. After a wait: the lock was taken, or the
  /// barrier incomplete, when the request came.
  static constexpr std::uint64_t kGranted = 16, kGrantedAfterWait = 17;

  using Distance = std::function<Cycle(TileId, TileId)>;  // >= 1

  Synchronization(std::uint32_t id, EventQueue& queue, SyncModel model, Distance distance, SyncCounters& counters);

  SyncModel model() const { return model_; }

  /// Registers the thread that `core` runs; the handle names it from now on. All join before the first request.
  std::uint32_t join(Component& core, const ThreadIdentity& identity);

  // Requests, sent at `now`; lock and arrive are answered. `order`: the acquire's place in the trace. `first_pass`:
  // the thread has not started over; later passes count nothing.
  void lock(Cycle now, std::uint32_t thread, std::uint64_t address, std::uint64_t order, bool first_pass);
  void unlock(Cycle now, std::uint32_t thread, std::uint64_t address);
  void arrive(Cycle now, std::uint32_t thread, std::uint64_t address, std::uint32_t count, bool first_pass);

  // The same without time and without waiting.
  void lock_at_once(std::uint32_t thread, std::uint64_t address, std::uint64_t order);
  void unlock_at_once(std::uint32_t thread, std::uint64_t address);
  void arrive_at_once(std::uint32_t thread, std::uint64_t address, std::uint32_t count);

  /// What the thread's unanswered request waits for: "barrier 0x100: 1 of 2 threads arrived: app 0 thread 0".
  std::string describe_wait(std::uint32_t thread) const;

  void handle(Cycle now, std::uint64_t argument) override;

 private:
  struct Variable {
    std::uint32_t owner;  // address space of a lock, application of a barrier
    std::uint64_t address;
    friend bool operator==(const Variable&, const Variable&) = default;
  };
  struct VariableHash {
    std::size_t operator()(const Variable& v) const;
  };
  struct Holder {
    std::uint32_t thread, times;
  };
  struct Lock {
    std::vector<Holder> holders;  // one, but for what a functional warm-up left
    WaitList waiting;
    std::uint64_t newest = 0;  // the largest trace order granted
  };

  enum class Kind : std::uint8_t { none, lock, unlock, barrier };
  struct Request {
    std::uint32_t thread, count;
    std::uint64_t address;
    Kind kind;
  };
  struct Thread {
    Component* core;
    ThreadIdentity identity;
    Kind waits_for = Kind::none;
    bool at_owner = false;  // the request has arrived there
    bool first_pass = true;
    std::uint64_t address = 0;  // of what it waits for
    std::uint64_t order = 0;    // lock: of the acquire
    std::uint64_t episode = 0;  // barrier
  };

  Variable variable(std::uint32_t thread, std::uint64_t address) const {
    return {threads_[thread].identity.space, address};
  }
  Variable barrier_variable(std::uint32_t thread, std::uint64_t address) const {
    return {threads_[thread].identity.application, address};
  }
  Cycle way(std::uint32_t thread, std::uint64_t address) const;
  void send(Cycle now, const Request& request);
  void answer(Cycle now, std::uint32_t thread, std::uint64_t argument);
  void hold(Lock& lock, std::uint32_t thread, std::uint64_t order, bool first_pass);
  bool give_back(Lock& lock, std::uint32_t thread);
  void serve_lock(Cycle now, const Request& request);
  void serve_unlock(Cycle now, const Request& request);
  void serve_barrier(Cycle now, const Request& request);
  void release(Cycle now, Barrier::Episode& episode);
  std::string name(std::uint32_t thread) const;
  std::string list(const WaitList& waiting) const;

  EventQueue& queue_;
  SyncModel model_;
  Distance distance_;
  SyncCounters& counters_;
  std::vector<Thread> threads_;
  std::vector<std::uint32_t> next_;                                 // WaitList's links, by thread
  std::unordered_map<std::uint32_t, std::vector<TileId>> members_;  // by address space
  std::unordered_map<Variable, Lock, VariableHash> locks_;
  std::unordered_map<Variable, Barrier, VariableHash> barriers_;
  std::vector<Request> requests_;  // on their way; slots are reused
  std::vector<std::uint32_t> free_;
};

}  // namespace cdrsim
