// SPDX-License-Identifier: BSD-3-Clause
// Do sharer schemes keep their promise: never lose a sharer, and know only what is so?
#include "directory/sharer_scheme.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/random.h"

namespace cdrsim {
namespace {

using Members = std::vector<std::uint32_t>;

Members members(const SharerSet& set) {
  Members result;
  set.for_each([&](std::uint32_t m) { result.push_back(m); });
  return result;
}

// GIVEN any scheme and width WHEN members join and leave THEN every sharer is in the entry, and whoever it knows is
// one.
TEST(SharerScheme, CoversEverySharer) {
  for (const std::string& name : Registry<SharerSchemeFactory>::instance().names())
    for (std::uint32_t width : {1u, 2u, 63u, 64u, 65u, 1024u}) {
      const auto scheme = make_sharer_scheme({"in-llc", name});
      SharerSet entry(width);
      std::set<std::uint32_t> sharers;
      Random random(width);
      for (int i = 0; i < 3000; ++i) {
        const auto m = static_cast<std::uint32_t>(random.below(width));
        if (random.below(3)) {
          scheme->add(entry, m);
          sharers.insert(m);
        } else if (sharers.erase(m)) {
          scheme->remove(entry, m);
        }
        ASSERT_GE(entry.size(), sharers.size()) << name;
        ASSERT_TRUE(!sharers.contains(m) || entry.contains(m)) << name;
        ASSERT_TRUE(!scheme->knows(entry, m) || sharers.contains(m)) << name;
      }
      for (std::uint32_t m : sharers) ASSERT_TRUE(entry.contains(m)) << name;
    }
}

// GIVEN a full map THEN it holds exactly the sharers, and knows each of them.
TEST(FullMap, IsExact) {
  const auto scheme = make_sharer_scheme({"in-llc", "full-map"});
  for (std::uint32_t width : {3u, 64u, 65u, 1'000'000u}) {
    SharerSet entry(width);
    scheme->add(entry, width - 1);
    scheme->add(entry, 0);
    scheme->add(entry, 0);
    EXPECT_EQ(members(entry), (Members{0, width - 1}));
    EXPECT_TRUE(scheme->knows(entry, 0));
    EXPECT_FALSE(scheme->knows(entry, 1));
    scheme->remove(entry, 1);  // was no sharer
    scheme->remove(entry, 0);
    EXPECT_EQ(members(entry), Members{width - 1});
    EXPECT_FALSE(scheme->knows(entry, 0));
    scheme->remove(entry, width - 1);
    EXPECT_TRUE(entry.empty());
  }
}

TEST(SharerScheme, AnUnknownSchemeIsTheUsersError) {
  try {
    make_sharer_scheme({"in-llc", "half-map"});
    FAIL() << "no error";
  } catch (const UserError& e) {
    EXPECT_NE(std::string(e.what()).find("full-map"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace cdrsim
