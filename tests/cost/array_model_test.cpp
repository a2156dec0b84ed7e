// SPDX-License-Identifier: BSD-3-Clause
// Do arrays cost what CACTI's tables say, and do those that the tables lack have a reason instead of a number?
//
// The expected figures are cells of src/cost/tables, looked up by hand.
#include "cost/array_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "config/declaration.h"

namespace cdrsim {
namespace {

constexpr std::uint64_t KiB = 1024, MiB = 1024 * KiB;

CostConfig costs() {
  return config::defaults(&declare_cost);
}

CacheCost l1(std::uint64_t bytes, std::uint32_t ways, CostConfig config = costs()) {
  return ArrayModel(config).cache(Device::hp, CacheMode::word, {bytes, ways, 64});
}

CacheCost llc(std::uint64_t bytes, std::uint32_t ways, CostConfig config = costs()) {
  return ArrayModel(config).cache(Device::lstp_hp, CacheMode::line, {bytes, ways, 64});
}

TEST(ArrayModel, GIVEN_a_row_of_the_cache_table_THEN_its_cells) {
  const CacheCost c = l1(16 * KiB, 4);
  EXPECT_EQ(c.word_read.value(), 0.00703336);
  EXPECT_EQ(c.word_write.value(), 0.00647269);
  EXPECT_NEAR(c.leakage.value(), 5.51799 + 0.692478, 1e-12);
  EXPECT_NEAR(c.area.value(), 0.0256426 + 0.00216389, 1e-12);
  const CacheCost slice = llc(64 * KiB, 4);
  EXPECT_EQ(slice.line_read.value(), 0.0394245);
  EXPECT_EQ(slice.line_write.value(), 0.0562172);
  EXPECT_EQ(slice.word_read.source(), "sram_cache.csv 32 nm itrs-lstp/itrs-hp normal 64 bits: 64 KB, 4-way");
}

TEST(ArrayModel, GIVEN_a_size_between_rows_THEN_the_geometric_mean_half_way) {
  const CacheCost c = ArrayModel(costs()).cache(Device::hp, CacheMode::word, {24 * KiB, 4, 64});
  const double weight = std::log2(24.0 / 16);
  EXPECT_NEAR(c.word_read.value(), 0.00703336 * std::pow(0.0102181 / 0.00703336, weight), 1e-9);
  EXPECT_NE(c.word_read.source().find("16..32 KB, 4-way"), std::string::npos);
}

TEST(ArrayModel, GIVEN_growing_caches_THEN_tag_energy_never_falls) {
  double before = 0;
  for (std::uint64_t size = 8 * KiB; size <= 4 * MiB; size *= 2) {
    const double now = llc(size, 8).tag_read.value();
    EXPECT_GE(now, before) << size;
    before = now;
  }
}

TEST(ArrayModel, GIVEN_16_MiB_THEN_four_banks_leak_and_an_access_pays_one_bank_and_its_wire) {
  const CacheCost bank = llc(4 * MiB, 8), banks = llc(16 * MiB, 8);
  EXPECT_NEAR(banks.leakage.value(), 4 * bank.leakage.value(), 1e-9);
  EXPECT_NEAR(banks.area.value(), 4 * (8.2445 + 0.392638), 1e-9);
  const double wire = std::sqrt(banks.area.value()) * 32.395776e-6;  // nJ a bit
  EXPECT_NEAR(banks.line_read.value(), 0.425402 + 512 * wire, 1e-9);
  EXPECT_NEAR(banks.tag_read.value(), bank.tag_read.value() + 42 * wire, 1e-9);
}

TEST(ArrayModel, GIVEN_4_KiB_THEN_a_cache_made_of_RAMs_that_costs_less_than_8_KiB) {
  const CacheCost small = l1(4 * KiB, 2), larger = l1(8 * KiB, 2);
  EXPECT_LT(small.line_write.value(), larger.line_write.value());
  EXPECT_LT(small.leakage.value(), larger.leakage.value());
  EXPECT_LT(small.area.value(), larger.area.value());
  EXPECT_NE(small.word_read.source().find("sram_ram.csv"), std::string::npos);
}

TEST(ArrayModel, GIVEN_what_the_tables_lack_THEN_a_reason) {
  EXPECT_NE(llc(64 * KiB, 32).line_read.reason().find("1 to 16-way"), std::string::npos);
  EXPECT_NE(llc(8 * KiB, 16).line_read.reason().find("1 to 8-way (associativity), not 16, at 8 KB"), std::string::npos);
  EXPECT_NE(ArrayModel(costs()).cache(Device::hp, CacheMode::word, {16 * KiB, 4, 128}).area.reason().find("not 128"),
            std::string::npos);
  EXPECT_FALSE(l1(1 * KiB, 4).word_read.known());  // 4 sets; the smallest RAM has 32 entries
  EXPECT_NE(ArrayModel(costs()).ram(Device::hp, 1024, 4096).read.reason().find("16 to 1088 bits"), std::string::npos);
  EXPECT_FALSE(ArrayModel(costs()).cam(Device::lstp_hp, 16, 20, 64).search.known());
}

TEST(ArrayModel, GIVEN_a_payload_between_columns_THEN_the_wider_one_and_beyond_the_widest_a_reason) {
  const ArrayModel arrays(costs());
  EXPECT_EQ(arrays.cam(Device::hp, 16, 20, 44).search.value(), arrays.cam(Device::hp, 16, 20, 64).search.value());
  EXPECT_LT(arrays.cam(Device::hp, 16, 20, 64).search.value(), arrays.cam(Device::hp, 16, 20, 65).search.value());
  EXPECT_NE(arrays.cam(Device::hp, 16, 20, 129).search.reason().find("payload of 129"), std::string::npos);
  CostConfig nm45 = costs();
  nm45.technology = Technology::nm45;
  EXPECT_FALSE(ArrayModel(nm45).cam(Device::hp, 16, 20, 65).search.known());
}

TEST(ArrayModel, GIVEN_another_node_THEN_its_own_rows) {
  CostConfig c = costs();
  const double nm32 = llc(64 * KiB, 4, c).line_read.value();
  c.technology = Technology::nm22;
  const double nm22 = llc(64 * KiB, 4, c).line_read.value();
  c.technology = Technology::nm45;
  const double nm45 = llc(64 * KiB, 4, c).line_read.value();
  EXPECT_LT(nm22, nm32);
  EXPECT_LT(nm32, nm45);
}

TEST(ArrayModel, GIVEN_a_temperature_THEN_leakage_grows_with_it_at_every_node_and_energy_does_not) {
  for (const Technology node : {Technology::nm45, Technology::nm32, Technology::nm22}) {
    double before = 0;
    for (std::uint32_t kelvin = 300; kelvin <= 400; kelvin += 5) {
      CostConfig c = costs();
      c.technology = node;
      const double read = llc(64 * KiB, 4, c).line_read.value();
      c.temperature = kelvin;
      const CacheCost cost = llc(64 * KiB, 4, c);
      EXPECT_GT(cost.leakage.value(), before) << kelvin;
      EXPECT_EQ(cost.line_read.value(), read);
      before = cost.leakage.value();
    }
  }
}

}  // namespace
}  // namespace cdrsim
