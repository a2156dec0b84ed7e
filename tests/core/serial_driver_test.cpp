// SPDX-License-Identifier: BSD-3-Clause
// Does serial replay follow the trace's order, one reference at a time, and does a timed phase continue from a warm-up?
#include <gtest/gtest.h>

#include "base/error.h"
#include "core/harness.h"

namespace cdrsim::test {
namespace {

TEST(Serial, ReferencesFollowTheOrderOfTheTraceOneAtATime) {
  Machine m({{read(0x1000, 8, 100), write(0x2000)}, {read(0x3000), atomic(0x4000)}}, {}, {{0, 3}, {1, 2}});
  m.memory[0]->miss[0x1000] = {50};
  SerialDriver(m.queue, m.all()).run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"1:l1000/8", "54:s2000/8"}));
  EXPECT_EQ(m.memory[1]->text(), (Log{"52:l3000/8", "53:a4000/8"}));
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.cores[0]->finish_cycle(), 55u);
  EXPECT_EQ(m.cores[1]->finish_cycle(), 54u);
  EXPECT_EQ(m.total().accesses, 4u);
  EXPECT_EQ(m.total().instructions, 104u);
  EXPECT_EQ(m.latency.all().count(), 4u);
}

TEST(Serial, TiesGoByApplicationThenThread) {
  Options o;
  o.applications = 2;
  Machine m({{read(0x1000)}, {read(0x2000)}}, o, {{5}, {5}});
  SerialDriver(m.queue, m.all()).run();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(m.memory[i]->log[0].when, Cycle(i + 1));
}

TEST(Serial, EachStartsWhenTheResultBeforeIsThere) {
  Machine m({{read(0x1000), read(0x103c, 8)}, {read(0x2000)}});
  m.memory[0]->hit = m.memory[1]->hit = 7;
  SerialDriver(m.queue, m.all()).run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"1:l1000/8", "15:l103c/4", "22:l1040/4"}));
  EXPECT_EQ(m.memory[1]->text(), (Log{"8:l2000/8"}));
}

TEST(Serial, NothingWaitsAndNothingIsBuffered) {
  Options o;
  o.core.outstanding_loads = 4;
  o.sync = SyncModel::coherent;
  Machine m({{barrier(0x100, 2), write(0x1000), read(0x1000), lock(0x200)}, {lock(0x200), unlock(0x200)}}, o);
  m.memory[0]->miss[0x1000] = {50};
  SerialDriver(m.queue, m.all()).run();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.memory[0]->text(), (Log{"1:s1000/8", "52:l1000/8"})) << "no forwarding, no synchronisation traffic";
  EXPECT_EQ(m.total().lock_acquires, 2u);
  EXPECT_EQ(m.total().sync_wait_cycles, 0u);
}

TEST(Serial, ReferenceThatNeverCompletesIsReported) {
  Machine m({{read(0x1000)}});
  m.memory[0]->miss[0x1000] = {kNever};
  SerialDriver driver(m.queue, m.all());
  try {
    driver.run();
    FAIL() << "ran to its end";
  } catch (const StuckError& e) {
    EXPECT_NE(std::string(e.what()).find("load 0x1000"), std::string::npos) << e.what();
  }
}

TEST(Serial, BlockedReferencesAreRetried) {
  Machine m({{read(0x1000), write(0x2000)}});
  m.memory[0]->block = {{0x1000, 2}, {0x2000, 1}};
  SerialDriver(m.queue, m.all()).run();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.memory[0]->log.size(), 2u);
}

class WarmUp : public testing::TestWithParam<std::uint64_t> {};

TEST_P(WarmUp, TakesTheFirstReferencesOfEachThreadAndLeavesTheRest) {
  std::vector<std::vector<Record>> threads(4);
  for (auto& t : threads)
    for (int i = 0; i < 100; ++i) t.push_back(i % 3 ? read(0x1000 + 64 * i) : write(0x1000 + 64 * i));
  for (std::uint64_t i = 0; i < 30; ++i) threads[3].pop_back();  // a thread of 70
  Machine m(threads);
  std::uint64_t limit = GetParam(), warm = 3 * std::min<std::uint64_t>(limit, 100) + std::min<std::uint64_t>(limit, 70);
  SerialDriver(m.queue, m.all(), limit).run();
  EXPECT_EQ(m.total().accesses, warm);
  Cycle warm_end = m.queue.now();
  for (auto& c : m.counters) *c = {};
  m.start(warm_end + 10);
  m.drain();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.total().accesses, 370 - warm);
  for (auto& core : m.cores) EXPECT_GE(core->finish_cycle(), warm_end + 10);
}
INSTANTIATE_TEST_SUITE_P(References, WarmUp, testing::Values(0, 1, 51, 70, 100, 1000));

TEST(WarmUp, LeavesSynchronisationAfterTheLastReferenceToTheTimedPhase) {
  Machine m({{read(0x1000), barrier(0x100, 1), read(0x1000), lock(0x200)}});
  SerialDriver(m.queue, m.all(), 2).run();
  EXPECT_EQ(m.total().barrier_arrivals, 1u);
  EXPECT_EQ(m.total().lock_acquires, 0u);
  m.start(100);
  m.drain();
  EXPECT_EQ(m.total().lock_acquires, 1u);
}

TEST(WarmUp, ThreadsThatWentAheadMeetTheOthersAgain) {
  // Thread 0 passes two episodes in its warm-up, thread 1 none. Timed: thread 1 completes both without waiting, and
  // they meet in the third.
  Machine m({{barrier(0x100, 2), barrier(0x100, 2), read(0x40), read(0x40), barrier(0x100, 2), read(0x1000)},
             {read(0x40), barrier(0x100, 2, 100), barrier(0x100, 2), barrier(0x100, 2, 100), read(0x1000)}});
  SerialDriver(m.queue, m.all(), 1).run();
  m.start(1000);
  m.drain();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.sync_counters.barriers, 3u);
  // Thread 1: arrives 1100, 1121 (answers 1120, 1141), 1241; released at 1261.
  EXPECT_EQ(m.memory[0]->log.back().when, 1262u);
  EXPECT_EQ(m.memory[1]->log.back().when, 1262u);
}

TEST(WarmUp, LockTakenInTheWarmUpIsTakenInTheTimedPhase) {
  Machine m({{lock(0x200), read(0x40), read(0x1000, 8, 500), unlock(0x200)}, {read(0x40), lock(0x200), read(0x1000)}});
  SerialDriver(m.queue, m.all(), 1).run();
  m.start(1000);
  m.drain();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.memory[0]->log.back().when, 1500u);
  EXPECT_GT(m.memory[1]->log.back().when, 1500u);
}

TEST(WarmUp, LockWithTwoHoldersIsTakenUntilBothGaveItBack) {
  Machine m({{lock(0x200), read(0x40), read(0x1000, 8, 500), unlock(0x200)},
             {lock(0x200), read(0x40), read(0x1000, 8, 900), unlock(0x200)},
             {read(0x40), lock(0x200), read(0x1000)}});
  SerialDriver(m.queue, m.all(), 1).run();
  m.start(1000);
  m.run_until(1800);
  std::string text = m.cores[2]->describe_wait(0);
  EXPECT_NE(text.find("held by app 0 thread 1;"), std::string::npos) << text;
  m.drain();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.memory[2]->log.back().when, 1901u + 20 + 1);
}

}  // namespace
}  // namespace cdrsim::test
