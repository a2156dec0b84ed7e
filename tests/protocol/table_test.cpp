// SPDX-License-Identifier: BSD-3-Clause
// Are the tables of every registered protocol complete, and free of waits that could deadlock?
#include "protocol/table.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "protocol/message.h"
#include "protocol/protocol.h"

namespace cdrsim {
namespace {

template <class Table, class Event, class Check>
void for_each_row(const Table& table, const Check& check) {
  for (std::size_t s = 0; s < table.states().size(); ++s)
    for (std::size_t e = 0; e < Table::kEvents; ++e) {
      const auto state = static_cast<State>(s);
      const auto event = static_cast<Event>(e);
      SCOPED_TRACE(table.info(state).name + " x " + std::string(name(event)));
      check(state, event, table.at(state, event));
    }
}

void for_each_protocol(const std::function<void(const Protocol&, EvictNotice)>& check) {
  for (const std::string& name : Registry<ProtocolFactory>::instance().names())
    for (EvictNotice notice : {EvictNotice::exclusive, EvictNotice::all}) {
      SCOPED_TRACE(name + (notice == EvictNotice::all ? "/all" : "/exclusive"));
      check(*make_protocol({name, notice}), notice);
    }
}

template <class Row, class Action>
bool has(const Row& row, Action action) {
  for (std::uint8_t i = 0; i < row.action_count; ++i)
    if (row.actions[i] == action) return true;
  return false;
}

/// The virtual network an event's message comes on; none: it is the core's or the cache's own.
std::optional<int> network_of(PrivateEvent event) {
  using enum PrivateEvent;
  switch (event) {
    case load:
    case store:
    case evict:
      return {};
    case fwd_get_s:
    case fwd_get_m:
    case fwd_get_s_o:
    case fwd_get_m_o:
    case inv:
    case recall:
    case recall_o:
    case put_ack:
    case put_ack_owed:
      return 1;
    default:
      return 2;
  }
}

std::optional<MessageType> sent_by(PrivateAction action) {
  using enum PrivateAction;
  switch (action) {
    case send_get_s:
      return MessageType::get_s;
    case send_get_m:
      return MessageType::get_m;
    case send_put_s:
      return MessageType::put_s;
    case send_put_e:
      return MessageType::put_e;
    case send_put_m:
      return MessageType::put_m;
    case send_wb_guard:
      return MessageType::wb_guard;
    case send_wb:
      return MessageType::wb;
    case send_inv_ack:
      return MessageType::inv_ack;
    case send_data_s:
      return MessageType::data_s;
    case send_data_m:
      return MessageType::data_m;
    case send_copy_back:
      return MessageType::copy_back;
    case send_downgrade_ack:
      return MessageType::downgrade_ack;
    case send_owned_ack:
      return MessageType::owned_ack;
    case send_grant_ack:
      return MessageType::grant_ack;
    case send_recall_data:
      return MessageType::recall_data;
    case send_recall_ack:
      return MessageType::recall_ack;
    default:
      return {};
  }
}

// THEN every pair of state and event has a row whose next state exists, or a reason why it cannot happen.
TEST(Tables, AreComplete) {
  for_each_protocol([](const Protocol& p, EvictNotice) {
    auto complete = [](const auto& table) {
      return [&table](State, auto, const auto& row) {
        EXPECT_TRUE(row.given);
        if (row.possible)
          EXPECT_LT(row.next, table.states().size());
        else
          EXPECT_FALSE(row.why.empty());
      };
    };
    for_each_row<PrivateTable, PrivateEvent>(p.cache, complete(p.cache));
    for_each_row<HomeTable, HomeEvent>(p.home, complete(p.home));
  });
}

// THEN the states a controller starts from are what they are called.
TEST(Tables, NameTheirFirstStates) {
  for_each_protocol([](const Protocol& p, EvictNotice) {
    EXPECT_EQ(p.cache.kind(p.cache_absent), StateKind::absent);
    EXPECT_EQ(p.home.kind(p.home_absent), StateKind::absent);
    EXPECT_EQ(p.home.kind(p.home_writing), StateKind::transient);
    // The home takes the state of a line under fetch from either row.
    EXPECT_EQ(p.home.at(p.home_absent, HomeEvent::get_s).next, p.home.at(p.home_absent, HomeEvent::get_m).next);
  });
}

// WHEN a forward or a response reaches a private cache THEN it is served or kept at once: it never waits, and what it
// causes travels on the response network, which always drains.
TEST(VirtualNetworks, ACacheSinksForwardsAndResponses) {
  for_each_protocol([](const Protocol& p, EvictNotice) {
    for_each_row<PrivateTable, PrivateEvent>(p.cache, [](State, PrivateEvent event, const PrivateTable::Row& row) {
      if (!row.possible || !network_of(event)) return;
      for (PrivateAction stalls : {PrivateAction::wait, PrivateAction::block, PrivateAction::hit})
        EXPECT_FALSE(has(row, stalls));
      if (*network_of(event) == 2) {
        EXPECT_FALSE(has(row, PrivateAction::defer)) << "responses settle, or are counted";
      }
      for (std::uint8_t i = 0; i < row.action_count; ++i)
        if (auto sent = sent_by(row.actions[i])) {
          EXPECT_EQ(kind(*sent).virtual_network, 2);
        }
    });
  });
}

// WHEN anything but a GetS, a GetM or a WBGuard reaches a home THEN it does not wait: not Puts, though they share the
// requests' network, and no answer.
TEST(VirtualNetworks, OnlyRequestsWaitAtAHome) {
  for_each_protocol([](const Protocol& p, EvictNotice) {
    for_each_row<HomeTable, HomeEvent>(p.home, [](State, HomeEvent event, const HomeTable::Row& row) {
      switch (event) {
        case HomeEvent::get_s:
        case HomeEvent::get_s_full:
        case HomeEvent::get_s_no_data:
        case HomeEvent::get_m:
        case HomeEvent::get_m_no_data:
        case HomeEvent::wb_guard_stale:
          return;
        default:
          EXPECT_FALSE(has(row, HomeAction::wait));
      }
    });
  });
}

// WHEN a request meets a busy line THEN it waits, and so each line's transactions come one after the other.
TEST(Tables, RequestsWaitForABusyLine) {
  for_each_protocol([](const Protocol& p, EvictNotice) {
    for (State s = 0; s < p.home.states().size(); ++s)
      for (HomeEvent e : {HomeEvent::get_s, HomeEvent::get_m}) {
        const auto& row = p.home.at(s, e);
        if (p.home.kind(s) != StateKind::transient) continue;
        EXPECT_TRUE(has(row, HomeAction::wait)) << p.home.info(s).name;
        EXPECT_EQ(row.next, s) << p.home.info(s).name;
      }
  });
}

// THEN loads hit only with leave to read, stores only with leave to write, and leave to write never comes without an
// answer of the home or an owner.
TEST(Tables, HitsNeedPermission) {
  for_each_protocol([](const Protocol& p, EvictNotice) {
    for_each_row<PrivateTable, PrivateEvent>(p.cache, [&](State s, PrivateEvent event, const PrivateTable::Row& row) {
      if (!row.possible) return;
      const Permission before = p.cache.permission(s), after = p.cache.permission(row.next);
      if (has(row, PrivateAction::hit)) {
        EXPECT_TRUE(event == PrivateEvent::load ? before != Permission::none : before == Permission::write);
      }
      if (after == Permission::write) {
        EXPECT_TRUE(before == Permission::write || network_of(event) == 2);
      }
      if (event == PrivateEvent::inv) {
        EXPECT_EQ(after, Permission::none);
      }
    });
  });
}

// WHEN a line is evicted THEN its home is told and a write-back entry stays, or it leaves without a trace. A modified
// line is always announced. The three-hop protocols announce owned lines, and shared ones where the configuration says
// so; piton announces nothing else.
TEST(Tables, EvictionsAreAnnounced) {
  for_each_protocol([](const Protocol& p, EvictNotice notice) {
    const bool three_hop = p.name == "msi" || p.name == "mesi" || p.name == "moesi";
    for (State s = 0; s < p.cache.states().size(); ++s) {
      if (p.cache.kind(s) != StateKind::stable) continue;
      const std::string& state = p.cache.info(s).name;
      SCOPED_TRACE(state);
      const auto& row = p.cache.at(s, PrivateEvent::evict);
      ASSERT_TRUE(row.possible);
      const bool announced = p.cache.kind(row.next) == StateKind::write_back;
      EXPECT_EQ(announced, row.action_count > 0);
      EXPECT_TRUE(announced || row.next == p.cache_absent);
      const bool modified = state == "M" || state == "O";
      if (three_hop) {
        EXPECT_EQ(announced, modified || state == "E" || notice == EvictNotice::all);
      } else {
        EXPECT_EQ(announced, modified);
      }
    }
  });
}

// GIVEN a table with a hole, a pair given twice or a row too long THEN it is refused.
TEST(Table, RefusesWhatIsNotATable) {
  HomeTable hole;
  const State s = hole.state("A", "", StateKind::stable);
  hole.row(s, HomeEvent::get_s, {}, s);
  EXPECT_THROW(hole.finish(), InternalError);
  EXPECT_THROW(hole.row(s, HomeEvent::get_s, {}, s), InternalError);
  EXPECT_THROW(hole.impossible({s}, {HomeEvent::get_s}, "twice"), InternalError);
  using enum HomeAction;
  EXPECT_THROW(hole.row(s, HomeEvent::get_m, {wake, wake, wake, wake, wake}, s), InternalError);

  HomeTable whole;
  const State t = whole.state("A", "", StateKind::stable);
  for (std::size_t e = 0; e < HomeTable::kEvents; ++e) whole.impossible({t}, {static_cast<HomeEvent>(e)}, "why");
  EXPECT_NO_THROW(whole.finish());
}

TEST(Tables, AnUnknownProtocolIsTheUsersError) {
  try {
    make_protocol({"mosi", EvictNotice::exclusive});
    FAIL() << "no error";
  } catch (const UserError& e) {
    EXPECT_NE(std::string(e.what()).find("mesi"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace cdrsim
