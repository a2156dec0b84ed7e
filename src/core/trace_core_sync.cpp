// SPDX-License-Identifier: BSD-3-Clause
// Barriers, locks and unlocks as a core performs them.
#include "core/trace_core.h"

namespace cdrsim {

void TraceCore::synchronise(Cycle now, const Record& record) {
  const bool unlock = record.operation == Operation::unlock, barrier = record.operation == Operation::barrier;
  // One byte suffices to name the line that holds the variable.
  auto touch = [&](ReferenceKind kind) { access_at_front(now, {record.address, 1, kind, front_slot_, false}); };
  if (sync_step_ == SyncStep::fence) {
    if (!fenced(now)) return;
    sync_step_ = sync_.model() == SyncModel::coherent ? SyncStep::touch : SyncStep::request;
  }
  switch (sync_step_) {
    case SyncStep::touch:
      return touch(unlock ? ReferenceKind::store : ReferenceKind::atomic);
    case SyncStep::request:
      if (unlock) {
        sync_.unlock(now, sync_thread_, record.address);
        return sync_passed(now, now + 1);
      }
      sync_step_ = SyncStep::answer;
      wait_ = Wait::sync;
      if (barrier) {
        if (counting_) ++counters_.barrier_arrivals;
        return sync_.arrive(now, sync_thread_, record.address, record.size, counting_);
      }
      return sync_.lock(now, sync_thread_, record.address, cursor_.order(), counting_);
    case SyncStep::touch_again:
      return touch(barrier ? ReferenceKind::load : ReferenceKind::atomic);
    case SyncStep::passed:
      return sync_passed(now, now);
    case SyncStep::fence:
    case SyncStep::answer:
      return;
  }
}

void TraceCore::sync_answered(Cycle now, bool waited) {
  bool barrier = cursor_.peek()->operation == Operation::barrier;
  if (!barrier && counting_) ++counters_.lock_acquires;
  if (sync_.model() == SyncModel::ideal || (!barrier && !waited)) return sync_passed(now, now);
  sync_step_ = SyncStep::touch_again;
  step(now);
}

void TraceCore::sync_passed(Cycle now, Cycle from) {
  if (counting_ && cursor_.peek()->operation != Operation::unlock) counters_.sync_wait_cycles += from - issued_;
  sync_step_ = SyncStep::fence;
  advance(now, from);
}

/// Serial replay: no time, no waiting, no references.
void TraceCore::synchronise_at_once() {
  const Record& record = *cursor_.peek();
  counters_.instructions += record.gap + std::uint64_t{1};
  if (record.operation == Operation::barrier) {
    ++counters_.barrier_arrivals;
    sync_.arrive_at_once(sync_thread_, record.address, record.size);
  } else if (record.operation == Operation::lock) {
    ++counters_.lock_acquires;
    sync_.lock_at_once(sync_thread_, record.address, cursor_.order());
  } else {
    sync_.unlock_at_once(sync_thread_, record.address);
  }
  cursor_.next();
}

}  // namespace cdrsim
