// SPDX-License-Identifier: BSD-3-Clause
// Does a sharer set survive being saved, and are equal sets equal however they came about?
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "directory/sharer_set.h"

namespace cdrsim {
namespace {

using Members = std::vector<std::uint32_t>;

constexpr std::uint32_t kWidths[] = {1, 2, 3, 5, 64, 65, 129, 1024};
constexpr SharerSet::Meaning kMeanings[] = {SharerSet::exact, SharerSet::at_least, SharerSet::regions};

struct Writer {
  std::vector<std::uint64_t> words;
  Members names;  // empty: all keep theirs
  bool reading() const { return false; }
  void u32(const std::uint32_t& x) { words.push_back(x); }
  void u64(const std::uint64_t& x) { words.push_back(x); }
  std::uint32_t renamed(std::uint32_t m) const { return names.empty() ? m : names[m]; }
};

struct Reader {
  std::vector<std::uint64_t> words;
  std::size_t at = 0;
  bool reading() const { return true; }
  void u32(std::uint32_t& x) { x = static_cast<std::uint32_t>(words.at(at++)); }
  void u64(std::uint64_t& x) { x = words.at(at++); }
  std::uint32_t renamed(std::uint32_t m) const { return m; }
};

std::vector<std::uint64_t> saved(SharerSet set, const Members& names = {}) {
  Writer w{{}, names};
  set.archive(w);
  return w.words;
}

SharerSet loaded(const std::vector<std::uint64_t>& words) {
  Reader r{words};
  SharerSet set(99);
  set.insert(98);  // what was there before goes
  set.archive(r);
  EXPECT_EQ(r.at, words.size());
  return set;
}

Members held(const SharerSet& set) {
  Members result;
  set.for_each([&](std::uint32_t m) { result.push_back(m); });
  return result;
}

SharerSet random_set(std::uint32_t width, std::uint32_t percent, SharerSet::Meaning meaning, Random& random) {
  SharerSet set(width);
  for (std::uint32_t m = 0; m < width; ++m)
    if (random.below(100) < percent) set.insert(m);
  set.become(meaning);
  return set;
}

Members shuffled_names(std::uint32_t width, Random& random) {
  Members names(width);
  std::iota(names.begin(), names.end(), 0u);
  for (std::size_t i = width; i > 1; --i) std::swap(names[i - 1], names[random.below(i)]);
  return names;
}

template <class Visit>
void for_random_sets(Visit visit) {
  Random random(5);
  for (std::uint32_t width : kWidths)
    for (std::uint32_t percent : {0u, 1u, 20u, 100u})
      for (SharerSet::Meaning meaning : kMeanings) {
        SCOPED_TRACE(testing::Message() << width << " wide, " << percent << " %, meaning " << meaning);
        visit(random_set(width, percent, meaning, random), random);
      }
}

// WHEN a set is saved and loaded THEN it is the same set.
TEST(SharerSetArchive, RoundTrip) {
  for_random_sets([](const SharerSet& set, Random&) {
    const SharerSet back = loaded(saved(set));
    EXPECT_TRUE(back == set);
    EXPECT_EQ(back.width(), set.width());
    EXPECT_EQ(back.meaning(), set.meaning());
    EXPECT_EQ(held(back), held(set));
    EXPECT_EQ(back.size(), set.size());
  });
}

// WHEN the writer renames members THEN the bytes are those of the set with the new names; regions keep their numbers.
TEST(SharerSetArchive, RenamesMembersButNotRegions) {
  for_random_sets([](const SharerSet& set, Random& random) {
    const Members names = shuffled_names(set.width(), random);
    SharerSet expected(set.width());
    set.for_each([&](std::uint32_t m) { expected.insert(set.meaning() == SharerSet::regions ? m : names[m]); });
    expected.become(set.meaning());
    EXPECT_EQ(saved(set, names), saved(expected));
    EXPECT_TRUE(loaded(saved(set, names)) == expected);
  });
}

// GIVEN the same members, reached through few or through many (a list, or a bit vector that was once fuller), THEN the
// sets are equal and give equal bytes; a member, a width or a meaning more or less makes them differ.
TEST(SharerSetArchive, EqualHoweverTheyCameAbout) {
  for (std::uint32_t width : kWidths) {
    SCOPED_TRACE(width);
    SharerSet direct(width), detour(width);
    for (std::uint32_t m = 0; m < width; ++m) detour.insert(m);
    for (std::uint32_t m = 1; m + 1 < width; ++m) detour.erase(m);
    direct.insert(width - 1);
    direct.insert(0);
    EXPECT_TRUE(direct == detour);
    EXPECT_TRUE(detour == direct);
    EXPECT_EQ(saved(direct), saved(detour));

    SharerSet other = direct;
    other.become(SharerSet::at_least);
    EXPECT_FALSE(other == direct);
    EXPECT_NE(saved(other), saved(direct));
    other.become(SharerSet::exact);
    EXPECT_TRUE(other == direct);
    EXPECT_FALSE(direct == SharerSet(width));
    if (width > 2) {
      other.erase(0);
      other.insert(1);
      EXPECT_FALSE(other == direct);
      EXPECT_NE(saved(other), saved(direct));
    }
    SharerSet wider(width + 1);
    direct.for_each([&](std::uint32_t m) { wider.insert(m); });
    EXPECT_FALSE(wider == direct);
    EXPECT_NE(saved(wider), saved(direct));
  }
}

// GIVEN a set with another meaning WHEN all it holds is erased THEN it is not empty; cleared, moved from or copied, it
// is what a set is then.
TEST(SharerSetMeaning, LastsUntilTheSetIsCleared) {
  for (std::uint32_t width : kWidths) {
    SCOPED_TRACE(width);
    SharerSet set(width);
    set.insert(width - 1);
    EXPECT_TRUE(set.is_exact());
    set.become(SharerSet::at_least);
    EXPECT_EQ(set.size(), 1u);
    EXPECT_TRUE(set.contains(width - 1));
    set.erase(width - 1);
    EXPECT_EQ(set.size(), 0u);
    EXPECT_FALSE(set.empty());
    EXPECT_FALSE(set.is_exact());
    set.insert(0);
    EXPECT_EQ(held(set), Members{0});

    SharerSet copy = set;
    EXPECT_EQ(copy.meaning(), SharerSet::at_least);
    const SharerSet moved = std::move(copy);
    EXPECT_TRUE(moved == set);
    EXPECT_TRUE(copy.empty() && copy.is_exact());
    set.clear();
    EXPECT_TRUE(set.empty() && set.is_exact());
    EXPECT_EQ(set.width(), width);
  }
  static_assert(sizeof(SharerSet) == 16, "there is one in every LLC line");
}

}  // namespace
}  // namespace cdrsim
