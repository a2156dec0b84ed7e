// SPDX-License-Identifier: BSD-3-Clause
#include "stats/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"

namespace cdrsim::stats {
namespace {

TEST(Histogram, AnEmptyOneIsAllZeros) {
  const Summary s = Histogram().summary();
  EXPECT_EQ(s.count, 0u);
  EXPECT_EQ(s.mean, 0);
  EXPECT_EQ(s.p50, 0u);
  EXPECT_EQ(s.p99, 0u);
  EXPECT_EQ(s.max, 0u);
}

TEST(Histogram, OneValueIsEveryPercentile) {
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1023}, std::uint64_t{1024},
                                    std::uint64_t{1'000'003}, std::numeric_limits<std::uint64_t>::max()}) {
    Histogram h;
    h.add(value);
    EXPECT_EQ(h.percentile(0), value);
    EXPECT_EQ(h.percentile(0.5), value);
    EXPECT_EQ(h.percentile(1), value);
    EXPECT_EQ(h.summary().max, value);
  }
}

// GIVEN 100 values 1..100 THEN the pth percentile is p, also where p/100 is no binary fraction.
TEST(Histogram, SmallValuesHaveExactPercentiles) {
  Histogram h;
  for (std::uint64_t v = 100; v >= 1; --v) h.add(v);
  for (std::uint64_t p = 1; p <= 100; ++p) EXPECT_EQ(h.percentile(static_cast<double>(p) / 100), p);
  EXPECT_EQ(h.count(), 100u);
  EXPECT_EQ(h.sum(), 5050u);
  EXPECT_DOUBLE_EQ(h.summary().mean, 50.5);
}

// GIVEN random values of all magnitudes THEN a percentile is at or above the sorted list's, by less than one part in
// 128.
TEST(Histogram, LargeValuesAreRightToOnePartIn128) {
  Random random(7);
  Histogram h;
  std::vector<std::uint64_t> values;
  for (int i = 0; i < 20000; ++i) {
    values.push_back(random.next() >> random.below(64));
    h.add(values.back());
  }
  std::sort(values.begin(), values.end());
  for (int p = 1; p <= 1000; ++p) {
    const std::uint64_t exact = values[values.size() * static_cast<std::size_t>(p) / 1000 - 1];
    const std::uint64_t got = h.percentile(p / 1000.0);
    EXPECT_GE(got, exact);
    EXPECT_LE(got - exact, exact < 1024 ? 0 : exact / 128) << exact;
  }
}

// GIVEN values in two histograms THEN their sum, either way round, equals the histogram of all values.
TEST(Histogram, SumsEqualTheWhole) {
  Random random(3);
  Histogram all, small, large;
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t value = random.below(i % 2 ? 100 : 1'000'000);
    all.add(value);
    (i % 2 ? small : large).add(value);
  }
  Histogram one = small, other = large;
  one += large;
  other += small;
  for (const Histogram* h : {&one, &other}) {
    EXPECT_EQ(h->count(), all.count());
    EXPECT_EQ(h->sum(), all.sum());
    for (int p = 0; p <= 100; ++p) EXPECT_EQ(h->percentile(p / 100.0), all.percentile(p / 100.0));
  }
}

TEST(Histogram, ClearForgetsAndCopiesAreIndependent) {
  Histogram h;
  h.add(5000);
  Histogram copy = h;
  h.clear();
  h.add(3);
  EXPECT_EQ(h.summary().max, 3u);
  EXPECT_EQ(h.percentile(1), 3u);
  EXPECT_EQ(copy.summary().max, 5000u);
  copy = h;
  EXPECT_EQ(copy.count(), 1u);
}

}  // namespace
}  // namespace cdrsim::stats
