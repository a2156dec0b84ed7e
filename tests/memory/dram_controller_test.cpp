// SPDX-License-Identifier: BSD-3-Clause
// Does a DRAM controller take the time it should, no more than its bandwidth allows, and sit where it should?
#include "memory/dram_controller.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "base/error.h"

namespace cdrsim {
namespace {

DramConfig config(Cycle latency = 100, std::uint32_t bandwidth = 16, Cycle jitter = 0) {
  return {std::nullopt, latency, bandwidth, DramLocation::interleaved, jitter};
}

TEST(DramController, GivenAnIdleControllerWhenALineIsReadThenItTakesTheLatency) {
  DramController dram(config(), 1, 0);
  EXPECT_EQ(dram.access(1000, 64), 1100u);
  EXPECT_EQ(dram.access(1004, 64), 1104u);  // the channel was busy in 1000..1003
  EXPECT_EQ(dram.counters.bytes, 128u);
  EXPECT_EQ(dram.counters.busy_cycles, 8u);
  EXPECT_EQ(dram.counters.queue_cycles, 0u);
}

TEST(DramController, GivenABusyChannelWhenAccessedThenTheAccessWaitsItsTurn) {
  DramController dram(config(), 1, 0);
  EXPECT_EQ(dram.access(10, 64), 110u);
  EXPECT_EQ(dram.access(10, 64), 114u);
  EXPECT_EQ(dram.access(11, 64), 118u);
  EXPECT_EQ(dram.counters.queue_cycles, 4u + 7u);
  EXPECT_EQ(dram.access(21, 64), 122u);  // comes in the last busy cycle
  EXPECT_EQ(dram.access(26, 64), 126u);  // comes when it is free again
}

TEST(DramController, GivenBytesThatDoNotDivideWhenTransferredThenTheCycleIsRoundedUp) {
  DramController dram(config(10, 16), 1, 0);
  EXPECT_EQ(dram.access(0, 65), 10u);
  EXPECT_EQ(dram.access(0, 1), 15u);
  EXPECT_EQ(dram.access(0, 1), 16u);
  EXPECT_EQ(dram.counters.busy_cycles, 7u);
}

TEST(DramController, GivenATransferLongerThanTheLatencyThenTheTransferCounts) {
  DramController dram(config(10, 1), 1, 0);
  EXPECT_EQ(dram.access(0, 64), 64u);
  EXPECT_EQ(dram.access(0, 64), 128u);
}

TEST(DramController, GivenZeroLatencyThenOnlyTheTransferRemains) {
  DramController dram(config(0, 64), 1, 0);
  EXPECT_EQ(dram.access(5, 64), 6u);
}

TEST(DramController, GivenALongOverloadThenTheBandwidthIsExactlyUsed) {
  DramController dram(config(), 1, 0);
  Cycle last = 0;
  for (std::uint64_t i = 0; i < 10000; ++i) last = dram.access(i, 64);
  EXPECT_EQ(last, 9999u * 4 + 100);
  EXPECT_EQ(dram.counters.bytes, 640000u);
  EXPECT_EQ(dram.counters.busy_cycles, 40000u);
}

TEST(DramController, GivenJitterThenItIsBoundedAndDependsOnSeedAndIndexAlone) {
  const auto latencies = [](std::uint64_t seed, std::uint32_t index) {
    DramController dram(config(100, 16, 4), seed, index);
    std::vector<Cycle> result;
    for (Cycle now = 0; now < 10000; now += 100) result.push_back(dram.access(now, 64) - now);
    return result;
  };
  const auto reference = latencies(1, 0);
  EXPECT_EQ(latencies(1, 0), reference);
  EXPECT_NE(latencies(2, 0), reference);
  EXPECT_NE(latencies(1, 1), reference);
  EXPECT_EQ(std::set<Cycle>(reference.begin(), reference.end()), (std::set<Cycle>{100, 101, 102, 103, 104}));
}

TEST(DramController, GivenNoBandwidthThenItIsAnInternalError) {
  EXPECT_THROW(DramController(config(100, 0), 1, 0), InternalError);
}

std::vector<std::uint32_t> placed(const Mesh& mesh, std::uint32_t count) {
  std::vector<std::uint32_t> result;
  for (const TileId t : controller_tiles(mesh, count)) result.push_back(t.value);
  return result;
}

TEST(ControllerPlacement, GivenA4x3MeshWithAControllerOnEachPerimeterTileThenTheyGoRoundClockwise) {
  EXPECT_EQ(placed(Mesh(4, 3), 10), (std::vector<std::uint32_t>{0, 1, 2, 3, 7, 11, 10, 9, 8, 4}));
}

TEST(ControllerPlacement, GivenFewControllersThenTheyAreSpreadEvenly) {
  const Mesh mesh(32, 32);
  EXPECT_EQ(placed(mesh, 1), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(placed(mesh, 2), (std::vector<std::uint32_t>{0, 1023}));
  EXPECT_EQ(placed(mesh, 4), (std::vector<std::uint32_t>{0, 31, 1023, 992}));
}

TEST(ControllerPlacement, Given32ControllersOn32x32ThenAllSitOnThePerimeterAtEvenDistances) {
  const Mesh mesh(32, 32);
  const auto tiles = controller_tiles(mesh, 32);
  ASSERT_EQ(tiles.size(), 32u);
  std::set<TileId> distinct(tiles.begin(), tiles.end());
  EXPECT_EQ(distinct.size(), 32u);
  for (std::size_t i = 0; i < 32; ++i) {
    const Coordinates c = mesh.at(tiles[i]);
    EXPECT_TRUE(c.x == 0 || c.x == 31 || c.y == 0 || c.y == 31) << c.x << "," << c.y;
    const std::uint32_t gap = mesh.distance(tiles[i], tiles[(i + 1) % 32]);  // 124 tiles for 32 controllers
    EXPECT_GE(gap, 3u);
    EXPECT_LE(gap, 4u);
  }
}

TEST(ControllerPlacement, GivenThinMeshesThenEveryTileIsPerimeter) {
  EXPECT_EQ(placed(Mesh(1, 1), 1), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(placed(Mesh(1, 1), 3), (std::vector<std::uint32_t>{0, 0, 0}));
  EXPECT_EQ(placed(Mesh(1, 6), 3), (std::vector<std::uint32_t>{0, 2, 4}));
  EXPECT_EQ(placed(Mesh(6, 1), 6), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(placed(Mesh(2, 2), 4), (std::vector<std::uint32_t>{0, 1, 3, 2}));
}

TEST(ControllerPlacement, GivenMoreControllersThanPerimeterTilesThenTheyShareEvenly) {
  const auto tiles = placed(Mesh(3, 3), 20);  // 8 perimeter tiles
  std::array<int, 9> on_tile{};
  for (const std::uint32_t t : tiles) ++on_tile[t];
  EXPECT_EQ(on_tile[4], 0);
  for (const std::uint32_t t : {0, 1, 2, 3, 5, 6, 7, 8}) {
    EXPECT_GE(on_tile[t], 2);
    EXPECT_LE(on_tile[t], 3);
  }
}

TEST(ControllerCount, GivenAutoThenThereIsOnePer32TilesAndAtLeastOne) {
  EXPECT_EQ(controller_count(config(), Mesh(1, 1)), 1u);
  EXPECT_EQ(controller_count(config(), Mesh(8, 8)), 2u);
  EXPECT_EQ(controller_count(config(), Mesh(32, 32)), 32u);
  EXPECT_EQ(controller_count(config(), Mesh(1000, 1000)), 31250u);
  DramConfig explicit_count = config();
  explicit_count.controllers = 5;
  EXPECT_EQ(controller_count(explicit_count, Mesh(32, 32)), 5u);
}

}  // namespace
}  // namespace cdrsim
