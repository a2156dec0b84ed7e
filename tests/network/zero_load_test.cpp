// SPDX-License-Identifier: BSD-3-Clause
// Does a packet that meets nobody take the documented latency, in every model, between any two tiles?
#include <gtest/gtest.h>

#include "base/error.h"
#include "network/recorder.h"

namespace cdrsim {
namespace {

struct ZeroLoad : testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Models, ZeroLoad, testing::Values("ideal", "packet"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(ZeroLoad, GivenAllPairsOfSmallMeshesWhenIdleThenTheLatencyIsTheFormulaAndNotACycleLess) {
  for (const Mesh mesh : {Mesh(1, 1), Mesh(1, 5), Mesh(5, 1), Mesh(2, 4), Mesh(4, 4)}) {
    for (const auto& [router, link] :
         {std::pair<Cycle, Cycle>{1, 1}, {2, 1}, {4, 3}, {0, 1}, {1, 0}, {0, 0}, {90, 1}}) {
      NetworkUnderTest t(GetParam(), mesh, router, link);
      Cycle now = 0;
      for (std::uint32_t a = 0; a < mesh.tiles(); ++a) {
        for (std::uint32_t b = 0; b < mesh.tiles(); ++b) {
          for (const std::uint32_t flits : {1u, 3u, 9u}) {
            now += 1001;
            const Cycle distance = mesh.distance(TileId{a}, TileId{b});
            const Cycle expected = std::max<Cycle>(1, (distance + 1) * router + distance * link + flits - 1);
            ASSERT_EQ(t.network->zero_load_latency(TileId{a}, TileId{b}, flits), expected);
            ASSERT_EQ(t.send(a, b, flits, now, now + 7) - (now + 7), expected) << a << " to " << b;
          }
        }
      }
      EXPECT_EQ(t.network->counters.queue_cycles, 0u);
    }
  }
}

TEST_P(ZeroLoad, GivenPacketsThenTheAccountsBalance) {
  NetworkUnderTest t(GetParam(), Mesh(4, 4));
  t.send(0, 15, 9, 10);
  t.send(3, 3, 1, 500);
  t.send(15, 12, 3, 1000);
  const NetworkCounters& c = t.network->counters;
  EXPECT_EQ(c.messages, 3u);
  EXPECT_EQ(c.flits, 13u);
  EXPECT_EQ(c.flit_hops, 9u * 6 + 3 * 3);
  EXPECT_EQ(t.network->latency.count(), 3u);
  EXPECT_EQ(t.network->latency.sum(), (7u + 6 + 8) + 1 + (4 + 3 + 2));

  t.network->clear_statistics();
  EXPECT_EQ(t.network->counters.messages, 0u);
  EXPECT_EQ(t.network->counters.flits, 0u);
  EXPECT_EQ(t.network->latency.count(), 0u);
}

TEST_P(ZeroLoad, GivenAMillionTilesThenTheFarCornersTalk) {
  NetworkUnderTest t(GetParam(), Mesh::automatic(1000000), 2, 1);
  EXPECT_EQ(t.send(0, 999999, 9, 5), 5u + 1999 * 2 + 1998 + 8);
  EXPECT_EQ(t.send(999999, 0, 1, 5), 5u + 1999 * 2 + 1998);
  EXPECT_EQ(t.send(999, 999000, 3, 100000), 100000u + 1999 * 2 + 1998 + 2);
  EXPECT_EQ(t.network->counters.queue_cycles, 0u);
}

TEST_P(ZeroLoad, GivenAPacketThatCannotBeThenItIsAnInternalError) {
  NetworkUnderTest t(GetParam(), Mesh(2, 2));
  EXPECT_THROW(t.send(0, 4, 1, 10), InternalError);
  EXPECT_THROW(t.send(4, 0, 1, 10), InternalError);
  EXPECT_THROW(t.send(0, 1, 0, 10), InternalError);
  EXPECT_THROW(t.send(0, 1, 1, 10, 9), InternalError);
}

TEST(NetworkModels, GivenAnUnknownModelThenTheMessageNamesTheKnownOnes) {
  try {
    NetworkUnderTest t("garnet", Mesh(2, 2));
    FAIL() << "did not throw";
  } catch (const UserError& e) {
    const std::string message = e.what();
    EXPECT_NE(message.find("ideal"), std::string::npos);
    EXPECT_NE(message.find("packet"), std::string::npos);
  }
}

}  // namespace
}  // namespace cdrsim
