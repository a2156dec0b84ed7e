// SPDX-License-Identifier: BSD-3-Clause
// A protocol is two tables: what a private cache does and what a home does, for every state and event. The same tables
// drive the simulator, `describe protocol NAME`, the watch-line log, the coverage count and the verifier.
//
// A table is complete by check: finish() throws InternalError for a pair that has neither a row nor a reason why it
// cannot happen, and for a row that is given twice.
//
//   PrivateTable t;
//   auto S = t.state("S", "shared, clean", Permission::read, Kind::stable);
//   t.row(S, PrivateEvent::inv, {PrivateAction::send_inv_ack}, I);
//   t.impossible(S, PrivateEvent::recall, "only owners are recalled");
//   t.finish();
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "observe/observer.h"

namespace cdrsim {

using State = std::uint8_t;

//  X(event, name, help)
#define CDRSIM_PRIVATE_EVENTS(X)                                                             \
  X(load, "Load", "the core reads")                                                          \
  X(store, "Store", "the core writes, or performs an atomic")                                \
  X(evict, "Evict", "replacement wants the way")                                             \
  X(fwd_get_s, "Fwd-GetS", "the home forwards a reader's request")                           \
  X(fwd_get_m, "Fwd-GetM", "the home forwards a writer's request")                           \
  X(fwd_get_s_o, "Fwd-GetS-O", "the same, from a home that knows sharers beside the owner")  \
  X(fwd_get_m_o, "Fwd-GetM-O", "the same, from a home that knows sharers beside the owner")  \
  X(inv, "Inv", "a writer, or the home's eviction, takes shared copies away")                \
  X(recall, "Recall", "the home evicts the line from its owner")                             \
  X(recall_o, "Recall-O", "the same, from a home that knows sharers beside the owner")       \
  X(put_ack, "Put-Ack", "the home has taken the eviction")                                   \
  X(wb_ack, "WB-Ack", "the home has taken the data of the eviction")                         \
  X(put_ack_owed, "Put-Ack-Owed", "the home has taken it, and a forward sent before is due") \
  X(data_s, "DataS", "data to read")                                                         \
  X(data_e, "DataE", "data, exclusive and clean")                                            \
  X(data_m, "DataM", "data to write, no Inv-Ack outstanding")                                \
  X(data_m_acks, "DataM+acks", "data to write, Inv-Acks outstanding")                        \
  X(grant, "Grant", "leave to write, no Inv-Ack outstanding")                                \
  X(grant_acks, "Grant+acks", "leave to write, Inv-Acks outstanding")                        \
  X(inv_ack, "Inv-Ack", "an Inv-Ack, not the last")                                          \
  X(last_inv_ack, "Last-Inv-Ack", "the last Inv-Ack")

//  X(action, help)
#define CDRSIM_PRIVATE_ACTIONS(X)                                               \
  X(hit, "perform the reference")                                               \
  X(wait, "wait in the line's MSHR")                                            \
  X(block, "refuse: try again when the line has settled")                       \
  X(send_get_s, "send GetS to the home")                                        \
  X(send_get_m, "send GetM to the home")                                        \
  X(send_put_s, "send PutS to the home, keep a write-back entry")               \
  X(send_put_e, "send PutE to the home, keep a write-back entry")               \
  X(send_put_m, "send PutM with the data to the home, keep a write-back entry") \
  X(send_wb_guard, "send WBGuard to the home, keep a write-back entry")         \
  X(send_wb, "send WB with the data to the home, keep a write-back entry")      \
  X(send_inv_ack, "acknowledge the invalidation to whom it names")              \
  X(send_data_s, "send the requester a copy to read")                           \
  X(send_data_m, "send the requester the line to write")                        \
  X(send_copy_back, "send the home the modified line")                          \
  X(send_downgrade_ack, "tell the home the copy was clean")                     \
  X(send_owned_ack, "tell the home that the modified copy stays, shared")       \
  X(send_grant_ack, "tell the home that the grant has come")                    \
  X(send_recall_data, "send the home the modified line, recalled")              \
  X(send_recall_ack, "tell the home the recalled copy was clean")               \
  X(defer, "keep the forward in the MSHR until the line settles")               \
  X(take_data, "take the data")                                                 \
  X(perform, "perform the references that wait, oldest first")                  \
  X(perform_once, "perform the waiting loads with data that is not kept")

//  X(event, name, help)
#define CDRSIM_HOME_EVENTS(X)                                                                    \
  X(get_s, "GetS", "a reader asks")                                                              \
  X(get_m, "GetM", "a writer asks")                                                              \
  X(get_s_owner, "GetS-owner", "the owner itself asks to read: its copy left silently")          \
  X(get_m_owner, "GetM-owner", "the owner itself asks to write")                                 \
  X(get_s_full, "GetS-full", "a reader asks, and the entry has no room for it")                  \
  X(get_s_no_data, "GetS-no-data", "a reader asks, and the LLC has dropped the data it needs")   \
  X(get_m_no_data, "GetM-no-data", "a writer asks, and the LLC has dropped the data it needs")   \
  X(wb_guard, "WBGuard-owner", "the owner announces its write-back")                             \
  X(wb_guard_stale, "WBGuard-stale", "a cache that is no longer the owner does")                 \
  X(wb, "WB-owner", "the owner's written-back line")                                             \
  X(wb_stale, "WB-stale", "the written-back line of a cache that is no longer the owner")        \
  X(put_s, "PutS", "a sharer has evicted its copy")                                              \
  X(put_last_s, "PutS-last", "the only sharer has evicted its copy")                             \
  X(put_owned, "Put-owner", "the owner has evicted the line (PutE, PutM)")                       \
  X(put_stale, "Put-stale", "PutE or PutM of a cache that is no longer the owner")               \
  X(copy_back, "CopyBack", "the downgraded owner's modified line")                               \
  X(downgrade_ack, "Downgrade-Ack", "the downgraded owner was clean")                            \
  X(owned_ack, "Owned-Ack", "the forwarded-to owner keeps the modified line")                    \
  X(grant_ack, "Grant-Ack", "the writer has its grant")                                          \
  X(recall_data, "RecallData", "the recalled owner's modified line")                             \
  X(recall_ack, "Recall-Ack", "the recalled owner was clean")                                    \
  X(recall_inv_ack, "Recall-Inv-Ack", "a recalled sharer's acknowledgement, not the last")       \
  X(last_recall_inv_ack, "Last-Recall-Inv-Ack", "the last one")                                  \
  X(walk_done, "Walk-done", "the last Inv has left")                                             \
  X(walk_done_acked, "Walk-done-acked", "the last Recall-Inv has left and all are acknowledged") \
  X(mem_data, "MemData", "the line from DRAM is here and its way is free")                       \
  X(mem_written, "MemWritten", "DRAM has taken the victim")                                      \
  X(evict_clean, "Evict-clean", "replacement wants the way, memory is up to date")               \
  X(evict_dirty, "Evict-dirty", "replacement wants the way, memory is stale")

#define CDRSIM_HOME_ACTIONS(X)                                                                             \
  X(wait, "the request waits for the line to settle")                                                      \
  X(fetch, "read the line from DRAM, freeing a way for it where it has none")                              \
  X(send_data_s, "send the requester a copy to read")                                                      \
  X(send_data_e, "send the requester the line, exclusive and clean")                                       \
  X(send_data_m, "send the requester the line to write (a grant alone when its copy is known to be good)") \
  X(add_sharer, "add the requester to the sharers")                                                        \
  X(remove_sharer, "remove the sender from the sharers, if it is known exactly")                           \
  X(set_owner, "the requester becomes the owner, no sharers")                                              \
  X(set_writer_owner, "the writer that was waited for becomes the owner, no sharers")                      \
  X(owner_and_requester_share, "owner and requester become the sharers")                                   \
  X(owner_shares, "the owner becomes a sharer, no owner")                                                  \
  X(clear_sharers, "no sharers")                                                                           \
  X(clear_owner, "no owner")                                                                               \
  X(send_fwd_get_s, "forward to the owner")                                                                \
  X(send_fwd_get_m, "forward to the owner")                                                                \
  X(send_fwd_get_s_o, "forward to the owner, whose copy is shared")                                        \
  X(send_fwd_get_m_o, "forward to the owner, whose copy is shared, with the number of Inv-Acks")           \
  X(start_home_walk, "invalidate every sharer, the requester too, for the home")                           \
  X(start_pointer_walk, "recall one sharer, to make room for another")                                     \
  X(start_walk, "invalidate every sharer but the requester, after this row's other actions")               \
  X(start_recall_walk, "recall every sharer, after this row's other actions")                              \
  X(send_recall, "recall the line from its owner")                                                         \
  X(send_recall_o, "recall the line from its owner, whose copy is shared")                                 \
  X(send_wb_ack, "acknowledge the write-back")                                                             \
  X(send_put_ack, "acknowledge the eviction")                                                              \
  X(send_put_ack_owed, "acknowledge; the forward that crossed it is due")                                  \
  X(take_data, "take the line, dirty")                                                                     \
  X(take_put_data, "take the line, dirty if it was modified")                                              \
  X(take_memory_data, "take the line, clean")                                                              \
  X(drop, "drop the line")                                                                                 \
  X(write_back, "write the line to DRAM, freeing its way")                                                 \
  X(evict_again, "go on with the eviction")                                                                \
  X(wake, "serve the requests that wait")

#define CDRSIM_X(id, ...) id,
enum class PrivateEvent : std::uint8_t { CDRSIM_PRIVATE_EVENTS(CDRSIM_X) count };
enum class PrivateAction : std::uint8_t { CDRSIM_PRIVATE_ACTIONS(CDRSIM_X) count };
enum class HomeEvent : std::uint8_t { CDRSIM_HOME_EVENTS(CDRSIM_X) count };
enum class HomeAction : std::uint8_t { CDRSIM_HOME_ACTIONS(CDRSIM_X) count };
#undef CDRSIM_X

std::string_view name(PrivateEvent);
std::string_view name(HomeEvent);
std::string_view name(PrivateAction);
std::string_view name(HomeAction);
std::string_view help(PrivateEvent);
std::string_view help(HomeEvent);
std::string_view help(PrivateAction);
std::string_view help(HomeAction);

/// stable: may be evicted, serves forwards. transient: a miss is under way (in an MSHR, or a busy home line).
/// write_back: a write-back entry, not in the cache.  absent: no entry at all.
enum class StateKind : std::uint8_t { absent, stable, transient, write_back };

struct StateInfo {
  std::string name, help;
  Permission permission = Permission::none;
  StateKind kind = StateKind::stable;
};

template <class Event, class Action>
class Table {
 public:
  static constexpr std::size_t kEvents = static_cast<std::size_t>(Event::count);
  static constexpr std::size_t kMostActions = 4;
  static constexpr std::size_t kMostStates = 64;

  struct Row {
    std::array<Action, kMostActions> actions{};
    std::uint8_t action_count = 0;
    State next = 0;
    bool possible = false;
    bool given = false;
    std::string_view why;  // of an impossible pair
  };

  State state(std::string name, std::string help, StateKind kind, Permission permission = Permission::none) {
    if (states_.size() == kMostStates) throw InternalError("too many states in a protocol table");
    kinds_[states_.size()] = kind;
    permissions_[states_.size()] = permission;
    states_.push_back({std::move(name), std::move(help), permission, kind});
    rows_.resize(states_.size() * kEvents);
    return static_cast<State>(states_.size() - 1);
  }

  void row(State state, Event event, std::initializer_list<Action> actions, State next) {
    Row& r = fresh(state, event);
    if (actions.size() > kMostActions) throw InternalError("too many actions in one row");
    for (Action a : actions) r.actions[r.action_count++] = a;
    r.next = next;
    r.possible = true;
  }

  /// These events cannot meet these states, and why.
  void impossible(std::initializer_list<State> states, std::initializer_list<Event> events, std::string_view why) {
    for (State s : states)
      for (Event e : events) fresh(s, e).why = why;
  }

  /// These events meet no state at all that was declared so far.
  void never(std::initializer_list<Event> events, std::string_view why) { only_in({}, events, why); }

  /// These events meet none but these of the states that were declared so far, and why.
  void only_in(std::initializer_list<State> expected, std::initializer_list<Event> events, std::string_view why) {
    for (State s = 0; s < states_.size(); ++s)
      if (std::find(expected.begin(), expected.end(), s) == expected.end()) impossible({s}, events, why);
  }

  /// Another row in place of the one there is: a protocol made from another one's table.
  void replace(State state, Event event, std::initializer_list<Action> actions, State next) {
    Row& r = rows_[state * kEvents + static_cast<std::size_t>(event)];
    invariant(r.given, "only a row that was given can be replaced");
    r = {};
    row(state, event, actions, next);
  }
  void replace(State state, Event event, const Row& with) {
    rows_[state * kEvents + static_cast<std::size_t>(event)] = with;
  }

  /// InternalError that lists the pairs without an entry; `what`: the table they are missing in.
  void finish(const std::string& what = "protocol table") const {
    std::string missing;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!rows_[i].given)
        missing += "\n  " + states_[i / kEvents].name + " x " + std::string(name(static_cast<Event>(i % kEvents)));
    if (!missing.empty()) throw InternalError(what + " without an entry for" + missing);
  }

  const Row& at(State state, Event event) const { return rows_[state * kEvents + static_cast<std::size_t>(event)]; }
  const StateInfo& info(State state) const { return states_[state]; }
  StateKind kind(State state) const { return kinds_[state]; }
  Permission permission(State state) const { return permissions_[state]; }
  const std::vector<StateInfo>& states() const { return states_; }

 private:
  Row& fresh(State state, Event event) {
    Row& r = rows_[state * kEvents + static_cast<std::size_t>(event)];
    if (r.given)
      throw InternalError("protocol table has two entries for " + states_[state].name + " x " +
                          std::string(name(event)));
    r.given = true;
    return r;
  }

  std::vector<StateInfo> states_;
  std::array<StateKind, kMostStates> kinds_{};  // as in states_, close together
  std::array<Permission, kMostStates> permissions_{};
  std::vector<Row> rows_;
};

using PrivateTable = Table<PrivateEvent, PrivateAction>;
using HomeTable = Table<HomeEvent, HomeAction>;

}  // namespace cdrsim
