// SPDX-License-Identifier: BSD-3-Clause
// Do home bits stay out of the set index? Where they alias, a slice of a machine with 1024 homes uses 20 of its 20480
// sets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cache/set_index.h"
#include "domain/home_hash.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kHomes = 1024;

/// The line with bits 10 and up equal to `high` whose home among 1024 is `home`: there is exactly one.
LineAddress line_of_home(HomeHash hash, std::uint64_t home, std::uint64_t high) {
  const std::uint64_t line = high << 10;
  if (hash == HomeHash::low) return LineAddress{line | home};
  // mixed: bit i of the home is bit i of the line XOR bit i + 8.
  const std::uint64_t upper = line | ((home ^ line >> 8) & 0x300);
  return LineAddress{upper | ((home ^ upper >> 8) & 0xff)};
}

// GIVEN 1024 homes WHEN one home's lines are placed into its slice THEN they spread evenly over all sets.
TEST(HomeAndSet, TheLinesOfOneHomeUseAllSetsAlike) {
  constexpr std::uint32_t kMean = 200;
  for (HomeHash hash : {HomeHash::low, HomeHash::mixed})
    for (std::uint32_t sets : {1u, 12u, 64u, 256u, 20480u})
      for (std::uint64_t home : {0u, 17u, 1023u}) {
        SCOPED_TRACE(testing::Message() << sets << " sets, home " << home);
        const SetIndex index(sets);
        std::vector<std::uint32_t> lines(sets);
        for (std::uint64_t high = 0; high < std::uint64_t{sets} * kMean; ++high) {
          const LineAddress line = line_of_home(hash, home, high);
          ASSERT_EQ(home_index(hash, line, kHomes), home);
          ++lines[index.set(line)];
        }
        // Seven standard deviations of a fair draw.
        const double slack = 7 * std::sqrt(kMean);
        const auto [least, most] = std::ranges::minmax(lines);
        EXPECT_GT(least, kMean - slack);
        EXPECT_LT(most, kMean + slack);
      }
}

// GIVEN a small application's lines, one after the other, over its homes WHEN each home has as many as its slice holds
// THEN few of them are more than its ways hold.
TEST(HomeAndSet, AFullSliceOverflowsLittle) {
  constexpr std::uint32_t kSets = 256, kWays = 4, kFew = 16;
  const SetIndex index(kSets);
  for (HomeHash hash : {HomeHash::low, HomeHash::mixed}) {
    std::vector<std::uint32_t> lines(kFew * kSets);
    for (std::uint64_t l = 0; l < std::uint64_t{kFew} * kSets * kWays; ++l)
      ++lines[home_index(hash, LineAddress{l}, kFew) * kSets + index.set(LineAddress{l})];
    std::uint32_t beyond = 0;
    for (std::uint32_t n : lines) beyond += n > kWays ? n - kWays : 0;
    // A fair draw leaves a fifth beyond four ways; aliasing leaves fifteen of sixteen.
    EXPECT_LT(beyond, kFew * kSets * kWays / 4);
  }
}

}  // namespace
}  // namespace cdrsim
