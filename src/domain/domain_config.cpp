// SPDX-License-Identifier: BSD-3-Clause
#include "domain/domain_config.h"

#include "config/declaration.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kMostCores = 1u << 24;

std::vector<config::Option<DomainLevel>> levels(const std::string& of_everything) {
  return {
      {"none", DomainLevel::none, of_everything},
      {"vm", DomainLevel::vm, "a domain for each virtual machine"},
      {"application", DomainLevel::application, "a domain for each application instance"},
      {"page", DomainLevel::page, "a domain for each page: the cores that touch it in the whole run (an upper bound)"}};
}

}  // namespace

void declare_cdr(config::Section<CdrConfig>& s) {
  s.help("Coherence Domain Restriction.");
  s.choice("map_lookups", &CdrConfig::map_lookups,
           {{"modelled", MapLookups::modelled, "map caches miss, and misses are read from memory"},
            {"free", MapLookups::free, "every SMC and HMC lookup hits at no cost"}})
      .default_value(MapLookups::modelled)
      .help("what the lookups of sharer and home maps cost");
  s.choice("assignment", &CdrConfig::assignment, {{"static", Assignment::static_, "known before the run"}})
      .default_value(Assignment::static_)
      .help("how domains get their members");
}

void declare_sharer_restriction(config::Section<SharerRestrictionConfig>& s) {
  s.help("Sharer Restriction: directories count the members of a sharer domain instead of the machine's cores.");
  s.choice("level", &SharerRestrictionConfig::level, levels("one domain that holds every core: no restriction"))
      .default_value(DomainLevel::none)
      .help("what a sharer domain is made for");
  s.integer("capacity", &SharerRestrictionConfig::capacity)
      .unit("cores")
      .default_value(64)
      .range(1, kMostCores)
      .help("logical sharers (LSIDs) a domain can name");
  s.choice("overflow", &SharerRestrictionConfig::overflow,
           {{"broadcast", Overflow::broadcast, "the members beyond capacity - 1 share one public LSID"}})
      .default_value(Overflow::broadcast)
      .help("what happens to members beyond the capacity");
  s.integer("smc_entries", &SharerRestrictionConfig::smc_entries)
      .unit("entries of 4 mappings")
      .default_value(16)
      .range(1, 65536)
      .help("sharer map cache of a home");
  s.choice("broadcast_scope", &SharerRestrictionConfig::broadcast_scope,
           {{"machine", BroadcastScope::machine, "every core"},
            {"chip", BroadcastScope::chip, "the cores of the home's chip"},
            {"box", BroadcastScope::box, "the bounding box of the domain"}})
      .default_value(BroadcastScope::machine)
      .help("whom an invalidation of publicly shared lines reaches");
  s.integer("id_bits", &SharerRestrictionConfig::id_bits)
      .unit("bits")
      .default_value(16)
      .range(1, 32)
      .help("width of a sharer domain's id; pages beyond it use their application's domain (the RTL has 10)");
}

void declare_home_restriction(config::Section<HomeRestrictionConfig>& s) {
  s.help("Home Restriction: the homes of a domain's lines are tiles of a home domain instead of the whole machine.");
  s.choice("level", &HomeRestrictionConfig::level, levels("all tiles of the machine: no restriction"))
      .default_value(DomainLevel::none)
      .help("what a home domain is made for");
  s.integer("count", &HomeRestrictionConfig::count, "auto")
      .unit("tiles")
      .range(1, kMostCores)
      .help("homes of a domain; auto: the smaller of 64 and the members");
  s.choice("placement", &HomeRestrictionConfig::placement,
           {{"members", HomePlacement::members, "the tiles of the first members, then the nearest others"},
            {"nearest", HomePlacement::nearest, "the tiles nearest to the members' centre"},
            {"cluster", HomePlacement::cluster, "a compact rectangle around the first member"},
            {"random", HomePlacement::random, "any tiles, seeded"}})
      .default_value(HomePlacement::members)
      .help("which tiles are homes");
  s.choice("hash", &HomeRestrictionConfig::hash,
           {{"mixed", HomeHash::mixed, "low bits of the line address xor those from bit 8"},
            {"low", HomeHash::low, "low bits of the line address"},
            {"middle", HomeHash::middle, "the bits from bit 8"},
            {"high", HomeHash::high, "the bits from bit 18"},
            {"range", HomeHash::range, "all bits mixed: balanced for any count of homes"}})
      .default_value(HomeHash::mixed)
      .help("which home of the domain a line has; also used over all tiles without restriction");
  s.integer("hmc_entries", &HomeRestrictionConfig::hmc_entries)
      .unit("entries of 4 mappings")
      .default_value(16)
      .range(1, 65536)
      .help("home map cache of a core's tile");
  s.choice("global", &HomeRestrictionConfig::global,
           {{"machine", GlobalHomes::machine, "all tiles of the machine, hashed"},
            {"rnuca", GlobalHomes::rnuca,
             "the own tile for a page that one core touches in the whole run, all tiles for others (an upper bound of "
             "R-NUCA's placement of data, whose classes are not known before the run)"}})
      .default_value(GlobalHomes::machine)
      .help("where homes are at level none: what Home Restriction is compared with");
}

void declare_tlb(config::Section<TlbConfig>& s) {
  s.help("Each core's translation look-aside buffer: fully associative, least recently used leaves.");
  s.integer("entries", &TlbConfig::entries).unit("pages").default_value(64).range(1, 1u << 20).help("capacity");
  s.time("miss_latency", &TlbConfig::miss_latency)
      .default_value(50)
      .range(0, 1'000'000)
      .help("service of a miss at the tile that owns the page's attributes; the way there and back comes on top");
}

void declare_memory_map(config::Section<MemoryMapConfig>& s) {
  s.help("Physical memory.");
  s.choice("frames", &MemoryMapConfig::frames,
           {{"scattered", Frames::scattered, "a keyed bijection of address space and page, seeded"},
            {"identity", Frames::identity, "address space and page side by side: copies of a trace conflict"}})
      .default_value(Frames::scattered)
      .help("how pages become physical frames");
}

}  // namespace cdrsim
