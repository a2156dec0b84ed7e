// SPDX-License-Identifier: BSD-3-Clause
// Applications that share a domain at vm or application level, and the members of that domain: the cores of all threads
// of its applications, in application order, then thread order; a core that occurs twice is a member once.
//
// Threads are numbered through the whole machine: those of application 0, then those of application 1, and so on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"
#include "domain/tile_lists.h"

namespace cdrsim {

struct DomainApplication;

class MemberGroups {
 public:
  /// Applications with equal `keys` (one per application: VM or address space) form a group; groups are numbered in
  /// order of their first application.
  MemberGroups(std::span<const DomainApplication> applications, std::span<const std::uint32_t> keys,
               std::uint32_t cores);

  std::uint32_t size() const { return members_.size(); }
  std::uint32_t group(std::uint32_t application) const { return group_[application]; }
  std::span<const TileId> members(std::uint32_t group) const { return members_[group]; }
  /// The place of a thread's core among the members of its group.
  std::uint32_t position(std::uint64_t thread) const { return position_[thread]; }

 private:
  std::vector<std::uint32_t> group_;     // by application
  std::vector<std::uint32_t> position_;  // by thread
  TileLists members_;                    // by group
};

}  // namespace cdrsim
