// SPDX-License-Identifier: BSD-3-Clause
#include "domain/domain_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string>

#include "base/error.h"
#include "base/random.h"
#include "domain/home_hash.h"
#include "domain/page_members.h"

namespace cdrsim {
namespace {

CdrConfig config(DomainLevel sharers, DomainLevel homes) {
  return {.sharers = {.level = sharers,
                      .capacity = 64,
                      .overflow = Overflow::broadcast,
                      .smc_entries = 16,
                      .broadcast_scope = BroadcastScope::machine,
                      .id_bits = 10},
          .homes = {.level = homes,
                    .count = std::nullopt,
                    .placement = HomePlacement::members,
                    .hash = HomeHash::mixed,
                    .hmc_entries = 16,
                    .global = GlobalHomes::machine},
          .map_lookups = MapLookups::modelled,
          .assignment = Assignment::static_};
}

std::vector<TileId> ids(std::initializer_list<std::uint32_t> values) {
  std::vector<TileId> result;
  for (std::uint32_t v : values) result.push_back(TileId{v});
  return result;
}

DomainApplication application(std::uint32_t vm, std::uint32_t space, std::initializer_list<std::uint32_t> cores) {
  return {vm, space, ids(cores)};
}

std::vector<TileId> list(std::span<const TileId> tiles) {
  return {tiles.begin(), tiles.end()};
}

std::vector<TileId> homes_of(const DomainTables& tables, const PageAttributes& a) {
  std::vector<TileId> result;
  for (std::uint32_t i = 0; i < a.home_count; ++i) result.push_back(tables.home(a.hdid, i));
  return result;
}

const Mesh kMesh(4, 4);

// GIVEN no restriction THEN LSIDs are tiles, homes are all core tiles, and nothing is public.
TEST(DomainTables, WithoutRestrictionTheDomainIsTheMachine) {
  const std::vector apps{application(0, 0, {3, 5})};
  const DomainTables tables(config(DomainLevel::none, DomainLevel::none), kMesh, 13, apps, {}, 1);
  EXPECT_EQ(tables.attributes(0, 1, 77), (PageAttributes{kNoDomain, 5, kNoDomain, 13}));
  EXPECT_EQ(tables.logical_sharers(kNoDomain), 13u);
  EXPECT_EQ(tables.sharer(kNoDomain, 12), TileId{12});
  EXPECT_EQ(tables.home(kNoDomain, 7), TileId{7});
  EXPECT_FALSE(tables.is_public(kNoDomain, 63));
  EXPECT_EQ(tables.broadcast_scope(kNoDomain).size(), 13u);
  EXPECT_EQ(tables.counters.sharer_domains, 0u);
  EXPECT_EQ(tables.counters.home_domains, 0u);
}

// GIVEN two applications THEN each is a domain, LSIDs follow threads, homes are the members.
TEST(DomainTables, ApplicationLevelHasOneDomainPerApplication) {
  const std::vector apps{application(0, 0, {3, 1}), application(0, 1, {0, 2, 9})};
  const DomainTables tables(config(DomainLevel::application, DomainLevel::application), kMesh, 16, apps, {}, 1);
  EXPECT_EQ(tables.attributes(0, 0, 5), (PageAttributes{0, 0, 0, 2}));
  EXPECT_EQ(tables.attributes(0, 1, 6), (PageAttributes{0, 1, 0, 2}));
  EXPECT_EQ(tables.attributes(1, 2, 5), (PageAttributes{1, 2, 1, 3}));
  EXPECT_EQ(list(tables.members(1)), ids({0, 2, 9}));
  EXPECT_EQ(tables.sharer(1, 2), TileId{9});
  EXPECT_EQ(tables.home(0, 0), TileId{3});
  EXPECT_EQ(tables.home(1, 2), TileId{9});
  EXPECT_EQ(tables.counters.sharer_domains, 2u);
  EXPECT_EQ(tables.counters.home_domains, 2u);
  EXPECT_EQ(tables.counters.joins, 5u);
  EXPECT_EQ(tables.counters.overflows, 0u);
}

// GIVEN two applications in one VM and one in another THEN a VM's members are all their cores, in application order.
TEST(DomainTables, VmLevelJoinsTheApplicationsOfAVm) {
  const std::vector apps{application(7, 0, {3, 1}), application(4, 1, {8}), application(7, 2, {0, 3})};
  const DomainTables tables(config(DomainLevel::vm, DomainLevel::vm), kMesh, 16, apps, {}, 1);
  EXPECT_EQ(list(tables.members(0)), ids({3, 1, 0})) << "core 3 occurs twice and is listed once";
  EXPECT_EQ(list(tables.members(1)), ids({8}));
  EXPECT_EQ(tables.attributes(2, 0, 0), (PageAttributes{0, 2, 0, 3}));
  EXPECT_EQ(tables.attributes(2, 1, 0).lsid, 0u);
  EXPECT_EQ(tables.attributes(1, 0, 0), (PageAttributes{1, 0, 1, 1}));
  EXPECT_EQ(tables.counters.joins, 4u);
}

// GIVEN applications in one address space THEN each of its lines has one SDID, whoever touches it.
TEST(DomainTables, ASharedAddressSpaceIsOneDomain) {
  const std::vector apps{application(0, 5, {0, 1}), application(0, 6, {9}), application(0, 5, {4, 5})};
  const DomainTables tables(config(DomainLevel::application, DomainLevel::none), kMesh, 16, apps, {}, 1);
  EXPECT_EQ(tables.attributes(0, 0, 3).sdid, tables.attributes(2, 1, 3).sdid);
  EXPECT_EQ(tables.attributes(2, 1, 3).lsid, 3u);
  EXPECT_NE(tables.attributes(1, 0, 3).sdid, tables.attributes(0, 0, 3).sdid);
  EXPECT_EQ(tables.counters.sharer_domains, 2u);
}

// GIVEN one address space in two VMs THEN its lines would have two SDIDs: that is a bug of the caller.
TEST(DomainTables, AnAddressSpaceIsInOneVm) {
  const std::vector apps{application(0, 5, {0, 1}), application(1, 5, {4, 5})};
  EXPECT_THROW(DomainTables(config(DomainLevel::vm, DomainLevel::none), kMesh, 16, apps, {}, 1), InternalError);
}

// GIVEN different levels for sharers and homes THEN each follows its own.
TEST(DomainTables, SharersAndHomesHaveLevelsOfTheirOwn) {
  const std::vector apps{application(0, 0, {0, 1}), application(0, 1, {2, 3})};
  const DomainTables tables(config(DomainLevel::vm, DomainLevel::application), kMesh, 16, apps, {}, 1);
  EXPECT_EQ(tables.attributes(1, 0, 0), (PageAttributes{0, 2, 1, 2}));
  const DomainTables off(config(DomainLevel::none, DomainLevel::application), kMesh, 16, apps, {}, 1);
  EXPECT_EQ(off.attributes(1, 0, 0), (PageAttributes{kNoDomain, 2, 1, 2}));
}

// GIVEN homes as in R-NUCA THEN a page of one core is at home on that core's tile, and every other page anywhere.
TEST(DomainTables, PrivatePagesStayLocalUnderRNuca) {
  const std::vector apps{application(0, 0, {3, 5}), application(0, 1, {2, 7})};
  const std::vector<PageTouch> touches{
      {0, 10, TileId{3}, 1}, {0, 11, TileId{3}, 1}, {0, 11, TileId{5}, 1}, {1, 10, TileId{7}, 4}};
  CdrConfig c = config(DomainLevel::none, DomainLevel::none);
  c.homes.global = GlobalHomes::rnuca;
  const DomainTables tables(c, kMesh, 13, apps, touches, 1);
  EXPECT_EQ(tables.attributes(0, 0, 10), (PageAttributes{kNoDomain, 3, kOwnTile, 1}));
  EXPECT_EQ(tables.attributes(1, 1, 10), (PageAttributes{kNoDomain, 7, kOwnTile, 1}));
  EXPECT_EQ(tables.attributes(0, 1, 11), (PageAttributes{kNoDomain, 5, kNoDomain, 13})) << "two cores touch it";
  EXPECT_EQ(tables.attributes(1, 0, 99), (PageAttributes{kNoDomain, 2, kNoDomain, 13})) << "not in the profile";
  EXPECT_EQ(tables.counters.home_domains, 0u);

  c.homes.level = DomainLevel::application;
  const DomainTables restricted(c, kMesh, 13, apps, touches, 1);
  EXPECT_EQ(homes_of(restricted, restricted.attributes(0, 0, 10)), ids({3, 5})) << "restricted homes are the domain's";
}

// GIVEN more members than the capacity THEN LSID capacity-1 stands for all from position capacity-1 on.
TEST(DomainTables, OverflowSharesThePublicLsid) {
  CdrConfig c = config(DomainLevel::application, DomainLevel::none);
  c.sharers.capacity = 4;
  const std::vector apps{application(0, 0, {0, 1, 2, 3, 4, 5}), application(0, 1, {8, 9, 10, 11})};
  const DomainTables tables(c, kMesh, 16, apps, {}, 1);
  std::vector<std::uint32_t> lsids;
  for (std::uint32_t t = 0; t < 6; ++t) lsids.push_back(tables.attributes(0, t, 0).lsid);
  EXPECT_EQ(lsids, (std::vector<std::uint32_t>{0, 1, 2, 3, 3, 3}));
  EXPECT_TRUE(tables.overflows(0));
  EXPECT_TRUE(tables.is_public(0, 3));
  EXPECT_FALSE(tables.is_public(0, 2));
  EXPECT_EQ(tables.logical_sharers(0), 4u);
  EXPECT_FALSE(tables.overflows(1)) << "a full domain is precise";
  EXPECT_FALSE(tables.is_public(1, 3));
  EXPECT_EQ(tables.attributes(1, 3, 0).lsid, 3u);
  EXPECT_EQ(tables.counters.overflows, 3u);
  EXPECT_EQ(tables.counters.joins, 10u);
}

// GIVEN capacity 1 THEN everybody is public, except in a domain of one.
TEST(DomainTables, CapacityOneMakesEverybodyPublic) {
  CdrConfig c = config(DomainLevel::application, DomainLevel::none);
  c.sharers.capacity = 1;
  const std::vector apps{application(0, 0, {0, 1}), application(0, 1, {8})};
  const DomainTables tables(c, kMesh, 16, apps, {}, 1);
  EXPECT_EQ(tables.attributes(0, 0, 0).lsid, 0u);
  EXPECT_EQ(tables.attributes(0, 1, 0).lsid, 0u);
  EXPECT_TRUE(tables.is_public(0, 0));
  EXPECT_FALSE(tables.is_public(1, 0));
  EXPECT_EQ(tables.counters.overflows, 2u);
}

// GIVEN a profile THEN a page's members are those who touch it, most frequent first, ties by core; equal lists share.
TEST(DomainTables, PageLevelFollowsTheProfile) {
  const std::vector apps{application(0, 0, {0, 1, 2, 3})};
  const std::vector<PageTouch> touches{
      {0, 10, TileId{0}, 1}, {0, 10, TileId{2}, 9}, {0, 10, TileId{3}, 1},  // 2, 0, 3
      {0, 11, TileId{1}, 5},                                                // 1
      {0, 12, TileId{1}, 2},                                                // 1 again
      {0, 13, TileId{0}, 3}, {0, 13, TileId{1}, 4},                         // 1, 0
      {0, 14, TileId{0}, 4}, {0, 14, TileId{1}, 3},                         // 0, 1: another order is another list
  };
  const DomainTables tables(config(DomainLevel::page, DomainLevel::page), kMesh, 16, apps, touches, 1);
  const auto at = [&](std::uint32_t thread, std::uint64_t page) { return tables.attributes(0, thread, page); };
  EXPECT_EQ(list(tables.members(at(0, 10).sdid)), ids({2, 0, 3}));
  EXPECT_EQ(at(2, 10).lsid, 0u);
  EXPECT_EQ(at(0, 10).lsid, 1u);
  EXPECT_EQ(at(3, 10).lsid, 2u);
  EXPECT_EQ(at(1, 11).sdid, at(1, 12).sdid);
  EXPECT_NE(at(0, 13).sdid, at(0, 14).sdid);
  EXPECT_EQ(homes_of(tables, at(2, 10)), ids({0, 2, 3})) << "homes in order of tile";
  EXPECT_EQ(at(0, 13).hdid, at(0, 14).hdid) << "the same homes, whoever references the page most";
  EXPECT_EQ(homes_of(tables, at(1, 12)), ids({1}));
  EXPECT_EQ(at(1, 11).hdid, at(1, 12).hdid);
  EXPECT_EQ(tables.counters.sharer_domains, 4u);
  EXPECT_EQ(tables.counters.home_domains, 3u);
  EXPECT_EQ(tables.counters.joins, 3u + 1 + 2 + 2);
  EXPECT_EQ(tables.counters.fallbacks, 0u);
}

// GIVEN the worked example of docs/domains.md THEN the tables say what it says.
TEST(DomainTables, WorkedExampleOfTheDocs) {
  const Mesh mesh(2, 2);
  const std::vector apps{application(0, 0, {0, 1}), application(0, 1, {2, 3})};
  std::vector<PageTouch> touches;
  for (std::uint32_t copy = 0; copy < 2; ++copy) {
    const TileId first{2 * copy}, second{2 * copy + 1};
    touches.insert(touches.end(), {{copy, 0x10, first, 6}, {copy, 0x11, first, 2}});
    touches.insert(touches.end(), {{copy, 0x11, second, 5}, {copy, 0x12, second, 3}});
  }

  CdrConfig c = config(DomainLevel::vm, DomainLevel::none);
  const DomainTables vm(c, mesh, 4, apps, {}, 1);
  EXPECT_EQ(list(vm.members(0)), ids({0, 1, 2, 3}));
  c.sharers.capacity = 2;
  const DomainTables narrow(c, mesh, 4, apps, {}, 1);
  EXPECT_EQ(narrow.sharer(0, 0), TileId{0});
  for (std::uint32_t core = 1; core < 4; ++core) {
    const PageAttributes a = narrow.attributes(core / 2, core % 2, 0x10);
    EXPECT_TRUE(narrow.is_public(a.sdid, a.lsid));
  }
  EXPECT_EQ(narrow.counters.overflows, 3u);

  c = config(DomainLevel::page, DomainLevel::none);
  const DomainTables page(c, mesh, 4, apps, touches, 1);
  const std::vector<std::vector<TileId>> members{ids({1, 0}), ids({3, 2}), ids({0}), ids({2}), ids({1}), ids({3})};
  for (std::uint32_t sdid = 0; sdid < 6; ++sdid) EXPECT_EQ(list(page.members(sdid)), members[sdid]) << sdid;
  EXPECT_EQ(page.attributes(1, 0, 0x11).sdid, 1u);
  EXPECT_EQ(page.attributes(1, 0, 0x11).lsid, 1u);
  c.sharers.id_bits = 2;
  const DomainTables few(c, mesh, 4, apps, touches, 1);
  EXPECT_EQ(few.counters.fallbacks, 4u);
  EXPECT_EQ(list(few.members(2)), ids({0, 1}));
  EXPECT_EQ(few.attributes(1, 1, 0x12).sdid, 3u);

  c = config(DomainLevel::application, DomainLevel::application);
  constexpr LineAddress kLine{0x12345};
  for (std::uint32_t count : {2u, 3u}) {
    c.homes.count = count;
    const DomainTables tables(c, mesh, 4, apps, {}, 1);
    const PageAttributes a = tables.attributes(1, 1, 0x10);
    EXPECT_EQ(a.sdid, 1u);
    EXPECT_EQ(a.lsid, 1u);
    EXPECT_EQ(homes_of(tables, a), count == 2 ? ids({2, 3}) : ids({2, 3, 0}));
    EXPECT_EQ(tables.home(a.hdid, home_index(HomeHash::mixed, kLine, a.home_count)), TileId{count == 2 ? 2u : 0u});
  }
}

// WHEN a page is not in the profile THEN it belongs to its application; a core not seen on a profiled page is a bug.
TEST(DomainTables, PagesOutsideTheProfileBelongToTheApplication) {
  const std::vector apps{application(0, 0, {0, 1}), application(0, 1, {2, 3})};
  const std::vector<PageTouch> touches{{0, 10, TileId{0}, 1}};
  const DomainTables tables(config(DomainLevel::page, DomainLevel::page), kMesh, 16, apps, touches, 1);
  const PageAttributes a = tables.attributes(1, 1, 10);
  EXPECT_EQ(list(tables.members(a.sdid)), ids({2, 3}));
  EXPECT_EQ(a.lsid, 1u);
  EXPECT_EQ(homes_of(tables, a), ids({2, 3}));
  EXPECT_NE(tables.attributes(0, 0, 11).sdid, a.sdid);
  EXPECT_EQ(list(tables.members(tables.attributes(0, 0, 10).sdid)), ids({0}));
  EXPECT_THROW(tables.attributes(0, 1, 10), InternalError);
}

// GIVEN fewer SDIDs than lists THEN the least referenced pages fall back to their application's domain, counted, and
// every page still has one SDID for all its cores.
TEST(DomainTables, ListsBeyondTheIdsFallBackToTheApplication) {
  CdrConfig c = config(DomainLevel::page, DomainLevel::none);
  c.sharers.id_bits = 2;  // one for the application, three for pages
  const std::vector apps{application(0, 0, {0, 1, 2, 3})};
  std::vector<PageTouch> touches;
  for (std::uint32_t p = 0; p < 5; ++p) {
    touches.push_back({0, p, TileId{p % 4}, 10 + p});
    touches.push_back({0, p, TileId{(p + 1) % 4}, 5});
  }
  // Lists {0,1} (pages 0 and 4: 15 + 19 references), {1,2} 16, {2,3} 17, {3,0} 18.
  const DomainTables tables(c, kMesh, 16, apps, touches, 1);
  EXPECT_EQ(tables.counters.fallbacks, 1u);
  EXPECT_EQ(tables.counters.sharer_domains, 4u);
  EXPECT_EQ(tables.counters.joins, 3u * 2 + 4);
  EXPECT_EQ(list(tables.members(tables.attributes(0, 1, 1).sdid)), ids({0, 1, 2, 3}));
  EXPECT_EQ(tables.attributes(0, 2, 1).lsid, 2u);
  EXPECT_EQ(list(tables.members(tables.attributes(0, 0, 4).sdid)), ids({0, 1}));
  for (std::uint64_t p = 0; p < 5; ++p)
    EXPECT_LT(tables.attributes(0, static_cast<std::uint32_t>(p % 4), p).sdid, 4u) << "fits two bits";
}

// GIVEN touches in any order THEN the tables are the same.
TEST(DomainTables, TheOrderOfTouchesDoesNotMatter) {
  const std::vector apps{application(0, 0, {0, 1, 2, 3, 4, 5, 6, 7})};
  Random random(5);
  std::vector<PageTouch> touches;
  for (std::uint32_t p = 0; p < 50; ++p)
    for (std::uint32_t core = 0; core < 8; ++core)
      if (random.below(2) == 0) touches.push_back({0, p, TileId{core}, random.below(4) + 1});
  std::vector<PageTouch> other = touches;
  std::reverse(other.begin(), other.end());
  const CdrConfig c = config(DomainLevel::page, DomainLevel::page);
  const DomainTables a(c, kMesh, 16, apps, touches, 1), b(c, kMesh, 16, apps, other, 1);
  for (const PageTouch& t : touches)
    ASSERT_EQ(a.attributes(0, t.core.value, t.page), b.attributes(0, t.core.value, t.page));
}

// GIVEN an explicit count THEN every domain has it; above the members the nearest tiles join; above the cores it fails.
TEST(DomainTables, ExplicitHomeCount) {
  CdrConfig c = config(DomainLevel::none, DomainLevel::application);
  const std::vector apps{application(0, 0, {5}), application(0, 1, {0, 1, 2, 3})};
  c.homes.count = 3;
  const DomainTables tables(c, kMesh, 16, apps, {}, 1);
  EXPECT_EQ(homes_of(tables, tables.attributes(0, 0, 0)), ids({5, 1, 4}));
  EXPECT_EQ(homes_of(tables, tables.attributes(1, 0, 0)), ids({0, 1, 2}));
  c.homes.count = 16;
  EXPECT_EQ(DomainTables(c, kMesh, 16, apps, {}, 1).attributes(1, 0, 0).home_count, 16u);
  c.homes.count = 17;
  try {
    DomainTables(c, kMesh, 16, apps, {}, 1);
    FAIL() << "17 homes on 16 cores";
  } catch (const UserError& e) {
    EXPECT_NE(std::string(e.what()).find("cdr.homes.count: 17"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("16 cores"), std::string::npos) << e.what();
  }
}

// GIVEN homes on all tiles THEN applications share one home domain; auto never exceeds 64.
TEST(DomainTables, EqualHomeListsShareAnHdid) {
  CdrConfig c = config(DomainLevel::none, DomainLevel::application);
  c.homes.count = 16;
  c.homes.placement = HomePlacement::nearest;
  const std::vector apps{application(0, 0, {5}), application(0, 1, {0, 1, 2, 3})};
  const DomainTables tables(c, kMesh, 16, apps, {}, 1);
  EXPECT_EQ(tables.attributes(0, 0, 0).hdid, tables.attributes(1, 0, 0).hdid);
  EXPECT_EQ(tables.counters.home_domains, 1u);

  DomainApplication wide{0, 0, {}};
  for (std::uint32_t t = 0; t < 100; ++t) wide.cores.push_back(TileId{t});
  const DomainTables many(config(DomainLevel::none, DomainLevel::application), Mesh(10, 10), 100, std::vector{wide}, {},
                          1);
  EXPECT_EQ(many.attributes(0, 99, 0).home_count, 64u);
}

// WHEN a domain broadcasts THEN machine and chip reach every core tile, box those between its outermost members.
TEST(DomainTables, BroadcastScope) {
  CdrConfig c = config(DomainLevel::application, DomainLevel::none);
  const std::vector apps{application(0, 0, {5, 14})};
  for (BroadcastScope scope : {BroadcastScope::machine, BroadcastScope::chip}) {
    c.sharers.broadcast_scope = scope;
    const auto all = DomainTables(c, kMesh, 15, apps, {}, 1).broadcast_scope(0);
    EXPECT_EQ(all.size(), 15u);
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  }
  c.sharers.broadcast_scope = BroadcastScope::box;
  const DomainTables box(c, kMesh, 15, apps, {}, 1);
  EXPECT_EQ(box.broadcast_scope(0), ids({5, 6, 9, 10, 13, 14}));
  EXPECT_EQ(box.broadcast_scope(kNoDomain).size(), 15u);
}

// WHEN applications outnumber the SDIDs THEN the message says how many bits would do.
TEST(DomainTables, TooFewSdidsForTheApplicationsIsAnError) {
  CdrConfig c = config(DomainLevel::application, DomainLevel::none);
  c.sharers.id_bits = 1;
  const std::vector apps{application(0, 0, {0}), application(0, 1, {1}), application(0, 2, {2})};
  try {
    DomainTables(c, kMesh, 16, apps, {}, 1);
    FAIL() << "three domains in one bit";
  } catch (const UserError& e) {
    EXPECT_NE(std::string(e.what()).find("cdr.sharers.id_bits"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("2 bits or more"), std::string::npos) << e.what();
  }
}

// GIVEN a million cores with 15,625 applications of 64 threads THEN tables are built in a second or two, for every home
// placement, and are right at the far end. (CPU time.)
TEST(DomainTables, AMillionCores) {
  constexpr std::uint32_t kCores = 1'000'000;
  const Mesh mesh(1000, 1000);
  std::vector<DomainApplication> apps;
  for (std::uint32_t a = 0; a < kCores / 64; ++a) {
    apps.push_back({a / 100, a, {}});
    for (std::uint32_t t = 0; t < 64; ++t) apps.back().cores.push_back(TileId{a * 64 + t});
  }
  for (DomainLevel level : {DomainLevel::vm, DomainLevel::application})
    for (HomePlacement placement :
         {HomePlacement::members, HomePlacement::nearest, HomePlacement::cluster, HomePlacement::random}) {
      CdrConfig c = config(level, level);
      c.sharers.id_bits = 16;
      c.homes.placement = placement;
      const std::clock_t start = std::clock();
      const DomainTables tables(c, mesh, kCores, apps, {}, 1);
      const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      EXPECT_LT(seconds, 2.0) << static_cast<int>(level) << " " << static_cast<int>(placement);
      const PageAttributes a = tables.attributes(15'624, 63, 123);
      EXPECT_EQ(a.home_count, 64u);
      if (level == DomainLevel::vm) {
        EXPECT_TRUE(tables.is_public(a.sdid, a.lsid));
      } else {
        EXPECT_EQ(tables.sharer(a.sdid, a.lsid), TileId{kCores - 1});
      }
    }
}

// GIVEN a page on all of 1024 cores and a thousand pages THEN attributes come from a search, not a walk.
TEST(DomainTables, PageAttributesAreFast) {
  DomainApplication app{0, 0, {}};
  std::vector<PageTouch> touches;
  for (std::uint32_t t = 0; t < 1024; ++t) app.cores.push_back(TileId{t});
  for (std::uint64_t p = 0; p < 1000; ++p)
    for (std::uint32_t t = 0; t < 1024; ++t) touches.push_back({0, p, TileId{t}, (t * 7 + p) % 13 + 1});
  const DomainTables tables(config(DomainLevel::page, DomainLevel::page), Mesh(32, 32), 1024, std::vector{app}, touches,
                            1);
  const std::clock_t start = std::clock();
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const auto thread = static_cast<std::uint32_t>(i % 1024);
    const PageAttributes a = tables.attributes(0, thread, i % 1000);
    if (!tables.is_public(a.sdid, a.lsid)) {
      ASSERT_EQ(tables.sharer(a.sdid, a.lsid), TileId{thread});
    }
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, 1.0);
}

}  // namespace
}  // namespace cdrsim
