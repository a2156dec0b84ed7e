// SPDX-License-Identifier: BSD-3-Clause
// Does the history of losses give each miss its reason?
#include "cache/loss_history.h"

#include <gtest/gtest.h>

#include <map>

namespace cdrsim {
namespace {

// GIVEN a line that was never here THEN its first miss is cold, and only the first.
TEST(LossHistory, TheFirstMissIsCold) {
  LossHistory history;
  EXPECT_EQ(history.miss(LineAddress{5}), Loss::never_had);
  EXPECT_EQ(history.miss(LineAddress{5}), Loss::capacity);
  EXPECT_EQ(history.miss(LineAddress{6}), Loss::never_had);
}

// GIVEN a line that was taken away WHEN it is missed THEN the reason is the last one given; after that it is the
// cache's own eviction again.
TEST(LossHistory, TheLastReasonCounts) {
  LossHistory history;
  history.miss(LineAddress{0});
  for (Loss reason : {Loss::coherence, Loss::recall, Loss::domain}) {
    history.lost(LineAddress{0}, Loss::coherence);
    history.lost(LineAddress{0}, reason);
    EXPECT_EQ(history.miss(LineAddress{0}), reason);
    EXPECT_EQ(history.miss(LineAddress{0}), Loss::capacity);
  }
}

// GIVEN a line this core never asked for WHEN it is invalidated all the same (a superset of sharers) THEN its first
// miss is still cold.
TEST(LossHistory, LosingWhatWasNeverHadChangesNothing) {
  LossHistory history;
  history.lost(LineAddress{9}, Loss::coherence);
  EXPECT_EQ(history.miss(LineAddress{9}), Loss::never_had);
  history.lost(LineAddress{10}, Loss::recall);
  EXPECT_EQ(history.miss(LineAddress{10}), Loss::never_had);
}

// GIVEN many lines, from both ends of the address space, WHEN the table grows THEN it forgets and confuses nothing.
TEST(LossHistory, EqualsAMap) {
  LossHistory history;
  std::map<LineAddress, Loss> reference;
  Random random(1);
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t value = random.below(30'000);
    const LineAddress line{value % 2 ? ~std::uint64_t{0} - value - 1 : value * 4096};
    if (random.below(2)) {
      auto known = reference.find(line);
      ASSERT_EQ(history.miss(line), known == reference.end() ? Loss::never_had : known->second);
      reference[line] = Loss::capacity;
    } else {
      const auto reason = static_cast<Loss>(1 + random.below(4));
      history.lost(line, reason);
      if (auto known = reference.find(line); known != reference.end()) known->second = reason;
    }
  }
}

// GIVEN a history WHEN it is copied THEN the copy is a value of its own.
TEST(LossHistory, ACopyIsAValueOfItsOwn) {
  LossHistory history;
  history.miss(LineAddress{1});
  LossHistory copy = history;
  history.lost(LineAddress{1}, Loss::recall);
  EXPECT_EQ(copy.miss(LineAddress{1}), Loss::capacity);
  EXPECT_EQ(history.miss(LineAddress{1}), Loss::recall);
}

}  // namespace
}  // namespace cdrsim
