// SPDX-License-Identifier: BSD-3-Clause
// Is every line's address rebuilt from where it lies, and are all sets used alike?
#include "cache/set_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace cdrsim {
namespace {

// 20480 sets: 30 MiB of 24 ways, no power of two. 24 * 1024 + 7 is prime to everything nearby.
constexpr std::uint32_t kSetCounts[] = {1, 2, 3, 12, 64, 20480, 24 * 1024 + 7};

// GIVEN any number of sets WHEN a line of any address, the highest included, is split THEN (set, tag) gives it back.
TEST(SetIndex, RebuildsEveryLine) {
  for (std::uint32_t sets : kSetCounts) {
    const SetIndex index(sets);
    EXPECT_EQ(index.sets(), sets);
    auto check = [&](std::uint64_t value) {
      const LineAddress line{value};
      const std::uint32_t set = index.set(line);
      ASSERT_LT(set, sets);
      ASSERT_EQ(index.line(set, index.tag(line)), line) << sets << " sets";
    };
    Random random(sets);
    for (std::uint64_t i = 0; i < 50'000; ++i) {
      check(i);
      check(~std::uint64_t{0} - i);
      check(random.next());
    }
    for (int bit = 0; bit < 64; ++bit)
      for (std::uint64_t near : {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1}})
        check((std::uint64_t{1} << bit) + near);
  }
}

// GIVEN one tag WHEN all its lines are placed THEN each set gets exactly one: no two share both set and tag.
TEST(SetIndex, TheLinesOfOneTagTakeAllSetsOnce) {
  for (std::uint32_t sets : kSetCounts)
    for (std::uint64_t tag : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{12345}, ~std::uint64_t{0} / sets - 1}) {
      const SetIndex index(sets);
      std::vector<int> lines(sets);
      for (std::uint64_t r = 0; r < sets; ++r) {
        const LineAddress line{tag * sets + r};
        ASSERT_EQ(index.tag(line), tag);
        ++lines[index.set(line)];
      }
      EXPECT_EQ(std::ranges::count(lines, 1), sets) << sets << " sets, tag " << tag;
    }
}

// GIVEN lines a power of two apart, as the lines of one home or one matrix column are, THEN they spread over all sets.
TEST(SetIndex, StridesSpreadOverAllSets) {
  for (std::uint32_t sets : {64u, 96u, 256u, 20480u})
    for (std::uint64_t stride : {64ull, 1024ull, 1ull << 20}) {
      const SetIndex index(sets);
      std::vector<std::uint32_t> lines(sets);
      constexpr std::uint32_t kMean = 400;
      for (std::uint64_t i = 0; i < std::uint64_t{sets} * kMean; ++i) ++lines[index.set(LineAddress{i * stride})];
      const auto [least, most] = std::ranges::minmax(lines);
      EXPECT_GT(least, kMean / 2) << sets << " sets, stride " << stride;
      EXPECT_LT(most, kMean * 3 / 2) << sets << " sets, stride " << stride;
    }
}

}  // namespace
}  // namespace cdrsim
