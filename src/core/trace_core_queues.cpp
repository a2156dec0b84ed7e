// SPDX-License-Identifier: BSD-3-Clause
// What goes on behind the front record: the store buffer drains, loads in flight perform, bind and are replayed; and
// the answers of the memory system, none of which calls it back at once.
#include <algorithm>

#include "core/trace_core.h"

namespace cdrsim {

void TraceCore::completed(Cycle now, std::uint8_t slot) {
  if (slot == drain_slot_) {
    retire_store(now);
    drain_ = Drain::idle;
    if (!buffer_.empty() || waits_for_drain()) schedule_drain(now + 1);
  } else if (slot == front_slot_) {
    front_performed(now, now);
  } else if (single_load_ || alone_) {
    piece_performed(now, now, ReferenceKind::load);
  } else {
    load_performed(now, slot);
  }
}

void TraceCore::unblocked(Cycle now) {
  // Oldest first: a replayed load is older than the buffer's head that waits for it, and both than the front record.
  if (replay_blocked_) schedule_replay(now);
  if (drain_ == Drain::blocked) schedule_drain(now + 1);
  if (wait_ == Wait::blocked) resume_at(now + 1);
}

void TraceCore::lost(Cycle now, std::uint64_t line) {
  loads_.lose(line, line_size_, [&](InFlightLoad& load) { must_replay(now, load); });
}

// ---- Store buffer

void TraceCore::schedule_drain(Cycle when) {
  drain_ = Drain::scheduled;
  queue_.schedule(when, Priority::core, *this, *this, kDrain);
}

/// Sends the head to the memory system.
void TraceCore::drain(Cycle now) {
  const BufferedStore& head = buffer_.front();
  if (loads_.unbound_before(head.sequence)) {
    drain_ = Drain::older_loads;
    return;
  }
  PortAnswer answer = port_.access(now, {head.address, head.size, ReferenceKind::store, drain_slot_, counting_});
  if (answer.kind != PortAnswer::done) {
    drain_ = answer.kind == PortAnswer::pending ? Drain::pending : Drain::blocked;
    return;
  }
  drain_done_ = now + answer.latency;
  schedule_drain(now + std::max(answer.latency, 1u));
  drain_ = Drain::performed;
}

void TraceCore::drain_event(Cycle now) {
  if (drain_ == Drain::performed) retire_store(drain_done_);
  drain_ = Drain::idle;
  if (!buffer_.empty()) drain(now);
  if (waits_for_drain()) step(now);
}

bool TraceCore::waits_for_drain() const {
  return wait_ == Wait::buffer_full || wait_ == Wait::overlap || wait_ == Wait::fence || wait_ == Wait::end;
}

/// The head is performed at `completion`.
void TraceCore::retire_store(Cycle completion) {
  const BufferedStore& head = buffer_.front();
  if (head.last) account(ReferenceKind::store, head.issued, completion);
  buffer_.pop();
  head_since_ = completion;
}

// ---- Loads in flight

void TraceCore::load_performed(Cycle now, std::uint8_t slot) {
  InFlightLoad& load = loads_.in_slot(slot);
  if (!LoadQueue::arrived(load)) return must_replay(now, load);
  load.done = now;
  bind_loads();
  loads_moved(now);
}

void TraceCore::bind_loads() {
  loads_.bind([this](const InFlightLoad& load) {
    if (load.last) account(ReferenceKind::load, load.issued, load.done);
  });
}

void TraceCore::must_replay(Cycle now, InFlightLoad& load) {
  load.since = now;
  if (counting_) ++counters_.replays;
  schedule_replay(now);
}

void TraceCore::schedule_replay(Cycle now) {
  replay_blocked_ = false;
  if (replay_scheduled_) return;
  replay_scheduled_ = true;
  queue_.schedule(now + 1, Priority::core, *this, *this, kReplay);
}

void TraceCore::replay(Cycle now) {
  replay_scheduled_ = false;
  for (std::uint32_t i = loads_.bound(); i < loads_.size(); ++i) {
    InFlightLoad& load = loads_.at(i);
    if (load.state != InFlightLoad::replay) continue;
    if (buffer_.match(load.address, load.size, load.sequence) == StoreBuffer::Match::covers) {
      load.state = InFlightLoad::performed;
      load.done = now + 1;
      continue;
    }
    // Not counted: l1.hits and l1.misses keep one entry per piece; core.replayed_loads counts these.
    PortAnswer answer = port_.access(now, {load.address, load.size, ReferenceKind::load, loads_.slot(i), false});
    if (answer.kind == PortAnswer::blocked) {
      replay_blocked_ = true;
      break;
    }
    load.state = answer.kind == PortAnswer::done ? InFlightLoad::performed : InFlightLoad::pending;
    load.done = now + answer.latency;
  }
  bind_loads();
  loads_moved(now);
}

/// Loads have performed or bound: whoever waits for that goes on.
void TraceCore::loads_moved(Cycle now) {
  if (drain_ == Drain::older_loads && !loads_.unbound_before(buffer_.front().sequence)) schedule_drain(now + 1);
  if (wait_ == Wait::load_slots || wait_ == Wait::fence || wait_ == Wait::end) resume_at(now + 1);
  if (wait_ == Wait::piece) {
    const InFlightLoad& previous = loads_.at(loads_.size() - 1);
    if (previous.state == InFlightLoad::performed) resume_at(std::max(previous.done, now + 1));
  }
}

}  // namespace cdrsim
