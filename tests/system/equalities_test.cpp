// SPDX-License-Identifier: BSD-3-Clause
// Where restriction must change nothing, does it change nothing? Every claim here is exact: a single cycle of
// difference in any statistic is a bug in what a domain touches beyond the sets of sharers and homes.
#include "system/experiment.h"

namespace cdrsim {
namespace {

using namespace testing;

const Settings kFree{"cdr.map_lookups=free"};
const std::vector<std::string> kOfDomains{"domain.", "smc.", "hmc."};

/// Small caches and much sharing: evictions, recalls, upgrades, forwards and write-backs all happen.
const std::string kTight = "[l1]\nsize = 1024\nways = 2\n[llc]\nsize_per_tile = 2048\nways = 2\n[tlb]\nentries = 8\n";

struct Case {
  const char* name;
  unsigned cores;
  std::string workload;
  Settings sets;
};

std::string mixed_workloads() {
  return synthetic("private-shared", 6, "references = 250\nprivate_bytes = 2048\nshared_bytes = 4096\ncopies = 2\n") +
         synthetic("migratory", 4, "references = 250\nshared_bytes = 1024\n");
}

std::vector<Case> cases() {
  const std::string sharing = "references = 400\nprivate_bytes = 2048\nshared_bytes = 4096\nshared_fraction = 0.6\n";
  return {
      {"private-shared", 16, synthetic("private-shared", 16, sharing), {}},
      {"uniform", 9, synthetic("uniform", 9, sharing), {}},
      {"hot-spot", 16, synthetic("hot-spot", 16, sharing), {}},
      {"migratory", 12, synthetic("migratory", 12, sharing), {}},
      {"migratory, coherent locks", 12, synthetic("migratory", 12, sharing), {"sync.model=coherent"}},
      {"producer-consumer", 16, synthetic("producer-consumer", 16, sharing), {}},
      {"stencil", 18, synthetic("stencil", 18, sharing), {}},
      {"msi", 16, synthetic("private-shared", 16, sharing), {"protocol.name=msi"}},
      {"sequentially consistent", 16, synthetic("private-shared", 16, sharing), {"core.memory_model=sc"}},
      {"announced evictions", 16, synthetic("private-shared", 16, sharing), {"protocol.evict_notice=all"}},
      {"private L2", 16, synthetic("private-shared", 16, sharing), {"l2.size=2KiB", "l2.ways=2"}},
      {"four loads", 16, synthetic("private-shared", 16, sharing), {"core.outstanding_loads=4"}},
      {"four loads, sc", 16, synthetic("uniform", 16, sharing), {"core.outstanding_loads=4", "core.memory_model=sc"}},
      {"one MSHR", 16, synthetic("private-shared", 16, sharing), {"l1.mshrs=1", "llc.mshrs=1"}},
      {"ideal network", 16, synthetic("private-shared", 16, sharing), {"network.model=ideal"}},
      {"warm-up", 16, synthetic("private-shared", 16, sharing), {"run.warmup=77"}},
      {"several applications", 16, mixed_workloads(), {}},
      {"several applications in one VM", 16, mixed_workloads(), {"workload.0.vm=3", "workload.1.vm=3"}},
  };
}

Outcome run(const Case& c, const Settings& more) {
  return run_checked(chip(c.cores) + kTight + c.workload, c.sets + more);
}

TEST(Equalities, GIVEN_sharer_domains_that_hold_all_members_WHEN_lookups_are_free_THEN_nothing_differs) {
  for (const Case& c : cases()) {
    const Outcome off = run(c, kFree);
    EXPECT_GT(off["directory.invalidations"] + off["directory.recalls"], 0u) << c.name << ": nothing to restrict";
    for (const char* level : {"application", "vm"}) {
      const Outcome on = run(c, kFree + Settings{"cdr.sharers.capacity=18", std::string("cdr.sharers.level=") + level});
      EXPECT_GT(on["domain.sharer_domains"], 0u) << c.name;
      EXPECT_EQ(on["domain.overflows"], 0u) << c.name;
      EXPECT_EQ(differences(off, on, kOfDomains), "") << c.name << ", " << level;
    }
  }
}

TEST(Equalities, GIVEN_home_domains_of_all_tiles_WHEN_lookups_are_free_THEN_nothing_differs) {
  for (const Case& c : cases()) {
    if (c.cores != 16 || c.workload == mixed_workloads()) continue;  // members in tile order are all tiles
    for (const char* hash : {"mixed", "low", "middle", "high", "range"}) {
      if (hash != std::string("mixed") && c.name != std::string("private-shared")) continue;
      const Settings both = kFree + Settings{std::string("cdr.homes.hash=") + hash};
      const Outcome off = run(c, both);
      for (const char* level : {"application", "vm"}) {
        const Outcome on = run(c, both + Settings{"cdr.homes.count=16", std::string("cdr.homes.level=") + level});
        EXPECT_EQ(on["domain.home_domains"], 1u) << c.name;
        EXPECT_EQ(differences(off, on, kOfDomains), "") << c.name << ", " << level << ", " << hash;
      }
    }
  }
}

TEST(Equalities, GIVEN_home_counts_that_are_no_power_of_two_THEN_all_tiles_as_a_domain_are_the_machine_too) {
  for (unsigned cores : {1u, 3u, 11u, 18u}) {
    const Case c{"odd", cores, synthetic("uniform", cores, "references = 200\nshared_bytes = 8192\n"), kFree};
    const Outcome off = run(c, {});
    const Outcome on = run(c, {"cdr.homes.level=application", "cdr.homes.count=" + std::to_string(cores)});
    EXPECT_EQ(differences(off, on, kOfDomains), "") << cores;
  }
}

TEST(Equalities, GIVEN_both_restrictions_at_once_WHEN_they_restrict_nothing_THEN_nothing_differs) {
  const Case c = cases()[0];
  EXPECT_EQ(differences(run(c, kFree),
                        run(c, kFree + Settings{"cdr.sharers.level=vm", "cdr.sharers.capacity=16",
                                                "cdr.homes.level=application", "cdr.homes.count=16"}),
                        kOfDomains),
            "");
}

TEST(Equalities, GIVEN_no_restriction_THEN_what_describes_domains_is_without_effect) {
  const Case c = cases()[0];
  EXPECT_EQ(differences(run(c, {}),
                        run(c, {"cdr.sharers.capacity=1", "cdr.sharers.smc_entries=1", "cdr.homes.hmc_entries=1",
                                "cdr.homes.count=3", "cdr.homes.placement=random", "cdr.sharers.broadcast_scope=box",
                                "cdr.map_lookups=free"}),
                        {}),
            "");
}

// A private page's home domain at page level is its core's tile; so is its home in R-NUCA, without a map.
TEST(Equalities, GIVEN_private_pages_alone_THEN_rnuca_is_home_restriction_per_page_with_free_lookups) {
  const std::string pages = "references = 400\nprivate_bytes = 16384\nshared_bytes = 4096\n";
  const Case apart{"private pages", 16, synthetic("private-shared", 16, pages + "shared_fraction = 0.0\n"), kFree};
  const Settings rnuca{"cdr.homes.global=rnuca"}, page{"cdr.homes.level=page", "cdr.homes.count=1"};
  const Outcome hashed = run(apart, {}), local = run(apart, rnuca);
  EXPECT_EQ(differences(local, run(apart, page), kOfDomains), "");
  EXPECT_LT(local["noc.flit_hops"], hashed["noc.flit_hops"]);

  const Case together{"shared pages", 16, synthetic("uniform", 16, pages), kFree};
  EXPECT_EQ(differences(run(together, {}), run(together, rnuca), {}), "") << "no page is private";
}

/// l1.hits and l1.misses of each tile.
std::string hits_and_misses(const Outcome& r) {
  std::string text;
  for (const char* column : {"l1.hits", "l1.misses"})
    for (auto [tile, n] : r.by_tile(column)) text += std::to_string(tile) + " " + std::to_string(n) + "\n";
  return text;
}

TEST(Equalities, GIVEN_serial_timing_THEN_every_cores_hits_and_misses_are_the_same_at_any_level) {
  // Home restriction moves lines between slices: the slices are large enough that none leaves.
  const std::string roomy =
      "[l1]\nsize = 1024\nways = 2\n[llc]\nsize_per_tile = \"1MiB\"\n[core]\ntiming = \"serial\"\n";
  for (const Case& c : cases()) {
    const std::string toml = chip(c.cores) + roomy + c.workload;
    if (std::find(c.sets.begin(), c.sets.end(), "sync.model=coherent") != c.sets.end()) continue;
    const Outcome off = run_checked(toml, c.sets);
    ASSERT_EQ(off["llc.evictions"], 0u);
    for (const char* sharers : {"none", "vm", "application", "page"})
      for (const char* homes : {"none", "vm", "application", "page"})
        for (const char* lookups : {"modelled", "free"}) {
          const bool same_kind = sharers == std::string(homes);
          if (!same_kind && c.name != std::string("private-shared")) continue;
          const Outcome on = run_checked(toml, c.sets + Settings{std::string("cdr.sharers.level=") + sharers,
                                                                 std::string("cdr.homes.level=") + homes,
                                                                 std::string("cdr.map_lookups=") + lookups});
          ASSERT_EQ(on["domain.overflows"], 0u);
          EXPECT_EQ(hits_and_misses(off), hits_and_misses(on))
              << c.name << ", " << sharers << ", " << homes << ", " << lookups;
          EXPECT_EQ(off.text.at("directory.invalidations"), on.text.at("directory.invalidations")) << c.name;
        }
  }
}

TEST(Equalities, GIVEN_serial_timing_and_tiny_slices_THEN_sharer_restriction_changes_no_hit_either) {
  for (const char* level : {"vm", "application", "page"}) {
    const Case c = cases()[0];
    const Settings serial{"core.timing=serial"};
    EXPECT_EQ(hits_and_misses(run(c, serial)),
              hits_and_misses(run(c, serial + Settings{std::string("cdr.sharers.level=") + level})))
        << level;
  }
}

TEST(Equalities, GIVEN_overflow_THEN_broadcasts_reach_more_cores_but_invalidate_no_more_copies) {
  // Serially, an invalidation of a core without the line changes nothing: hits are those of the full map.
  const Case c = cases()[0];
  const Settings serial{"core.timing=serial"};
  const Outcome off = run(c, serial);
  for (const char* capacity : {"1", "2", "4"}) {
    for (const char* scope : {"machine", "chip", "box"}) {
      const Outcome on =
          run(c, serial + Settings{"cdr.sharers.level=application", std::string("cdr.sharers.capacity=") + capacity,
                                   std::string("cdr.sharers.broadcast_scope=") + scope});
      EXPECT_GT(on["domain.overflows"], 0u);
      EXPECT_GT(on["directory.broadcasts"], 0u);
      EXPECT_EQ(hits_and_misses(off), hits_and_misses(on)) << capacity << ", " << scope;
    }
  }
}

TEST(Equalities, GIVEN_the_same_configuration_twice_THEN_every_statistic_is_the_same) {
  for (const Case& c : cases()) {
    const Settings page{"cdr.sharers.level=page", "cdr.homes.level=page", "cdr.sharers.capacity=3"};
    const Outcome a = run(c, page), b = run(c, page);
    EXPECT_EQ(differences(a, b, {}), "") << c.name;
    EXPECT_EQ(a.results.tiles.cells, b.results.tiles.cells) << c.name;
  }
}

TEST(Equalities, GIVEN_another_seed_THEN_frames_move_and_the_numbers_with_them) {
  const Case c = cases()[0];
  EXPECT_NE(differences(run(c, {"run.seed=1"}), run(c, {"run.seed=2"}), {}), "") << "the seed has no effect";
}

}  // namespace
}  // namespace cdrsim
