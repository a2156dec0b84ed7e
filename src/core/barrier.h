// SPDX-License-Identifier: BSD-3-Clause
// One barrier variable: episodes, each complete when `count` threads have arrived.
//
// A thread that arrives joins the earliest episode that is not complete and that it has not joined. When threads wait,
// that is the usual counter: one open episode. After a functional warm-up, in which nobody waits, some threads may be
// episodes ahead of others; the rule lets the others catch up one by one, and never counts a thread twice in one
// episode. Barriers that different groups of threads use in turn work too.
//
//   Barrier b;  auto a = b.arrive(thread, 2, true);
//   if (a.completes) ... release b.waiting(a.episode) ...; b.drop_complete();
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/wait_list.h"

namespace cdrsim {

class Barrier {
 public:
  struct Episode {
    std::uint32_t count = 1;  // threads that complete it: as its first arrival said
    std::uint32_t arrived = 0;
    WaitList waiting;
    bool complete() const { return arrived >= count; }
  };

  struct Arrival {
    std::uint64_t episode;
    bool completes;
  };

  /// `waits`: the thread does not come back before its episode is complete.
  Arrival arrive(std::uint32_t thread, std::uint32_t count, bool waits) {
    auto ahead = ahead_.find(thread);
    std::uint64_t number = ahead == ahead_.end() ? first_ : ahead->second + 1;
    while (number < first_ + open_.size() && episode(number).complete()) ++number;
    while (number >= first_ + open_.size()) open_.push_back(Episode{std::max(count, 1u), 0, {}});
    Episode& joined = episode(number);
    ++joined.arrived;
    if (ahead != ahead_.end())
      ahead->second = number;
    else if (!waits && !joined.complete())
      ahead_.emplace(thread, number);
    return {number, joined.complete()};
  }

  Episode& episode(std::uint64_t number) { return open_[number - first_]; }
  const Episode& episode(std::uint64_t number) const { return open_[number - first_]; }

  /// Forgets complete episodes, oldest first.
  void drop_complete() {
    std::size_t complete = 0;
    while (complete < open_.size() && open_[complete].complete()) ++complete;
    if (complete == 0) return;
    open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(complete));
    first_ += complete;
    std::erase_if(ahead_, [&](const auto& thread) { return thread.second < first_; });
  }

 private:
  std::uint64_t first_ = 0;  // number of open_'s first episode; all before are complete
  std::vector<Episode> open_;
  // The latest episode of each thread that went on before its episode was complete. Looked up, never listed.
  std::unordered_map<std::uint32_t, std::uint64_t> ahead_;
};

}  // namespace cdrsim
