// SPDX-License-Identifier: BSD-3-Clause
// Does each replacement policy evict what it promises?
#include "cache/replacement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <list>
#include <vector>

#include "base/random.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kWays[] = {1, 2, 3, 4, 7, 16, 64};

/// Ways that may be evicted: a random choice of them, never empty.
std::vector<std::uint8_t> some_ways(std::uint32_t ways, Random& random) {
  std::vector<std::uint8_t> allowed(ways);
  do
    for (auto& a : allowed) a = random.below(3) != 0;
  while (std::ranges::count(allowed, 0) == ways);
  return allowed;
}

std::vector<std::uint8_t> all_ways(std::uint32_t ways) {
  return std::vector<std::uint8_t>(ways, 1);
}

// GIVEN any policy and any history WHEN only some ways may be evicted THEN the victim is one of them.
TEST(Replacement, TheVictimIsAlwaysAllowed) {
  const auto policies = Registry<ReplacementFactory>::instance().names();
  for (const char* expected : {"lru", "random", "srrip", "tree-plru"})
    EXPECT_TRUE(std::ranges::count(policies, expected)) << expected;
  for (const std::string& policy : policies)
    for (std::uint32_t ways : kWays) {
      auto replacement = make_replacement(policy, 1);
      std::vector<std::uint32_t> marks(ways);
      Random random(ways);
      for (int i = 0; i < 20'000; ++i) {
        if (random.below(2)) {
          replacement->hit(marks, static_cast<std::uint32_t>(random.below(ways)));
          continue;
        }
        const auto allowed = some_ways(ways, random);
        const std::uint32_t victim = replacement->victim(marks, allowed);
        ASSERT_LT(victim, ways) << policy;
        ASSERT_TRUE(allowed[victim]) << policy << ", " << ways << " ways";
        replacement->fill(marks, victim);
      }
    }
}

// GIVEN a list of ways kept in order of use WHEN a victim is wanted THEN LRU takes the allowed way that the list has
// last.
TEST(Lru, IsExact) {
  for (std::uint32_t ways : kWays) {
    auto lru = make_replacement("lru", 1);
    std::vector<std::uint32_t> marks(ways);
    std::list<std::uint32_t> used;  // most recent first
    auto use = [&](std::uint32_t way) {
      used.remove(way);
      used.push_front(way);
    };
    for (std::uint32_t w = 0; w < ways; ++w) {
      lru->fill(marks, w);
      use(w);
    }
    Random random(ways);
    for (int i = 0; i < 20'000; ++i) {
      auto way = static_cast<std::uint32_t>(random.below(ways));
      if (random.below(2)) {
        lru->hit(marks, way);
      } else {
        const auto allowed = some_ways(ways, random);
        way = *std::find_if(used.rbegin(), used.rend(), [&](std::uint32_t w) { return allowed[w] != 0; });
        ASSERT_EQ(lru->victim(marks, allowed), way) << ways << " ways";
        lru->fill(marks, way);
      }
      use(way);
    }
  }
}

// GIVEN two sets of one cache WHEN they are used in turn THEN each keeps an order of its own.
TEST(Lru, SetsDoNotDisturbEachOther) {
  auto lru = make_replacement("lru", 1);
  std::vector<std::uint32_t> first(3), second(3);
  for (std::uint32_t w : {2, 0, 1}) {
    lru->fill(first, w);
    lru->fill(second, 2 - w);
  }
  EXPECT_EQ(lru->victim(first, all_ways(3)), 2u);
  EXPECT_EQ(lru->victim(second, all_ways(3)), 0u);
}

// GIVEN more than one way WHEN one has just been used THEN tree-PLRU evicts another.
TEST(TreePlru, NeverEvictsTheMostRecentlyUsed) {
  for (std::uint32_t ways : kWays) {
    if (ways == 1) continue;
    auto plru = make_replacement("tree-plru", 1);
    EXPECT_TRUE(plru->whole_sets());
    std::vector<std::uint32_t> marks(ways);
    Random random(ways);
    for (int i = 0; i < 20'000; ++i) {
      const auto way = static_cast<std::uint32_t>(random.below(ways));
      plru->hit(marks, way);
      ASSERT_NE(plru->victim(marks, all_ways(ways)), way) << ways << " ways";
    }
  }
}

// GIVEN a power of two ways THEN tree-PLRU is the textbook's: a heap of bits, each pointing to the half used longer
// ago.
TEST(TreePlru, EqualsTheTextbooksTree) {
  for (std::uint32_t ways : {2u, 4u, 16u, 64u}) {
    auto plru = make_replacement("tree-plru", 1);
    std::vector<std::uint32_t> marks(ways);
    std::vector<bool> right(ways);  // node n has the children 2n and 2n + 1; the leaves are ways .. 2 * ways - 1
    Random random(ways);
    for (int i = 0; i < 20'000; ++i) {
      std::uint32_t node = 1;
      while (node < ways) node = 2 * node + right[node];
      ASSERT_EQ(plru->victim(marks, all_ways(ways)), node - ways) << ways << " ways";
      const auto way = random.below(3) ? static_cast<std::uint32_t>(random.below(ways)) : node - ways;
      plru->hit(marks, way);
      for (std::uint32_t leaf = way + ways; leaf > 1; leaf /= 2) right[leaf / 2] = leaf % 2 == 0;
    }
  }
}

// GIVEN any number of ways WHEN each victim is filled THEN tree-PLRU comes to every way.
TEST(TreePlru, ReachesEveryWay) {
  for (std::uint32_t ways : kWays) {
    auto plru = make_replacement("tree-plru", 1);
    std::vector<std::uint32_t> marks(ways);
    std::vector<int> evicted(ways);
    for (std::uint32_t i = 0; i < 64 * ways; ++i) {
      const std::uint32_t victim = plru->victim(marks, all_ways(ways));
      ++evicted[victim];
      plru->fill(marks, victim);
    }
    EXPECT_EQ(std::ranges::count(evicted, 0), 0) << ways << " ways";
  }
}

// GIVEN the paper's procedure (look for an interval of 3; when there is none, add 1 to all, and look again) THEN
// SRRIP's victim and the intervals it leaves are the same.
TEST(Srrip, EqualsThePapersProcedure) {
  for (std::uint32_t ways : kWays) {
    auto srrip = make_replacement("srrip", 1);
    std::vector<std::uint32_t> marks(ways), intervals(ways);
    Random random(ways);
    for (int i = 0; i < 20'000; ++i) {
      auto way = static_cast<std::uint32_t>(random.below(ways));
      if (random.below(2)) {
        srrip->hit(marks, way);
        intervals[way] = 0;
      } else {
        const auto allowed = some_ways(ways, random);
        for (bool found = false; !found;) {
          for (way = 0; way < ways && !(allowed[way] && intervals[way] == 3);) ++way;
          found = way < ways;
          if (!found)
            for (auto& v : intervals) v = std::min(v + 1, 3u);
        }
        ASSERT_EQ(srrip->victim(marks, allowed), way) << ways << " ways";
        srrip->fill(marks, way);
        intervals[way] = 2;
      }
      ASSERT_EQ(marks, intervals);
    }
  }
}

std::vector<std::uint32_t> victims(Replacement& replacement, std::uint32_t ways, int count) {
  std::vector<std::uint32_t> marks(ways), result;
  for (int i = 0; i < count; ++i) result.push_back(replacement.victim(marks, all_ways(ways)));
  return result;
}

// GIVEN a seed THEN random evicts the same ways every time, and others with another seed.
TEST(RandomReplacement, IsDecidedByItsSeed) {
  const auto a = victims(*make_replacement("random", 7), 16, 200);
  EXPECT_EQ(a, victims(*make_replacement("random", 7), 16, 200));
  EXPECT_NE(a, victims(*make_replacement("random", 8), 16, 200));
}

// THEN random takes all ways about equally often.
TEST(RandomReplacement, IsUniform) {
  std::vector<int> evicted(7);
  for (std::uint32_t v : victims(*make_replacement("random", 1), 7, 70'000)) ++evicted[v];
  const auto [least, most] = std::ranges::minmax(evicted);
  EXPECT_GT(least, 9500);
  EXPECT_LT(most, 10'500);
}

// GIVEN a policy with a history WHEN it is cloned THEN both go on alike, and what happens to one leaves the other
// alone.
TEST(Replacement, AClonesFutureIsItsOriginals) {
  for (const std::string& policy : Registry<ReplacementFactory>::instance().names()) {
    auto original = make_replacement(policy, 3);
    std::vector<std::uint32_t> marks(8);
    Random random(1);
    for (int i = 0; i < 100; ++i) original->fill(marks, static_cast<std::uint32_t>(random.below(8)));
    auto clone = original->clone();
    auto run = [](Replacement& r, std::vector<std::uint32_t> m) {
      std::vector<std::uint32_t> result;
      for (int i = 0; i < 100; ++i) {
        result.push_back(r.victim(m, all_ways(8)));
        r.fill(m, result.back());
      }
      return result;
    };
    const auto expected = run(*original, marks);
    EXPECT_EQ(run(*clone, marks), expected) << policy;
  }
}

TEST(Replacement, AnUnknownPolicyIsTheUsersError) {
  try {
    make_replacement("mru", 1);
    FAIL() << "no error";
  } catch (const UserError& e) {
    EXPECT_NE(std::string(e.what()).find("tree-plru"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace cdrsim
