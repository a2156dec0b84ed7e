// SPDX-License-Identifier: BSD-3-Clause
// The front record: what issues, and when the core goes on.
#include "core/trace_core.h"

#include <algorithm>

#include "base/error.h"

namespace cdrsim {

TraceCore::TraceCore(std::uint32_t id, const CoreConfig& config, std::uint32_t line_size, EventQueue& queue,
                     MemoryPort& port, Synchronization& sync, CoreCounters& counters, LatencyRecorder& latency,
                     Trace::Cursor cursor, const ThreadIdentity& identity)
    : Component(id),
      queue_(queue),
      port_(port),
      cursor_(std::move(cursor)),
      counters_(counters),
      latency_(latency),
      gap_(config.cpi),
      line_size_(line_size),
      single_load_(config.outstanding_loads == 1),
      blocking_stores_(config.memory_model == MemoryModel::sc || config.store_buffer == 0),
      buffer_(blocking_stores_ ? 0 : config.store_buffer),
      loads_(single_load_ ? 0 : config.outstanding_loads),
      sync_(sync),
      identity_(identity),
      drain_slot_(static_cast<std::uint8_t>(config.outstanding_loads)),
      front_slot_(static_cast<std::uint8_t>(config.outstanding_loads + 1)) {
  if (config.outstanding_loads < 1 || config.outstanding_loads > 250)
    throw UserError("core.outstanding_loads = " + std::to_string(config.outstanding_loads) + ": must be 1 to 250");
  sync_thread_ = sync_.join(*this, identity_);
}

void TraceCore::start(Cycle at) {
  alone_ = false;
  last_completion_ = at;
  const Record* first = cursor_.peek();
  Cycle when = first ? at + gap_.advance(first->gap) : at;
  resume_at(std::max(when, queue_.now() + 1));
}

void TraceCore::prepare(std::uint64_t event, unsigned cycles) const {
  if (event != kIssue) return;
  const Record* record = cursor_.peek();
  if (!record) return;
  if (cycles == 3) {
    __builtin_prefetch(record);
    for (int line = 0; line < 3; ++line) __builtin_prefetch(reinterpret_cast<const char*>(&port_) + 64 * line);
  } else {
    port_.prepare(record->address, cycles);
  }
}

void TraceCore::handle(Cycle now, std::uint64_t event) {
  switch (event) {
    case kIssue:
      return step(now);
    case kDrain:
      return drain_event(now);
    case kReplay:
      return replay(now);
    default:
      return sync_answered(now, event == Synchronization::kGrantedAfterWait);
  }
}

void TraceCore::step(Cycle now) {
  const Record* record = cursor_.peek();
  if (!record) [[unlikely]]
    return end_of_trace(now);
  if (!begun_) {
    begun_ = true;
    issued_ = now;
    piece_ = record->address;
    left_ = record->size;
    ++sequence_;
    if (counting_) counters_.instructions += record->gap + std::uint64_t{1};
  }
  switch (record->operation) {
    case Operation::read:
      return single_load_ || alone_ ? load(now) : load_in_flight(now);
    case Operation::write:
      return blocking_stores_ || alone_ ? exclusive(now, ReferenceKind::store) : store(now);
    case Operation::atomic:
      return exclusive(now, ReferenceKind::atomic);
    case Operation::barrier:
    case Operation::lock:
    case Operation::unlock:
      return synchronise(now, *record);
  }
}

std::uint32_t TraceCore::piece_size() const {
  auto to_line_end = line_size_ - static_cast<std::uint32_t>(piece_ & (line_size_ - 1));
  return std::min(left_, to_line_end);
}

void TraceCore::next_piece(std::uint32_t size) {
  piece_ += size;
  left_ -= size;
  since_ = kNever;
}

/// A blocking load.
void TraceCore::load(Cycle now) {
  std::uint32_t size = piece_size();
  if (!buffer_.empty()) {
    StoreBuffer::Match match = buffer_.match(piece_, size, sequence_);
    if (match == StoreBuffer::Match::covers) {
      if (counting_) ++counters_.forwarded;
      return piece_performed(now, now + 1, ReferenceKind::load);
    }
    if (match == StoreBuffer::Match::overlaps) {
      wait_ = Wait::overlap;
      return;
    }
  }
  PortAnswer answer = port_.access(now, {piece_, size, ReferenceKind::load, 0, counting_});
  if (answer.kind == PortAnswer::done) [[likely]]
    return piece_performed(now, now + answer.latency, ReferenceKind::load);
  since_ = std::min(since_, now);
  wait_ = answer.kind == PortAnswer::pending ? Wait::memory : Wait::blocked;
}

/// A load that leaves the core free to go on.
void TraceCore::load_in_flight(Cycle now) {
  loads_.retire(now);
  if (loads_.full()) {
    if (loads_.bound() > 0) return resume_at(loads_.at(0).done);
    wait_ = Wait::load_slots;
    return;
  }
  std::uint32_t size = piece_size();
  InFlightLoad entry{piece_, sequence_, issued_, now, now + 1, size, InFlightLoad::performed, size == left_};
  StoreBuffer::Match match = buffer_.match(piece_, size, sequence_);
  if (match == StoreBuffer::Match::overlaps) {
    wait_ = Wait::overlap;
    return;
  }
  if (match == StoreBuffer::Match::covers) {
    if (counting_) ++counters_.forwarded;
  } else {
    PortAnswer answer = port_.access(now, {piece_, size, ReferenceKind::load, loads_.next_slot(), counting_});
    if (answer.kind == PortAnswer::blocked) {
      since_ = std::min(since_, now);
      wait_ = Wait::blocked;
      return;
    }
    entry.done = now + answer.latency;
    if (answer.kind == PortAnswer::pending) entry.state = InFlightLoad::pending;
  }
  loads_.push(entry);
  bind_loads();
  next_piece(size);
  if (left_ == 0) return advance(now, now + 1);
  if (entry.state == InFlightLoad::performed) return resume_at(std::max(entry.done, now + 1));
  wait_ = Wait::piece;
}

/// A store into the store buffer, or straight through it.
void TraceCore::store(Cycle now) {
  bool port_busy = now < drain_free_;
  if (buffer_.size() + port_busy >= buffer_.capacity()) {
    full_since_ = std::min(full_since_, now);
    if (buffer_.empty()) return resume_at(drain_free_);
    wait_ = Wait::buffer_full;
    return;
  }
  if (full_since_ != kNever) {
    if (counting_) counters_.store_buffer_full_cycles += now - full_since_;
    full_since_ = kNever;
    if (piece_ == cursor_.peek()->address) issued_ = now;  // a store's latency starts when it enters
  }
  std::uint32_t size = piece_size();
  bool last = size == left_;
  bool straight = drain_ == Drain::idle && !port_busy && loads_.all_bound();
  if (straight) {
    PortAnswer answer = port_.access(now, {piece_, size, ReferenceKind::store, drain_slot_, counting_});
    if (answer.kind == PortAnswer::done) {
      drain_free_ = now + std::max(answer.latency, 1u);
      if (last) account(ReferenceKind::store, issued_, now + answer.latency);
    } else {
      drain_ = answer.kind == PortAnswer::pending ? Drain::pending : Drain::blocked;
    }
  }
  if (!straight || drain_ != Drain::idle) {
    if (buffer_.empty()) head_since_ = now;
    buffer_.push({piece_, sequence_, issued_, size, last});
    if (drain_ == Drain::idle) schedule_drain(std::max(now + 1, drain_free_));
  }
  next_piece(size);
  if (last) return advance(now, now + 1);
  resume_at(now + 1);
}

/// A reference that waits for everything older and blocks the core: an atomic, or a store under SC.
void TraceCore::exclusive(Cycle now, ReferenceKind kind) {
  if (fenced(now)) access_at_front(now, {piece_, piece_size(), kind, front_slot_, counting_});
}

/// Has everything older been performed? If not, arranges for another step when that may be so.
bool TraceCore::fenced(Cycle now) {
  if (!buffer_.empty() || !loads_.all_bound()) {
    wait_ = Wait::fence;
    return false;
  }
  if (now < drain_free_) {
    resume_at(drain_free_);
    return false;
  }
  return true;
}

void TraceCore::access_at_front(Cycle now, const Reference& reference) {
  PortAnswer answer = port_.access(now, reference);
  if (answer.kind == PortAnswer::done) return front_performed(now, now + answer.latency);
  since_ = std::min(since_, now);
  wait_ = answer.kind == PortAnswer::pending ? Wait::memory : Wait::blocked;
}

void TraceCore::front_performed(Cycle now, Cycle ready) {
  Operation operation = cursor_.peek()->operation;
  if (is_reference(operation))
    return piece_performed(now, ready, operation == Operation::write ? ReferenceKind::store : ReferenceKind::atomic);
  since_ = kNever;
  sync_step_ = sync_step_ == SyncStep::touch ? SyncStep::request : SyncStep::passed;
  resume_at(std::max(ready, now + 1));
}

/// The present piece of the front record, which blocks the core, is performed; its result is there at `ready`.
void TraceCore::piece_performed(Cycle now, Cycle ready, ReferenceKind kind) {
  next_piece(piece_size());
  if (left_ > 0) return resume_at(std::max(ready, now + 1));
  account(kind, issued_, ready);
  advance(now, ready);
}

/// The front record lets the core go on at `from`.
void TraceCore::advance(Cycle now, Cycle from) {
  cursor_.next();
  begun_ = false;
  last_completion_ = std::max(last_completion_, from);
  if (alone_) [[unlikely]] {
    wait_ = Wait::not_started;
    return;
  }
  const Record* next = cursor_.peek();
  Cycle when = next ? from + gap_.advance(next->gap) : from;
  resume_at(std::max(when, now + 1));
}

void TraceCore::resume_at(Cycle when) {
  wait_ = Wait::issue;
  wake_ = when;
  queue_.schedule(when, Priority::core, *this, *this, kIssue);
}

void TraceCore::account(ReferenceKind kind, Cycle issued, Cycle completion) {
  last_completion_ = std::max(last_completion_, completion);
  if (!counting_) {
    ++counters_.later;
    return;
  }
  Cycle latency = completion - issued;
  ++counters_.accesses;
  counters_.latency_cycles += latency;
  if (kind == ReferenceKind::load) {
    ++counters_.loads;
    latency_.loads.add(latency);
  } else {
    ++(kind == ReferenceKind::store ? counters_.stores : counters_.atomics);
    latency_.stores.add(latency);
  }
}

void TraceCore::end_of_trace(Cycle now) {
  if (!buffer_.empty() || !loads_.all_bound()) {
    wait_ = Wait::end;
    return;
  }
  if (now < last_completion_) return resume_at(last_completion_);
  if (!finished_) finish_cycle_ = last_completion_;
  wait_ = Wait::finished;
  const bool again = owner_ && owner_->pass_finished(now, *this);
  finished_ = true;
  if (again) start_over(now);
}

bool TraceCore::start_over(Cycle now) {
  invariant(wait_ == Wait::finished, "a core starts over when it has performed all its records");
  counting_ = false;
  cursor_.rewind();
  const Record* first = cursor_.peek();
  if (first) resume_at(std::max(now + gap_.advance(first->gap), now + 1));
  return first != nullptr;
}

void TraceCore::perform_alone(Cycle at) {
  alone_ = true;
  if (is_reference(cursor_.peek()->operation))
    resume_at(at);
  else
    synchronise_at_once();
}

void TraceCore::finish_alone() {
  finished_ = true;
  finish_cycle_ = last_completion_;
  wait_ = Wait::finished;
}

}  // namespace cdrsim
