// SPDX-License-Identifier: BSD-3-Clause
#include "domain/member_groups.h"

#include <unordered_map>

#include "base/error.h"
#include "domain/domain_tables.h"

namespace cdrsim {

MemberGroups::MemberGroups(std::span<const DomainApplication> applications, std::span<const std::uint32_t> keys,
                           std::uint32_t cores) {
  std::unordered_map<std::uint32_t, std::uint32_t> group_of_key;
  std::vector<std::vector<std::uint32_t>> applications_of;
  std::vector<std::uint64_t> first_thread;
  std::uint64_t threads = 0;
  group_.reserve(applications.size());
  for (std::uint32_t a = 0; a < applications.size(); ++a) {
    const auto [it, is_new] = group_of_key.emplace(keys[a], static_cast<std::uint32_t>(applications_of.size()));
    if (is_new) applications_of.emplace_back();
    applications_of[it->second].push_back(a);
    group_.push_back(it->second);
    first_thread.push_back(threads);
    threads += applications[a].cores.size();
  }

  position_.resize(threads);
  struct Seen {
    std::uint32_t group = kNoDomain, position = 0;
  };
  std::vector<Seen> seen(cores);
  std::vector<TileId> members;
  for (std::uint32_t g = 0; g < applications_of.size(); ++g) {
    members.clear();
    for (std::uint32_t a : applications_of[g]) {
      std::uint64_t thread = first_thread[a];
      for (TileId core : applications[a].cores) {
        invariant(core.value < cores, "threads run on core tiles");
        Seen& s = seen[core.value];
        if (s.group != g) {
          s = {g, static_cast<std::uint32_t>(members.size())};
          members.push_back(core);
        }
        position_[thread++] = s.position;
      }
    }
    members_.add(members);
  }
}

}  // namespace cdrsim
