// SPDX-License-Identifier: BSD-3-Clause
#include "cli/describe_protocol.h"

namespace cdrsim {
namespace {

std::string word(StateKind kind) {
  switch (kind) {
    case StateKind::absent:
      return "absent";
    case StateKind::stable:
      return "stable";
    case StateKind::transient:
      return "transient";
    case StateKind::write_back:
      return "write-back";
  }
  throw InternalError("a state of no kind");
}

template <class Event, class Action>
void describe_table(const Table<Event, Action>& table, const std::string& who, std::vector<Listing>& out) {
  using T = Table<Event, Action>;
  Listing states{who + ": states", {"state", "kind", "meaning"}, {}};
  for (const StateInfo& s : table.states()) states.rows.push_back({s.name, word(s.kind), s.help});

  // An event that no state can meet is said once.
  const auto happens = [&](Event event) {
    for (std::size_t s = 0; s < table.states().size(); ++s)
      if (table.at(static_cast<State>(s), event).possible) return true;
    return false;
  };
  Listing events{who + ": events", {"event", "meaning"}, {}};
  Listing transitions{who + ": transitions", {"state", "event", "next", "actions"}, {}};
  Listing impossible{who + ": what cannot happen", {"state", "event", "why"}, {}};
  for (std::size_t e = 0; e < T::kEvents; ++e) {
    const auto event = static_cast<Event>(e);
    if (happens(event))
      events.rows.push_back({std::string(name(event)), std::string(help(event))});
    else
      impossible.rows.push_back({"any", std::string(name(event)), std::string(table.at(0, event).why)});
  }
  for (std::size_t s = 0; s < table.states().size(); ++s) {
    for (std::size_t e = 0; e < T::kEvents; ++e) {
      const auto state = static_cast<State>(s);
      const auto event = static_cast<Event>(e);
      if (!happens(event)) continue;
      const auto& row = table.at(state, event);
      if (!row.possible) {
        impossible.rows.push_back({table.info(state).name, std::string(name(event)), std::string(row.why)});
        continue;
      }
      std::string actions;
      for (std::size_t a = 0; a < row.action_count; ++a)
        actions += (a == 0 ? "" : "; ") + std::string(help(row.actions[a]));
      transitions.rows.push_back(
          {table.info(state).name, std::string(name(event)), table.info(row.next).name, actions});
    }
  }
  out.push_back(std::move(states));
  out.push_back(std::move(events));
  out.push_back(std::move(transitions));
  out.push_back(std::move(impossible));
}

}  // namespace

std::vector<Listing> describe_protocol(const Protocol& protocol) {
  std::vector<Listing> out;
  describe_table(protocol.cache, "private cache", out);
  describe_table(protocol.home, "home", out);
  return out;
}

}  // namespace cdrsim
