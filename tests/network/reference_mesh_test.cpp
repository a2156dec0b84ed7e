// SPDX-License-Identifier: BSD-3-Clause
// How far is the packet model from a flit-level mesh with finite buffers? The reference figures, and what is left out
// of the packet model, are in docs/network.md.
#include <gtest/gtest.h>

#include "base/random.h"
#include "network/recorder.h"

namespace cdrsim {
namespace {

// Mean packet latency, uniform traffic (own tile included), on 8x8: Bernoulli packets of `flits`, `load` in flits per
// node and cycle, 2-cycle routers and 1-cycle links.
double mean_latency(double load, std::uint32_t flits) {
  NetworkUnderTest t("packet", Mesh(8, 8), 2, 1);
  Random random(1);
  const auto threshold = static_cast<std::uint64_t>(load / flits * 9007199254740992.0);  // of 2^53
  for (Cycle now = 1; now < 24000; ++now) {
    if (now == 4000) t.network->clear_statistics();
    for (std::uint32_t tile = 0; tile < 64; ++tile)
      if (random.next() >> 11 < threshold) t.send(tile, static_cast<std::uint32_t>(random.below(64)), flits, now);
  }
  return t.network->latency.summary().mean;
}

// The reference has channels to and from each router: three cycles more on every packet.
constexpr double kChannels = 3;

struct Reference {
  std::uint32_t flits;
  double load, latency;
};

TEST(ReferenceMesh, GivenUpTo40PercentOfTheChannelBoundThenTheLatencyIsWithinTenPercent) {
  for (const Reference& r : {Reference{5, 0.1, 27.25}, {5, 0.2, 31.49}, {1, 0.1, 21.06}, {1, 0.2, 21.83}})
    EXPECT_NEAR(mean_latency(r.load, r.flits) + kChannels, r.latency, 0.1 * r.latency)
        << r.flits << " flits at " << r.load;
}

TEST(ReferenceMesh, GivenAnyStableLoadThenThePacketModelIsNotSlowerThanTheReference) {
  // No buffer runs full and no allocator misses a match here, so it may only be faster.
  for (const Reference& r : {Reference{5, 0.3, 39.98}, {5, 0.35, 49.65}, {5, 0.4, 137.07}, {1, 0.3, 23.66}})
    EXPECT_LT(mean_latency(r.load, r.flits) + kChannels, r.latency) << r.flits << " flits at " << r.load;
}

TEST(ReferenceMesh, GivenMoreThanTheBisectionCarriesThenTheQueuesGrow) {
  EXPECT_GT(mean_latency(0.6, 5), 1000);  // the channel bound is 0.5
}

}  // namespace
}  // namespace cdrsim
