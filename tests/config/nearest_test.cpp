// SPDX-License-Identifier: BSD-3-Clause
#include "config/nearest.h"

#include <gtest/gtest.h>

namespace cdrsim::config {
namespace {

TEST(Nearest, DistancesCountSlips) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("size", "size"), 0u);
  EXPECT_EQ(edit_distance("szie", "size"), 1u);  // a swap is one slip
  EXPECT_EQ(edit_distance("mesii", "mesi"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Nearest, OffersTheClosestAndNothingFarAway) {
  const std::vector<std::string> names{"ways", "size", "latency"};
  EXPECT_EQ(nearest("szie", names), "size");
  EXPECT_EQ(nearest("latancy", names), "latency");
  EXPECT_EQ(nearest("frequency_scaling", names), "");
  EXPECT_EQ(nearest("x", {}), "");
  EXPECT_EQ(nearest(std::string(100000, 'a'), names), "");
}

}  // namespace
}  // namespace cdrsim::config
