// SPDX-License-Identifier: BSD-3-Clause
// Do the energy models build the arrays that the storage report counts?
#include "cost/tile_structures.h"

#include <gtest/gtest.h>

#include "cost/storage.h"

namespace cdrsim {
namespace {

Config restricted(DomainLevel sharers, DomainLevel homes, const std::string& scheme) {
  Config c = default_config();
  c.cdr.sharers.level = sharers;
  c.cdr.homes.level = homes;
  c.directory.sharers = scheme;
  return c;
}

TEST(TileStructures, THEN_every_width_is_that_of_the_storage_report) {
  using enum DomainLevel;
  for (const auto& [sharers, homes] : {std::pair{none, none}, std::pair{application, none},
                                       std::pair{none, application}, std::pair{application, application}})
    for (const char* scheme : {"full-map", "limited-broadcast", "coarse"})
      for (const std::uint32_t cores : {64u, 1024u, 65536u}) {
        const Config c = restricted(sharers, homes, scheme);
        const cost::TileStorage report = cost::configured_storage(c, cores).storage;
        const TileStructures t = tile_structures(c, cores);
        EXPECT_TRUE(WideCount{t.directory_entries} * t.directory_bits == report.bits("directory"))
            << scheme << " at " << cores << ": " << t.directory_bits;
        EXPECT_TRUE(WideCount{t.smc.entries} * (t.smc.tag + t.smc.payload) == report.bits("smc"));
        EXPECT_TRUE(WideCount{t.hmc.entries} * (t.hmc.tag + t.hmc.payload) == report.bits("hmc"));
        EXPECT_TRUE(WideCount{t.tlb_entries} * t.tlb_widening == report.bits("tlb"));
        EXPECT_TRUE(WideCount{t.private_lines} * t.line_widening == report.bits("private_lines"));
      }
}

TEST(TileStructures, GIVEN_a_mesh_THEN_its_routers_and_directed_links) {
  Config c = default_config();
  c.system.cores_per_chip = 12;
  c.system.mesh = MeshSize{4, 4};
  const TileStructures t = tile_structures(c, 12);
  EXPECT_EQ(t.cores, 12u);
  EXPECT_EQ(t.routers, 16u);
  EXPECT_EQ(t.links, 48u);  // 24 neighbours, both ways
}

TEST(TileStructures, GIVEN_free_map_lookups_THEN_there_are_no_map_caches) {
  Config c = restricted(DomainLevel::application, DomainLevel::application, "full-map");
  EXPECT_EQ(tile_structures(c, 64).smc.entries, 16u);
  c.cdr.map_lookups = MapLookups::free;
  EXPECT_EQ(tile_structures(c, 64).smc.entries, 0u);
  EXPECT_EQ(tile_structures(c, 64).hmc.entries, 0u);
}

}  // namespace
}  // namespace cdrsim
