// SPDX-License-Identifier: BSD-3-Clause
// An in-order core that replays one thread of a trace.
//
// Time. A record issues gap x cpi cycles after the point at which the previous one let the core go on:
//   load       its data (core.outstanding_loads = 1), or the cycle after its issue (more)
//   store      TSO: the cycle after it entered the store buffer; SC: when it is performed
//   atomic     when it is performed
//   barrier, lock   when its answer is back; unlock: the cycle after it was sent
// and never earlier than one cycle after the previous issue, nor in the very cycle of a completed() call: a core acts
// on an answer of its memory in the following cycle at the earliest. Gaps run from the answer itself.
//
// Order. Loads bind in program order (load_queue.h). TSO stores are performed in program order, one at a time, each
// after all older loads; loads take their bytes from the youngest older store that covers them, in 1 cycle, and wait
// until a store that covers them in part has drained. SC stores wait for everything older and block. Atomics, barriers,
// locks and unlocks are fences: they wait until the store buffer is empty and all loads are bound.
//
// A reference that crosses lines becomes one piece per line, each a Reference, each started when the one before is
// performed (TSO: has entered the store buffer). It counts once, from the issue of the first to the completion of the
// last.
//
// sync.model = coherent adds references to the variable's line, not counted as the program's: an atomic before a lock
// or barrier is asked for, a store before an unlock is announced, another atomic after a lock that had to wait, a load
// after a barrier.
//
// Restart. After its last record a core asks its CoreOwner whether to start over. Only the first pass counts: its
// finish cycle, its references (later ones go to the port with counted = false), its instructions.
//
//   TraceCore core(id, config, 64, queue, port, sync, counters, latency, trace->cursor(0), {app, 0, space, tile});
//   core.start(1);  while (queue.run_cycle()) {}  assert(core.finished());
//
// Serial replay (core.timing = serial, warm-up) goes through SerialDriver.
#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"
#include "core/core_config.h"
#include "core/core_counters.h"
#include "core/gap_clock.h"
#include "core/latency.h"
#include "core/load_queue.h"
#include "core/memory_port.h"
#include "core/store_buffer.h"
#include "core/synchronization.h"
#include "engine/component.h"
#include "engine/event_queue.h"
#include "trace/trace.h"

namespace cdrsim {

class TraceCore;

class CoreOwner {
 public:
  virtual ~CoreOwner() = default;
  /// `core` has performed all its records once more: for the first time if it is not finished() yet. Does it start
  /// over at once? If not, start_over() may be called later.
  virtual bool pass_finished(Cycle now, TraceCore& core) = 0;
};

class TraceCore final : public Component, public CoreClient {
 public:
  TraceCore(std::uint32_t id, const CoreConfig& config, std::uint32_t line_size, EventQueue& queue, MemoryPort& port,
            Synchronization& sync, CoreCounters& counters, LatencyRecorder& latency, Trace::Cursor cursor,
            const ThreadIdentity& identity);

  /// Without an owner a core ends after one pass.
  void set_owner(CoreOwner* owner) { owner_ = owner; }

  /// The first gap begins at `at` (the first record issues in the next cycle at the earliest).
  void start(Cycle at);

  /// Performs all records once more, from the next cycle on. False when there are none. For a core whose pass is over.
  bool start_over(Cycle now);

  /// All records of the first pass are performed, buffered stores included.
  bool finished() const { return finished_; }
  /// The cycle in which the last of them was.
  Cycle finish_cycle() const { return finish_cycle_; }

  const ThreadIdentity& identity() const { return identity_; }

  /// Since when the oldest memory reference waits for its memory system; kNever when none does.
  Cycle oldest_pending() const;
  /// One line: who this is and what it waits for.
  std::string describe_wait(Cycle now) const;

  void handle(Cycle now, std::uint64_t event) override;
  void prepare(std::uint64_t event, unsigned cycles) const override;
  void completed(Cycle now, std::uint8_t slot) override;
  void unblocked(Cycle now) override;
  void lost(Cycle now, std::uint64_t line) override;

 private:
  friend class SerialDriver;

  enum Event : std::uint64_t { kIssue, kDrain, kReplay };

  /// Why the front record does not move.
  enum class Wait : std::uint8_t {
    not_started,
    issue,        // nothing: an event will issue it
    memory,       // for completed(): a load, a blocking store, an atomic, a synchronisation reference
    blocked,      // for unblocked()
    buffer_full,  // for a store buffer entry
    overlap,      // load: for a store that covers it in part
    fence,        // for stores to drain and loads to bind
    load_slots,   // for the oldest load in flight
    piece,        // for the previous piece, a load in flight
    sync,         // for an answer of Synchronization
    end,          // no records are left: for stores to drain and loads to bind
    finished
  };

  /// What the head of the store buffer does.
  enum class Drain : std::uint8_t {
    idle,         // buffer empty
    scheduled,    // an event will start it
    older_loads,  // waits for older loads to bind
    blocked,      // for unblocked()
    pending,      // for completed()
    performed     // performed in a cycle to come; an event will remove it
  };

  /// Steps of a synchronisation record. The coherent model takes all, the ideal model those that touch no memory.
  enum class SyncStep : std::uint8_t { fence, touch, request, answer, touch_again, passed };

  // The front record (trace_core.cpp).
  void step(Cycle now);
  void load(Cycle now);
  void load_in_flight(Cycle now);
  void store(Cycle now);
  void exclusive(Cycle now, ReferenceKind kind);
  bool fenced(Cycle now);
  void access_at_front(Cycle now, const Reference& reference);
  void front_performed(Cycle now, Cycle ready);
  void piece_performed(Cycle now, Cycle ready, ReferenceKind kind);
  void next_piece(std::uint32_t size);
  void advance(Cycle now, Cycle from);
  void resume_at(Cycle when);
  void end_of_trace(Cycle now);
  void account(ReferenceKind kind, Cycle issued, Cycle completion);
  std::uint32_t piece_size() const;

  // Synchronisation records (trace_core_sync.cpp).
  void synchronise(Cycle now, const Record& record);
  void sync_answered(Cycle now, bool waited);
  void sync_passed(Cycle now, Cycle from);
  void synchronise_at_once();

  // Behind the front: store buffer, loads in flight (trace_core_queues.cpp).
  void schedule_drain(Cycle when);
  void drain(Cycle now);
  void drain_event(Cycle now);
  bool waits_for_drain() const;
  void retire_store(Cycle completion);
  void load_performed(Cycle now, std::uint8_t slot);
  void must_replay(Cycle now, InFlightLoad& load);
  void schedule_replay(Cycle now);
  void replay(Cycle now);
  void bind_loads();
  void loads_moved(Cycle now);

  // Serial replay, for SerialDriver: performs the next record, from `at`, with nothing else in flight.
  const Trace::Cursor& cursor() const { return cursor_; }
  void perform_alone(Cycle at);
  bool performing_alone() const { return alone_ && wait_ != Wait::not_started; }
  Cycle last_completion() const { return last_completion_; }
  void finish_alone();

  // Touched by every reference.
  EventQueue& queue_;
  MemoryPort& port_;
  Trace::Cursor cursor_;
  CoreCounters& counters_;
  LatencyRecorder& latency_;
  GapClock gap_;
  std::uint32_t line_size_;
  bool single_load_, blocking_stores_;
  bool begun_ = false;    // the front record has issued
  bool counting_ = true;  // first pass
  bool alone_ = false;    // serial replay
  Wait wait_ = Wait::not_started;
  Drain drain_ = Drain::idle;
  SyncStep sync_step_ = SyncStep::fence;
  std::uint32_t left_ = 0;      // bytes of the front record not yet started, the present piece included
  std::uint64_t piece_ = 0;     // address of the present piece
  std::uint64_t sequence_ = 0;  // records begun: program order of what is in the queues
  Cycle issued_ = 0;            // front record
  Cycle since_ = kNever;        // the present piece's first try, while it waits
  Cycle last_completion_ = 0;
  Cycle drain_free_ = 0;  // until then a store that was performed at once takes up the buffer's port
  StoreBuffer buffer_;
  LoadQueue loads_;

  // Touched now and then.
  Synchronization& sync_;
  ThreadIdentity identity_;
  CoreOwner* owner_ = nullptr;
  std::uint32_t sync_thread_;
  std::uint8_t drain_slot_, front_slot_;
  bool replay_scheduled_ = false, replay_blocked_ = false, finished_ = false;
  Cycle wake_ = 0;        // of the scheduled issue
  Cycle head_since_ = 0;  // when the buffer's head became its head
  Cycle drain_done_ = 0;  // when a performed head leaves
  Cycle full_since_ = kNever;
  Cycle finish_cycle_ = 0;
};

}  // namespace cdrsim
