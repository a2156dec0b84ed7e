// SPDX-License-Identifier: BSD-3-Clause
// Which rows of a protocol's tables were taken, and the state every line is in, learnt from the transitions that
// controllers report. Rows that report nothing (hits, waits, refusals) are added by the machine that sees them happen.
//
//   Recorder recorder(protocol);
//   observers.add(recorder);
//   ...
//   recorder.cache_state(core, line) == "IM_AD"; recorder.taken.cache_rows[{state, event}] > 0
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "observe/observer.h"
#include "protocol/protocol.h"

namespace cdrsim {

/// How often each row of both tables was taken, indexed by state and event.
struct RowCounts {
  explicit RowCounts(const Protocol& p)
      : cache(p.cache.states().size() * PrivateTable::kEvents), home(p.home.states().size() * HomeTable::kEvents) {}

  std::uint64_t& of(State s, PrivateEvent e) { return cache[s * PrivateTable::kEvents + static_cast<std::size_t>(e)]; }
  std::uint64_t& of(State s, HomeEvent e) { return home[s * HomeTable::kEvents + static_cast<std::size_t>(e)]; }
  RowCounts& operator+=(const RowCounts& other) {
    for (std::size_t i = 0; i < cache.size(); ++i) cache[i] += other.cache[i];
    for (std::size_t i = 0; i < home.size(); ++i) home[i] += other.home[i];
    return *this;
  }

  std::vector<std::uint64_t> cache, home;
};

class Recorder : public Observer {
 public:
  explicit Recorder(const Protocol& protocol) : taken(protocol), protocol_(protocol) {}

  void on(const TransitionEvent& e) override {
    ++transitions;
    if (e.home) {
      ++taken.of(state(protocol_.home, e.before), event<HomeEvent>(e.event));
      homes_[{e.tile, e.line}] = state(protocol_.home, e.after);
    } else {
      ++taken.of(state(protocol_.cache, e.before), event<PrivateEvent>(e.event));
      caches_[{e.tile, e.line}] = state(protocol_.cache, e.after);
    }
  }

  State cache_state(TileId core, LineAddress line) const { return find(caches_, core, line, protocol_.cache_absent); }
  State home_state(TileId home, LineAddress line) const { return find(homes_, home, line, protocol_.home_absent); }

  RowCounts taken;
  std::uint64_t transitions = 0;

 private:
  using States = std::map<std::pair<TileId, LineAddress>, State>;

  static State find(const States& states, TileId tile, LineAddress line, State absent) {
    auto found = states.find({tile, line});
    return found == states.end() ? absent : found->second;
  }

  template <class Table>
  static State state(const Table& table, std::string_view name) {
    State s = 0;
    while (table.info(s).name != name) ++s;
    return s;
  }

  template <class Event>
  static Event event(std::string_view wanted) {
    std::size_t e = 0;
    while (name(static_cast<Event>(e)) != wanted) ++e;
    return static_cast<Event>(e);
  }

  const Protocol& protocol_;
  States caches_, homes_;
};

}  // namespace cdrsim
