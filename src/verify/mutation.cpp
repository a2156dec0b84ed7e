// SPDX-License-Identifier: BSD-3-Clause
#include "verify/mutation.h"

#include <algorithm>
#include <set>
#include <utility>

namespace cdrsim::verify {
namespace {

using Way = Mutation::Way;

template <class Action>
using Kinds = std::vector<std::vector<Action>>;

/// Actions of one kind: one of them in place of another is a mistake that somebody could make.
const Kinds<PrivateAction>& kinds(PrivateAction) {
  using enum PrivateAction;
  static const Kinds<PrivateAction> all{
      {hit, wait, block},
      {send_get_s, send_get_m},
      {send_put_s, send_put_e, send_put_m, send_wb_guard, send_wb},
      {send_inv_ack, send_data_s, send_data_m, send_copy_back, send_downgrade_ack, send_owned_ack, send_grant_ack,
       send_recall_data, send_recall_ack},
  };
  return all;
}

const Kinds<HomeAction>& kinds(HomeAction) {
  using enum HomeAction;
  static const Kinds<HomeAction> all{
      {wait, wake},
      {send_data_s, send_data_e, send_data_m},
      {send_fwd_get_s, send_fwd_get_m, send_fwd_get_s_o, send_fwd_get_m_o, send_recall, send_recall_o},
      {send_wb_ack, send_put_ack, send_put_ack_owed},
      {start_walk, start_home_walk, start_pointer_walk, start_recall_walk},
      {add_sharer, remove_sharer, set_owner, set_writer_owner, owner_and_requester_share, owner_shares, clear_sharers,
       clear_owner},
      {take_data, take_put_data, take_memory_data},
      {write_back, drop, evict_again},
  };
  return all;
}

template <class Event, class Action>
class Maker {
 public:
  using Row = typename Table<Event, Action>::Row;

  Maker(const Table<Event, Action>& table, std::string unit, std::vector<Mutation>& all)
      : table_(table), unit_(std::move(unit)), all_(all) {}

  void make() {
    each_row([this](State, Event, const Row& row) { used_.insert(begin(row), end(row)); });
    each_row([this](State s, Event e, const Row& row) { mutate(s, e, row); });
  }

 private:
  static auto begin(const Row& row) { return row.actions.begin(); }
  static auto end(const Row& row) { return row.actions.begin() + row.action_count; }

  void each_row(auto visit) {
    for (State s = 0; s < table_.states().size(); ++s)
      for (std::size_t e = 0; e < Table<Event, Action>::kEvents; ++e)
        if (const Row& row = table_.at(s, static_cast<Event>(e)); row.possible) visit(s, static_cast<Event>(e), row);
  }

  void mutate(State s, Event e, const Row& row) {
    for (State other = 0; other < table_.states().size(); ++other) {
      if (other == row.next) continue;
      Row wrong = row;
      wrong.next = other;
      add(s, e, wrong, Way::next, table_.info(row.next).name + " -> " + table_.info(other).name);
    }
    for (std::uint8_t i = 0; i < row.action_count; ++i) mutate_action(s, e, row, i);
  }

  void mutate_action(State s, Event e, const Row& row, std::uint8_t i) {
    const std::vector<Action> actions(begin(row), end(row));
    const Action action = actions[i];
    const auto at = static_cast<std::ptrdiff_t>(i);
    std::vector<Action> wrong = actions;
    wrong.erase(wrong.begin() + at);
    add(s, e, with(row, wrong), Way::drop, text(action));
    if (actions.size() < Table<Event, Action>::kMostActions) {
      wrong = actions;
      wrong.insert(wrong.begin() + at, action);
      add(s, e, with(row, wrong), Way::duplicate, text(action));
    }
    if (i + 1u < actions.size()) {
      wrong = actions;
      std::swap(wrong[i], wrong[i + 1u]);
      add(s, e, with(row, wrong), Way::swap, text(action) + ", " + text(actions[i + 1u]));
    }
    for (const std::vector<Action>& kind : kinds(Action{})) {
      if (std::find(kind.begin(), kind.end(), action) == kind.end()) continue;
      for (Action other : kind) {
        if (other == action || !used_.count(other)) continue;
        wrong = actions;
        wrong[i] = other;
        add(s, e, with(row, wrong), Way::replace, text(action) + " -> " + text(other));
      }
    }
    misdirect(s, e, row, action);
  }

  void misdirect(State s, Event e, const Row& row, Action action) {
    using To = Misdirection::To;
    for (To to : {To::another_core, To::another_home, To::requester}) {
      const Unit unit = to == To::another_home ? Unit::home : Unit::cache;
      std::vector<MessageType> types = sent_by(action);
      std::erase_if(types, [&](MessageType type) {
        return kind(type).unit != unit || (to == To::requester && kind(type).traffic != TrafficClass::forward);
      });
      if (types.empty()) continue;
      add(s, e, row, Way::misdirect, text(action) + " " + verify::name(to));
      all_.back().misdirection = {std::is_same_v<Event, HomeEvent>, table_.info(s).name, std::string(cdrsim::name(e)),
                                  std::move(types), to};
    }
  }

  static Row with(Row row, const std::vector<Action>& actions) {
    row.actions = {};
    std::copy(actions.begin(), actions.end(), row.actions.begin());
    row.action_count = static_cast<std::uint8_t>(actions.size());
    return row;
  }

  static std::string text(Action a) { return std::string(cdrsim::name(a)); }

  void add(State s, Event e, const Row& row, Way way, const std::string& what) {
    Mutation m;
    m.id = unit_ + " " + table_.info(s).name + " x " + std::string(cdrsim::name(e)) + ": " + verify::name(way) + " " +
           what;
    m.way = way;
    m.state = s;
    if constexpr (std::is_same_v<Event, HomeEvent>) {
      m.at_home = true;
      m.home_event = e;
      m.home_row = row;
    } else {
      m.cache_event = e;
      m.cache_row = row;
    }
    all_.push_back(std::move(m));
  }

  const Table<Event, Action>& table_;
  const std::string unit_;
  std::vector<Mutation>& all_;
  std::set<Action> used_;  // in this protocol
};

}  // namespace

const char* name(Way way) {
  static constexpr const char* kNames[] = {"next", "drop", "duplicate", "swap", "replace", "misdirect"};
  return kNames[static_cast<std::size_t>(way)];
}

std::vector<Mutation> mutations_of(const Protocol& protocol) {
  std::vector<Mutation> all;
  Maker(protocol.cache, "cache", all).make();
  Maker(protocol.home, "home", all).make();
  return all;
}

std::shared_ptr<const Protocol> mutated(const Protocol& protocol, const Mutation& m) {
  auto wrong = std::make_shared<Protocol>(protocol);
  if (m.at_home)
    wrong->home.replace(m.state, m.home_event, m.home_row);
  else
    wrong->cache.replace(m.state, m.cache_event, m.cache_row);
  return wrong;
}

}  // namespace cdrsim::verify
