// SPDX-License-Identifier: BSD-3-Clause
// The bits of Coherence Domain Restriction, structure by structure, as in the OpenPiton RTL (l2_smc, l15_hmc, l2.h).
//
//   restricted(sharer_formula("coarse"), SdidField::stored)   // the scheme cdr+coarse
//   sharer_restriction_entry(m, 64, SdidField::stored)   // 64 LSIDs and the domain's id: 80 bits with 16-bit ids
//   add_sharer_restriction(storage, m);                  // SMC, wider TLB, wider private lines, map tables
#pragma once

#include "cost/storage_sharers.h"

namespace cdrsim::cost {

/// Where a directory entry keeps the id of the line's sharer domain: in a field of its own, or in bits of the protocol
/// state that mean nothing while the line is shared (owner LSID, and four bits for the parts of a line).
enum class SdidField { stored, folded };

/// Bits of a directory entry over `sharer_bits` of tracking. In E it holds the owner's physical id beside the SDID.
std::uint64_t sharer_restriction_entry(const StorageMachine& m, std::uint64_t sharer_bits, SdidField field);

/// Bits of an entry of a map cache with four mappings: tag (domain, group of four logical ids), four valid bits, four
/// ids of tiles.
std::uint64_t map_cache_entry(std::uint32_t id_bits, std::uint32_t logical_ids, std::uint32_t tile_bits);

/// `cdr` over a full map, `cdr+coarse` and the like.
std::string restricted_name(const std::string& sharers);

/// An entry of the scheme over the members of a domain beside each line of the LLC, and what Sharer Restriction adds.
StorageScheme restricted(const SharerFormula& f, SdidField field);

inline constexpr char kRestrictionSource[] = "Fu, Nguyen, Wentzlaff, MICRO 2015; OpenPiton RTL";

/// Bits that each TLB entry grows by: SDID and this core's LSID, HDID and the count of homes.
std::uint64_t tlb_entry_bits(const StorageMachine& m, bool sharers, bool homes);

/// Bits beside each private line: the SDID and LSID that its eviction tells, the home that it tells them to.
std::uint64_t private_line_bits(const StorageMachine& m, bool sharers, bool homes);

/// Everything beside the directory that Sharer Restriction adds to a tile and to memory.
void add_sharer_restriction(TileStorage& storage, const StorageMachine& m);

/// The same for Home Restriction, which has nothing in the directory.
void add_home_restriction(TileStorage& storage, const StorageMachine& m);

/// Bits a page-table entry grows by: whole words of 64 bits.
std::uint64_t page_table_bits(const StorageMachine& m, bool sharers, bool homes);

}  // namespace cdrsim::cost
