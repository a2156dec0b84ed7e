// SPDX-License-Identifier: BSD-3-Clause
// What the formulas of storage take from a configuration, for a machine of any number of cores: each core's tile keeps
// its caches, TLB and map caches, and the mesh grows with the cores.
//
//   const StorageMachine m = storage_machine(config, 65536);   // the configured tile, 65536 times
//   m.pointer();                                               // 16: bits that name one of its cores
#pragma once

#include <cstdint>

#include "system/config.h"

namespace cdrsim::cost {

/// Width of a physical address: what tags are made of. Not a parameter of the simulation, which has no tags.
inline constexpr std::uint32_t kAddressBits = 48;

struct StorageMachine {
  std::uint32_t cores = 1;
  std::uint32_t mesh_width = 1, mesh_height = 1;
  std::uint32_t line_size = 64;                       // bytes
  std::uint64_t llc_bytes = 0, llc_lines = 0;         // of a tile's slice
  std::uint64_t private_lines = 0, private_sets = 0;  // of a core's outermost private cache
  std::uint32_t tlb_entries = 0;
  DirectoryConfig directory;
  std::uint32_t capacity = 0;  // LSIDs of a sharer domain
  std::uint32_t homes = 0;     // the most homes of a home domain
  std::uint32_t id_bits = 0;   // of an SDID, and of an HDID
  std::uint32_t smc_entries = 0, hmc_entries = 0;

  /// Bits that name a core.
  std::uint32_t pointer() const;
  /// Bits of the tag in a structure of so many sets. Homes and domains do not select sets (cache/set_index.h), so a tag
  /// does not shrink as the machine grows.
  std::uint32_t tag(std::uint64_t sets) const;
  /// Bits of an entry that tracks the sharers of one line among `names` members.
  std::uint64_t sharer_bits(const std::string& scheme, std::uint32_t names) const;
};

StorageMachine storage_machine(const Config& config, std::uint32_t cores);

/// Bits that name one of `count` things, 0 for one thing.
std::uint32_t bits_to_name(std::uint64_t count);

/// The least number whose square is at least n.
std::uint32_t square_root_up(std::uint32_t n);

}  // namespace cdrsim::cost
