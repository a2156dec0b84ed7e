// SPDX-License-Identifier: BSD-3-Clause
// Do the strong ids, errors, random streams and registries keep what their headers promise?
#include <gtest/gtest.h>

#include <set>
#include <type_traits>
#include <unordered_set>

#include "base/error.h"
#include "base/random.h"
#include "base/registry.h"
#include "base/types.h"

namespace cdrsim {
namespace {

TEST(Types, GivenTwoKindsOfIdThenOneIsNotTakenForTheOther) {
  static_assert(!std::is_convertible_v<TileId, LineAddress>);
  static_assert(!std::is_convertible_v<std::uint32_t, TileId>);
  static_assert(sizeof(TileId) == 4 && sizeof(LineAddress) == 8);
  EXPECT_EQ(TileId{3}, TileId{3});
  EXPECT_LT(TileId{3}, kNoTile);
  EXPECT_LT(LineAddress{1}, LineAddress{std::uint64_t{1} << 40});
}

TEST(Types, GivenManyIdsWhenHashedThenTheHashTellsThemApart) {
  std::unordered_set<TileId> tiles;
  std::set<std::size_t> hashes;
  for (std::uint32_t i = 0; i < 10000; ++i) {
    tiles.insert(TileId{i});
    hashes.insert(std::hash<TileId>{}(TileId{i}));
  }
  EXPECT_EQ(tiles.size(), 10000u);
  EXPECT_EQ(hashes.size(), 10000u);
}

TEST(Error, GivenABrokenInvariantThenItIsAnInternalErrorWithItsMessage) {
  EXPECT_NO_THROW(invariant(true, "fine"));
  try {
    invariant(false, "two writers");
    FAIL() << "did not throw";
  } catch (const InternalError& e) {
    EXPECT_STREQ(e.what(), "two writers");
  }
}

TEST(Error, GivenTheThreeKindsThenAUserErrorIsNotTakenForABug) {
  static_assert(!std::is_base_of_v<InternalError, UserError>);
  static_assert(!std::is_base_of_v<UserError, StuckError>);
  EXPECT_THROW(throw StuckError("core 3 waits"), StuckError);
}

TEST(RandomStream, GivenOneSeedAndStreamThenTheValuesAreTheSameOnEveryMachine) {
  // Worked out apart from this code, with arbitrary-precision integers.
  EXPECT_EQ(mix64(1), 0x5692161d100b05e5ull);
  Random random(1, 2);
  EXPECT_EQ(random.next(), 0x19e02eb5a04a258dull);
  EXPECT_EQ(random.next(), 0xa4d3812a24d46f09ull);
}

TEST(RandomStream, GivenMix64ThenItIsABijectionOnWhatIsTried) {
  std::set<std::uint64_t> images;
  for (std::uint64_t i = 0; i < 100000; ++i) images.insert(mix64(i));
  EXPECT_EQ(images.size(), 100000u);
  EXPECT_EQ(mix64(0), 0u);
}

TEST(RandomStream, GivenAnotherSeedOrStreamThenTheValuesDiffer) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t stream = 0; stream < 100; ++stream) first.insert(Random(seed, stream).next());
  EXPECT_EQ(first.size(), 10000u);
}

TEST(RandomStream, GivenABoundThenValuesStayBelowAndAreSpreadEvenly) {
  for (const std::uint64_t bound : {1ull, 2ull, 3ull, 10ull, 1ull << 40}) {
    Random random(7, bound);
    double sum = 0;
    for (int i = 0; i < 100000; ++i) {
      const std::uint64_t value = random.below(bound);
      ASSERT_LT(value, bound);
      sum += static_cast<double>(value);
    }
    const double mean = (static_cast<double>(bound) - 1) / 2;
    EXPECT_NEAR(sum / 100000, mean, 0.01 * static_cast<double>(bound));
  }
  Random dice(3);
  int seen[6] = {};
  for (int i = 0; i < 60000; ++i) ++seen[dice.below(6)];
  for (const int n : seen) EXPECT_NEAR(n, 10000, 400);  // four standard deviations are 365
}

struct Shape {
  int corners;
};

TEST(RegistryOfThings, GivenRegisteredNamesThenTheyAreFoundAndListedAlphabetically) {
  const Registered<Shape> square{"square", "four corners", {4}}, circle{"circle", "none", {0}};
  auto& shapes = Registry<Shape>::instance();
  EXPECT_EQ(shapes.get("square", "shape").corners, 4);
  ASSERT_NE(shapes.find("circle"), nullptr);
  EXPECT_EQ(shapes.find("circle")->help, "none");
  EXPECT_EQ(shapes.find("cube"), nullptr);
  EXPECT_EQ(shapes.names(), (std::vector<std::string>{"circle", "square"}));

  EXPECT_THROW(shapes.add("square", "again", {4}), InternalError);
  EXPECT_EQ(shapes.get("square", "shape").corners, 4);

  try {
    shapes.get("squar", "shape");
    FAIL() << "did not throw";
  } catch (const UserError& e) {
    EXPECT_STREQ(e.what(), "unknown shape \"squar\"; known: circle, square");
  }
}

}  // namespace
}  // namespace cdrsim
