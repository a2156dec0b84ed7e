// SPDX-License-Identifier: BSD-3-Clause
// When does a core issue, and when does it go on? Not one cycle earlier, not one later.
#include <gtest/gtest.h>

#include "base/error.h"
#include "core/gap_clock.h"
#include "core/harness.h"

namespace cdrsim::test {
namespace {

TEST(GapClock, AddsFractionsExactly) {
  GapClock half(0.5), quarter(1.25), none(0), tenth(0.1);
  EXPECT_EQ(half.advance(1), 0u);
  EXPECT_EQ(half.advance(1), 1u);
  EXPECT_EQ(half.advance(3), 1u);
  EXPECT_EQ(half.advance(3), 2u);
  EXPECT_EQ(quarter.advance(1), 1u);
  EXPECT_EQ(quarter.advance(1), 1u);
  EXPECT_EQ(quarter.advance(1), 1u);
  EXPECT_EQ(quarter.advance(1), 2u);
  EXPECT_EQ(none.advance(0xffffffffu), 0u);
  Cycle total = 0;
  for (int i = 0; i < 10'000'000; ++i) total += tenth.advance(1);
  EXPECT_EQ(total, 1'000'000u) << "ten million tenths";
}

TEST(GapClock, LargestGapAtTheLargestCpiDoesNotOverflow) {
  GapClock clock(1000);
  EXPECT_EQ(clock.advance(0xffffffffu), 4294967295000u);
}

TEST(GapClock, RefusesACpiThatMakesNoSense) {
  EXPECT_THROW(GapClock(-0.1), UserError);
  EXPECT_THROW(GapClock(1001), UserError);
  EXPECT_THROW(GapClock(std::numeric_limits<double>::quiet_NaN()), UserError);
}

TEST(IssueTime, FirstRecordIssuesItsGapAfterTheStart) {
  Machine m({{read(0x1000, 8, 7)}});
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"17:l1000/8"}));
}

TEST(IssueTime, NextLoadIssuesGapCyclesAfterTheDataOfAHit) {
  Machine m({{read(0x1000), read(0x2000), read(0x3000, 8, 5)}});
  m.memory[0]->hit = 3;
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "13:l2000/8", "21:l3000/8"}));
  EXPECT_EQ(m.cores[0]->finish_cycle(), 24u);
}

TEST(IssueTime, GapAfterAMissRunsFromItsData) {
  Machine m({{read(0x1000), read(0x2000, 8, 4)}});
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "114:l2000/8"}));
}

TEST(IssueTime, CoreActsTheCycleAfterAnAnswerAtTheEarliest) {
  Machine m({{read(0x1000), read(0x2000), read(0x2000, 8, 1)}});
  m.memory[0]->miss[0x1000] = {100};
  m.memory[0]->miss[0x2000] = {100};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "111:l2000/8", "212:l2000/8"}));
}

TEST(IssueTime, ZeroLatencyAndZeroCpiStillTakeACycleAReference) {
  Options o;
  o.core.cpi = 0;
  Machine m({{read(0x1000, 8, 9), read(0x1000, 8, 9), write(0x1000, 8, 9), atomic(0x1000, 8, 9), read(0x1000)}}, o);
  m.memory[0]->hit = 0;
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l1000/8", "11:l1000/8", "12:s1000/8", "13:a1000/8", "14:l1000/8"}));
}

TEST(IssueTime, FractionsOfACycleAddUpOverRecords) {
  Options o;
  o.core.cpi = 1.25;
  Machine m({std::vector<Record>(5, read(0x1000, 8, 3))}, o);
  m.run();  // 3.75 a gap: 3, 4 (7.5), 4 (11.25), 4 (15), 3 (18.75)
  EXPECT_EQ(m.memory[0]->text(), (Log{"13:l1000/8", "18:l1000/8", "23:l1000/8", "28:l1000/8", "32:l1000/8"}));
}

TEST(IssueTime, BlockedReferenceIsRetriedAfterUnblockedAndItsWaitCounts) {
  Machine m({{read(0x1000), atomic(0x2000), write(0x3000), read(0x4000)}});
  m.memory[0]->block[0x1000] = 2;
  m.memory[0]->block[0x2000] = 1;
  m.memory[0]->block[0x3000] = 1;
  m.run();
  // The load tries at 10 and 16, the atomic at 23; the store at 30 is refused, so the load overtakes it.
  EXPECT_EQ(m.memory[0]->text(), (Log{"22:l1000/8", "29:a2000/8", "31:l4000/8", "36:s3000/8"}));
  EXPECT_EQ(m.latency.loads.sum(), 13u + 1u);
  EXPECT_EQ(m.latency.stores.sum(), 7u + 7u);
}

TEST(IssueTime, EmptyThreadFinishesWhenItStarts) {
  Machine m(Threads(1));
  m.run();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.cores[0]->finish_cycle(), 10u);
}

TEST(IssueTime, LastAddressOfAllIsReachable) {
  Machine m({{read(~std::uint64_t{0}, 1), write(~std::uint64_t{0} - 69, 70), read(~std::uint64_t{0}, 1)}});
  m.run();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.total().accesses, 3u);
}

TEST(Counters, AddUp) {
  Machine m({{read(0x1000, 8, 4), write(0x1000, 8, 2), atomic(0x1000), lock(0x10), unlock(0x10), read(0x103c, 8, 3)}});
  m.run();
  CoreCounters c = m.total();
  EXPECT_EQ(c.loads, 2u);
  EXPECT_EQ(c.stores, 1u);
  EXPECT_EQ(c.atomics, 1u);
  EXPECT_EQ(c.accesses, 4u);
  EXPECT_EQ(c.instructions, 6u + 9u) << "records and gaps";
  EXPECT_EQ(m.latency.all().count(), c.accesses);
  EXPECT_EQ(m.latency.all().sum(), c.latency_cycles);
  EXPECT_EQ(m.latency.loads.count(), c.loads);
  EXPECT_EQ(m.latency.stores.count(), c.stores + c.atomics);
}

TEST(Construction, RefusesMoreLoadsThanThereAreSlots) {
  Options o;
  o.core.outstanding_loads = 251;
  EXPECT_THROW(Machine(Threads(1), o), UserError);
}

}  // namespace
}  // namespace cdrsim::test
