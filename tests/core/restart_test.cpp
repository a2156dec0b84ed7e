// SPDX-License-Identifier: BSD-3-Clause
// With run.restart: does a core start over until its owner says otherwise, and does only its first pass count?
#include <gtest/gtest.h>

#include "core/harness.h"

namespace cdrsim::test {
namespace {

struct Passes : CoreOwner {
  explicit Passes(int wanted) : left(wanted) {}
  bool pass_finished(Cycle now, TraceCore& core) override {
    EXPECT_EQ(core.finished(), !ends.empty()) << "not finished only at the end of the first pass";
    ends.push_back(now);
    return --left > 0;
  }
  int left;
  std::vector<Cycle> ends;
};

TEST(Restart, StartsOverAndCountsTheFirstPassOnly) {
  Machine m({{read(0x1000, 8, 4), write(0x2000), atomic(0x3000), lock(0x10), unlock(0x10)}});
  Passes owner(3);
  m.cores[0]->set_owner(&owner);
  m.run();
  EXPECT_EQ(m.memory[0]->log.size(), 9u);
  EXPECT_EQ(m.total().accesses, 3u);
  EXPECT_EQ(m.total().later, 6u) << "two passes more";
  EXPECT_EQ(m.total().instructions, 9u);
  EXPECT_EQ(m.total().lock_acquires, 1u);
  EXPECT_EQ(m.latency.all().count(), 3u);
  EXPECT_TRUE(m.memory[0]->log[2].reference.counted);
  EXPECT_FALSE(m.memory[0]->log[3].reference.counted);
  ASSERT_EQ(owner.ends.size(), 3u);
  EXPECT_EQ(m.cores[0]->finish_cycle(), owner.ends[0]) << "of the first pass";
  EXPECT_EQ(owner.ends[2] - owner.ends[1], owner.ends[1] - owner.ends[0]);
}

TEST(Restart, BarriersMeetAgainInLaterPasses) {
  Machine m({{read(0x40), barrier(0x100, 2)}, {read(0x40, 8, 70), barrier(0x100, 2)}});
  Passes first(5), second(5);
  m.cores[0]->set_owner(&first);
  m.cores[1]->set_owner(&second);
  m.run();
  EXPECT_EQ(first.ends.size(), 5u);
  EXPECT_EQ(second.ends.size(), 5u);
  EXPECT_EQ(m.sync_counters.barriers, 1u);
}

TEST(Restart, BufferedStoresArePerformedBeforeAPassEnds) {
  Machine m({{write(0x1000), write(0x2000)}});
  Passes owner(2);
  m.cores[0]->set_owner(&owner);
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  EXPECT_EQ(m.cores[0]->finish_cycle(), 112u);
  EXPECT_EQ(m.total().stores, 2u);
  EXPECT_EQ(m.memory[0]->log.size(), 4u);
}

TEST(Restart, EmptyThreadDoesNotSpin) {
  Machine m(Threads(1));
  Passes owner(1000);
  m.cores[0]->set_owner(&owner);
  m.run();
  EXPECT_EQ(owner.ends.size(), 1u);
}

}  // namespace
}  // namespace cdrsim::test
