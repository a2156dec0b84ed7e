// SPDX-License-Identifier: BSD-3-Clause
// What a core waits for: for the watchdog's dump.
#include <algorithm>

#include "core/hex.h"
#include "core/trace_core.h"

namespace cdrsim {

Cycle TraceCore::oldest_pending() const {
  Cycle oldest = kNever;
  if (wait_ == Wait::memory || wait_ == Wait::blocked) oldest = since_;
  if (!buffer_.empty()) oldest = std::min(oldest, head_since_);
  for (std::uint32_t i = loads_.bound(); i < loads_.size(); ++i)
    if (loads_.at(i).state != InFlightLoad::performed) oldest = std::min(oldest, loads_.at(i).since);
  return oldest;
}

std::string TraceCore::describe_wait(Cycle now) const {
  const Record* record = cursor_.peek();
  auto since = [&](Cycle cycle) { return " since cycle " + std::to_string(cycle); };
  auto front = [&] {
    static constexpr const char* kNames[] = {"load", "store", "atomic", "barrier", "lock", "unlock"};
    return std::string(kNames[static_cast<unsigned>(record->operation)]) + " " +
           hex(is_reference(record->operation) ? piece_ : record->address);
  };
  auto queues = [&] {
    std::string text;
    if (!buffer_.empty())
      text += "store buffer head " + hex(buffer_.front().address) + since(head_since_) + ", " +
              std::to_string(buffer_.size()) + " in the buffer" + (drain_ == Drain::blocked ? ", no room" : "");
    if (!loads_.all_bound()) {
      const InFlightLoad& oldest = loads_.at(loads_.bound());
      text += (text.empty() ? "load " : "; load ") + hex(oldest.address) + since(oldest.since);
    }
    return text;
  };

  std::string text = "app " + std::to_string(identity_.application) + " thread " + std::to_string(identity_.thread) +
                     " (tile " + std::to_string(identity_.tile.value) + "): ";
  switch (wait_) {
    case Wait::not_started:
      return text + "not started";
    case Wait::issue:
      text += "running, next step at cycle " + std::to_string(wake_);
      break;
    case Wait::memory:
      text += front() + since(since_);
      break;
    case Wait::blocked:
      text += front() + since(since_) + ", no room in its memory system";
      break;
    case Wait::buffer_full:
      text += front() + " waits for the full store buffer" + since(full_since_);
      break;
    case Wait::overlap:
      text += front() + " waits for a store that covers it in part" + since(issued_);
      break;
    case Wait::fence:
      text += front() + " waits for older stores and loads" + since(issued_);
      break;
    case Wait::load_slots:
      text += front() + " waits for the oldest load" + since(issued_);
      break;
    case Wait::piece:
      text += front() + " waits for its previous line" + since(issued_);
      break;
    case Wait::sync:
      return text + sync_.describe_wait(sync_thread_) + ";" + since(issued_) + ", now cycle " + std::to_string(now);
    case Wait::end:
      text += "at the end of its trace, waits for stores and loads";
      break;
    case Wait::finished:
      return text + "finished at cycle " + std::to_string(finish_cycle_);
  }
  std::string behind = queues();
  return behind.empty() ? text : text + "; " + behind;
}

}  // namespace cdrsim
