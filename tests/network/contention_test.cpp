// SPDX-License-Identifier: BSD-3-Clause
// Do packets of the packet model share links and ports at one flit a cycle, in order of arrival, and no worse?
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "network/recorder.h"

namespace cdrsim {
namespace {

TEST(PacketNetwork, GivenTwoPacketsThatShareALinkThenTheSecondWaitsForTheFirst) {
  NetworkUnderTest t("packet", Mesh(4, 1));
  // Heads reach link 1 -> 2 together: tile 0's after its own link, tile 1's sent two cycles later.
  EXPECT_EQ(t.send(0, 3, 9, 0), t.network->zero_load_latency(TileId{0}, TileId{3}, 9));
  EXPECT_EQ(t.send(1, 3, 9, 0, 2), 2 + t.network->zero_load_latency(TileId{1}, TileId{3}, 9) + 9);
  EXPECT_EQ(t.network->counters.queue_cycles, 9u);
}

TEST(PacketNetwork, GivenPacketsInOppositeDirectionsThenNeitherWaits) {
  NetworkUnderTest t("packet", Mesh(2, 2));
  for (const auto& [a, b] : {std::pair{0u, 1u}, {1u, 0u}, {2u, 3u}, {3u, 2u}})
    EXPECT_EQ(t.send(a, b, 9, 0), t.network->zero_load_latency(TileId{a}, TileId{b}, 9));
  EXPECT_EQ(t.network->counters.queue_cycles, 0u);
}

TEST(PacketNetwork, GivenOneTileThatSendsInAllDirectionsThenItsInjectionPortIsTheLimit) {
  NetworkUnderTest t("packet", Mesh(3, 3));
  Cycle waited = 0;
  for (const std::uint32_t to : {5u, 3u, 1u, 7u, 4u}) {
    EXPECT_EQ(t.send(4, to, 3, 0), waited + t.network->zero_load_latency(TileId{4}, TileId{to}, 3));
    waited += 3;
  }
}

TEST(PacketNetwork, GivenATileThatTalksToItselfThenItsPortsStillCarryOneFlitACycle) {
  NetworkUnderTest t("packet", Mesh(1, 1));
  for (Cycle i = 0; i < 100; ++i) EXPECT_EQ(t.send(0, 0, 1, 0), i + 1);
}

TEST(PacketNetwork, GivenAHotSpotThenItTakesOneFlitACycleAndNoMore) {
  for (const std::uint32_t flits : {1u, 9u}) {
    NetworkUnderTest t("packet", Mesh(8, 8));
    std::vector<Cycle> arrivals;
    for (int round = 0; round < 10; ++round)
      for (std::uint32_t source = 0; source < 64; ++source) arrivals.push_back(t.send(source, 27, flits, 0));
    std::sort(arrivals.begin(), arrivals.end());
    for (std::size_t i = 0; i < arrivals.size(); ++i)
      ASSERT_GE(arrivals[i], (i + 1) * flits) << "after so many packets";
    // Nor does the port idle once the flits have come: 640 packets, plus the way of the nearest.
    EXPECT_LE(arrivals.back(), 640 * flits + 20);
  }
}

TEST(PacketNetwork, GivenAPacketSentEarlierThatComesLaterThenItDoesNotDelayOneThatIsThereFirst) {
  NetworkUnderTest t("packet", Mesh(8, 1));
  // Tile 0's packet reaches link 6 -> 7 at cycle 13; tile 6's, sent afterwards, at cycle 1 and again at cycle 4.
  EXPECT_EQ(t.send(0, 7, 9, 0), t.network->zero_load_latency(TileId{0}, TileId{7}, 9));
  EXPECT_EQ(t.send(6, 7, 3, 0), t.network->zero_load_latency(TileId{6}, TileId{7}, 3));
  EXPECT_EQ(t.send(6, 7, 9, 3), 3 + t.network->zero_load_latency(TileId{6}, TileId{7}, 9));
  EXPECT_EQ(t.network->counters.queue_cycles, 0u);
}

TEST(PacketNetwork, GivenTwoBroadcastsAtOnceThenFarBookingsOfOneDoNotPushTheOtherBehindThem) {
  // What two homes of a 1024-core chip do that invalidate everybody: all packets are booked up to 1024 cycles ahead.
  NetworkUnderTest t("packet", Mesh(32, 32));
  const Cycle diameter = t.network->zero_load_latency(TileId{0}, TileId{1023}, 1);
  for (const std::uint32_t home : {0u, 1023u}) {
    Cycle last = 0;
    for (std::uint32_t to = 0; to < 1024; ++to) last = std::max(last, t.send(home, to, 1, 0));
    EXPECT_LE(last, 1024 + diameter);
  }
}

// Random traffic in order of time: what each link and port carries in any stretch of time cannot exceed its length.
TEST(PacketNetworkProperty, GivenRandomTrafficThenNothingArrivesTooEarlyAndFlitsAreConserved) {
  for (const Mesh mesh : {Mesh(1, 1), Mesh(1, 6), Mesh(2, 4), Mesh(5, 3), Mesh(12, 12)}) {
    NetworkUnderTest t("packet", mesh, 1, 1);
    Random random(mesh.tiles());
    struct Sent {
      std::uint32_t source, destination, flits;
      Cycle ready, arrival;
    };
    std::vector<Sent> packets;
    Cycle now = 0;
    std::uint64_t flits = 0, hops = 0;
    for (int i = 0; i < 30000; ++i) {
      if (random.below(mesh.tiles() + 2) == 0) now += random.below(10);
      const auto source = static_cast<std::uint32_t>(random.below(mesh.tiles()));
      const auto destination = static_cast<std::uint32_t>(random.below(mesh.tiles()));
      const auto length = static_cast<std::uint32_t>(std::array{1, 3, 9}[random.below(3)]);
      const Cycle ready = now + random.below(12);
      const Cycle arrival = t.send(source, destination, length, now, ready);
      ASSERT_GE(arrival, ready + t.network->zero_load_latency(TileId{source}, TileId{destination}, length));
      packets.push_back({source, destination, length, ready, arrival});
      flits += length;
      hops += std::uint64_t{length} * mesh.distance(TileId{source}, TileId{destination});
    }
    EXPECT_EQ(t.sink.count, packets.size());
    EXPECT_EQ(t.network->counters.flits, flits);
    EXPECT_EQ(t.network->counters.flit_hops, hops);
    const auto links = t.network->link_flits();
    EXPECT_EQ(links.size(), 4u * mesh.tiles());
    EXPECT_EQ(std::accumulate(links.begin(), links.end(), std::uint64_t{0}), hops);

    // Per tile, packets by arrival: those that have arrived by cycle c since the first was ready fit into the time.
    std::stable_sort(packets.begin(), packets.end(),
                     [](const Sent& a, const Sent& b) { return a.arrival < b.arrival; });
    for (std::uint32_t tile = 0; tile < mesh.tiles(); ++tile) {
      std::uint64_t received = 0;
      Cycle first = kNever;
      for (const Sent& p : packets)
        if (p.destination == tile) first = std::min(first, p.ready);
      for (const Sent& p : packets)
        if (p.destination == tile) {
          received += p.flits;
          ASSERT_LE(received, p.arrival - first + 1) << "tile " << tile;
        }
    }
  }
}

TEST(PacketNetwork, GivenOnePacketEachWayThenTheLinksThatCarriedItAreThoseOfXThenY) {
  NetworkUnderTest t("packet", Mesh(4, 3));
  const auto link = [&](std::uint32_t x, std::uint32_t y, Direction d) {
    return t.network->link_flits()[4 * t.mesh.tile({x, y}).value + static_cast<std::uint32_t>(d)];
  };
  t.send(0, 10, 5, 0);    // (0,0) to (2,2)
  t.send(10, 0, 3, 100);  // and back
  EXPECT_EQ(link(0, 0, Direction::east), 5u);
  EXPECT_EQ(link(1, 0, Direction::east), 5u);
  EXPECT_EQ(link(2, 0, Direction::south), 5u);
  EXPECT_EQ(link(2, 1, Direction::south), 5u);
  EXPECT_EQ(link(2, 2, Direction::west), 3u);
  EXPECT_EQ(link(1, 2, Direction::west), 3u);
  EXPECT_EQ(link(0, 2, Direction::north), 3u);
  EXPECT_EQ(link(0, 1, Direction::north), 3u);
  const auto all = t.network->link_flits();
  EXPECT_EQ(std::accumulate(all.begin(), all.end(), std::uint64_t{0}), 4u * 5 + 4 * 3);

  t.network->clear_statistics();
  const auto cleared = t.network->link_flits();
  EXPECT_EQ(std::accumulate(cleared.begin(), cleared.end(), std::uint64_t{0}), 0u);
}

TEST(PacketNetwork, GivenWarmUpTrafficWhenStatisticsAreClearedThenItsBookingsStillCount) {
  NetworkUnderTest t("packet", Mesh(2, 1));
  t.send(0, 1, 9, 0);
  t.network->clear_statistics();
  EXPECT_EQ(t.send(0, 1, 9, 0), 9 + t.network->zero_load_latency(TileId{0}, TileId{1}, 9));
}

TEST(PacketNetwork, GivenTheSameTrafficTwiceThenTheArrivalsAreTheSame) {
  const auto run = [] {
    NetworkUnderTest t("packet", Mesh(6, 6));
    Random random(5);
    for (Cycle i = 0; i < 20000; ++i)
      t.send(static_cast<std::uint32_t>(random.below(36)), static_cast<std::uint32_t>(random.below(36)),
             static_cast<std::uint32_t>(1 + random.below(9)), i / 4);
    return t.sink.arrivals;
  };
  EXPECT_EQ(run(), run());
}

TEST(PacketNetwork, GivenZeroLatenciesAndTrafficThenAPacketStillTakesACycle) {
  NetworkUnderTest t("packet", Mesh(3, 3), 0, 0);
  Random random(3);
  for (Cycle i = 0; i < 5000; ++i) {
    const Cycle now = i / 3;
    ASSERT_GT(t.send(static_cast<std::uint32_t>(random.below(9)), static_cast<std::uint32_t>(random.below(9)), 1, now),
              now);
  }
}

}  // namespace
}  // namespace cdrsim
