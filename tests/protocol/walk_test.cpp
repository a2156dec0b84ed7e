// SPDX-License-Identifier: BSD-3-Clause
// Do walks of invalidations reach everybody once, whatever stops them on the way?
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "protocol/machine.h"

namespace cdrsim {
namespace {

using enum MessageType;
using enum ReferenceKind;

std::vector<std::uint32_t> destinations(const Machine& m, MessageType type) {
  std::vector<std::uint32_t> result;
  for (const Message& x : m.bag())
    if (x.type == type) result.push_back(x.destination.value);
  return result;
}

void share(Machine& m, std::uint32_t cores, std::uint32_t line) {
  for (std::uint32_t c = 0; c < cores; ++c) {
    m.start(c, load, line);
    m.settle();
  }
}

// GIVEN six logical sharers (LSID l on core 5 - l) and an SMC of one entry, which maps four, WHEN core 0 writes THEN
// the grant says five acknowledgements before anybody is translated, the walk stops at LSIDs 0 and 4, and goes on from
// there.
TEST(Walk, GoesOnFromTheMemberThatMissedInTheSmc) {
  Machine m({.cores = 6, .lines = 1, .applications = 1, .smc_entries = 1});
  share(m, 6, 0);
  m.start(0, store, 0);
  m.deliver(get_m);
  ASSERT_TRUE(m.in_flight(grant, 0));
  EXPECT_EQ(m.bag()[m.find(grant, 0)].acks, 5u);
  const HomeCounters& counters = m.home(0).counters;
  m.settle_but(map_data);
  EXPECT_EQ(m.home_state(0), "S_W");
  EXPECT_EQ(counters.invalidations, 0u) << "LSID 0 is not in the SMC";

  m.deliver(map_data);
  EXPECT_EQ(destinations(m, inv), (std::vector<std::uint32_t>{5, 4, 3, 2}));
  ASSERT_TRUE(m.in_flight(map_read)) << "LSID 4 is not in the SMC";
  EXPECT_EQ(m.bag()[m.find(map_read)].lsid, 4u);
  m.settle_but(map_data);
  EXPECT_TRUE(m.waits(0, 0));
  EXPECT_EQ(m.home_state(0), "S_W");

  m.deliver(map_data);
  m.settle();
  EXPECT_FALSE(m.waits(0, 0));
  EXPECT_EQ(m.home_state(0), "X");
  EXPECT_EQ(counters.invalidations, 5u);
  EXPECT_EQ(counters.smc_lookups, 5u) << "a lookup that missed is not counted again";
  EXPECT_EQ(counters.smc_misses, 2u);
  for (std::uint32_t c = 1; c < 6; ++c) EXPECT_EQ(m.cache_state(c, 0), "I") << c;
  m.audit();
}

// GIVEN free map look-ups, or none because sharers are core tiles, THEN the walk asks memory for nothing.
TEST(Walk, NeedsNoMapsWhereTheyAreFree) {
  for (std::uint32_t applications : {0u, 1u}) {
    Machine m({.cores = 6, .lines = 1, .applications = applications, .free_maps = true});
    share(m, 6, 0);
    m.start(0, store, 0);
    m.settle_but(inv);
    auto reached = destinations(m, inv);
    std::ranges::sort(reached);
    EXPECT_EQ(reached, (std::vector<std::uint32_t>{1, 2, 3, 4, 5}));
    m.settle();
    EXPECT_EQ(m.home(0).counters.smc_misses, 0u);
    EXPECT_EQ(m.home(0).counters.smc_lookups, applications ? 5u : 0u);
    m.audit();
  }
}

// GIVEN an overflowing domain of which only members with LSIDs of their own share a line THEN a write walks them and
// does not broadcast; WHEN a public member has read it THEN everybody in scope is invalidated, once.
TEST(Broadcast, OnlyThePublicBitBroadcasts) {
  // Capacity 3: cores 4 and 3 have LSIDs 0 and 1; cores 2, 1 and 0 share LSID 2, the public one.
  Machine m({.cores = 5, .lines = 1, .applications = 1, .capacity = 3});
  for (std::uint32_t c : {4, 3}) {
    m.start(c, load, 0);
    m.settle();
  }
  m.start(4, store, 0);
  m.settle();
  EXPECT_EQ(m.home(0).counters.broadcasts, 0u);
  EXPECT_EQ(m.home(0).counters.invalidations, 1u);
  m.start(1, load, 0);
  m.settle();
  m.start(1, store, 0);  // a public writer of its own line still has to broadcast
  m.settle();
  EXPECT_FALSE(m.waits(1, 0));
  EXPECT_EQ(m.home(0).counters.broadcasts, 1u);
  EXPECT_EQ(m.home(0).counters.invalidations, 1u + 4u);
  EXPECT_EQ(m.cache_state(4, 0), "I");
  m.audit();
}

// GIVEN two lines of one slice that both need a broadcast THEN the second one's Invs leave after the first one's last.
TEST(Broadcast, OneAtATimeLeavesASlice) {
  Machine m({.cores = 4, .lines = 2, .l1 = {1, 2, 2}, .applications = 1, .capacity = 1});
  for (std::uint32_t line : {0, 1}) share(m, 4, line);
  m.start(0, store, 0);
  m.deliver(get_m, {}, 0);
  m.start(1, store, 1);
  m.deliver(get_m, {}, 1);
  EXPECT_EQ(m.home(0).counters.broadcasts, 2u);
  ASSERT_TRUE(m.in_flight(walk_timer, {}, 0));
  EXPECT_FALSE(m.in_flight(walk_timer, {}, 1));
  EXPECT_TRUE(m.in_flight(inv, {}, 0));
  EXPECT_FALSE(m.in_flight(inv, {}, 1)) << "two broadcasts at once";
  // Everything but the first broadcast's end may happen: the second one still waits.
  m.settle_but(walk_timer);
  EXPECT_TRUE(m.waits(1, 0));
  EXPECT_EQ(m.home_state(1), "S_W");
  m.deliver(walk_timer);
  EXPECT_TRUE(m.in_flight(inv, {}, 1));
  m.settle();
  EXPECT_FALSE(m.waits(0, 0) || m.waits(1, 0));
  EXPECT_EQ(m.home(0).counters.invalidations, 6u);
  m.audit();
}

// GIVEN a shared line that its home evicts THEN the home collects every acknowledgement before another line takes the
// way.
TEST(Recall, ASharedVictimLeavesWhenAllHaveAcknowledged) {
  Machine m({.cores = 3, .lines = 2, .llc = {1, 1, 1}});
  for (std::uint32_t c : {1, 2}) {
    m.start(c, load, 0);
    m.settle();
  }
  m.start(0, load, 1);
  m.settle_but(recall_inv);
  EXPECT_EQ(m.home_state(0), "S_R");
  EXPECT_EQ(destinations(m, recall_inv), (std::vector<std::uint32_t>{1, 2}));
  m.deliver(recall_inv, 2);
  m.deliver(recall_inv_ack);
  EXPECT_EQ(m.home_state(0), "S_R");
  EXPECT_TRUE(m.waits(0, 0)) << "one acknowledgement is missing";
  m.settle();
  EXPECT_FALSE(m.waits(0, 0));
  EXPECT_EQ(m.home_state(0), "NP");
  for (std::uint32_t c : {1, 2}) EXPECT_EQ(m.cache_state(c, 0), "I");
  m.audit();
}

}  // namespace
}  // namespace cdrsim
