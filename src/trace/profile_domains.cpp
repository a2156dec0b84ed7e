// SPDX-License-Identifier: BSD-3-Clause
#include "trace/profile_domains.h"

#include <algorithm>
#include <bit>
#include <map>

namespace cdrsim {
namespace {

constexpr std::uint32_t kAutoHomes = 64;

/// One domain: the spaces whose threads are its members, in LSID order.
using Domain = std::vector<const SharingProfile*>;

std::uint32_t members_of(const Domain& domain) {
  std::uint32_t members = 0;
  for (const SharingProfile* p : domain) members += p->threads;
  return members;
}

std::uint64_t slices(std::uint64_t lines, const DomainNeeds& needs) {
  return (lines * needs.line_size + needs.slice_size - 1) / needs.slice_size;
}

/// The smallest capacity that holds `hold` of the references, or of the writes.
std::uint32_t smallest(const LevelProposal& p, std::uint64_t Tally::*what, double hold) {
  Tally held;
  std::uint32_t result = 0;
  for (const auto& [capacity, tally] : p.lines_by_capacity) {
    held.add(tally);
    result = capacity;
    if (static_cast<double>(held.*what) >= hold * static_cast<double>(p.lines.*what)) break;
  }
  return result;
}

std::uint32_t proposed(std::uint32_t smallest) {
  return std::max(kSmallestCapacity, std::bit_ceil(smallest));
}

void choose_capacity(LevelProposal& p, double hold) {
  p.lines = up_to(p.lines_by_capacity, BlockSharing::kNobody);
  p.smallest = smallest(p, &Tally::references, hold);
  p.capacity = proposed(p.smallest);
  p.capacity_for_writes = proposed(smallest(p, &Tally::writes, hold));
}

/// As many homes as members keep a home's load what it is without restriction. Lines that do not fit into the members'
/// slices get more, as far as the domain's share of the machine goes.
void choose_homes(LevelProposal& p, std::uint64_t threads, const DomainNeeds& needs) {
  bool automatic = true;
  std::uint32_t most = 0;
  for (DomainGroup& g : p.groups) {
    g.slices = slices(g.lines, needs);
    const std::uint64_t share = threads > 0 ? std::uint64_t{needs.cores} * g.members / threads : 0;
    g.homes = static_cast<std::uint32_t>(std::max<std::uint64_t>(g.members, std::min(g.slices, share)));
    automatic &= g.homes == std::min(kAutoHomes, g.members);
    most = std::max(most, g.homes);
  }
  if (!automatic) p.homes = most;
}

/// Levels whose domains are made of whole spaces. Domains that are alike are looked at once.
LevelProposal propose(std::string level, const std::vector<Domain>& domains, std::uint64_t threads,
                      const DomainNeeds& needs) {
  LevelProposal p;
  p.level = std::move(level);
  p.domains = domains.size();
  std::map<Domain, std::size_t> alike;  // looked up, never iterated
  std::vector<const Domain*> different;
  for (const Domain& d : domains) {
    const auto [it, is_new] = alike.emplace(d, different.size());
    if (is_new) {
      different.push_back(&it->first);
      p.groups.emplace_back();
    }
    ++p.groups[it->second].domains;
  }
  for (std::size_t i = 0; i < different.size(); ++i) {
    DomainGroup& g = p.groups[i];
    g.members = members_of(*different[i]);
    std::uint32_t before = 0;
    for (const SharingProfile* space : *different[i]) {
      for (const auto& [last, tally] : space->lines_by_last_sharer) {
        p.lines_by_capacity[std::min(g.members, before + last + 2)].add(tally, g.domains);
        g.lines += tally.blocks;
        g.references += tally.references;
      }
      before += space->threads;
    }
  }
  choose_capacity(p, needs.hold);
  choose_homes(p, threads, needs);
  return p;
}

/// A page has no use for more homes than lines, and "auto" is never more than its members. A page of one core has one
/// home, that core's tile: private_slices says whether its data fits there.
LevelProposal propose_pages(const std::vector<ProfiledSpace>& spaces, const DomainNeeds& needs) {
  LevelProposal p;
  p.level = "page";
  std::uint64_t private_lines = 0;
  for (const ProfiledSpace& s : spaces) {
    p.domains += s.profile->page_lists;
    for (const auto& [capacity, tally] : s.profile->lines_by_page_capacity) p.lines_by_capacity[capacity].add(tally);
    private_lines = std::max(private_lines, s.profile->most_private_lines);
  }
  choose_capacity(p, needs.hold);
  p.private_slices = slices(private_lines, needs);
  return p;
}

}  // namespace

std::vector<LevelProposal> propose_domains(const std::vector<ProfiledSpace>& spaces, const DomainNeeds& needs) {
  std::vector<Domain> applications, vms;
  std::map<std::uint32_t, std::size_t> vm_at;
  std::uint64_t threads = 0;
  for (const ProfiledSpace& s : spaces) {
    applications.push_back({s.profile});
    const auto [it, is_new] = vm_at.emplace(s.vm, vms.size());
    if (is_new) vms.emplace_back();
    vms[it->second].push_back(s.profile);
    threads += s.profile->threads;
  }
  return {propose("vm", vms, threads, needs), propose("application", applications, threads, needs),
          propose_pages(spaces, needs)};
}

}  // namespace cdrsim
