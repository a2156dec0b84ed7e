// SPDX-License-Identifier: BSD-3-Clause
// Does a mesh number its tiles as it says, and does `auto` find the documented rectangle for any number of cores?
#include "network/mesh.h"

#include <gtest/gtest.h>

#include <utility>

#include "base/error.h"

namespace cdrsim {
namespace {

using Size = std::pair<std::uint32_t, std::uint32_t>;

Size automatic(std::uint32_t cores) {
  const Mesh mesh = Mesh::automatic(cores);
  return {mesh.width(), mesh.height()};
}

TEST(MeshAutomatic, GivenCoreCountsThatUsersAskForThenTheRectangleIsTheDocumentedOne) {
  EXPECT_EQ(automatic(1), Size(1, 1));
  EXPECT_EQ(automatic(2), Size(2, 1));
  EXPECT_EQ(automatic(3), Size(2, 2));
  EXPECT_EQ(automatic(4), Size(2, 2));
  EXPECT_EQ(automatic(8), Size(4, 2));
  EXPECT_EQ(automatic(18), Size(6, 3));
  EXPECT_EQ(automatic(36), Size(6, 6));
  EXPECT_EQ(automatic(64), Size(8, 8));
  EXPECT_EQ(automatic(65), Size(9, 8));  // 13 x 5 is too long
  EXPECT_EQ(automatic(129), Size(12, 11));
  EXPECT_EQ(automatic(1000), Size(40, 25));
  EXPECT_EQ(automatic(1023), Size(33, 31));
  EXPECT_EQ(automatic(1024), Size(32, 32));
  EXPECT_EQ(automatic(65537), Size(257, 256));
  EXPECT_EQ(automatic(1000000), Size(1000, 1000));
  EXPECT_THROW(automatic(0), InternalError);
}

TEST(MeshAutomatic, GivenAnyCountThenNoLegalRectangleIsNearerToSquareThanTheOneFound) {
  for (std::uint32_t cores = 1; cores < 3000; ++cores) {
    Size expected{0, 0};
    for (std::uint32_t height = 1; height <= cores; ++height) {
      const std::uint32_t width = cores / height;
      if (width * height == cores && height <= width && width <= 2 * height) expected = {width, height};
    }
    if (expected.first == 0) {
      std::uint32_t width = 1;
      while (width * width < cores) ++width;
      expected = {width, (cores + width - 1) / width};
    }
    ASSERT_EQ(automatic(cores), expected) << cores;
  }
}

TEST(MeshAutomatic, GivenHugeCountsThenEveryCoreHasATile) {
  for (const std::uint32_t cores : {100000007u, 268435455u, 268435456u}) {
    const Size size = automatic(cores);
    EXPECT_GE(std::uint64_t{size.first} * size.second, cores);
    EXPECT_LE(size.second, size.first);
  }
}

TEST(MeshTiles, Given2x4ThenTilesAreNumberedRowByRowAndBackAgain) {
  const Mesh mesh(2, 4);
  EXPECT_EQ(mesh.tiles(), 8u);
  EXPECT_EQ(mesh.at(TileId{5}), (Coordinates{1, 2}));
  for (std::uint32_t t = 0; t < 8; ++t) EXPECT_EQ(mesh.tile(mesh.at(TileId{t})), TileId{t});
  EXPECT_EQ(mesh.distance(TileId{0}, TileId{7}), 4u);
  EXPECT_EQ(mesh.distance(TileId{6}, TileId{1}), 4u);
  EXPECT_EQ(mesh.distance(TileId{3}, TileId{3}), 0u);
}

}  // namespace
}  // namespace cdrsim
