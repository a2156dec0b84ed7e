// SPDX-License-Identifier: BSD-3-Clause
// Do sharer schemes keep their promise, whatever comes and goes: never lose a sharer, know only what is so, and name
// exactly those who may be one?
#include "directory/sharer_scheme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "config/declaration.h"

namespace cdrsim {
namespace {

using Members = std::vector<std::uint32_t>;
using Scheme = std::shared_ptr<const SharerScheme>;

Scheme make(const std::string& name, std::uint32_t pointers = 4, std::uint32_t region = 4) {
  DirectoryConfig config = config::defaults(&declare_directory);
  config.sharers = name;
  config.pointers = pointers;
  config.coarse_region = region;
  return make_sharer_scheme(config);
}

Members targets(const Scheme& scheme, const SharerSet& entry, std::uint32_t members) {
  Members result;
  scheme->targets(entry, members, result);
  return result;
}

constexpr int kSteps = 200;

/// A registered scheme, a namespace's width, how many of its names are in use, and the parameters.
struct Case {
  std::string scheme;
  std::uint32_t width, members, pointers, region;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.scheme << ", " << c.members << " of " << c.width << " names, " << c.pointers << " pointers, regions of "
       << c.region;
}

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const std::string& scheme : Registry<SharerSchemeFactory>::instance().names())
    for (std::uint32_t width : {1u, 2u, 3u, 5u, 64u, 65u, 129u, 1024u})
      for (std::uint32_t pointers = 1; pointers <= 5; ++pointers)
        for (std::uint32_t region : {1u, 3u, 4u, 7u, 2000u}) {
          if (scheme != "coarse" && region != 3) continue;
          result.push_back({scheme, width, width, pointers, region});
          if (width > 3) result.push_back({scheme, width, width * 2 / 3, pointers, region});
        }
  return result;
}

/// An entry under a random sequence of joins and leaves, beside the set of those who really are sharers.
class AnyScheme : public testing::TestWithParam<Case> {
 protected:
  AnyScheme() : scheme_(make(GetParam().scheme, GetParam().pointers, GetParam().region)), entry_(GetParam().width) {}

  std::uint32_t some_member() { return static_cast<std::uint32_t>(random_.below(GetParam().members)); }

  void join(std::uint32_t m) {
    while (!scheme_->has_room(entry_, m, m)) {
      const std::uint32_t leaving = scheme_->victim(entry_);
      ASSERT_TRUE(scheme_->knows(entry_, leaving));
      leave(leaving);
    }
    scheme_->add(entry_, m);
    sharers_.insert(m);
  }
  void leave(std::uint32_t m) {
    scheme_->remove(entry_, m);
    sharers_.erase(m);
  }
  /// Joins, leaves, and leaves of members that are none (stale Puts); now and then a write that clears the entry.
  void step() {
    const std::uint64_t dice = random_.below(100);
    if (dice < 2) {
      entry_.clear();
      sharers_.clear();
    } else if (dice < 55) {
      join(some_member());
    } else {
      leave(dice < 75 && !sharers_.empty() ? *sharers_.begin() : some_member());
    }
  }

  Scheme scheme_;
  SharerSet entry_;
  std::set<std::uint32_t> sharers_;
  Random random_{1};
};

// WHEN members join, leave, and leave again THEN every sharer may be one, and whoever the entry knows is one.
TEST_P(AnyScheme, CoversTheSharersAndKnowsOnlySharers) {
  for (int i = 0; i < kSteps; ++i) {
    ASSERT_NO_FATAL_FAILURE(step());
    for (std::uint32_t m : sharers_) ASSERT_TRUE(scheme_->may_hold(entry_, m)) << m << " is a sharer, step " << i;
    for (std::uint32_t m = 0; m < GetParam().members; ++m)
      ASSERT_TRUE(!scheme_->knows(entry_, m) || sharers_.contains(m)) << m << " is no sharer, step " << i;
    ASSERT_TRUE(sharers_.empty() || !entry_.empty());
    if (entry_.is_exact()) {
      ASSERT_EQ(entry_.size(), sharers_.size());
    }
  }
}

// THEN the targets are those who may hold the line, in ascending order, and nobody who does not exist.
TEST_P(AnyScheme, TargetsAreThoseWhoMayHold) {
  for (int i = 0; i < kSteps; ++i) {
    ASSERT_NO_FATAL_FAILURE(step());
    Members expected{77};  // what is there already stays
    for (std::uint32_t m = 0; m < GetParam().members; ++m)
      if (scheme_->may_hold(entry_, m)) expected.push_back(m);
    Members found{77};
    scheme_->targets(entry_, GetParam().members, found);
    ASSERT_EQ(found, expected) << "step " << i;
  }
}

// WHEN there is room for two THEN both can join and nobody leaves; WHEN there is none THEN there is one to leave, or
// there is nobody at all; a third of the same name never matters.
TEST_P(AnyScheme, RoomIsWhatItSays) {
  for (int i = 0; i < kSteps; ++i) {
    ASSERT_NO_FATAL_FAILURE(step());
    const std::uint32_t a = some_member(), b = some_member();
    ASSERT_EQ(scheme_->has_room(entry_, a, b), scheme_->has_room(entry_, b, a));
    if (scheme_->knows(entry_, a)) {
      ASSERT_TRUE(scheme_->has_room(entry_, a, a));
      ASSERT_EQ(scheme_->has_room(entry_, a, b), scheme_->has_room(entry_, b, b));
    }
    SharerSet both = entry_;
    if (scheme_->has_room(entry_, a, b)) {
      scheme_->add(both, a);
      scheme_->add(both, b);
      ASSERT_TRUE(scheme_->may_hold(both, a) && scheme_->may_hold(both, b));
      for (std::uint32_t m : sharers_) ASSERT_TRUE(scheme_->may_hold(both, m));
    } else {
      if (entry_.empty()) {
        ASSERT_THROW(scheme_->victim(entry_), InternalError);
      } else {
        ASSERT_TRUE(sharers_.contains(scheme_->victim(entry_)));
        ASSERT_EQ(scheme_->victim(entry_), scheme_->victim(both));
      }
      const auto add_both = [&] {
        scheme_->add(both, a);
        scheme_->add(both, b);
      };
      ASSERT_THROW(add_both(), InternalError);
    }
  }
}

// WHEN a member that the entry knows is added again THEN nothing changes.
TEST_P(AnyScheme, AddingAKnownMemberChangesNothing) {
  for (int i = 0; i < kSteps; ++i) {
    ASSERT_NO_FATAL_FAILURE(step());
    if (sharers_.empty()) continue;
    const std::uint32_t m = *std::next(sharers_.begin(), static_cast<std::ptrdiff_t>(random_.below(sharers_.size())));
    if (!scheme_->knows(entry_, m)) continue;
    SharerSet again = entry_;
    scheme_->add(again, m);
    ASSERT_TRUE(again == entry_) << m << ", step " << i;
  }
}

// THEN a member called the only one is, and its leaving empties the entry; an exact entry finds every only one.
TEST_P(AnyScheme, TheOnlyOneIsForCertain) {
  for (int i = 0; i < kSteps; ++i) {
    ASSERT_NO_FATAL_FAILURE(step());
    for (std::uint32_t m = 0; m < GetParam().members; ++m) {
      const bool alone = sharers_ == std::set<std::uint32_t>{m};
      if (entry_.is_exact()) {
        ASSERT_EQ(scheme_->is_only(entry_, m), alone) << "step " << i;
      }
      if (!scheme_->is_only(entry_, m)) continue;
      ASSERT_TRUE(alone) << "step " << i;
      SharerSet left = entry_;
      scheme_->remove(left, m);
      ASSERT_TRUE(left.empty());
    }
  }
}

// WHEN members of a scheme that calls them interchangeable are renamed THEN it does the same with the new names.
TEST_P(AnyScheme, InterchangeableMembersMayBeRenamed) {
  if (!scheme_->interchangeable()) return;
  const std::uint32_t n = GetParam().members;
  const auto renamed = [&](std::uint32_t m) { return (m + n / 2) % n; };
  SharerSet other(GetParam().width);
  for (int i = 0; i < kSteps; ++i) {
    const std::uint32_t m = some_member();
    if (random_.below(3)) {
      scheme_->add(entry_, m);
      scheme_->add(other, renamed(m));
    } else {
      scheme_->remove(entry_, m);
      scheme_->remove(other, renamed(m));
    }
    for (std::uint32_t k = 0; k < n; ++k) {
      ASSERT_EQ(scheme_->knows(entry_, k), scheme_->knows(other, renamed(k)));
      ASSERT_EQ(scheme_->may_hold(entry_, k), scheme_->may_hold(other, renamed(k)));
      ASSERT_EQ(scheme_->is_only(entry_, k), scheme_->is_only(other, renamed(k)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, AnyScheme, testing::ValuesIn(cases()));

// --- Each scheme by itself -------------------------------------------------------------------------------------------

// GIVEN a full map THEN it holds exactly the sharers, and knows each of them.
TEST(FullMap, IsExact) {
  const auto scheme = make("full-map");
  for (std::uint32_t width : {3u, 64u, 65u, 1'000'000u}) {
    SharerSet entry(width);
    scheme->add(entry, width - 1);
    scheme->add(entry, 0);
    scheme->add(entry, 0);
    EXPECT_EQ(targets(scheme, entry, width), (Members{0, width - 1}));
    EXPECT_TRUE(scheme->knows(entry, 0));
    EXPECT_FALSE(scheme->knows(entry, 1));
    scheme->remove(entry, 1);  // was no sharer
    scheme->remove(entry, 0);
    EXPECT_EQ(targets(scheme, entry, width), Members{width - 1});
    EXPECT_FALSE(scheme->knows(entry, 0));
    scheme->remove(entry, width - 1);
    EXPECT_TRUE(entry.empty());
  }
}

/// An entry of 8 with as many sharers, from member 0 on.
SharerSet shared_by(const Scheme& scheme, std::uint32_t sharers) {
  SharerSet entry(8);
  for (std::uint32_t m = 0; m < sharers; ++m) scheme->add(entry, m);
  return entry;
}

// GIVEN two pointers WHEN a third joins THEN everybody is a target until the entry is cleared, and nobody is known.
TEST(LimitedBroadcast, TheThirdOfTwoMakesEverybodyATarget) {
  const auto scheme = make("limited-broadcast", 2);
  SharerSet entry = shared_by(scheme, 2);
  scheme->add(entry, 1);
  EXPECT_EQ(targets(scheme, entry, 8), (Members{0, 1}));
  scheme->add(entry, 2);
  for (std::uint32_t m = 0; m < 8; ++m) EXPECT_FALSE(scheme->knows(entry, m));
  for (std::uint32_t m = 0; m < 8; ++m) scheme->remove(entry, m);
  EXPECT_EQ(targets(scheme, entry, 5), (Members{0, 1, 2, 3, 4}));
  entry.clear();
  scheme->add(entry, 3);
  EXPECT_EQ(targets(scheme, entry, 5), Members{3});
}

// GIVEN full pointers WHEN another joins THEN there is no room for it, but for those who are in.
TEST(LimitedEvict, IsFullWhenItsPointersAre) {
  const auto scheme = make("limited-evict", 2);
  SharerSet entry = shared_by(scheme, 1);
  EXPECT_TRUE(scheme->has_room(entry, 5, 5));
  EXPECT_TRUE(scheme->has_room(entry, 0, 5));
  EXPECT_FALSE(scheme->has_room(entry, 5, 6));
  scheme->add(entry, 5);
  EXPECT_TRUE(scheme->has_room(entry, 0, 5));
  EXPECT_FALSE(scheme->has_room(entry, 5, 6));
  EXPECT_THROW(scheme->add(entry, 6), InternalError);
}

// GIVEN entries of any four sharers THEN the victim is as often the lowest name as any other.
TEST(LimitedEvict, FavoursNoRankAmongTheSharers) {
  const auto scheme = make("limited-evict", 4);
  Random random(3);
  for (std::uint32_t stride : {1u, 4u, 16u}) {  // names of a regular placement too
    std::vector<int> chosen(4);
    for (int i = 0; i < 4000; ++i) {
      SharerSet entry(1024);
      while (entry.size() < 4) entry.insert(static_cast<std::uint32_t>(random.below(1024 / stride)) * stride);
      const Members all = targets(scheme, entry, 1024);
      ++chosen[static_cast<std::size_t>(std::find(all.begin(), all.end(), scheme->victim(entry)) - all.begin())];
    }
    for (int n : chosen) EXPECT_NEAR(n, 1000, 150) << "stride " << stride;
  }
}

// GIVEN regions of three WHEN the pointers overflow THEN whole regions are targets, the last one cut off at the end.
TEST(Coarse, OverflowsToRegions) {
  const auto scheme = make("coarse", 2, 3);
  SharerSet entry = shared_by(scheme, 2);
  EXPECT_TRUE(scheme->knows(entry, 1));
  scheme->add(entry, 7);
  EXPECT_EQ(targets(scheme, entry, 8), (Members{0, 1, 2, 6, 7}));
  EXPECT_FALSE(scheme->knows(entry, 1));
  scheme->remove(entry, 0);
  scheme->remove(entry, 2);  // as a region's number, 2 is that of member 7
  EXPECT_EQ(targets(scheme, entry, 8), (Members{0, 1, 2, 6, 7}));
  entry.clear();
  scheme->add(entry, 4);
  EXPECT_EQ(targets(scheme, entry, 8), Members{4});
}

// GIVEN more sharers than pointers THEN those with a pointer stay known, a pointer that is freed is used again, and
// nothing but a clear makes the entry exact: not even as many leaves as there were sharers.
TEST(Ackwise, KeepsItsPointersAndNeverCountsDown) {
  const auto scheme = make("ackwise", 2);
  SharerSet entry = shared_by(scheme, 4);
  EXPECT_TRUE(scheme->knows(entry, 0) && scheme->knows(entry, 1));
  EXPECT_FALSE(scheme->knows(entry, 2) || scheme->knows(entry, 3));
  scheme->remove(entry, 0);
  scheme->add(entry, 5);
  EXPECT_TRUE(scheme->knows(entry, 5));
  scheme->remove(entry, 1);
  scheme->remove(entry, 7);  // two stale Puts: 2 and 3 are still there
  scheme->remove(entry, 7);
  EXPECT_FALSE(scheme->is_only(entry, 5));
  scheme->remove(entry, 5);
  EXPECT_EQ(targets(scheme, entry, 4), (Members{0, 1, 2, 3}));
  EXPECT_FALSE(entry.empty());
  entry.clear();
  EXPECT_TRUE(targets(scheme, entry, 4).empty());
}

// GIVEN the table of docs/directories.md THEN these are its figures.
TEST(SharerScheme, BitsOfAnEntry) {
  struct Row {
    const char* scheme;
    std::uint32_t pointers, region;
    std::uint64_t at_64, at_1024;
  };
  for (const Row& r : {Row{"full-map", 4, 4, 64, 1024},
                       {"limited-broadcast", 4, 4, 25, 41},
                       {"limited-evict", 4, 4, 24, 40},
                       {"coarse", 4, 4, 25, 257},
                       {"coarse", 4, 32, 25, 41},
                       {"ackwise", 4, 4, 31, 51}}) {
    const auto scheme = make(r.scheme, r.pointers, r.region);
    EXPECT_EQ(scheme->bits(64), r.at_64) << r.scheme;
    EXPECT_EQ(scheme->bits(1024), r.at_1024) << r.scheme;
  }
  EXPECT_EQ(make("limited-evict", 3)->bits(65), 21u);  // a name of 65 takes seven bits
  EXPECT_EQ(make("limited-evict", 3)->bits(2), 3u);
  EXPECT_EQ(make("coarse", 1, 3)->bits(64), 23u);  // 22 regions, the last of one member
}

TEST(SharerScheme, AnUnknownSchemeIsTheUsersError) {
  try {
    make("half-map");
    FAIL() << "no error";
  } catch (const UserError& e) {
    EXPECT_NE(std::string(e.what()).find("full-map"), std::string::npos) << e.what();
  }
}

// GIVEN a scheme that has a fallback THEN asking it for a victim is a bug.
TEST(SharerScheme, OnlyAFullEntryHasAVictim) {
  for (const char* name : {"full-map", "limited-broadcast", "coarse", "ackwise"})
    EXPECT_THROW(make(name)->victim(SharerSet(8)), InternalError) << name;
}

}  // namespace
}  // namespace cdrsim
