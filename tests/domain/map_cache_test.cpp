// SPDX-License-Identifier: BSD-3-Clause
#include "domain/map_cache.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace cdrsim {
namespace {

MapEntry tiles(std::uint32_t first) {
  return {TileId{first}, TileId{first + 1}, TileId{first + 2}, TileId{first + 3}};
}

// The RTL's words, one for one: arrays of tags, valid masks, used and locked bits, priority encoders over all entries.
class Reference {
 public:
  explicit Reference(std::uint32_t n) : tag_(n), valid_(n), used_(n), locked_(n), data_(n) {}

  std::optional<TileId> lookup(std::uint32_t domain, std::uint32_t logical) {
    for (std::size_t i = 0; i < tag_.size(); ++i)
      if (tag_[i] == std::pair{domain, logical / 4} && (valid_[i] >> logical % 4 & 1)) {
        used_[i] = true;
        locked_[i] = false;
        clear_when_all_used();
        return data_[i][logical % 4];
      }
    return std::nullopt;
  }

  void fill(std::uint32_t domain, std::uint32_t logical, const MapEntry& mappings) {
    const std::pair tag{domain, logical / 4};
    std::size_t at = tag_.size();
    for (std::size_t i = tag_.size(); i-- > 0;)
      if (tag_[i] == tag && valid_[i] != 0) at = i;
    if (at == tag_.size()) {
      at = 0;
      for (std::size_t i = tag_.size(); i-- > 0;)
        if (!used_[i] && !locked_[i]) at = i;
    }
    tag_[at] = tag;
    data_[at] = mappings;
    valid_[at] = 0;
    for (int k = 0; k < 4; ++k) valid_[at] |= (mappings[k] != kNoTile) << k;
    used_[at] = locked_[at] = valid_[at] != 0;
    clear_when_all_used();
  }

  void flush_domain(std::optional<std::uint32_t> domain) {
    for (std::size_t i = 0; i < tag_.size(); ++i)
      if (!domain || tag_[i].first == *domain) valid_[i] = 0;
  }

 private:
  void clear_when_all_used() {
    for (bool u : used_)
      if (!u) return;
    used_.assign(used_.size(), false);
  }

  std::vector<std::pair<std::uint32_t, std::uint32_t>> tag_;
  std::vector<int> valid_;
  std::vector<bool> used_, locked_;
  std::vector<MapEntry> data_;
};

// GIVEN random lookups, fills with and without holes, and flushes THEN hits and tiles equal the reference's, for every
// size.
TEST(MapCache, BehavesAsTheRtlDoes) {
  for (std::uint32_t entries : {1u, 2u, 3u, 16u, 17u, 64u, 65u, 300u}) {
    MapCache cache(entries);
    Reference reference(entries);
    Random random(entries);
    int hits = 0;
    std::uint32_t domain = 0, logical = 0;
    for (int step = 0; step < 40'000; ++step) {
      const std::uint64_t action = random.below(10'000);
      if (action < 7000 || random.below(4) == 0) {  // most fills are for the lookup before them
        domain = static_cast<std::uint32_t>(random.below(4));
        logical = static_cast<std::uint32_t>(random.below(entries + 4));
      }
      if (action < 7000) {
        const auto found = cache.lookup(domain, logical);
        ASSERT_EQ(found, reference.lookup(domain, logical)) << "entries " << entries << " step " << step;
        hits += found.has_value();
      } else if (action < 9996) {
        MapEntry mappings = tiles(static_cast<std::uint32_t>(random.below(1000)));
        if (random.below(4) == 0)
          for (TileId& t : mappings)
            if (random.below(2) == 0) t = kNoTile;
        if (random.below(20) == 0) mappings.fill(kNoTile);
        cache.fill(domain, logical, mappings);
        reference.fill(domain, logical, mappings);
      } else if (action < 9999) {
        cache.flush_domain(domain);
        reference.flush_domain(domain);
      } else {
        cache.flush();
        reference.flush_domain(std::nullopt);
      }
    }
    EXPECT_GT(hits, 2000) << entries;
  }
}

// WHEN nothing was filled THEN everything misses; WHEN a group was THEN its four ids hit, its neighbours miss.
TEST(MapCache, AnEntryCoversFourLogicalIdsOfOneDomain) {
  MapCache cache(16);
  EXPECT_FALSE(cache.lookup(1, 4));
  cache.fill(1, 6, tiles(40));
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(cache.lookup(1, 4 + i), TileId{40 + i});
  EXPECT_FALSE(cache.lookup(1, 3));
  EXPECT_FALSE(cache.lookup(1, 8));
  EXPECT_FALSE(cache.lookup(2, 4));
}

// GIVEN a group whose tail has no logical ids THEN these miss.
TEST(MapCache, AMissingMappingMisses) {
  MapCache cache(16);
  cache.fill(0, 0, {TileId{5}, TileId{6}, kNoTile, kNoTile});
  EXPECT_EQ(cache.lookup(0, 1), TileId{6});
  EXPECT_FALSE(cache.lookup(0, 2));
}

// GIVEN entries filled but never hit THEN all stay locked, and each new fill takes entry 0.
TEST(MapCache, LockedEntriesThatAreNeverHitKeepTheirPlace) {
  MapCache cache(4);
  for (std::uint32_t g = 0; g < 4; ++g) cache.fill(0, 4 * g, tiles(10 * g));  // the last one clears all used bits
  cache.fill(0, 16, tiles(90));
  cache.fill(0, 20, tiles(95));
  EXPECT_FALSE(cache.lookup(0, 0)) << "entry 0 went to the fifth group";
  EXPECT_FALSE(cache.lookup(0, 16)) << "and from it to the sixth";
  EXPECT_TRUE(cache.lookup(0, 20));
  for (std::uint32_t g = 1; g < 4; ++g) EXPECT_TRUE(cache.lookup(0, 4 * g)) << g;
}

// WHEN the last used bit is set THEN all are cleared, the newest one's too: the lowest unlocked entry is the next
// victim.
TEST(MapCache, AllUsedClearsAll) {
  MapCache cache(4);
  for (std::uint32_t g = 0; g < 4; ++g) cache.fill(0, 4 * g, tiles(10 * g));  // all used: cleared; all locked
  EXPECT_TRUE(cache.lookup(0, 8));                                            // entry 2: used, unlocked
  EXPECT_TRUE(cache.lookup(0, 4));                                            // entry 1
  EXPECT_TRUE(cache.lookup(0, 12));                                           // entry 3
  EXPECT_TRUE(cache.lookup(0, 0));  // entry 0: the fourth used bit clears all four
  cache.fill(0, 16, tiles(90));     // entry 0
  EXPECT_FALSE(cache.lookup(0, 0));
  cache.fill(0, 20, tiles(95));  // entry 0 is used and locked: entry 1
  EXPECT_FALSE(cache.lookup(0, 4));
  EXPECT_TRUE(cache.lookup(0, 8));
  EXPECT_TRUE(cache.lookup(0, 12));
}

// GIVEN 16 entries THEN they hold one domain of 64 homes; a 17th group evicts one.
TEST(MapCache, SixteenEntriesHoldOneDomainOf64) {
  MapCache cache(16);
  for (std::uint32_t i = 0; i < 64; i += 4) cache.fill(3, i, tiles(i));
  for (int round = 0; round < 3; ++round)
    for (std::uint32_t i = 0; i < 64; ++i) ASSERT_EQ(cache.lookup(3, i), TileId{i});
  cache.fill(4, 0, tiles(200));
  int held = 0;
  for (std::uint32_t i = 0; i < 64; ++i) held += cache.lookup(3, i).has_value();
  EXPECT_EQ(held, 60);
}

// WHEN one domain is flushed THEN only its entries miss; a fill of it uses the ordinary victim, not the freed entry.
TEST(MapCache, FlushesOneDomain) {
  MapCache cache(4);
  cache.fill(1, 0, tiles(10));
  cache.fill(2, 0, tiles(20));
  cache.fill(1, 4, tiles(30));
  cache.flush_domain(1);
  EXPECT_FALSE(cache.lookup(1, 0));
  EXPECT_FALSE(cache.lookup(1, 4));
  EXPECT_EQ(cache.lookup(2, 0), TileId{20});
  cache.flush();
  EXPECT_FALSE(cache.lookup(2, 0));
}

// WHEN entries that no lookup unlocked are flushed THEN, as in the RTL, they stay locked: new groups share entry 0.
TEST(MapCache, AFlushLeavesLockedEntriesLocked) {
  MapCache cache(4);
  for (std::uint32_t g = 0; g < 4; ++g) cache.fill(0, 4 * g, tiles(10 * g));
  cache.flush();
  cache.fill(0, 0, tiles(10));
  cache.fill(0, 4, tiles(20));
  EXPECT_FALSE(cache.lookup(0, 0));
  EXPECT_TRUE(cache.lookup(0, 4));
}

// WHEN the same group is filled twice (two refills were under way) THEN it takes one entry.
TEST(MapCache, ARefillOfAPresentGroupTakesNoSecondEntry) {
  MapCache cache(2);
  cache.fill(0, 0, tiles(10));
  cache.fill(0, 0, tiles(20));
  cache.fill(0, 4, tiles(30));
  EXPECT_EQ(cache.lookup(0, 0), TileId{20});
  EXPECT_EQ(cache.lookup(0, 4), TileId{30});
}

// THEN copies are independent and equality sees replacement bits.
TEST(MapCache, IsPlainState) {
  MapCache a(4);
  a.fill(0, 0, tiles(10));
  MapCache b = a;
  EXPECT_EQ(a, b);
  EXPECT_TRUE(b.lookup(0, 0));
  EXPECT_NE(a, b) << "the hit unlocked b's entry";
  EXPECT_TRUE(a.lookup(0, 0));
  EXPECT_EQ(a, b);
  EXPECT_NE(a, MapCache(4));
}

}  // namespace
}  // namespace cdrsim
