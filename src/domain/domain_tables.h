// SPDX-License-Identifier: BSD-3-Clause
// Coherence domains as the operating system knows them: which page belongs to which sharer and home domain, who the
// members are, and where they sit. Under static assignment the tables are complete before the run and never change.
//
// A sharer domain (SDID) lists its members in LSID order. With more members than `capacity` it overflows: LSID
// capacity - 1 becomes *public* and stands for all members from position capacity - 1 on.
// A home domain (HDID) lists the tiles of its homes in LHID order. Identical home lists share one HDID.
//
// Memory is O(threads) at vm and application level, O(pages + members of all page domains) at page level.
//
//   DomainTables tables(config.cdr, mesh, cores, applications, touches, seed);
//   PageAttributes a = tables.attributes(application, thread, page);      // on a TLB miss
//   TileId home = tables.home(a.hdid, home_index(hash, line, a.home_count));
//   for (lsid ...) if (!tables.is_public(a.sdid, lsid)) invalidate(tables.sharer(a.sdid, lsid));
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/types.h"
#include "domain/domain_config.h"
#include "domain/frames.h"
#include "domain/member_groups.h"
#include "domain/tile_lists.h"
#include "network/mesh.h"
#include "observe/flat_table.h"
#include "stats/counters.h"

namespace cdrsim {

inline constexpr std::uint32_t kNoDomain = 0xffffffffu;
/// In place of an HDID: the tile of the core that asks is the only home. Needs no map.
inline constexpr std::uint32_t kOwnTile = 0xfffffffeu;

/// What a TLB entry says about one page for one core, beside the frame.
struct PageAttributes {
  std::uint32_t sdid = kNoDomain;  // kNoDomain: sharers are not restricted, members are the machine's core tiles
  std::uint32_t lsid = 0;          // this core's; its tile id when sharers are not restricted
  std::uint32_t hdid = kNoDomain;  // kNoDomain: homes are not restricted, all core tiles. Or kOwnTile
  std::uint32_t home_count = 0;    // of the home domain, or of the machine
  friend bool operator==(const PageAttributes&, const PageAttributes&) = default;
};

/// One running program: one copy of a workload's trace.
struct DomainApplication {
  std::uint32_t vm = 0;
  std::uint32_t space = 0;    // address space
  std::vector<TileId> cores;  // by thread
};

/// How often each core touches each page, for what depends on the sharers of pages: one element per (page, core).
struct PageTouch {
  std::uint32_t space;
  std::uint64_t page;  // virtual page number
  TileId core;
  std::uint64_t references;
};

#define CDRSIM_DOMAIN_COUNTERS(X)                                                    \
  X(sharer_domains, "domain.sharer_domains", "domains", "sharer domains that exist") \
  X(home_domains, "domain.home_domains", "domains", "home domains that exist")       \
  X(joins, "domain.joins", "members", "members of all sharer domains")               \
  X(overflows, "domain.overflows", "members", "members that share a public LSID")    \
  X(fallbacks, "domain.fallbacks", "pages", "pages put into their application's domain for want of SDIDs")
CDRSIM_DECLARE_COUNTERS(DomainCounters, CDRSIM_DOMAIN_COUNTERS)

class DomainTables {
 public:
  /// Builds the static tables. `touches` is needed (and read) only if needs_profile(): one element per (page,
  /// core), fastest in the order of touch_before(). `cores`: core tiles of the machine are 0 .. cores-1. UserError for
  /// a home count above the cores, and for more VM or application domains than cdr.sharers.id_bits can name.
  DomainTables(const CdrConfig& config, const Mesh& mesh, std::uint32_t cores,
               std::span<const DomainApplication> applications, std::span<const PageTouch> touches, std::uint64_t seed);

  /// Whether the tables depend on who touches which page.
  static bool needs_profile(const CdrConfig& config) {
    return config.sharers.level == DomainLevel::page || config.homes.by_page();
  }

  bool sharers_restricted() const { return config_.sharers.level != DomainLevel::none; }
  bool homes_restricted() const { return config_.homes.level != DomainLevel::none; }

  /// What the page table says of `page` of application `app` to its thread `thread`. At page level InternalError for a
  /// core that the profile did not see on a page that it saw: no LSID could stand for it.
  PageAttributes attributes(std::uint32_t app, std::uint32_t thread, std::uint64_t page) const;

  std::uint32_t capacity() const { return config_.sharers.capacity; }
  /// LSIDs in use: min(members, capacity). For kNoDomain the core tiles.
  std::uint32_t logical_sharers(std::uint32_t sdid) const;
  /// Whether LSID capacity - 1 of the domain is public. Never for kNoDomain.
  bool overflows(std::uint32_t sdid) const {
    return sdid != kNoDomain && members(sdid).size() > config_.sharers.capacity;
  }
  /// Whether `lsid` stands for more than one core.
  bool is_public(std::uint32_t sdid, std::uint32_t lsid) const {
    return overflows(sdid) && lsid + 1 == config_.sharers.capacity;
  }
  /// The tile of a precise (not public) LSID.
  TileId sharer(std::uint32_t sdid, std::uint32_t lsid) const {
    return sdid == kNoDomain ? TileId{lsid} : members(sdid)[lsid];
  }
  /// All members, public ones included, in LSID order; `sdid` is not kNoDomain.
  std::span<const TileId> members(std::uint32_t sdid) const {
    return sdid < page_sharers_.size() ? page_sharers_[sdid]
                                       : groups(config_.sharers.level).members(sdid - page_sharers_.size());
  }
  /// Core tiles that a broadcast for this domain reaches, in ascending order of tile.
  std::vector<TileId> broadcast_scope(std::uint32_t sdid) const;
  /// Homes of a domain; `hdid` is not kNoDomain or kOwnTile.
  std::uint32_t home_count(std::uint32_t hdid) const { return static_cast<std::uint32_t>(homes_[hdid].size()); }
  TileId home(std::uint32_t hdid, std::uint32_t lhid) const {
    return hdid == kNoDomain ? TileId{lhid} : homes_[hdid][lhid];
  }

  DomainCounters counters;

 private:
  struct PageDomains {
    std::uint32_t sdid = kNoDomain, hdid = kNoDomain;  // kNoDomain: that of the application, or the machine's
  };

  /// The groups that are domains at this level, or that page level falls back to.
  const MemberGroups& groups(DomainLevel level) const { return level == DomainLevel::vm ? *vms_ : *spaces_; }
  void check() const;
  void build_groups(std::span<const DomainApplication> applications);
  void build_page_domains(std::span<const PageTouch> touches, std::uint64_t seed);
  void assign_page_sharers(const struct PageMembers& profile);
  void assign_page_homes(const struct PageMembers& profile, std::uint64_t seed);
  void keep_private_pages_local(const struct PageMembers& profile);
  std::vector<TileId> place(std::span<const TileId> members, std::uint64_t seed, std::uint64_t stream) const;
  void count_sharer_domain(std::span<const TileId> members);
  std::uint32_t lsid(std::uint32_t position, std::size_t members) const;
  std::uint32_t page_member_position(std::uint32_t sdid, TileId core) const;

  CdrConfig config_;
  Mesh mesh_;
  std::uint32_t cores_;

  std::vector<std::uint64_t> first_thread_;   // by application
  std::vector<TileId> core_;                  // by thread of the machine
  std::vector<std::uint32_t> space_;          // by application
  std::optional<MemberGroups> vms_, spaces_;  // those that the levels need

  // SDIDs: first the page domains, then the groups of the sharers' level. HDIDs: as interned.
  TileLists page_sharers_;
  std::vector<std::uint32_t> page_by_core_;  // beside page_sharers_: each list's positions in ascending order of core
  TileLists homes_;
  std::vector<std::uint32_t> group_homes_;  // by group of the homes' level: its HDID
  FlatTable<Page, PageDomains> pages_;
};

}  // namespace cdrsim
