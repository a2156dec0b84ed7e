// SPDX-License-Identifier: BSD-3-Clause
// Do the formulas give the figures that were published? docs/storage.md has the sources.
#include <gtest/gtest.h>

#include <cmath>

#include "cost/storage.h"
#include "cost/storage_restriction.h"
#include "cost/storage_sparse.h"

namespace cdrsim::cost {
namespace {

constexpr double kLineBits = 512;
constexpr std::uint64_t kStateBits = 2;  // published entries that include the protocol state

double bits(const std::string& scheme, std::uint32_t cores, const Config& config = default_config()) {
  return storage_row(scheme, config, cores).bits_per_line();
}

double share(const std::string& scheme, std::uint32_t cores, const Config& config = default_config()) {
  return 100 * bits(scheme, cores, config) / kLineBits;
}

/// OpenPiton: ids of ten bits, domains of 64.
Config piton() {
  Config config = default_config();
  config.cdr.sharers.id_bits = 10;
  return config;
}

TEST(Published, full_map_is_12_5_percent_at_64_cores_200_at_1024_and_195000_at_a_million) {
  EXPECT_EQ(share("full-map", 64), 12.5);
  EXPECT_EQ(share("full-map", 1024), 200);
  EXPECT_EQ(std::floor(share("full-map", 1000000) / 1000), 195);
}

TEST(Published, four_pointers_are_8_percent_at_1024_cores_and_16_at_a_million) {
  EXPECT_EQ(std::round(share("limited-broadcast", 1024)), 8);
  EXPECT_EQ(std::round(share("limited-broadcast", 1000000)), 16);
}

TEST(Published, restriction_is_12_5_percent_at_any_size_and_14_5_with_a_stored_id) {
  for (std::uint32_t cores : {64u, 1024u, 1000000u}) {
    EXPECT_EQ(share("cdr-folded", cores, piton()), 12.5);
    EXPECT_EQ(std::round(2 * share("cdr", cores, piton())) / 2, 14.5);
  }
}

TEST(Published, four_pointers_are_smaller_below_2_to_16_cores_or_2_to_19_with_a_stored_id) {
  for (unsigned log = 0; log <= 24; ++log) {
    const double pointers = bits("limited-broadcast", 1u << log, piton());
    EXPECT_EQ(pointers < bits("cdr-folded", 1u << log, piton()), log < 16) << log;
    EXPECT_EQ(pointers < bits("cdr", 1u << log, piton()), log < 19) << log;
  }
}

TEST(Published, a_map_cache_of_the_RTL_has_138_bits_an_entry_276_bytes_and_3_4_percent_of_the_directory) {
  const std::uint64_t entry = map_cache_entry(10, 64, 30);
  EXPECT_EQ(entry, 138u);
  EXPECT_EQ(16 * entry / 8, 276u);
  EXPECT_EQ(std::round(10 * 100 * 276 / 8192.0) / 10, 3.4);
}

TEST(Published, a_TLB_entry_of_the_RTL_carries_32_bits_and_a_page_table_entry_64) {
  const StorageRow sharers = storage_row("cdr", piton(), 64), homes = storage_row("cdr-homes", piton(), 64);
  EXPECT_TRUE(sharers.storage.bits("tlb") + homes.storage.bits("tlb") == 64 * 32);
  EXPECT_EQ(page_table_bits(storage_machine(piton(), 64), true, true), 64u);
}

TEST(Published, map_tables_of_the_RTL_are_256_bytes_a_domain_and_256_KiB_in_all) {
  const auto memory = storage_row("cdr", piton(), 64).storage.memory;
  EXPECT_TRUE(memory.at(0).second == 256);
  EXPECT_TRUE(memory.at(1).second == 256 << 10);
}

TEST(Published, Dir2B_and_full_vector_of_Dorado_are_23_and_66_bits_with_their_state) {
  Config two = default_config();
  two.directory.pointers = 2;
  EXPECT_EQ(bits("limited-broadcast", 1024, two) + kStateBits, 23);
  EXPECT_EQ(bits("full-map", 64) + kStateBits, 66);  // a vector over 64 members
}

/// Martin, Hill, Sorin: two entries for each private line, 64 bits with their tag, against caches of 512 + 48 bits a
/// line.
class Hierarchy : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kEntry = 64, kCachedLine = 512 + 48, kPrivate = 256;
  StorageMachine machine_ = storage_machine(default_config(), 16);

  double entries_for(std::uint64_t lines) {
    const std::uint64_t sets = 2 * lines / machine_.directory.ways;
    return static_cast<double>(sparse_bits(machine_, 2 * lines, kEntry - machine_.tag(sets)));
  }
  static double rounded(double percent) {
    const double scale = percent < 10 ? 10 : 1;
    return std::floor(percent * scale + 0.5) / scale;
  }
};

TEST_F(Hierarchy, one_level_is_2_5_to_11_percent_as_the_shared_cache_shrinks) {
  const std::pair<std::uint64_t, double> published[] = {{8, 2.5}, {4, 4.6}, {2, 7.6}, {1, 11}};
  for (auto [ratio, percent] : published)
    EXPECT_EQ(rounded(100 * entries_for(kPrivate) / static_cast<double>(kPrivate * (1 + ratio) * kCachedLine)),
              percent);
}

/// The upper level has entries for what the lower cache or its directory holds.
TEST_F(Hierarchy, two_levels_are_3_1_to_23_percent) {
  const std::pair<std::uint64_t, double> published[] = {{8, 3.1}, {4, 6.5}, {2, 13}, {1, 23}};
  for (auto [z, percent] : published)
    EXPECT_EQ(rounded(100 * (entries_for(kPrivate) + entries_for(kPrivate * (z + 1))) /
                      static_cast<double>(kPrivate * (1 + z + z * z) * kCachedLine)),
              percent);
}

TEST(Published, scd_is_13_times_smaller_than_a_sparse_full_map_at_1024_cores) {
  EXPECT_EQ(std::round(bits("sparse-full-map-1", 1024) / bits("scd", 1024)), 13);
}

TEST(Published, pointers_of_space_are_44_percent_of_a_full_map_at_16_cores_and_25_at_32) {
  for (auto [cores, percent] : {std::pair(16u, 44.0), std::pair(32u, 25.0)}) {
    const double table = 8.0 * cores / 1024;
    EXPECT_EQ(std::round(100 * (bits("space", cores) - table) / cores), percent);
  }
}

TEST(Published, rectangles_of_64_cores_are_33_bits) {
  EXPECT_EQ(bits("rectangles", 64), 33);
}

}  // namespace
}  // namespace cdrsim::cost
