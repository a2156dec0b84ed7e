// SPDX-License-Identifier: BSD-3-Clause
#include "domain/home_placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "domain/nearest_tiles.h"

namespace cdrsim {
namespace {

std::vector<TileId> ids(std::initializer_list<std::uint32_t> values) {
  std::vector<TileId> result;
  for (std::uint32_t v : values) result.push_back(TileId{v});
  return result;
}

std::vector<TileId> place(HomePlacement placement, const Mesh& mesh, std::uint32_t cores,
                          const std::vector<TileId>& members, std::uint32_t count, std::uint64_t seed = 1) {
  return place_homes(placement, mesh, cores, members, count, Random(seed));
}

constexpr HomePlacement kAll[] = {HomePlacement::members, HomePlacement::nearest, HomePlacement::cluster,
                                  HomePlacement::random};

// GIVEN machines with and without router-only tiles WHEN any count is asked for THEN so many distinct core tiles
// result.
TEST(HomePlacement, GivesAsManyDistinctCoreTilesAsAsked) {
  struct Machine {
    std::uint32_t width, height, cores;
  };
  for (const auto& [width, height, cores] :
       {Machine{1, 1, 1}, {5, 1, 5}, {1, 7, 7}, {4, 4, 16}, {4, 4, 13}, {5, 4, 18}, {6, 9, 36}, {33, 31, 1023}}) {
    const Mesh mesh(width, height);
    for (HomePlacement placement : kAll)
      for (std::uint32_t first : {0u, cores / 2, cores - 1})
        for (std::uint32_t count = 1; count <= cores; count += cores > 100 ? 97 : 1) {
          std::vector<TileId> members{TileId{first}};
          if (cores > 1) members.push_back(TileId{(first + 1) % cores});
          const auto homes = place(placement, mesh, cores, members, count);
          ASSERT_EQ(homes.size(), count);
          const std::set<TileId> distinct(homes.begin(), homes.end());
          ASSERT_EQ(distinct.size(), count);
          ASSERT_LT(distinct.rbegin()->value, cores);
        }
  }
}

// GIVEN all tiles as homes THEN nearest, cluster and random list them in tile order.
TEST(HomePlacement, AllTilesAreInTileOrder) {
  const Mesh mesh(4, 4);
  for (HomePlacement placement : {HomePlacement::nearest, HomePlacement::cluster, HomePlacement::random}) {
    const auto homes = place(placement, mesh, 16, ids({9}), 16);
    for (std::uint32_t i = 0; i < 16; ++i) ASSERT_EQ(homes[i], TileId{i});
  }
}

// WHEN the count is below the members THEN homes are the first ones, in member order; above, the nearest others follow.
TEST(HomePlacement, MembersComeFirst) {
  const Mesh mesh(4, 4);
  EXPECT_EQ(place(HomePlacement::members, mesh, 16, ids({9, 2, 7}), 2), ids({9, 2}));
  EXPECT_EQ(place(HomePlacement::members, mesh, 16, ids({5}), 6), ids({5, 1, 4, 6, 9, 0}));
  EXPECT_EQ(place(HomePlacement::members, mesh, 16, ids({1, 0}), 4), ids({1, 0, 2, 4}))
      << "the centroid is (0.5, 0): tiles 2, 4 and 5 are 1.5 hops away";
}

// GIVEN members around a centre THEN `nearest` is the diamond around it.
TEST(HomePlacement, NearestIsAroundTheCentre) {
  const Mesh mesh(5, 5);
  EXPECT_EQ(place(HomePlacement::nearest, mesh, 25, ids({11, 13, 7, 17}), 5), ids({7, 11, 12, 13, 17}));
  EXPECT_EQ(place(HomePlacement::nearest, mesh, 25, ids({0, 6}), 4), ids({0, 1, 5, 6})) << "the centre is (0.5, 0.5)";
}

// GIVEN one tile, or tiles that are not accepted, THEN the search equals a sort of all tiles.
TEST(HomePlacement, NearestSearchEqualsSortingAllTiles) {
  const Mesh mesh(13, 9);
  constexpr std::uint32_t kCores = 110;
  Random random(4);
  for (int round = 0; round < 300; ++round) {
    std::vector<TileId> tiles;
    for (std::uint64_t n = random.below(5) + 1; n > 0; --n)
      tiles.push_back(TileId{static_cast<std::uint32_t>(random.below(kCores))});
    const Centroid centre(mesh, tiles);
    const std::uint64_t divisor = random.below(4) + 1, count = random.below(kCores) + 1;
    const auto accept = [&](TileId t) { return t.value % divisor == 0; };
    std::vector<std::pair<std::int64_t, TileId>> all;
    for (std::uint32_t t = 0; t < kCores; ++t)
      if (accept(TileId{t})) all.emplace_back(centre.distance(mesh.at(TileId{t})), TileId{t});
    std::sort(all.begin(), all.end());
    all.resize(std::min<std::size_t>(all.size(), count));
    std::vector<TileId> expected;
    for (const auto& [distance, tile] : all) expected.push_back(tile);
    ASSERT_EQ(nearest_tiles(mesh, kCores, centre, count, accept), expected);
  }
}

// THEN a cluster is a rectangle with the first member in it, also in a corner of the mesh.
TEST(HomePlacement, ClusterIsARectangleAroundTheFirstMember) {
  const Mesh mesh(8, 8);
  EXPECT_EQ(place(HomePlacement::cluster, mesh, 64, ids({27, 0}), 9), ids({18, 19, 20, 26, 27, 28, 34, 35, 36}));
  EXPECT_EQ(place(HomePlacement::cluster, mesh, 64, ids({63}), 4), ids({54, 55, 62, 63}));
  EXPECT_EQ(place(HomePlacement::cluster, mesh, 64, ids({0}), 4), ids({0, 1, 8, 9}));
  EXPECT_EQ(place(HomePlacement::cluster, Mesh(8, 1), 8, ids({6}), 4), ids({4, 5, 6, 7}));
  for (std::uint32_t first = 0; first < 64; ++first) {
    const auto homes = place(HomePlacement::cluster, mesh, 64, {TileId{first}}, 7);
    EXPECT_TRUE(std::ranges::binary_search(homes, TileId{first}));
  }
}

// GIVEN a last row without cores THEN the cluster avoids it.
TEST(HomePlacement, ClusterAvoidsTilesWithoutCores) {
  EXPECT_EQ(place(HomePlacement::cluster, Mesh(4, 4), 13, ids({12}), 4), ids({4, 8, 9, 12}));
}

// WHEN seeds differ THEN random homes do; WHEN they are equal THEN they are equal; all tiles get their share.
TEST(HomePlacement, RandomIsSeededAndUniform) {
  const Mesh mesh(8, 8);
  EXPECT_EQ(place(HomePlacement::random, mesh, 64, ids({1}), 8, 5),
            place(HomePlacement::random, mesh, 64, ids({2}), 8, 5));
  EXPECT_NE(place(HomePlacement::random, mesh, 64, ids({1}), 8, 5),
            place(HomePlacement::random, mesh, 64, ids({1}), 8, 6));
  std::vector<int> chosen(64);
  for (std::uint64_t seed = 0; seed < 4000; ++seed)
    for (TileId t : place(HomePlacement::random, mesh, 64, ids({0}), 8, seed)) ++chosen[t.value];
  for (int n : chosen) {
    EXPECT_GT(n, 400);
    EXPECT_LT(n, 600);
  }
}

}  // namespace
}  // namespace cdrsim
