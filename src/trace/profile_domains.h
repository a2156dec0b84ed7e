// SPDX-License-Identifier: BSD-3-Clause
// Which domains a profile speaks for: the capacity of sharer domains and the homes of home domains, for each level.
//
//   auto proposals = propose_domains({{&profile, 0}}, {.cores = 64});
//   proposals[2].capacity                                   // of page-level domains
//   up_to(proposals[2].lines_by_capacity, 16).references    // what a capacity of 16 would hold instead
//
// A domain of capacity C *holds* a line when each of the line's sharers has an LSID of its own: the domain has at most
// C members, or all sharers of the line are among its first C - 1 (the last LSID is public then). Members come in the
// order of static domains: threads in order, at page level those with most references first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace/profile.h"

namespace cdrsim {

/// An address space. Several may have the same profile: copies of one program.
struct ProfiledSpace {
  const SharingProfile* profile;
  std::uint32_t vm;
};

struct DomainNeeds {
  double hold = 0.99;                // of the references: what the capacity must hold
  std::uint32_t cores = 0;           // of the machine
  std::uint64_t line_size = 64;      // bytes
  std::uint64_t slice_size = 65536;  // bytes of LLC in a tile
};

inline constexpr std::uint32_t kSmallestCapacity = 4, kLargestListedCapacity = 256;

/// Domains that are alike.
struct DomainGroup {
  std::uint64_t domains = 0;
  std::uint32_t members = 0;
  std::uint64_t lines = 0, references = 0;
  std::uint64_t slices = 0;  // of LLC that hold all its lines
  std::uint32_t homes = 0;   // for one domain
};

struct LevelProposal {
  std::string level;          // "vm", "application", "page"
  std::uint64_t domains = 0;  // sharer domains: SDIDs
  Tallies lines_by_capacity;  // lines by the smallest capacity that holds them
  Tally lines;

  std::uint32_t smallest = 0;             // capacity that holds the wanted fraction of the references
  std::uint32_t capacity = 0;             // the next power of two, from 4: the proposal
  std::uint32_t capacity_for_writes = 0;  // likewise, of the writes: a line that nobody writes is never invalidated

  std::vector<DomainGroup> groups;     // empty at page level
  std::uint64_t private_slices = 0;    // page level: slices that hold the largest private data of a thread
  std::optional<std::uint32_t> homes;  // of every domain; nothing: "auto", the smaller of 64 and the members
};

/// For vm, application and page, in this order. `spaces` in the order in which their threads get LSIDs.
std::vector<LevelProposal> propose_domains(const std::vector<ProfiledSpace>& spaces, const DomainNeeds& needs);

}  // namespace cdrsim
