// SPDX-License-Identifier: BSD-3-Clause
// Does every legal machine work, however odd its sizes? Each run is checked against the value oracle and adds up.
#include <array>

#include "system/experiment.h"

namespace cdrsim {
namespace {

using namespace testing;

const std::string kSharing = "references = 60\nprivate_bytes = 1024\nshared_bytes = 2048\nshared_fraction = 0.7\n";

/// A chip of `cores` with up to 16 threads, spread over it so that every part of it is used.
std::string spread_over(unsigned cores, const std::string& pattern = "private-shared") {
  return chip(cores) + synthetic(pattern, std::min(cores, 16u), kSharing + "placement = \"spread\"\n");
}

TEST(Geometry, GIVEN_any_number_of_cores_THEN_it_runs_with_and_without_restriction) {
  for (unsigned cores : {1u, 2u, 3u, 18u, 19u, 36u, 64u, 65u, 129u, 1000u, 1023u, 1024u}) {
    const std::uint64_t all = 60u * std::min(cores, 16u);
    EXPECT_EQ(run_checked(spread_over(cores))["sim.accesses"], all) << cores;
    for (const char* level : {"application", "page"}) {
      const Outcome r =
          run_checked(spread_over(cores), {std::string("cdr.sharers.level=") + level, "cdr.sharers.capacity=5",
                                           std::string("cdr.homes.level=") + level});
      EXPECT_EQ(r["sim.accesses"], all) << cores << ", " << level;
    }
  }
}

TEST(Geometry, GIVEN_a_machine_of_a_million_cores_WHEN_few_run_THEN_results_tell_what_they_touch) {
  for (unsigned cores : {65537u, 1000000u})
    for (const char* level : {"none", "application", "page"}) {
      const Outcome r = run_checked(
          spread_over(cores), {std::string("cdr.sharers.level=") + level, std::string("cdr.homes.level=") + level});
      EXPECT_EQ(r["sim.accesses"], 960u) << cores << ", " << level;
      EXPECT_LT(r.results.tiles.cells.size() / r.results.tiles.columns.size(), cores / 2)
          << "tiles and routers that nothing touched are in tiles.csv";
    }
}

TEST(Geometry, GIVEN_a_million_cores_and_overflow_THEN_a_broadcast_within_the_box_stays_there) {
  // Neighbours: the box of 16 members is small whatever the machine.
  const std::string toml = chip(1000000) + synthetic("private-shared", 16, kSharing);
  const Outcome r = run_checked(toml, {"cdr.sharers.level=application", "cdr.sharers.capacity=4",
                                       "cdr.sharers.broadcast_scope=box", "cdr.homes.level=application"});
  EXPECT_GT(r["directory.broadcasts"], 0u);
  EXPECT_LT(r["noc.messages"], 100000u);
}

TEST(Geometry, GIVEN_any_mesh_that_holds_the_cores_THEN_the_other_tiles_only_route) {
  for (const char* mesh : {"1x12", "12x1", "4x3", "3x4", "6x2", "13x1", "7x9", "40x40"})
    for (const char* level : {"none", "page"}) {
      const Outcome r = run_checked(
          spread_over(12), {std::string("system.mesh=\"") + mesh + "\"", std::string("cdr.homes.level=") + level,
                            std::string("cdr.sharers.level=") + level});
      EXPECT_EQ(r["sim.accesses"], 720u) << mesh;
      for (const char* column : {"llc.hits", "llc.misses", "l1.hits", "l1.misses"})
        for (auto [tile, n] : r.by_tile(column)) EXPECT_LT(tile, 12u) << column << " on a router, " << mesh;
    }
}

struct Oddity {
  const char* name;
  Settings sets;
};

const std::vector<Oddity>& oddities() {
  static const std::vector<Oddity> all{
      {"one MSHR in the L1", {"l1.mshrs=1"}},
      {"one MSHR in the slice", {"llc.mshrs=1"}},
      {"one MSHR everywhere", {"l1.mshrs=1", "llc.mshrs=1", "l2.size=2KiB", "l2.ways=2", "l2.mshrs=1", "l1.size=1KiB"}},
      {"L1 of one line", {"l1.size=64B", "l1.ways=1"}},
      {"slice of one line", {"llc.size_per_tile=64B", "llc.ways=1"}},
      {"caches of one line", {"l1.size=64B", "l1.ways=1", "llc.size_per_tile=64B", "llc.ways=1", "llc.mshrs=1"}},
      {"caches of one line, both private levels",
       {"l1.size=64B", "l1.ways=1", "l2.size=64B", "l2.ways=1", "llc.size_per_tile=64B", "llc.ways=1"}},
      {"one set", {"l1.size=512B", "l1.ways=8", "llc.size_per_tile=512B", "llc.ways=8"}},
      {"three ways", {"l1.size=48KiB", "l1.ways=3"}},
      {"5 sets of 24 ways", {"llc.size_per_tile=7680B", "llc.ways=24"}},
      {"tree-PLRU of three ways", {"l1.size=768B", "l1.ways=3", "l1.replacement=tree-plru", "llc.replacement=random"}},
      {"SRRIP", {"l1.size=512B", "l1.replacement=srrip", "llc.replacement=srrip", "llc.size_per_tile=512B"}},
      {"lines of 8 bytes", {"system.line_size=8B", "l1.size=64B", "llc.size_per_tile=64B"}},
      {"lines of 16 bytes", {"system.line_size=16B"}},
      {"lines of 128 bytes", {"system.line_size=128B"}},
      {"lines of 4 KiB", {"system.line_size=4KiB", "l1.size=16KiB", "llc.size_per_tile=64KiB"}},
      {"pages of a line", {"system.page_size=64B"}},
      {"pages of 64 KiB", {"system.page_size=64KiB"}},
      {"pages of 1 GiB", {"system.page_size=1GiB"}},
      {"one TLB entry", {"tlb.entries=1"}},
      {"one TLB entry, pages of a line", {"tlb.entries=1", "system.page_size=64B"}},
      {"a TLB miss takes no time", {"tlb.miss_latency=0", "tlb.entries=1"}},
      {"one SMC entry", {"cdr.sharers.smc_entries=1"}},
      {"one HMC entry", {"cdr.homes.hmc_entries=1"}},
      {"one controller", {"dram.controllers=1"}},
      {"a controller on every tile", {"dram.controllers=16"}},
      {"slow DRAM", {"dram.latency=5000", "dram.bandwidth=1"}},
      {"fast DRAM", {"dram.latency=1", "dram.bandwidth=1048576"}},
      {"DRAM with jitter", {"dram.jitter=40"}},
      {"no router latency", {"network.router_latency=0"}},
      {"no network latency", {"network.router_latency=0", "network.link_latency=0"}},
      {"no network latency, ideal", {"network.model=ideal", "network.router_latency=0", "network.link_latency=0"}},
      {"ideal network", {"network.model=ideal"}},
      {"one bit a cycle", {"network.flit_width=1b"}},
      {"wide links", {"network.flit_width=4096b"}},
      {"one buffer", {"network.vcs=1", "network.buffers=1"}},
      {"no latency in caches", {"l1.latency=0", "llc.latency=0"}},
      {"slow caches", {"l1.latency=100", "llc.latency=300"}},
      {"no time between references", {"core.cpi=0"}},
      {"slow instructions", {"core.cpi=3.7"}},
      {"a store buffer of one", {"core.store_buffer=1"}},
      {"many loads", {"core.outstanding_loads=250", "l1.mshrs=64"}},
      {"two loads under SC", {"core.outstanding_loads=2", "core.memory_model=sc"}},
      {"msi, sc", {"protocol.name=msi", "core.memory_model=sc"}},
      {"all evictions announced", {"protocol.evict_notice=all", "l1.size=512B"}},
      {"frames side by side", {"memory.frames=identity"}},
      {"coherent synchronisation", {"sync.model=coherent"}},
      {"serial", {"core.timing=serial"}},
      {"1 ps clock", {"system.frequency=1000GHz"}},
      {"2.5 GHz", {"system.frequency=2.5GHz", "dram.latency=60ns"}},
  };
  return all;
}

TEST(Geometry, GIVEN_every_oddity_THEN_it_runs_at_every_level_with_locks_and_barriers) {
  for (const Oddity& odd : oddities())
    for (const char* level : {"none", "application", "page"})
      for (const char* pattern : {"private-shared", "migratory"}) {
        SCOPED_TRACE(std::string(odd.name) + ", " + level + ", " + pattern);
        const std::string toml = chip(16) + synthetic(pattern, 12, kSharing);
        EXPECT_NO_THROW(
            EXPECT_EQ(run_checked(toml, Settings{std::string("cdr.sharers.level=") + level, "cdr.sharers.capacity=3",
                                                 std::string("cdr.homes.level=") + level} +
                                            odd.sets)["sim.accesses"],
                      720u));
      }
}

TEST(Geometry, GIVEN_more_loads_in_flight_than_the_TLB_has_entries_THEN_the_oldest_gets_through) {
  for (const char* pages : {"64B", "4KiB"})
    for (const char* loads : {"2", "4", "9"})
      for (const char* mshrs : {"1", "2"}) {
        SCOPED_TRACE(std::string("pages of ") + pages + ", " + loads + " loads, " + mshrs + " MSHRs");
        EXPECT_NO_THROW(run_checked(
            chip(4) + synthetic("uniform", 4, "references = 200\nshared_bytes = \"1MiB\"\nwrite_fraction = 0.1\n"),
            {"tlb.entries=1", "l1.size=64B", "l1.ways=1", std::string("l1.mshrs=") + mshrs,
             std::string("core.outstanding_loads=") + loads, std::string("system.page_size=") + pages,
             "run.watchdog=100000", "core.cpi=0"}));
      }
}

TEST(Geometry, GIVEN_every_capacity_scope_and_notice_THEN_overflow_stays_coherent) {
  const std::string toml = chip(20) + "[l1]\nsize = 512\nways = 2\n[llc]\nsize_per_tile = 1024\nways = 2\n" +
                           synthetic("uniform", 12, "references = 150\nshared_bytes = 2048\nwrite_fraction = 0.2\n");
  for (const char* level : {"application", "page"})
    for (const char* capacity : {"1", "2", "3", "4", "11", "12", "13"})
      for (const char* scope : {"machine", "chip", "box"})
        for (const char* notice : {"exclusive", "all"}) {
          SCOPED_TRACE(std::string(level) + ", capacity " + capacity + ", " + scope + ", " + notice);
          const Outcome r = run_checked(
              toml, {std::string("cdr.sharers.level=") + level, std::string("cdr.sharers.capacity=") + capacity,
                     std::string("cdr.sharers.broadcast_scope=") + scope,
                     std::string("protocol.evict_notice=") + notice, "cdr.sharers.smc_entries=1"});
          EXPECT_EQ(r["domain.overflows"] > 0, std::stoi(capacity) < 12);
        }
}

TEST(Geometry, GIVEN_every_placement_count_and_hash_of_homes_THEN_only_homes_hold_lines) {
  const std::string toml = chip(36) + synthetic("uniform", 7, kSharing);
  for (const char* level : {"application", "vm", "page"})
    for (const char* placement : {"members", "nearest", "cluster", "random"})
      for (const char* count : {"auto", "1", "2", "5", "8", "36"})
        for (const char* hash : {"mixed", "low", "middle", "high", "range"}) {
          if (hash != std::string("mixed") && count != std::string("5")) continue;
          SCOPED_TRACE(std::string(level) + ", " + placement + ", " + count + ", " + hash);
          const Outcome r = run_checked(
              toml, {std::string("cdr.homes.level=") + level, std::string("cdr.homes.placement=") + placement,
                     std::string("cdr.homes.count=") + count, std::string("cdr.homes.hash=") + hash,
                     "cdr.homes.hmc_entries=2"});
          std::map<std::uint64_t, std::uint64_t> homes = r.by_tile("llc.misses");
          for (auto [tile, n] : r.by_tile("llc.hits")) homes[tile] += n;
          const unsigned most = count == std::string("auto") ? 7 : static_cast<unsigned>(std::stoi(count));
          if (level != std::string("page")) {
            EXPECT_LE(homes.size(), most);
          }
        }
}

}  // namespace
}  // namespace cdrsim
