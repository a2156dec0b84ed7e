// SPDX-License-Identifier: BSD-3-Clause
#include "domain/tlb.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>

#include "base/random.h"

namespace cdrsim {
namespace {

Translation translation(std::uint64_t page) {
  return {page, page * 7 + 1, {}};
}

// GIVEN random lookups, a fill after each miss and a rare flush THEN hits equal those of a list kept in order of use.
TEST(Tlb, IsLeastRecentlyUsedForAnySize) {
  for (std::uint32_t entries : {1u, 2u, 3u, 5u, 64u, 1000u}) {
    Tlb tlb(entries);
    std::list<std::uint64_t> recent;  // newest first
    Random random(entries);
    int hits = 0;
    for (int step = 0; step < 30'000; ++step) {
      if (random.below(10'000) == 0) {
        tlb.flush();
        recent.clear();
      }
      const std::uint64_t page = random.below(random.below(2) == 0 ? entries : entries * 2);
      const auto it = std::find(recent.begin(), recent.end(), page);
      const bool expected = it != recent.end();
      if (expected) recent.erase(it);
      recent.push_front(page);
      if (recent.size() > entries) recent.pop_back();

      const Translation* found = tlb.lookup(page);
      ASSERT_EQ(found != nullptr, expected) << "entries " << entries << " step " << step;
      if (found) {
        ASSERT_EQ(found->page, page);
        ASSERT_EQ(found->frame, page * 7 + 1);
        ++hits;
      } else {
        tlb.fill(translation(page));
        ASSERT_NE(tlb.lookup(page), nullptr);
      }
    }
    EXPECT_GT(hits, 1000);
  }
}

// GIVEN an empty TLB THEN page 0 misses too.
TEST(Tlb, StartsEmpty) {
  Tlb tlb(4);
  EXPECT_EQ(tlb.lookup(0), nullptr);
  tlb.fill(translation(0));
  EXPECT_NE(tlb.lookup(0), nullptr);
  tlb.flush();
  EXPECT_EQ(tlb.lookup(0), nullptr);
}

// WHEN a page is filled again THEN the new translation replaces the old one and nothing else leaves.
TEST(Tlb, RefillReplacesInPlace) {
  Tlb tlb(2);
  tlb.fill(translation(1));
  tlb.fill(translation(2));
  tlb.fill({1, 99, {.sdid = 5, .lsid = 3}});
  ASSERT_NE(tlb.lookup(1), nullptr);
  EXPECT_EQ(tlb.lookup(1)->frame, 99u);
  EXPECT_EQ(tlb.lookup(1)->attributes.sdid, 5u);
  EXPECT_NE(tlb.lookup(2), nullptr);
}

// GIVEN 65536 entries THEN all of 65536 pages stay, and a million lookups take no time to speak of.
TEST(Tlb, HoldsManyEntries) {
  Tlb tlb(65536);
  for (std::uint64_t p = 0; p < 65536; ++p) tlb.fill(translation(p << 20));
  for (int round = 0; round < 20; ++round)
    for (std::uint64_t p = 0; p < 65536; ++p) ASSERT_NE(tlb.lookup(p << 20), nullptr);
  tlb.fill(translation(1));
  EXPECT_EQ(tlb.lookup(0), nullptr);
  EXPECT_NE(tlb.lookup(1ull << 20), nullptr);
}

// GIVEN a million tiles THEN their idle TLBs are small.
TEST(Tlb, IsSmallUntilUsed) {
  EXPECT_LE(sizeof(Tlb), 96u);
}

}  // namespace
}  // namespace cdrsim
