// SPDX-License-Identifier: BSD-3-Clause
// Does every protocol run with every directory under every restriction, coherently, and are those equal that must be?
#include "directory/sharer_scheme.h"
#include "protocol/protocol.h"
#include "system/experiment.h"

namespace cdrsim {
namespace {

using namespace testing;

/// Small caches and much sharing: evictions, recalls, upgrades, forwards and write-backs all happen. The sparse
/// directory is smaller than what the private caches hold.
const std::string kTight =
    "[l1]\nsize = 512\nways = 2\n[llc]\nsize_per_tile = 1024\nways = 2\n[tlb]\nentries = 8\n"
    "[directory]\npointers = 2\ncoarse_region = 3\nentries = 6\nways = 3\n";
/// Nothing ever leaves but from the private caches.
const std::string kRoomy =
    "[l1]\nsize = 512\nways = 2\n[llc]\nsize_per_tile = \"64KiB\"\nways = 4\n[directory]\nentries = 1024\nways = 4\n";

constexpr unsigned kCores = 16;

std::string sharing(unsigned references = 150) {
  return synthetic("private-shared", kCores,
                   "references = " + std::to_string(references) +
                       "\nprivate_bytes = 1024\nshared_bytes = 2048\nshared_fraction = 0.7\n");
}

std::vector<std::string> protocols() {
  return Registry<ProtocolFactory>::instance().names();
}
std::vector<std::string> schemes() {
  return Registry<SharerSchemeFactory>::instance().names();
}

Settings pair(const std::string& protocol, const std::string& scheme, const std::string& store) {
  return {"protocol.name=" + protocol, "directory.sharers=" + scheme, "directory.store=" + store};
}

template <class Ask>
void for_every_pair(Ask ask) {
  for (const std::string& protocol : protocols())
    for (const std::string& scheme : schemes())
      for (const std::string store : {"in-llc", "sparse"}) {
        SCOPED_TRACE(protocol + ", " + scheme + ", " + store);
        ask(pair(protocol, scheme, store));
      }
}

TEST(EveryPair, RunsUnderEveryRestriction) {
  const std::vector<Settings> restrictions{
      {},
      {"protocol.evict_notice=all"},
      {"cdr.sharers.level=application", "cdr.homes.level=application", "cdr.sharers.smc_entries=1"},
      {"cdr.sharers.level=page", "cdr.homes.level=page", "cdr.sharers.capacity=3", "protocol.evict_notice=all"},
      {"cdr.sharers.level=application", "cdr.sharers.capacity=1", "cdr.sharers.broadcast_scope=box"},
      {"cdr.sharers.level=page", "cdr.sharers.capacity=3", "cdr.homes.global=rnuca"},
  };
  for_every_pair([&](const Settings& directory) {
    for (std::size_t i = 0; i < restrictions.size(); ++i) {
      SCOPED_TRACE("restriction " + std::to_string(i));
      const Outcome r = run_checked(chip(kCores) + kTight + sharing(), directory + restrictions[i]);
      EXPECT_EQ(r["sim.accesses"], kCores * 150u);
      EXPECT_GT(r["directory.recalls"], 0u);
      if (directory.back() == "directory.store=sparse") {
        EXPECT_GT(r["directory.evictions"], 0u);
      }
      if (directory[1] == "directory.sharers=limited-evict" && restrictions[i].size() < 2) {
        EXPECT_GT(r["directory.pointer_recalls"], 0u);
      }
    }
  });
}

// Semantics: static, members <= capacity, LSID order = tile order, free look-ups.
TEST(EveryPair, GIVEN_one_domain_that_holds_everybody_THEN_restriction_changes_nothing) {
  const Settings free{"cdr.map_lookups=free"};
  for_every_pair([&](const Settings& directory) {
    const std::string toml = chip(kCores) + kTight + sharing();
    const Outcome off = run_checked(toml, directory + free);
    const Outcome on = run_checked(
        toml, directory + free +
                  Settings{"cdr.sharers.level=application", "cdr.homes.level=application", "cdr.homes.count=16"});
    EXPECT_EQ(differences(off, on, {"domain.", "smc.", "hmc."}), "");
  });
}

TEST(EveryPair, GIVEN_a_pointer_for_everybody_THEN_a_scheme_is_the_full_map) {
  for (const std::string& protocol : protocols())
    for (const std::string store : {"in-llc", "sparse"}) {
      const std::string toml = chip(kCores) + kTight + sharing();
      const Outcome full = run_checked(toml, pair(protocol, "full-map", store));
      for (const std::string& scheme : schemes())
        EXPECT_EQ(
            differences(full, run_checked(toml, pair(protocol, scheme, store) + Settings{"directory.pointers=16"}), {}),
            "")
            << protocol << ", " << scheme << ", " << store;
    }
}

TEST(EveryPair, GIVEN_room_for_everything_THEN_a_sparse_directory_is_the_one_in_the_LLC) {
  for (const std::string& protocol : protocols())
    for (const std::string& scheme : schemes()) {
      const std::string toml = chip(kCores) + kRoomy + sharing();
      const Outcome in_llc = run_checked(toml, pair(protocol, scheme, "in-llc"));
      ASSERT_EQ(in_llc["llc.evictions"], 0u);
      EXPECT_EQ(differences(in_llc, run_checked(toml, pair(protocol, scheme, "sparse")), {}), "")
          << protocol << ", " << scheme;
    }
}

/// l1.hits and l1.misses of each tile.
std::string hits_and_misses(const Outcome& r) {
  std::string text;
  for (const char* column : {"l1.hits", "l1.misses"})
    for (auto [tile, n] : r.by_tile(column)) text += std::to_string(tile) + " " + std::to_string(n) + "\n";
  return text;
}

// Serially, invalidating a cache that has nothing changes no hit.
TEST(EveryPair, GIVEN_serial_timing_THEN_supersets_hit_and_miss_as_the_full_map_does) {
  for (const std::string& protocol : protocols()) {
    const std::string toml = chip(kCores) + kRoomy + sharing(400);
    const Settings serial{"core.timing=serial", "directory.pointers=1", "directory.coarse_region=5"};
    const Outcome full = run_checked(toml, pair(protocol, "full-map", "in-llc") + serial);
    for (const char* scheme : {"limited-broadcast", "coarse", "ackwise"}) {
      const Outcome other = run_checked(toml, pair(protocol, scheme, "in-llc") + serial);
      EXPECT_EQ(hits_and_misses(full), hits_and_misses(other)) << protocol << ", " << scheme;
      EXPECT_GE(other["directory.invalidations"], full["directory.invalidations"]) << protocol << ", " << scheme;
    }
  }
}

// An owner that keeps a modified line and shares it may read it, and must ask to write it: as one that gave it back.
TEST(EveryPair, GIVEN_serial_timing_THEN_MOESI_hits_and_misses_as_MESI_does) {
  const std::string toml = chip(kCores) + kRoomy + sharing(400);
  const Settings serial{"core.timing=serial"};
  const Outcome mesi = run_checked(toml, pair("mesi", "full-map", "in-llc") + serial);
  const Outcome moesi = run_checked(toml, pair("moesi", "full-map", "in-llc") + serial);
  EXPECT_EQ(hits_and_misses(mesi), hits_and_misses(moesi));
  EXPECT_LT(moesi["noc.flits_by_class.write_back"], mesi["noc.flits_by_class.write_back"]) << "nobody kept its line";
}

}  // namespace
}  // namespace cdrsim
