// SPDX-License-Identifier: BSD-3-Clause
// Are the bits right, for every scheme and any number of cores?
#include "cost/storage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "cost/storage_restriction.h"
#include "cost/storage_sparse.h"
#include "directory/sharer_scheme.h"

namespace cdrsim::cost {
namespace {

using nlohmann::json;

/// A tile with 1024 lines of LLC, 256 private lines in 64 sets, 64 TLB entries; 16-bit ids, 16 map cache entries.
Config chip() {
  return default_config();
}

double bits(const std::string& scheme, std::uint32_t cores, const Config& config = chip()) {
  return storage_row(scheme, config, cores).bits_per_line();
}

std::set<std::string> part_names(const StorageRow& row) {
  std::set<std::string> names;
  for (const auto& part : row.storage.parts) names.insert(part.name);
  return names;
}

TEST(Storage, GIVEN_1000_cores_THEN_each_entry_has_the_bits_counted_by_hand) {
  EXPECT_EQ(bits("full-map", 1000), 1000);
  EXPECT_EQ(bits("limited-broadcast", 1000), 4 * 10 + 1);
  EXPECT_EQ(bits("limited-evict", 1000), 4 * 10);
  EXPECT_EQ(bits("coarse", 1000), 250 + 1);
  EXPECT_EQ(bits("ackwise", 1000), 5 * 10 + 1);
  EXPECT_EQ(bits("cdr", 1000), 64 + 16);
  EXPECT_EQ(bits("cdr-folded", 1000), 64 + 6);  // owner and subline fields hold ten of the 16 bits
  EXPECT_EQ(bits("cdr+limited-broadcast", 1000), 4 * 6 + 1 + 16);
  EXPECT_EQ(bits("cdr+coarse", 1000), 4 * 6 + 1 + 16);
  EXPECT_EQ(bits("cdr-homes", 1000), 0);
  EXPECT_EQ(bits("tardis", 1000), 40);
  EXPECT_EQ(bits("space", 1000), 13 + 8 * 1000 / 1024.0);
  EXPECT_EQ(bits("tagless", 1000), 256 * 16 / 1024.0);
  EXPECT_EQ(bits("duplicate-tags", 1000), 256 * (48 - 6 - 6 + 1) / 1024.0);
  EXPECT_EQ(bits("scd", 1000), 256 * (2 + 5 + 32 + 42) / 1024.0);
  EXPECT_EQ(bits("sparse-full-map-1/8", 1000), 32 * (1000 + 48 - 6 - 2) / 1024.0);
  EXPECT_EQ(bits("sparse-full-map-2", 1000), 512 * (1000 + 48 - 6 - 6) / 1024.0);
  EXPECT_EQ(bits("cdr+sparse-full-map-1", 1000), 256 * (80 + 48 - 6 - 5) / 1024.0);
  EXPECT_EQ(bits("two-level", 1000), 32 + 512 * (32 + 48 - 6 - 6) / 1024.0);
  EXPECT_EQ(bits("rectangles", 1000), 6 + 5 + 3 + 16 + 10 + 1 + 1);  // 40 x 25
}

TEST(Storage, GIVEN_restriction_THEN_each_structure_has_the_bits_counted_by_hand) {
  const StorageRow cdr = storage_row("cdr", chip(), 1024);
  EXPECT_EQ(cdr.storage.bits("directory"), 80 * 1024);
  EXPECT_EQ(cdr.storage.bits("smc"), 16 * (16 + 4 + 4 + 4 * 10));
  EXPECT_EQ(cdr.storage.bits("tlb"), 64 * (16 + 6));
  EXPECT_EQ(cdr.storage.bits("private_lines"), 256 * (16 + 6));
  const StorageRow homes = storage_row("cdr-homes", chip(), 1024);
  EXPECT_EQ(homes.storage.bits("hmc"), 16 * (16 + 4 + 4 + 4 * 10));
  EXPECT_EQ(homes.storage.bits("tlb"), 64 * (16 + 6));
  EXPECT_EQ(homes.storage.bits("private_lines"), 256 * 10);
}

TEST(Storage, GIVEN_a_domain_as_wide_as_64_WHEN_the_machine_grows_THEN_the_entry_does_not) {
  for (const char* scheme : {"cdr", "cdr-folded", "cdr+limited-evict", "cdr+limited-broadcast", "cdr+coarse"})
    for (std::uint32_t cores : {1u, 64u, 65537u, 1u << 20}) EXPECT_EQ(bits(scheme, cores), bits(scheme, 64)) << scheme;
}

TEST(Storage, GIVEN_a_small_domain_THEN_the_owner_in_E_makes_the_entry_grow) {
  Config config = chip();
  config.cdr.sharers.capacity = 8;
  EXPECT_EQ(bits("cdr", 256, config), 8 + 16);
  EXPECT_EQ(bits("cdr", 1u << 20, config), 20 + 16);
  EXPECT_EQ(bits("cdr-folded", 1u << 20, config), 20 + 16);
}

TEST(Storage, GIVEN_a_full_map_of_any_size_THEN_it_is_larger_than_cdr_only_beyond_the_entry_of_cdr) {
  for (std::uint32_t cores = 1; cores <= 1u << 24; cores *= 2)
    EXPECT_EQ(bits("full-map", cores) > bits("cdr", cores), cores > 80) << cores;
}

TEST(Storage, GIVEN_every_scheme_and_many_sizes_THEN_rows_are_distinct_and_no_figure_is_absurd) {
  for (const std::uint32_t cores : {1u, 2u, 3u, 63u, 1024u, 1000000u, 1u << 24}) {
    std::set<std::string> schemes;
    for (const StorageRow& row : storage_rows(chip(), {cores})) {
      EXPECT_TRUE(schemes.insert(row.scheme).second) << row.scheme;
      EXPECT_FALSE(row.formula.empty() || row.source.empty() || row.tracks.empty()) << row.scheme;
      EXPECT_TRUE(row.bytes_per_tile() > 0 || cores == 1) << row.scheme;  // a pointer to the only core has no bits
      EXPECT_TRUE(row.total_bytes() == row.bytes_per_tile() * cores) << row.scheme;
      EXPECT_DOUBLE_EQ(row.percent_of_llc(), 100 * static_cast<double>(row.bytes_per_tile()) / 65536) << row.scheme;
    }
  }
}

TEST(Storage, GIVEN_more_cores_THEN_no_tile_needs_less) {
  for (const auto& [scheme, of_scheme] : storage_schemes()) {
    WideCount last = 0;
    for (std::uint32_t cores = 1; cores <= 1u << 24; cores *= 4) {
      const WideCount now = storage_row(scheme, chip(), cores).bytes_per_tile();
      EXPECT_TRUE(now >= last) << scheme << " at " << cores;
      last = now;
    }
  }
}

TEST(Storage, GIVEN_totals_beyond_64_bits_THEN_they_are_exact) {
  Config config = chip();
  config.llc.size_per_tile = std::uint64_t{1} << 34;
  const StorageRow row = storage_row("full-map", config, 1u << 24);
  EXPECT_TRUE(row.total_bytes() == WideCount{1} << (24 + 28 + 24 - 3));
  EXPECT_EQ(row.figures().text().find("\"total_bytes\": 9444732965739290427392"), row.figures().text().find("\"total"));
}

TEST(Storage, GIVEN_every_sharer_scheme_of_the_simulator_THEN_it_has_rows_with_its_own_bits) {
  for (const std::string& name : Registry<SharerSchemeFactory>::instance().names()) {
    DirectoryConfig directory = chip().directory;
    directory.sharers = name;
    EXPECT_EQ(bits(name, 777), make_sharer_scheme(directory)->bits(777)) << name;
    EXPECT_NE(sharer_formula(name).formula, "bits(n)") << name << " has no text";
    EXPECT_TRUE(storage_schemes().contains(name == "full-map" ? "cdr" : "cdr+" + name)) << name;
  }
}

TEST(Storage, GIVEN_parameters_in_the_config_THEN_the_formulas_use_them) {
  Config config = chip();
  config.directory.pointers = 2;
  config.directory.coarse_region = 64;
  EXPECT_EQ(bits("limited-evict", 1024, config), 20);
  EXPECT_EQ(bits("coarse", 1024, config), 21);
  config.cdr.sharers.capacity = 128;
  config.cdr.sharers.id_bits = 10;
  EXPECT_EQ(bits("cdr", 1024, config), 138);
  config.l2 = config.l1;
  config.l2.size = 65536;  // the outermost private cache
  EXPECT_EQ(storage_row("tagless", config, 1024).storage.bits("directory"), 1024 * 16);
}

TEST(Storage, GIVEN_entries_that_fill_no_whole_set_THEN_the_set_is_counted_whole) {
  const StorageMachine m = storage_machine(chip(), 64);  // sets of 8
  EXPECT_TRUE(sparse_bits(m, 17, 10) == 24 * (10 + m.tag(3)));
  EXPECT_EQ(m.tag(1), 42u);
  EXPECT_EQ(m.tag(3), 41u);  // 2^42 / 3 lines are more than 2^40
  EXPECT_EQ(m.tag(4), 40u);
}

TEST(Storage, GIVEN_regions_that_fit_the_pointers_THEN_a_coarse_scheme_of_these_regions_has_the_same_bits) {
  for (const std::uint32_t cores : {1u, 2u, 64u, 1000u, 1u << 20}) {
    const StorageRow fit = storage_row("coarse-fit", chip(), cores);
    Config config = chip();
    config.directory.coarse_region = static_cast<std::uint32_t>(fit.storage.parameters.at(1).second);
    EXPECT_EQ(fit.bits_per_line(), bits("coarse", cores, config)) << cores;
    if (config.directory.coarse_region == 1) continue;
    --config.directory.coarse_region;
    EXPECT_LT(fit.bits_per_line(), bits("coarse", cores, config)) << cores;
  }
}

TEST(Storage, GIVEN_roots_THEN_they_are_the_least_whole_numbers_that_reach) {
  for (std::uint32_t n : {1u, 2u, 4u, 5u, 9u, 10u, 1023u, 1024u, 1025u, 16777216u}) {
    const std::uint64_t r = square_root_up(n);
    EXPECT_TRUE(r * r >= n && (r - 1) * (r - 1) < n) << n;
  }
}

struct Configured {
  const char *store, *sharers;
  DomainLevel sharers_level, homes_level;
  const char* scheme;
  std::set<std::string> parts;
};

TEST(Storage, GIVEN_a_configuration_THEN_its_row_is_named_after_it_and_has_its_parts) {
  using enum DomainLevel;
  const Configured cases[] = {
      {"in-llc", "full-map", none, none, "full-map", {"directory"}},
      {"in-llc", "full-map", page, none, "cdr", {"directory", "smc", "tlb", "private_lines"}},
      {"in-llc", "coarse", vm, none, "cdr+coarse", {"directory", "smc", "tlb", "private_lines"}},
      {"in-llc", "ackwise", none, application, "ackwise+cdr-homes", {"directory", "hmc", "tlb", "private_lines"}},
      {"in-llc", "full-map", vm, vm, "cdr+cdr-homes", {"directory", "smc", "hmc", "tlb", "private_lines"}},
      {"sparse", "coarse", none, none, "sparse-coarse", {"directory"}},
      {"sparse", "coarse", vm, none, "cdr+sparse-coarse", {"directory", "smc", "tlb", "private_lines"}}};
  for (const Configured& c : cases) {
    Config config = chip();
    config.directory.store = c.store;
    config.directory.sharers = c.sharers;
    config.cdr.sharers.level = c.sharers_level;
    config.cdr.homes.level = c.homes_level;
    const StorageRow row = configured_storage(config, 1024);
    EXPECT_EQ(row.scheme, c.scheme);
    EXPECT_EQ(part_names(row), c.parts) << c.scheme;
    const std::vector<StorageRow> rows = storage_rows(config, {1024});
    EXPECT_EQ(std::count_if(rows.begin(), rows.end(), [&](const StorageRow& r) { return r.scheme == c.scheme; }), 1);
  }
}

TEST(Storage, GIVEN_a_sparse_directory_as_configured_THEN_its_entries_are_those_of_the_config) {
  Config config = chip();
  config.directory.store = "sparse";
  config.directory.entries = 64;
  const StorageRow row = configured_storage(config, 1024);
  EXPECT_TRUE(row.storage.bits("directory") == 64 * (1024 + 48 - 6 - 3));
  EXPECT_EQ(row.formula, "e/L*(n + tag); n = N");
}

TEST(Storage, GIVEN_both_restrictions_THEN_tlb_and_lines_carry_the_sum_and_the_page_table_word_is_one) {
  Config config = chip();
  config.cdr.sharers.level = config.cdr.homes.level = DomainLevel::application;
  const StorageRow both = configured_storage(config, 1024), sharers = storage_row("cdr", config, 1024),
                   homes = storage_row("cdr-homes", config, 1024);
  for (const char* part : {"tlb", "private_lines", "smc", "hmc", "directory"})
    EXPECT_TRUE(both.storage.bits(part) == sharers.storage.bits(part) + homes.storage.bits(part)) << part;
  EXPECT_EQ(json::parse(both.figures().text())["memory"]["page_table_bits_per_page"], 64);
}

TEST(Storage, GIVEN_a_run_THEN_its_section_adds_up_to_what_cost_says) {
  Config config = chip();
  config.system.cores_per_chip = 64;
  config.cdr.sharers.level = DomainLevel::application;
  const json run = json::parse(storage_of_run(config).text()),
             row = json::parse(storage_row("cdr", config, 64).json().text());
  std::uint64_t sum = 0;
  for (const auto& [part, bytes] : run["parts"].items()) sum += bytes.get<std::uint64_t>();
  EXPECT_EQ(run["bytes_per_tile"], sum);
  EXPECT_EQ(run["scheme"], "cdr");
  for (const char* key : {"bits_per_line", "bytes_per_tile", "percent_of_llc", "total_bytes", "parts", "memory"})
    EXPECT_EQ(run[key], row[key]) << key;
}

TEST(Storage, GIVEN_a_mesh_in_the_config_THEN_it_is_kept_for_its_own_size_only) {
  Config config = chip();
  config.system.mesh = MeshSize{128, 8};
  EXPECT_EQ(storage_machine(config, 1024).mesh_width, 128u);
  EXPECT_EQ(storage_machine(config, 4096).mesh_width, 64u);
}

TEST(Storage, GIVEN_more_homes_than_cores_THEN_the_structures_are_sized_for_the_cores) {
  Config config = chip();
  config.cdr.homes.count = 512;
  EXPECT_EQ(storage_machine(config, 64).homes, 64u);
  EXPECT_EQ(storage_machine(config, 4096).homes, 512u);
  EXPECT_EQ(storage_machine(chip(), 4096).homes, 64u);
}

TEST(Storage, GIVEN_an_unknown_scheme_THEN_it_is_our_bug) {
  EXPECT_THROW(storage_row("full-mop", chip(), 64), InternalError);
}

}  // namespace
}  // namespace cdrsim::cost
