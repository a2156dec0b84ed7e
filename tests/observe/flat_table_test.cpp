// SPDX-License-Identifier: BSD-3-Clause
// Does the flat table hold what was put in, whatever the order of insertions and erasures?
#include "observe/flat_table.h"

#include <gtest/gtest.h>

#include <map>

namespace cdrsim {
namespace {

/// All keys want the same few places: probing sequences overlap and wrap around.
struct Crowded {
  std::uint64_t value;
  friend bool operator==(const Crowded&, const Crowded&) = default;
};
constexpr std::uint64_t hash_key(const Crowded& key) {
  return ~std::uint64_t{0} - key.value % 3;
}

template <class Key>
void behaves_like_a_map(std::uint64_t keys) {
  FlatTable<Key, std::uint64_t> table;
  std::map<std::uint64_t, std::uint64_t> expected;
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t key = random.below(keys), value = random.next();
    if (random.below(5) < 2) {
      table.erase(Key{key});
      expected.erase(key);
    } else {
      table[Key{key}] = value;
      expected[key] = value;
    }
    ASSERT_EQ(table.size(), expected.size());
    const std::uint64_t probe = random.below(keys);
    const std::uint64_t* found = table.find(Key{probe});
    ASSERT_EQ(found != nullptr, expected.contains(probe));
    if (found) {
      ASSERT_EQ(*found, expected[probe]);
    }
  }
  std::size_t visited = 0;
  table.for_each([&](const Key&, std::uint64_t) { ++visited; });
  EXPECT_EQ(visited, expected.size());
}

TEST(FlatTable, GIVEN_random_insertions_and_erasures_THEN_it_behaves_like_a_map) {
  behaves_like_a_map<std::uint64_t>(3000);
}

TEST(FlatTable, GIVEN_keys_that_all_collide_THEN_it_behaves_like_a_map) {
  behaves_like_a_map<Crowded>(100);
}

TEST(FlatTable, GIVEN_a_new_key_THEN_it_starts_with_the_default_value_even_where_another_was_erased) {
  FlatTable<std::uint64_t, int> table;
  table[7] = 3;
  table.erase(7);
  EXPECT_EQ(table.find(7), nullptr);
  EXPECT_EQ(table[7], 0);
}

}  // namespace
}  // namespace cdrsim
