// SPDX-License-Identifier: BSD-3-Clause
// Are the keys of [directory] declared as documented?
#include "directory/directory_config.h"

#include <gtest/gtest.h>

#include "config/declaration.h"

namespace cdrsim {
namespace {

// GIVEN nothing set THEN the directory is a full map in the LLC; what other stores and schemes read has a default too.
TEST(DirectoryConfig, Defaults) {
  const DirectoryConfig c = config::defaults(&declare_directory);
  EXPECT_EQ(c.store, "in-llc");
  EXPECT_EQ(c.sharers, "full-map");
  EXPECT_EQ(c.pointers, 4u);
  EXPECT_EQ(c.coarse_region, 4u);
  EXPECT_EQ(c.entries, 512u);
  EXPECT_EQ(c.ways, 8u);
  EXPECT_EQ(c.entries % c.ways, 0u);
}

// THEN no number may be zero, and the help of each says who uses it.
TEST(DirectoryConfig, NumbersArePositiveAndSayWhoUsesThem) {
  config::Section<DirectoryConfig> section;
  declare_directory(section);
  int numbers = 0;
  for (const auto& p : section.parameters()) {
    if (p->type() != "integer") continue;
    ++numbers;
    EXPECT_TRUE(p->range_text().starts_with("1 to ")) << p->key();
    EXPECT_NE(p->help().find("used by"), std::string::npos) << p->key();
  }
  EXPECT_EQ(numbers, 4);
}

}  // namespace
}  // namespace cdrsim
