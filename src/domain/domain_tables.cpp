// SPDX-License-Identifier: BSD-3-Clause
#include "domain/domain_tables.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <unordered_map>

#include "base/error.h"
#include "domain/home_placement.h"
#include "domain/page_members.h"

namespace cdrsim {

namespace {

constexpr std::uint32_t kAutoHomes = 64;

// Streams of random home placements: page domains and groups draw apart.
constexpr std::uint64_t kPageStream = std::uint64_t{1} << 32;

}  // namespace

DomainTables::DomainTables(const CdrConfig& config, const Mesh& mesh, std::uint32_t cores,
                           std::span<const DomainApplication> applications, std::span<const PageTouch> touches,
                           std::uint64_t seed)
    : config_(config), mesh_(mesh), cores_(cores) {
  check();
  build_groups(applications);
  if (needs_profile(config_)) build_page_domains(touches, seed);

  if (config_.sharers.level == DomainLevel::vm || config_.sharers.level == DomainLevel::application)
    for (std::uint32_t g = 0; g < groups(config_.sharers.level).size(); ++g)
      count_sharer_domain(groups(config_.sharers.level).members(g));
  if (homes_restricted()) {
    const MemberGroups& home_groups = groups(config_.homes.level);
    for (std::uint32_t g = 0; g < home_groups.size(); ++g)
      group_homes_.push_back(homes_.intern(place(home_groups.members(g), seed, g)));
    // At page level a group's homes serve only pages outside the profile, and are not counted.
    if (config_.homes.level != DomainLevel::page) counters.home_domains = homes_.size();
  }
}

void DomainTables::check() const {
  invariant(cores_ > 0 && cores_ <= mesh_.tiles(), "the mesh holds the cores");
  invariant(config_.sharers.capacity > 0, "a sharer domain has at least one logical sharer");
  if (homes_restricted() && config_.homes.count && (*config_.homes.count == 0 || *config_.homes.count > cores_))
    throw UserError("cdr.homes.count: " + std::to_string(*config_.homes.count) + " homes, but the machine has " +
                    std::to_string(cores_) + (cores_ == 1 ? " core" : " cores") + "; use 1 to " +
                    std::to_string(cores_) + ", or \"auto\"");
}

void DomainTables::build_groups(std::span<const DomainApplication> applications) {
  std::vector<std::uint32_t> vm;
  for (const DomainApplication& a : applications) {
    first_thread_.push_back(core_.size());
    core_.insert(core_.end(), a.cores.begin(), a.cores.end());
    space_.push_back(a.space);
    vm.push_back(a.vm);
  }
  const auto needs = [this](DomainLevel level) {
    return config_.sharers.level == level || config_.homes.level == level;
  };
  if (needs(DomainLevel::vm)) {
    std::unordered_map<std::uint32_t, std::uint32_t> vm_of_space;
    for (const DomainApplication& a : applications)
      invariant(vm_of_space.emplace(a.space, a.vm).first->second == a.vm,
                "an address space is in one VM: each of its lines has one SDID");
    vms_.emplace(applications, vm, cores_);
  }
  if (needs(DomainLevel::application) || needs(DomainLevel::page)) spaces_.emplace(applications, space_, cores_);

  if (sharers_restricted()) {
    const std::uint64_t needed = groups(config_.sharers.level).size();
    const std::uint64_t ids = std::uint64_t{1} << config_.sharers.id_bits;
    if (needed > ids)
      throw UserError("cdr.sharers.id_bits: " + std::to_string(needed) + " sharer domains need more than the " +
                      std::to_string(ids) + " ids of " + std::to_string(config_.sharers.id_bits) + " bits; use " +
                      std::to_string(std::bit_width(needed - 1)) + " bits or more");
  }
}

void DomainTables::build_page_domains(std::span<const PageTouch> touches, std::uint64_t seed) {
  const PageMembers profile = page_members(touches);
  if (config_.sharers.level == DomainLevel::page) assign_page_sharers(profile);
  if (config_.homes.level == DomainLevel::page) {
    assign_page_homes(profile, seed);
  } else if (config_.homes.by_page()) {
    keep_private_pages_local(profile);
  }
}

void DomainTables::assign_page_sharers(const PageMembers& profile) {
  // Every group keeps an id for what falls back to it. The lists with the most references come first: a copy of an
  // application does not lose its ids to the copies before it.
  std::vector<std::uint32_t> lists(profile.lists.size());
  std::iota(lists.begin(), lists.end(), 0u);
  std::stable_sort(lists.begin(), lists.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return profile.references[a] > profile.references[b]; });
  const std::uint64_t ids = (std::uint64_t{1} << config_.sharers.id_bits) - spaces_->size();
  if (lists.size() > ids) lists.resize(ids);

  std::vector<std::uint32_t> sdid(profile.lists.size(), kNoDomain);
  for (std::uint32_t list : lists) {
    const auto members = profile.lists[list];
    sdid[list] = page_sharers_.add(members);
    count_sharer_domain(members);
    const std::size_t first = page_by_core_.size();
    page_by_core_.resize(first + members.size());
    const auto begin = page_by_core_.begin() + static_cast<std::ptrdiff_t>(first);
    std::iota(begin, page_by_core_.end(), 0u);
    std::sort(begin, page_by_core_.end(), [&](std::uint32_t a, std::uint32_t b) { return members[a] < members[b]; });
  }

  std::vector<bool> falls_back;  // by space
  for (const auto& [page, list] : profile.pages) {
    pages_[page].sdid = sdid[list];
    if (sdid[list] != kNoDomain) continue;
    ++counters.fallbacks;
    if (page.space >= falls_back.size()) falls_back.resize(page.space + std::size_t{1});
    falls_back[page.space] = true;
  }
  std::vector<bool> counted(spaces_->size());
  for (std::uint32_t a = 0; a < space_.size(); ++a) {
    const std::uint32_t g = spaces_->group(a);
    if (space_[a] >= falls_back.size() || !falls_back[space_[a]] || counted[g]) continue;
    counted[g] = true;
    count_sharer_domain(spaces_->members(g));
  }
}

void DomainTables::assign_page_homes(const PageMembers& profile, std::uint64_t seed) {
  std::vector<std::uint32_t> hdid;
  for (std::uint32_t list = 0; list < profile.lists.size(); ++list) {
    // By tile: pages with the same homes share an HDID, whoever references them most.
    std::vector<TileId> homes = place(profile.lists[list], seed, kPageStream + list);
    std::sort(homes.begin(), homes.end());
    hdid.push_back(homes_.intern(homes));
  }
  counters.home_domains = homes_.size();
  for (const auto& [page, list] : profile.pages) pages_[page].hdid = hdid[list];
}

void DomainTables::keep_private_pages_local(const PageMembers& profile) {
  for (const auto& [page, list] : profile.pages)
    if (profile.lists[list].size() == 1) pages_[page].hdid = kOwnTile;
}

std::vector<TileId> DomainTables::place(std::span<const TileId> members, std::uint64_t seed,
                                        std::uint64_t stream) const {
  const auto count =
      config_.homes.count.value_or(static_cast<std::uint32_t>(std::min<std::size_t>(kAutoHomes, members.size())));
  return place_homes(config_.homes.placement, mesh_, cores_, members, count, Random(seed, stream));
}

void DomainTables::count_sharer_domain(std::span<const TileId> members) {
  ++counters.sharer_domains;
  counters.joins += members.size();
  if (members.size() > config_.sharers.capacity) counters.overflows += members.size() - (config_.sharers.capacity - 1);
}

PageAttributes DomainTables::attributes(std::uint32_t app, std::uint32_t thread, std::uint64_t page) const {
  const std::uint64_t machine_thread = first_thread_[app] + thread;
  const TileId core = core_[machine_thread];
  PageDomains of_page;
  if (needs_profile(config_)) {
    if (const PageDomains* found = pages_.find({space_[app], page})) of_page = *found;
  }

  PageAttributes result;
  result.sdid = of_page.sdid;
  if (!sharers_restricted()) {
    result.lsid = core.value;
  } else if (result.sdid != kNoDomain) {
    result.lsid = lsid(page_member_position(result.sdid, core), page_sharers_[result.sdid].size());
  } else {
    const MemberGroups& sharer_groups = groups(config_.sharers.level);
    const std::uint32_t group = sharer_groups.group(app);
    result.sdid = page_sharers_.size() + group;
    result.lsid = lsid(sharer_groups.position(machine_thread), sharer_groups.members(group).size());
  }

  result.hdid = of_page.hdid;
  if (homes_restricted() && result.hdid == kNoDomain)
    result.hdid = group_homes_[groups(config_.homes.level).group(app)];
  result.home_count = result.hdid == kNoDomain  ? cores_
                      : result.hdid == kOwnTile ? 1
                                                : static_cast<std::uint32_t>(homes_[result.hdid].size());
  return result;
}

std::uint32_t DomainTables::lsid(std::uint32_t position, std::size_t members) const {
  return members > config_.sharers.capacity ? std::min(position, config_.sharers.capacity - 1) : position;
}

std::uint32_t DomainTables::page_member_position(std::uint32_t sdid, TileId core) const {
  const auto members = page_sharers_[sdid];
  const auto begin = page_by_core_.begin() + static_cast<std::ptrdiff_t>(page_sharers_.first(sdid));
  const auto end = begin + static_cast<std::ptrdiff_t>(members.size());
  const auto it =
      std::lower_bound(begin, end, core, [&](std::uint32_t position, TileId c) { return members[position] < c; });
  invariant(it != end && members[*it] == core, "a core touches a page on which the profiling pass did not see it");
  return *it;
}

std::uint32_t DomainTables::logical_sharers(std::uint32_t sdid) const {
  if (sdid == kNoDomain) return cores_;
  return static_cast<std::uint32_t>(std::min<std::size_t>(members(sdid).size(), config_.sharers.capacity));
}

std::vector<TileId> DomainTables::broadcast_scope(std::uint32_t sdid) const {
  Coordinates low{0, 0}, high{mesh_.width() - 1, mesh_.height() - 1};
  if (config_.sharers.broadcast_scope == BroadcastScope::box && sdid != kNoDomain) {
    std::swap(low, high);
    for (TileId member : members(sdid)) {
      const Coordinates c = mesh_.at(member);
      low = {std::min(low.x, c.x), std::min(low.y, c.y)};
      high = {std::max(high.x, c.x), std::max(high.y, c.y)};
    }
  }
  std::vector<TileId> scope;
  for (std::uint32_t y = low.y; y <= high.y; ++y)
    for (std::uint32_t x = low.x; x <= high.x; ++x)
      if (const TileId tile = mesh_.tile({x, y}); tile.value < cores_) scope.push_back(tile);
  return scope;
}

}  // namespace cdrsim
