// SPDX-License-Identifier: BSD-3-Clause
#include "directory/directory_config.h"

#include "config/declaration.h"
#include "directory/sharer_scheme.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kMostMembers = 1u << 24;  // cores of a machine
constexpr std::uint32_t kMostPointers = 65536;
constexpr std::uint32_t kMostEntries = 1u << 24;
constexpr std::uint32_t kMostWays = 65536;

}  // namespace

void declare_directory(config::Section<DirectoryConfig>& s) {
  s.help("Where a home keeps who shares a line, and how.");
  s.name("store", &DirectoryConfig::store,
         [] {
           return std::vector<config::Choice>{{"in-llc", "an entry beside each line of the LLC slice"},
                                              {"sparse", "a cache of entries in each tile; the LLC is not inclusive"}};
         })
      .default_value("in-llc")
      .help("where directory entries are");
  s.name("sharers", &DirectoryConfig::sharers, &config::registered<SharerSchemeFactory>)
      .default_value("full-map")
      .help("how an entry records the sharers");
  s.integer("pointers", &DirectoryConfig::pointers)
      .unit("sharers")
      .default_value(4)
      .range(1, kMostPointers)
      .help("sharers an entry names one by one; used by limited-broadcast, limited-evict, coarse and ackwise");
  s.integer("coarse_region", &DirectoryConfig::coarse_region)
      .unit("members")
      .default_value(4)
      .range(1, kMostMembers)
      .help("members with consecutive names that a bit of a coarse vector stands for; used by coarse");
  s.integer("entries", &DirectoryConfig::entries)
      .unit("lines")
      .default_value(512)
      .range(1, kMostEntries)
      .help(
          "entries in each tile, a multiple of the ways; used by the sparse store (512: two for each line of an L1 of "
          "16 KiB)");
  s.integer("ways", &DirectoryConfig::ways)
      .default_value(8)
      .range(1, kMostWays)
      .help("associativity of a tile's entries; used by the sparse store");
}

}  // namespace cdrsim
