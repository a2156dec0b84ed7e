// SPDX-License-Identifier: BSD-3-Clause
// Loads in flight when core.outstanding_loads > 1, in program order.
//
// A load is *performed* when the port has given it a value, and *bound* when it and all older loads are performed:
// then the value is final. A load whose line is lost before it could bind is replayed: at once if it is performed, else
// when it is, for the data under way may be older than what the loads before it will read. Not the oldest, though: all
// before it are bound. A slot is occupied until the load is bound and its data is there. So the queue is always: bound
// loads, then one that is not performed, then the rest.
//
//   std::uint8_t slot = queue.next_slot();
//   queue.push(load);  queue.bind([&](const InFlightLoad& l) { record(l); });  queue.retire(now);
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace cdrsim {

/// A load, or one line's piece of one.
struct InFlightLoad {
  enum State : std::uint8_t { pending, performed, replay };

  std::uint64_t address = 0;
  std::uint64_t sequence = 0;  // program order
  Cycle issued = 0;            // of the first piece of the whole reference
  Cycle since = 0;             // of this piece, or of its replay
  Cycle done = 0;              // data is there; valid when performed
  std::uint32_t size = 0;
  State state = pending;
  bool last = true;    // the last piece of its reference
  bool taken = false;  // pending: its line was lost meanwhile
};

class LoadQueue {
 public:
  explicit LoadQueue(std::uint32_t entries) : ring_(entries) {}

  bool full() const { return size_ == ring_.size(); }
  bool all_bound() const { return bound_ == size_; }
  std::uint32_t size() const { return size_; }
  std::uint32_t bound() const { return bound_; }

  InFlightLoad& at(std::uint32_t position) { return ring_[index(position)]; }
  const InFlightLoad& at(std::uint32_t position) const { return ring_[index(position)]; }
  InFlightLoad& in_slot(std::uint8_t slot) { return ring_[slot]; }
  std::uint8_t slot(std::uint32_t position) const { return static_cast<std::uint8_t>(index(position)); }
  std::uint8_t next_slot() const { return slot(size_); }

  void push(const InFlightLoad& load) { ring_[index(size_++)] = load; }

  /// Binds what can be bound, oldest first.
  template <class F>
  void bind(F&& bound) {
    while (bound_ < size_ && at(bound_).state == InFlightLoad::performed) bound(at(bound_++));
  }

  /// `line` is lost. Calls `replay` for each load that has to be performed again now.
  template <class F>
  void lose(std::uint64_t line, std::uint32_t line_size, F&& replay) {
    for (std::uint32_t i = bound_; i < size_; ++i) {
      InFlightLoad& load = at(i);
      if (load.address - line >= line_size) continue;
      if (load.state == InFlightLoad::pending) load.taken |= i > bound_;
      if (load.state != InFlightLoad::performed) continue;
      load.state = InFlightLoad::replay;
      replay(load);
    }
  }

  /// A pending load has its data. False: it has to be performed again.
  static bool arrived(InFlightLoad& load) {
    load.state = load.taken ? InFlightLoad::replay : InFlightLoad::performed;
    load.taken = false;
    return load.state == InFlightLoad::performed;
  }

  /// Frees the slots of bound loads whose data is there.
  void retire(Cycle now) {
    while (bound_ > 0 && ring_[head_].done <= now) {
      head_ = index(1);
      --bound_;
      --size_;
    }
  }

  /// Is there a load older than `sequence` that is not bound?
  bool unbound_before(std::uint64_t sequence) const { return !all_bound() && at(bound_).sequence < sequence; }

 private:
  std::uint32_t index(std::uint32_t i) const {
    std::uint32_t at = head_ + i;
    return at < ring_.size() ? at : at - static_cast<std::uint32_t>(ring_.size());
  }

  std::vector<InFlightLoad> ring_;
  std::uint32_t head_ = 0, size_ = 0, bound_ = 0;
};

}  // namespace cdrsim
