// SPDX-License-Identifier: BSD-3-Clause
// Is a sharer set a set, whatever its width and however it keeps its members?
#include "directory/sharer_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "base/random.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kWidths[] = {1, 2, 63, 64, 65, 1024, 1'000'000};

using Members = std::vector<std::uint32_t>;

Members members(const SharerSet& set) {
  Members result;
  set.for_each([&](std::uint32_t m) { result.push_back(m); });
  return result;
}

/// Equal, and visited in ascending order.
void expect_equal(const SharerSet& set, const std::set<std::uint32_t>& reference) {
  ASSERT_EQ(set.size(), reference.size());
  ASSERT_EQ(set.empty(), reference.empty());
  ASSERT_EQ(members(set), Members(reference.begin(), reference.end()));
}

/// Inserts, erases and look-ups; `inserts` of 100 steps insert.
void exercise(SharerSet& set, std::set<std::uint32_t>& reference, Random& random, int steps, std::uint32_t inserts) {
  for (int i = 0; i < steps; ++i) {
    // Some members come back again and again, the first and the last of the namespace among them.
    const std::uint64_t width = set.width();
    const auto m =
        static_cast<std::uint32_t>(random.below(4)   ? random.below(width)
                                   : random.below(2) ? width - 1 - random.below(std::min(width, std::uint64_t{3}))
                                                     : random.below(std::min(width, std::uint64_t{3})));
    if (random.below(100) < inserts) {
      set.insert(m);
      reference.insert(m);
    } else {
      set.erase(m);
      reference.erase(m);
    }
    ASSERT_EQ(set.size(), reference.size());
    const auto other = static_cast<std::uint32_t>(random.below(width));
    ASSERT_EQ(set.contains(m), reference.contains(m));
    ASSERT_EQ(set.contains(other), reference.contains(other));
  }
}

// GIVEN any width WHEN members come and go, mostly come, mostly go THEN the set equals std::set all along.
TEST(SharerSet, EqualsStdSet) {
  for (std::uint32_t width : kWidths) {
    SCOPED_TRACE(width);
    SharerSet set(width);
    std::set<std::uint32_t> reference;
    Random random(width);
    EXPECT_EQ(set.width(), width);
    for (std::uint32_t inserts : {50u, 90u, 10u, 70u, 0u, 60u})
      for (int part = 0; part < 10; ++part) {
        exercise(set, reference, random, 300, inserts);
        expect_equal(set, reference);
        if (HasFatalFailure()) return;
      }
    set.clear();
    expect_equal(set, {});
    EXPECT_EQ(set.width(), width);
    exercise(set, reference = {}, random, 300, 80);
    expect_equal(set, reference);
  }
}

// GIVEN a namespace WHEN everybody joins (the list becomes a bit vector on the way) and leaves again THEN nothing is
// lost.
TEST(SharerSet, HoldsEverybody) {
  for (std::uint32_t width : {1u, 2u, 63u, 64u, 65u, 1024u}) {
    SharerSet set(width);
    std::set<std::uint32_t> reference;
    for (std::uint32_t i = 0; i < width; ++i) {
      const std::uint32_t m = static_cast<std::uint32_t>((std::uint64_t{i} * 1021 + 7) % width);
      set.insert(m);
      set.insert(m);
      reference.insert(m);
      expect_equal(set, reference);
    }
    for (std::uint32_t i = 0; i < width; ++i) {
      set.erase(i);
      set.erase(i);
      reference.erase(i);
      expect_equal(set, reference);
      ASSERT_FALSE(set.contains(i));
    }
  }
}

// GIVEN a million members, of whom many share, THEN they are all found, in order.
TEST(SharerSet, HoldsManyOfAMillion) {
  SharerSet set(1'000'000);
  std::set<std::uint32_t> reference;
  for (std::uint32_t m = 0; m < 1'000'000; m += 25) {
    set.insert(m);
    reference.insert(m);
  }
  expect_equal(set, reference);
  Random random(2);
  exercise(set, reference, random, 20'000, 30);
  expect_equal(set, reference);
}

// GIVEN a set, narrow or wide, few or many in it, WHEN it is copied, assigned or moved THEN the new one has its members
// and each lives on alone.
TEST(SharerSet, CopiesAndMovesAreValues) {
  for (std::uint32_t width : kWidths)
    for (int steps : {0, 1, 20, 400}) {
      SCOPED_TRACE(testing::Message() << width << " wide, " << steps << " steps");
      SharerSet set(width);
      std::set<std::uint32_t> reference;
      Random random(width + static_cast<std::uint32_t>(steps));
      exercise(set, reference, random, steps, 95);
      const auto before = reference;

      SharerSet copy = set;
      SharerSet assigned(7), wide(100'000);
      assigned.insert(3);
      for (std::uint32_t m = 0; m < 5000; ++m) wide.insert(m);
      assigned = set;
      wide = set;
      for (const SharerSet* s : {&copy, &assigned, &wide}) {
        EXPECT_EQ(s->width(), width);
        expect_equal(*s, before);
      }
      exercise(set, reference, random, 50, 30);
      expect_equal(set, reference);
      expect_equal(copy, before);
      expect_equal(assigned, before);
      expect_equal(wide, before);

      SharerSet moved = std::move(copy);
      expect_equal(moved, before);
      assigned = std::move(moved);
      expect_equal(assigned, before);
      const SharerSet& itself = assigned;
      assigned = itself;
      expect_equal(assigned, before);
      copy = set;  // a moved-from set may be assigned to
      expect_equal(copy, reference);
    }
}

// GIVEN the members of some set WHEN a set was moved from THEN it is empty.
TEST(SharerSet, AMovedFromSetIsEmpty) {
  for (std::uint32_t width : {64u, 65u}) {
    SharerSet set(width);
    set.insert(width - 1);
    const SharerSet taken = std::move(set);
    EXPECT_TRUE(set.empty());
    EXPECT_TRUE(members(set).empty());
    EXPECT_FALSE(set.contains(width - 1));
    EXPECT_TRUE(taken.contains(width - 1));
  }
}

// GIVEN a set that nobody gave a width THEN it is empty and stays so.
TEST(SharerSet, ADefaultSetIsEmpty) {
  SharerSet set;
  EXPECT_EQ(set.width(), 0u);
  EXPECT_TRUE(set.empty());
  EXPECT_FALSE(set.contains(0));
  set.erase(0);
  set.clear();
  EXPECT_TRUE(members(set).empty());
  static_assert(sizeof(SharerSet) == 16, "there is one in every LLC line");
}

}  // namespace
}  // namespace cdrsim
