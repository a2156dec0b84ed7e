// SPDX-License-Identifier: BSD-3-Clause
#include "domain/home_hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace cdrsim {
namespace {

constexpr HomeHash kAll[] = {HomeHash::mixed, HomeHash::low, HomeHash::middle, HomeHash::high, HomeHash::range};
constexpr HomeHash kLinear[] = {HomeHash::mixed, HomeHash::low, HomeHash::middle, HomeHash::high};

// The RTL, bit by bit: six bits of the physical address are selected, then masked to what the home count needs.
std::uint32_t rtl_home(HomeHash hash, std::uint64_t physical_address, std::uint32_t homes) {
  const auto bits = [&](int low) { return static_cast<std::uint32_t>(physical_address >> low & 0x3f); };
  std::uint32_t selected = 0;
  switch (hash) {
    case HomeHash::low:
      selected = bits(6);
      break;
    case HomeHash::middle:
      selected = bits(14);
      break;
    case HomeHash::high:
      selected = bits(24);
      break;
    default:
      selected = bits(6) ^ bits(14);
      break;
  }
  std::uint32_t wide = 1;  // the smallest power of two that holds every home number
  while (wide < homes) wide *= 2;
  const std::uint32_t h = selected & (wide - 1);
  return h < homes ? h : h & (wide / 2 - 1);
}

// WHEN the hash is the RTL's and there are at most 64 homes THEN every line has the RTL's home.
TEST(HomeHash, EqualsTheRtlUpTo64Homes) {
  Random random(1);
  for (std::uint32_t homes = 1; homes <= 64; ++homes)
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t address = random.next() & 0xffffffffffull;
      for (HomeHash hash : kLinear)
        ASSERT_EQ(home_index(hash, LineAddress{address >> 6}, homes), rtl_home(hash, address, homes)) << homes;
    }
}

// WHEN a domain grows from N to N+1 homes THEN lines move only from home N-P to home N, and some do.
TEST(HomeHash, GrowthMovesLinesFromOneHomeToTheNewOne) {
  for (HomeHash hash : kLinear)
    for (std::uint32_t n = 1; n <= 130; ++n) {
      const std::uint32_t p = std::bit_floor(n);
      int moved = 0;
      Random random(n);
      for (int i = 0; i < 4000; ++i) {
        const LineAddress line{random.next() >> 6};
        const std::uint32_t before = home_index(hash, line, n), after = home_index(hash, line, n + 1);
        ASSERT_LT(before, n);
        if (before == after) continue;
        ASSERT_EQ(before, n - p);
        ASSERT_EQ(after, n);
        ++moved;
      }
      EXPECT_GT(moved, 0) << n;
    }
}

// THEN linear hashing loads no home more than twice the mean, and range stays within a few percent of it.
TEST(HomeHash, IsBalancedWithinItsPromise) {
  for (std::uint32_t homes : {1u, 2u, 3u, 5u, 18u, 36u, 63u, 64u, 65u, 100u, 127u, 129u}) {
    const std::uint64_t lines = std::uint64_t{homes} * 10000;
    for (HomeHash hash : kAll) {
      std::vector<std::uint64_t> load(homes);
      Random random(homes);
      for (std::uint64_t i = 0; i < lines; ++i) ++load[home_index(hash, LineAddress{random.next() >> 6}, homes)];
      const auto [least, most] = std::ranges::minmax(load);
      const bool even = hash == HomeHash::range || std::has_single_bit(homes);
      EXPECT_LE(static_cast<double>(most), (even ? 1.06 : 2.12) * 10000) << homes;
      EXPECT_GE(static_cast<double>(least), (even ? 0.94 : 0.47) * 10000) << homes;
    }
  }
}

// GIVEN consecutive lines THEN `range` is as balanced as on scattered ones.
TEST(HomeHash, RangeIsBalancedOnConsecutiveLines) {
  constexpr std::uint32_t kHomes = 1000;
  std::vector<int> load(kHomes);
  for (std::uint64_t line = 0; line < 10'000'000; ++line)
    ++load[home_index(HomeHash::range, LineAddress{line}, kHomes)];
  const auto [least, most] = std::ranges::minmax(load);
  EXPECT_GT(least, 9500);
  EXPECT_LT(most, 10500);
}

// GIVEN one home THEN it has every line.
TEST(HomeHash, OneHomeHasEverything) {
  for (HomeHash hash : kAll)
    for (std::uint64_t line : {0ull, 1ull, 255ull, 1ull << 40, ~0ull >> 6, ~0ull})
      EXPECT_EQ(home_index(hash, LineAddress{line}, 1), 0u);
}

// GIVEN a million homes, and the most that 32 bits can say, THEN the result is below and no bit above the 32nd is lost.
TEST(HomeHash, ReachesManyHomes) {
  for (std::uint32_t homes : {1'000'000u, 1u << 31, 0xffffffffu})
    for (HomeHash hash : kAll) {
      std::uint32_t highest = 0;
      Random random(3);
      for (int i = 0; i < 100'000; ++i) {
        const std::uint32_t h = home_index(hash, LineAddress{random.next()}, homes);
        ASSERT_LT(h, homes);
        highest = std::max(highest, h);
      }
      EXPECT_GT(highest, homes / 100u * 99u);
    }
}

// THEN the prepared form equals the simple one.
TEST(HomeHash, HasherEqualsIndex) {
  Random random(9);
  for (std::uint32_t homes : {1u, 3u, 64u, 1000u, 1'000'000u})
    for (HomeHash hash : kAll) {
      const HomeHasher hasher(hash, homes);
      EXPECT_EQ(hasher.homes(), homes);
      for (int i = 0; i < 1000; ++i) {
        const LineAddress line{random.next()};
        ASSERT_EQ(hasher(line), home_index(hash, line, homes));
      }
    }
}

}  // namespace
}  // namespace cdrsim
