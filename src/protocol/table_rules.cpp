// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/table_rules.h"

namespace cdrsim {
namespace {

template <class Action, std::size_t N>
bool is_exactly(const auto& row, const Action (&actions)[N]) {
  return row.action_count == N && std::equal(actions, actions + N, row.actions.begin());
}

bool has(const auto& row, auto action) {
  return std::find(row.actions.begin(), row.actions.begin() + row.action_count, action) !=
         row.actions.begin() + row.action_count;
}

template <class Event, class Action>
class Rules {
 public:
  Rules(const char* unit, const Table<Event, Action>& table) : unit_(unit), table_(table) {}

  /// The row that demand() is about.
  void at(State state, Event event) {
    state_ = state;
    event_ = event;
  }
  void demand(bool holds, const char* rule) const {
    if (!holds)
      throw InternalError("protocol table, " + std::string(unit_) + " " + table_.info(state_).name + " x " +
                          std::string(name(event_)) + ": " + rule);
  }

  /// `check(state, event, row)` of every possible row.
  void each(auto check) {
    for (State s = 0; s < table_.states().size(); ++s)
      for (std::size_t e = 0; e < Table<Event, Action>::kEvents; ++e) {
        const auto& row = table_.at(s, static_cast<Event>(e));
        if (!row.possible) continue;
        at(s, static_cast<Event>(e));
        check(s, static_cast<Event>(e), row);
      }
  }

 private:
  const char* unit_;
  const Table<Event, Action>& table_;
  State state_ = 0;
  Event event_{};
};

void check_cache(const PrivateTable& table) {
  using enum PrivateAction;
  using Ev = PrivateEvent;
  Rules rules("cache", table);
  rules.each([&](State s, Ev e, const PrivateTable::Row& row) {
    const StateKind before = table.kind(s), after = table.kind(row.next);
    if (e == Ev::load || e == Ev::store) {
      const PrivateAction first = row.actions[0];
      rules.demand(row.action_count == 1 &&
                       (first == hit || first == wait || first == block || first == send_get_s || first == send_get_m),
                   "a reference is performed, waits, is refused or asks the home: one of them");
      if (first == wait || first == block)
        rules.demand(row.next == s, "a reference that waits or is refused leaves the state as it is");
      if (first == hit) rules.demand(after == before, "a line that is hit stays, and so does a miss under way");
    } else if (e == Ev::evict) {
      rules.demand(after == StateKind::write_back || (after == StateKind::absent && row.action_count == 0),
                   "an eviction leaves a write-back entry, or sends nothing");
    } else if (before == StateKind::absent) {
      rules.demand(row.next == s, "a line that is not here has no place for another state");
    } else if (before == StateKind::write_back) {
      rules.demand(after == StateKind::write_back || after == StateKind::absent,
                   "a write-back entry ends, or becomes another one");
    }
  });
}

void check_home(const Protocol& protocol) {
  using enum HomeAction;
  using Ev = HomeEvent;
  const HomeTable& table = protocol.home;
  Rules rules("home", table);
  const State fetching = table.at(protocol.home_absent, Ev::get_s).next;
  rules.each([&](State s, Ev e, const HomeTable::Row& row) {
    const bool request = e == Ev::get_s || e == Ev::get_m;
    if (s == protocol.home_absent) {
      if (request)
        rules.demand(
            is_exactly(row, {fetch, wait}) && row.next == fetching && table.kind(fetching) == StateKind::transient,
            "a line that is not here is fetched while the request waits, in one state for readers and writers");
      else
        rules.demand(row.next == s, "a line that is not here has no place for another state");
      return;
    }
    if (table.kind(s) == StateKind::transient && (request || e == Ev::wb_guard_stale))
      rules.demand(is_exactly(row, {wait}) && row.next == s, "a request waits for a busy line, and changes nothing");
    if (has(row, drop)) rules.demand(row.next == protocol.home_absent, "a line that is dropped is not here any more");
    if (has(row, write_back))
      rules.demand(row.next == protocol.home_writing, "a line that is written back is on its way to DRAM");
    if (s == protocol.home_writing && e != Ev::mem_written)
      rules.demand(row.next == s, "a line on its way to DRAM stays that until DRAM has taken it");
  });
}

}  // namespace

void check_rules(const Protocol& protocol) {
  check_cache(protocol.cache);
  check_home(protocol);
}

}  // namespace cdrsim
