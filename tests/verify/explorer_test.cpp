// SPDX-License-Identifier: BSD-3-Clause
// Are the shipped protocols correct on small machines, and does the explorer itself miss nothing: does it find as many
// states depth first, without symmetry, and with fingerprints that collide, and does it stop at its bounds?
#include "verify/explorer.h"

#include <gtest/gtest.h>

#include <set>

#include "verify/explore.h"

namespace cdrsim::verify {
namespace {

using Outcome = Result::Outcome;
using Search = ExploreOptions::Search;

Shape small(const std::string& protocol = "mesi") {
  Shape s = shape(protocol, 2);
  s.home_evictions = false;
  return s;
}

TEST(Explorer, TwoCoresOneLineAreCorrect) {
  for (const char* protocol : {"msi", "mesi"})
    for (const EvictNotice notice : {EvictNotice::exclusive, EvictNotice::all}) {
      Shape s = shape(protocol, 2);
      s.protocol.evict_notice = notice;
      EXPECT_EQ(wrong(explore(s)), "") << s.options();
    }
}

TEST(Explorer, TwoCoresTwoLinesAreCorrect) {
  for (const char* protocol : {"msi", "mesi"}) {
    Shape s = shape(protocol, 2, 2);
    s.cache_evictions = s.home_evictions = false;
    EXPECT_EQ(wrong(explore(s)), "") << s.options();
  }
}

TEST(Explorer, ThreeCoresOneLineAreCorrect) {
  for (const char* protocol : {"msi", "mesi"}) {
    Shape s = shape(protocol, 3);
    s.cache_evictions = s.home_evictions = false;
    EXPECT_EQ(wrong(explore(s)), "") << s.options();
  }
}

TEST(Explorer, RestrictionIsCorrectWithAPublicSharerAndMapCachesThatMiss) {
  Shape overflowing = small();
  overflowing.restrict_sharers = true;
  overflowing.capacity = 1;
  EXPECT_EQ(wrong(explore(overflowing)), "");

  Shape missing = shape("msi", 2);
  missing.restrict_sharers = missing.restrict_homes = true;
  missing.lsid_stride = 4;
  missing.cache_evictions = false;  // a recall of both sharers misses in the SMC twice
  EXPECT_EQ(wrong(explore(missing)), "");
}

TEST(Explorer, DepthFirstFindsTheSameStates) {
  const Result breadth = explore(small()), depth = explore(small(), {.search = Search::depth_first});
  EXPECT_EQ(wrong(breadth), "");
  EXPECT_EQ(wrong(depth), "");
  EXPECT_EQ(depth.states, breadth.states);
  EXPECT_EQ(depth.steps, breadth.steps);
  EXPECT_GT(depth.depth, breadth.depth);
}

/// The canonical forms of all states that are found without symmetry.
std::set<std::vector<std::uint8_t>> orbits(const Shape& s) {
  AnyReference front_end(s);
  Model model(s, make_protocol(s.protocol), front_end);
  Symmetry symmetry(model, true);
  std::set<std::vector<std::uint8_t>> found;
  std::vector<std::uint8_t> bytes;
  Explorer explorer(model, {.symmetry = false, .each_state = [&](const Model& m) {
                              symmetry.canonical(m, bytes);
                              found.insert(bytes);
                            }});
  EXPECT_EQ(wrong(explorer.run()), "");
  return found;
}

TEST(Explorer, SymmetryKeepsOneStateOfEachFamilyAndNoFewer) {
  Shape recalls = small();
  recalls.cache_evictions = false;
  recalls.home_evictions = true;
  Shape restricted = small();
  restricted.restrict_sharers = true;
  restricted.capacity = 2;
  Shape three = shape("msi", 3);
  three.cache_evictions = three.home_evictions = false;
  for (const Shape& s : {small(), recalls, restricted, three}) {
    const Result r = explore(s);
    EXPECT_EQ(r.renamings, s.cores == 3 ? 6u : 2u);
    EXPECT_EQ(r.states, orbits(s).size()) << s.options();
  }
}

TEST(Explorer, APublicSharerIsNotExchangedForAPreciseOne) {
  Shape s = shape("mesi", 3);
  s.restrict_sharers = true;
  s.capacity = 2;  // LSID 0 is precise, LSID 1 stands for two cores
  AnyReference front_end(s);
  Model model(s, make_protocol(s.protocol), front_end);
  EXPECT_EQ(Symmetry(model, true).size(), 2u);
}

TEST(Explorer, CollidingFingerprintsLoseNoState) {
  const Shape s = small();
  const Result good = explore(s);
  const Result bad =
      explore(s, {.fingerprint = [](std::span<const std::uint8_t> bytes) { return fingerprint(bytes) % 16; }});
  EXPECT_EQ(bad.states, good.states);
  EXPECT_EQ(bad.steps, good.steps);
}

TEST(Explorer, StopsAtItsBoundsAndSaysSo) {
  const Result states = explore(shape("mesi", 3), {.max_states = 1000});
  EXPECT_EQ(states.outcome, Outcome::out_of_bounds);
  EXPECT_EQ(states.bound, "--max-states 1000");
  EXPECT_LT(states.states, 1100u);

  const Result memory = explore(shape("mesi", 3), {.memory = 6 << 20});
  EXPECT_EQ(memory.outcome, Outcome::out_of_bounds);
  EXPECT_EQ(memory.bound, "--memory 6MiB");
  EXPECT_LE(memory.memory, std::uint64_t{6} << 20);
}

TEST(Explorer, RunsTwiceTheSame) {
  const Result a = explore(small()), b = explore(small());
  EXPECT_EQ(a.states, b.states);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.depth, b.depth);
}

TEST(Explorer, ASavedStateIsLoadedAsItWas) {
  const Shape s = small();
  AnyReference front_end(s), other_front_end(s);
  Model model(s, make_protocol(s.protocol), front_end), other(s, make_protocol(s.protocol), other_front_end);
  std::vector<std::uint8_t> bytes, again;
  Explorer explorer(model, {.each_state = [&](const Model& m) {
                      m.save(bytes);
                      other.load(bytes);
                      other.save(again);
                      ASSERT_EQ(bytes, again) << m.describe();
                    }});
  EXPECT_EQ(wrong(explorer.run()), "");
}

}  // namespace
}  // namespace cdrsim::verify
