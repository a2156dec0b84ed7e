// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <set>

#include "base/registry.h"
#include "trace/memory_trace.h"
#include "workload/workload.h"

namespace cdrsim {
namespace {

WorkloadConfig block(const std::string& placement, std::uint32_t threads, std::uint32_t copies = 1) {
  WorkloadConfig b{};
  b.trace = "any.cdrt";
  b.threads = threads;
  b.copies = copies;
  b.placement = placement;
  return b;
}

std::vector<Application> place(const std::vector<WorkloadConfig>& blocks, const Mesh& mesh, std::uint32_t cores,
                               std::uint64_t seed = 1) {
  static const auto trace = std::make_shared<MemoryTrace>(std::vector<std::vector<Record>>(1u << 20));
  return place_workloads(blocks, mesh, cores, seed, [](const std::string&) { return trace; });
}

struct Box {
  std::uint32_t width, height;
  friend bool operator==(const Box&, const Box&) = default;
};

Box box(const Mesh& mesh, const std::vector<TileId>& cores) {
  Coordinates low = mesh.at(cores[0]), high = low;
  for (TileId t : cores) {
    const Coordinates c = mesh.at(t);
    low = {std::min(low.x, c.x), std::min(low.y, c.y)};
    high = {std::max(high.x, c.x), std::max(high.y, c.y)};
  }
  return {high.x - low.x + 1, high.y - low.y + 1};
}

const char* const kPolicies[] = {"block", "random", "row", "spread"};

// THEN the four policies are registered.
TEST(Placement, PoliciesAreRegistered) {
  for (const char* name : kPolicies) EXPECT_NE(Registry<PlacementPolicy>::instance().find(name), nullptr) << name;
}

// GIVEN every policy and mixed blocks on odd machines, full ones too, THEN every thread has a core of its own.
TEST(Placement, EveryThreadHasACoreOfItsOwn) {
  struct Machine {
    std::uint32_t width, height, cores;
  };
  for (const auto& [width, height, cores] :
       {Machine{1, 1, 1}, {7, 1, 7}, {1, 7, 7}, {4, 4, 13}, {5, 4, 18}, {8, 8, 64}, {12, 11, 129}, {40, 32, 1024}}) {
    for (const char* policy : kPolicies) {
      std::vector<WorkloadConfig> blocks;
      std::uint32_t left = cores;
      for (std::uint32_t threads : {1u, 3u, 7u, 16u, 5u})
        for (std::uint32_t copies : {2u, 1u})
          if (threads * copies <= left) {
            blocks.push_back(block(policy, threads, copies));
            left -= threads * copies;
          }
      if (left > 0) blocks.push_back(block(policy, left));
      std::set<TileId> used;
      for (const Application& a : place(blocks, Mesh(width, height), cores))
        used.insert(a.cores.begin(), a.cores.end());
      ASSERT_EQ(used.size(), cores) << policy;
      ASSERT_LT(used.rbegin()->value, cores) << policy;
    }
  }
}

// WHEN one application fills the chip THEN block and row put thread t on tile t, router-only tiles or not.
TEST(Placement, AnApplicationThatFillsTheChipIsInTileOrder) {
  for (const auto& [mesh, cores] :
       {std::pair{Mesh(4, 4), 16u}, {Mesh(4, 4), 13u}, {Mesh(64, 16), 1024u}, {Mesh(40, 32), 1024u}, {Mesh(1, 1), 1u}})
    for (const char* policy : {"block", "row"}) {
      const auto apps = place({block(policy, cores)}, mesh, cores);
      for (std::uint32_t t = 0; t < cores; ++t) ASSERT_EQ(apps[0].cores[t], TileId{t}) << policy;
    }
}

// GIVEN 16 copies of 64 threads on 32 x 32 THEN they are sixteen 8 x 8 squares, each filled row by row.
TEST(Placement, EqualBlocksTileTheMesh) {
  const Mesh mesh(32, 32);
  const auto apps = place({block("block", 64, 16)}, mesh, 1024);
  for (std::uint32_t a = 0; a < 16; ++a) {
    EXPECT_EQ(box(mesh, apps[a].cores), (Box{8, 8}));
    EXPECT_EQ(mesh.at(apps[a].cores[0]), (Coordinates{a % 4 * 8, a / 4 * 8}));
    EXPECT_TRUE(std::is_sorted(apps[a].cores.begin(), apps[a].cores.end()));
  }
}

// GIVEN equal applications that fill the chip THEN all are rectangles: the shapes that tile the mesh come first.
TEST(Placement, RectanglesThatTileTheMeshComeFirst) {
  const auto boxes = [](const Mesh& mesh, std::uint32_t threads) {
    std::vector<Box> result;
    for (const auto& a : place({block("block", threads, mesh.tiles() / threads)}, mesh, mesh.tiles()))
      result.push_back(box(mesh, a.cores));
    return result;
  };
  EXPECT_EQ(boxes(Mesh(32, 32), 512), std::vector<Box>(2, {32, 16}));
  EXPECT_EQ(boxes(Mesh(12, 12), 72), std::vector<Box>(2, {12, 6}));
  EXPECT_EQ(boxes(Mesh(40, 25), 50), std::vector<Box>(20, {10, 5}));
}

// GIVEN counts that are no square THEN rectangles are compact, wide rather than tall.
TEST(Placement, BlocksAreCompact) {
  const Mesh mesh(32, 32);
  const auto shape = [&](std::uint32_t threads) {
    return box(mesh, place({block("block", threads)}, mesh, 1024)[0].cores);
  };
  EXPECT_EQ(shape(1), (Box{1, 1}));
  EXPECT_EQ(shape(2), (Box{2, 1}));
  EXPECT_EQ(shape(7), (Box{4, 2}));
  EXPECT_EQ(shape(16), (Box{4, 4}));
  EXPECT_EQ(shape(18), (Box{6, 3}));
  EXPECT_EQ(shape(13), (Box{5, 3}));
  EXPECT_EQ(shape(32), (Box{8, 4}));
  EXPECT_EQ(shape(36), (Box{6, 6}));
  EXPECT_EQ(shape(256), (Box{16, 16}));
  EXPECT_EQ(shape(512), (Box{32, 16}));
}

// GIVEN 3 x 16 threads on 8 x 6 THEN the third, for which no square is left, gets the two rows that are.
TEST(Placement, ABlockTakesALongerRectangleWhereNoSquareIsLeft) {
  const Mesh mesh(8, 6);
  const auto apps = place({block("block", 16, 3)}, mesh, 48);
  EXPECT_EQ(box(mesh, apps[0].cores), (Box{4, 4}));
  EXPECT_EQ(box(mesh, apps[2].cores), (Box{8, 2}));
}

// GIVEN only scattered free tiles THEN a block takes those near the first one.
TEST(Placement, ABlockFallsBackToTheNearestFreeTiles) {
  const Mesh mesh(8, 8);
  std::vector<bool> taken(64, true);
  for (std::uint32_t t : {1u, 8u, 10u, 24u, 63u}) taken[t] = false;
  const auto policy = Registry<PlacementPolicy>::instance().get("block", "placement");
  const auto cores = policy({.mesh = mesh,
                             .cores = 64,
                             .threads = 4,
                             .application = 0,
                             .applications = 1,
                             .total_threads = 4,
                             .first_core = std::nullopt,
                             .start = 0,
                             .seed = 1,
                             .taken = taken});
  EXPECT_EQ(cores, (std::vector{TileId{1}, TileId{8}, TileId{10}, TileId{24}}));
}

// GIVEN first_core THEN the first copy starts there, the next follow it.
TEST(Placement, FirstCoreIsWhereTheBlockStarts) {
  WorkloadConfig row = block("row", 3, 2);
  row.first_core = 13;
  const auto rows = place({row}, Mesh(4, 4), 16);
  EXPECT_EQ(rows[0].cores, (std::vector{TileId{13}, TileId{14}, TileId{15}}));
  EXPECT_EQ(rows[1].cores, (std::vector{TileId{0}, TileId{1}, TileId{2}})) << "round past the last core";

  WorkloadConfig blocks = block("block", 4, 2);
  blocks.first_core = 5;
  const auto squares = place({blocks}, Mesh(4, 4), 16);
  EXPECT_EQ(squares[0].cores, (std::vector{TileId{5}, TileId{6}, TileId{9}, TileId{10}}));
  EXPECT_EQ(squares[1].cores, (std::vector{TileId{12}, TileId{13}, TileId{14}, TileId{15}})) << "no square is left";

  WorkloadConfig spread = block("spread", 4);
  spread.first_core = 9;
  EXPECT_EQ(place({spread}, Mesh(4, 4), 16)[0].cores.front(), TileId{9});
}

// WHEN blocks follow each other THEN a later one takes what is left.
TEST(Placement, LaterBlocksTakeFreeCores) {
  const auto apps = place({block("row", 3), block("row", 2, 2)}, Mesh(4, 4), 16);
  EXPECT_EQ(apps[1].cores, (std::vector{TileId{3}, TileId{4}}));
  EXPECT_EQ(apps[2].cores, (std::vector{TileId{5}, TileId{6}}));
}

// GIVEN spread THEN threads are as far apart as the mesh allows and applications are interleaved.
TEST(Placement, SpreadIsEvenInBothDimensions) {
  const Mesh mesh(32, 32);
  const auto one = place({block("spread", 16)}, mesh, 1024)[0].cores;
  for (std::uint32_t t = 0; t < 16; ++t) EXPECT_EQ(mesh.at(one[t]), (Coordinates{t % 4 * 8 + 4, t / 4 * 8 + 4}));

  const auto eight = place({block("spread", 8, 8)}, mesh, 1024);
  for (const Application& a : eight) {
    const Box b = box(mesh, a.cores);
    EXPECT_GE(b.width, 24u);
    EXPECT_GE(b.height, 24u);
  }
}

// WHEN seeds differ THEN random placements do; WHEN equal THEN they are equal, and copies differ from each other.
TEST(Placement, RandomIsSeeded) {
  const auto a = place({block("random", 16, 2)}, Mesh(32, 32), 1024, 1);
  const auto b = place({block("random", 16, 2)}, Mesh(32, 32), 1024, 1);
  const auto c = place({block("random", 16, 2)}, Mesh(32, 32), 1024, 2);
  EXPECT_EQ(a[0].cores, b[0].cores);
  EXPECT_EQ(a[1].cores, b[1].cores);
  EXPECT_NE(a[0].cores, c[0].cores);
  EXPECT_GE(box(Mesh(32, 32), a[0].cores).width, 16u);
}

// GIVEN 15,625 x 64 threads on a million cores THEN every policy places them in seconds of CPU time.
TEST(Placement, AMillionCores) {
  for (const char* policy : kPolicies) {
    const std::clock_t start = std::clock();
    const auto apps = place({block(policy, 64, 15'625)}, Mesh(1000, 1000), 1'000'000);
    EXPECT_EQ(apps.size(), 15'625u);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 4.0) << policy;
  }
}

}  // namespace
}  // namespace cdrsim
