// SPDX-License-Identifier: BSD-3-Clause
// With several loads in flight: how many, in which order do they bind, and is one bound early replayed?
#include <gtest/gtest.h>

#include "core/harness.h"

namespace cdrsim::test {
namespace {

Options loads(std::uint32_t n, MemoryModel model = MemoryModel::tso) {
  Options o;
  o.core.outstanding_loads = n;
  o.core.memory_model = model;
  return o;
}

TEST(OutstandingLoads, OneBlocks) {
  Machine m({{read(0x1000), read(0x2000), read(0x3000)}}, loads(1));
  m.memory[0]->miss = {{0x1000, {100}}, {0x2000, {100}}, {0x3000, {100}}};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "111:l2000/8", "212:l3000/8"}));
}

TEST(OutstandingLoads, TwoOverlapAndTheThirdWaitsForTheFirst) {
  Machine m({{read(0x1000), read(0x2000), read(0x3000)}}, loads(2));
  m.memory[0]->miss = {{0x1000, {100}}, {0x2000, {100}}, {0x3000, {100}}};
  m.run();
  EXPECT_EQ(m.memory[0]->text(true), (Log{"10:l1000/8@0", "11:l2000/8@1", "111:l3000/8@0"}));
  EXPECT_EQ(m.cores[0]->finish_cycle(), 211u);
  EXPECT_EQ(m.latency.loads.sum(), 100u + 100u + (211u - 12u)) << "the stall for a slot counts";
}

TEST(OutstandingLoads, AYoungerLoadThatIsDoneKeepsItsSlotUntilTheOlderIsBound) {
  Machine m({{read(0x1000), read(0x2000), read(0x3000)}}, loads(2));
  m.memory[0]->miss = {{0x1000, {100}}};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "11:l2000/8", "111:l3000/8"}));
  EXPECT_EQ(m.latency.loads.summary().p50, 99u + 1u);
}

TEST(OutstandingLoads, FourOverlapGapsIncluded) {
  Machine m({{read(0x1000), read(0x2000, 8, 5), read(0x3000), read(0x4000), read(0x5000)}}, loads(4));
  m.memory[0]->miss = {{0x1000, {100}}, {0x2000, {100}}, {0x3000, {100}}, {0x4000, {100}}};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "16:l2000/8", "17:l3000/8", "18:l4000/8", "111:l5000/8"}));
}

TEST(OutstandingLoads, SlowHitsKeepTheirSlotsUntilTheirDataIsThere) {
  Machine m({{read(0x1000), read(0x2000), read(0x3000), read(0x4000)}}, loads(2));
  m.memory[0]->hit = 5;
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "11:l2000/8", "15:l3000/8", "16:l4000/8"}));
  EXPECT_EQ(m.cores[0]->finish_cycle(), 21u);
}

TEST(Replay, LoadBoundEarlyIsReplayedWhenItsLineIsLost) {
  Machine m({{read(0x1000), read(0x2008)}}, loads(2));
  m.memory[0]->miss = {{0x1000, {100}}};
  m.memory[0]->lose_at(50, 0x2000);
  m.run();
  EXPECT_EQ(m.memory[0]->text(true), (Log{"10:l1000/8@0", "11:l2008/8@1", "51:l2008/8@1"}));
  EXPECT_FALSE(m.memory[0]->log[2].reference.counted);
  EXPECT_EQ(m.total().replays, 1u);
  EXPECT_EQ(m.total().accesses, 2u);
  EXPECT_EQ(m.latency.loads.sum(), 100u + (52u - 11u)) << "only the last result counts";
}

TEST(Replay, ReplayThatMissesHoldsTheCoreBack) {
  Machine m({{read(0x1000), read(0x2000)}}, loads(2));
  m.memory[0]->miss = {{0x1000, {100}}};
  m.memory[0]->lose_at(50, 0x2000);
  m.start();
  m.run_until(40);
  m.memory[0]->miss[0x2000] = {200};
  m.drain();
  EXPECT_EQ(m.cores[0]->finish_cycle(), 251u);
}

TEST(Replay, NothingIsReplayedOnceOlderLoadsAreBound) {
  for (Cycle when : {109, 111}) {
    Machine m({{read(0x1000), read(0x2000), read(0x3000, 8, 300)}}, loads(2));
    m.memory[0]->miss = {{0x1000, {100}}};
    m.memory[0]->lose_at(when, 0x2000);
    m.run();
    EXPECT_EQ(m.total().replays, when == 109 ? 1u : 0u);
  }
}

TEST(Replay, OtherLinesAndTheOldestPendingLoadAreLeftAlone) {
  Machine m({{read(0x1000), read(0x2000), read(0x3000)}}, loads(4));
  m.memory[0]->miss = {{0x1000, {100}}, {0x2000, {60}}};
  m.memory[0]->lose_at(30, 0x1000);
  m.memory[0]->lose_at(32, 0x2fc0);
  m.memory[0]->lose_at(33, 0x3040);
  m.run();
  EXPECT_EQ(m.total().replays, 0u);
}

// Its data under way may be older than what the load before it will read.
TEST(Replay, APendingLoadWhoseLineIsLostBehindAnOlderOneIsPerformedAgain) {
  Machine m({{read(0x1000), read(0x2000)}}, loads(4));
  m.memory[0]->miss = {{0x1000, {100}}, {0x2000, {60}}};
  m.memory[0]->lose_at(31, 0x2000);
  m.run();
  EXPECT_EQ(m.total().replays, 1u);
  EXPECT_TRUE(m.finished());
}

TEST(Replay, BlockedReplayIsTriedAgain) {
  Machine m({{read(0x1000), read(0x2000)}}, loads(2));
  m.memory[0]->miss = {{0x1000, {100}}};
  m.memory[0]->lose_at(50, 0x2000);
  m.start();
  m.run_until(40);
  m.memory[0]->block[0x2000] = 2;
  m.drain();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "11:l2000/8", "63:l2000/8"}));
  EXPECT_TRUE(m.finished());
}

TEST(Replay, ALoadLostAgainAndAgainStillFinishes) {
  Machine m({{read(0x1000), read(0x2000)}}, loads(2));
  m.memory[0]->miss = {{0x1000, {1000}}};
  for (Cycle c = 20; c < 1000; c += 2) m.memory[0]->lose_at(c, 0x2000);
  m.run();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.total().replays, 490u);
  EXPECT_EQ(m.total().accesses, 2u);
}

TEST(Replay, ForwardedLoadIsReplayedToo) {
  // The store has drained and its line gone while an older load waits: the load's place in the order is after both.
  Machine m({{write(0x2000), read(0x1000), read(0x2000), read(0x3000)}}, loads(4));
  m.memory[0]->miss = {{0x2000, {20}}, {0x1000, {100}}};
  m.memory[0]->lose_at(50, 0x2000);
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s2000/8", "11:l1000/8", "13:l3000/8", "51:l2000/8"}));
  EXPECT_EQ(m.total().forwarded, 1u);
}

TEST(Order, StoreDrainsAfterOlderLoadsAreBound) {
  Machine m({{read(0x1000), write(0x2000), read(0x3000)}}, loads(4));
  m.memory[0]->miss = {{0x1000, {100}}};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "12:l3000/8", "111:s2000/8"}));
}

TEST(Order, YoungerLoadsDoNotHoldAStoreBack) {
  Machine m({{write(0x1000), write(0x2000), read(0x3000)}}, loads(4));
  m.memory[0]->miss = {{0x1000, {20}}, {0x3000, {100}}};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "12:l3000/8", "31:s2000/8"}));
}

TEST(Order, LoadDoesNotForwardFromAYoungerStoreWhenReplayed) {
  Machine m({{read(0x1000), read(0x2000), write(0x2000), read(0x2000)}}, loads(4));
  m.memory[0]->miss = {{0x1000, {100}}};
  m.memory[0]->lose_at(50, 0x2000);
  m.run();
  // Both loads of 0x2000 replay: the older from memory, the younger from the store, which still waits.
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "11:l2000/8", "51:l2000/8", "111:s2000/8"}));
  EXPECT_EQ(m.total().replays, 2u);
  EXPECT_EQ(m.total().forwarded, 1u);
}

TEST(Order, AtomicsAndScStoresWaitForOlderLoads) {
  Machine a({{read(0x1000), atomic(0x2000)}}, loads(4));
  a.memory[0]->miss = {{0x1000, {100}}};
  a.run();
  EXPECT_EQ(a.memory[0]->text(), (Log{"10:l1000/8", "111:a2000/8"}));
  Machine s({{read(0x1000), write(0x2000), read(0x3000)}}, loads(4, MemoryModel::sc));
  s.memory[0]->miss = {{0x1000, {100}}};
  s.run();
  EXPECT_EQ(s.memory[0]->text(), (Log{"10:l1000/8", "111:s2000/8", "112:l3000/8"}));
}

TEST(Split, PiecesOfALoadInFlightFollowEachOther) {
  Machine m({{read(0x103c, 8), read(0x2000)}}, loads(4));
  m.memory[0]->miss = {{0x1000, {50}}, {0x1040, {100}}};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l103c/4", "61:l1040/4", "62:l2000/8"}));
  EXPECT_EQ(m.total().loads, 2u);
  EXPECT_EQ(m.latency.loads.sum(), (161u - 10u) + 1u);
}

}  // namespace
}  // namespace cdrsim::test
