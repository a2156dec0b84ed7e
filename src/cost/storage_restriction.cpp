// SPDX-License-Identifier: BSD-3-Clause
#include "cost/storage_restriction.h"

#include <algorithm>

#include "domain/map_cache.h"

namespace cdrsim::cost {
namespace {

constexpr std::uint32_t kMappingBytes = 4;  // of a map table: valid bit and tile [RTL]
constexpr std::uint32_t kSublineBits = 4;   // state bits free in S beside the owner [RTL]
constexpr std::uint32_t kPageTableWord = 64;

void add_map_table(TileStorage& storage, const StorageMachine& m, const std::string& name, std::uint32_t logical_ids) {
  const std::uint64_t domain = std::uint64_t{logical_ids} * kMappingBytes;
  storage.memory.emplace_back(name + "_map_bytes_per_domain", domain);
  storage.memory.emplace_back(name + "_map_bytes", WideCount{domain} << m.id_bits);
}

}  // namespace

std::uint64_t sharer_restriction_entry(const StorageMachine& m, std::uint64_t sharer_bits, SdidField field) {
  const std::uint64_t owner = m.pointer();
  if (field == SdidField::stored) return std::max(sharer_bits, owner) + m.id_bits;
  const std::uint32_t free = bits_to_name(m.capacity) + kSublineBits;
  const std::uint64_t beyond = m.id_bits > free ? m.id_bits - free : 0;
  return std::max(sharer_bits + beyond, owner + m.id_bits);
}

std::uint64_t map_cache_entry(std::uint32_t id_bits, std::uint32_t logical_ids, std::uint32_t tile_bits) {
  const std::uint32_t groups = (logical_ids + kMappingsPerEntry - 1) / kMappingsPerEntry;
  const std::uint64_t tag = id_bits + bits_to_name(groups);
  return tag + kMappingsPerEntry * (1 + std::uint64_t{tile_bits});
}

std::uint64_t page_table_bits(const StorageMachine& m, bool sharers, bool homes) {
  const std::uint64_t needed = (sharers ? m.id_bits : 0) + (homes ? m.id_bits + bits_to_name(m.homes) : 0);
  return (needed + kPageTableWord - 1) / kPageTableWord * kPageTableWord;
}

void add_sharer_restriction(TileStorage& storage, const StorageMachine& m) {
  const std::uint64_t identity = m.id_bits + bits_to_name(m.capacity);  // SDID and this core's LSID
  storage.add("smc", WideCount{m.smc_entries} * map_cache_entry(m.id_bits, m.capacity, m.pointer()));
  storage.add("tlb", WideCount{m.tlb_entries} * identity);
  storage.add(kPrivateLinesPart, WideCount{m.private_lines} * identity);
  add_map_table(storage, m, "sharer", m.capacity);
}

void add_home_restriction(TileStorage& storage, const StorageMachine& m) {
  storage.add("hmc", WideCount{m.hmc_entries} * map_cache_entry(m.id_bits, m.homes, m.pointer()));
  storage.add("tlb", WideCount{m.tlb_entries} * (m.id_bits + bits_to_name(m.homes)));  // HDID, count of homes
  storage.add(kPrivateLinesPart, WideCount{m.private_lines} * m.pointer());            // the line's home
  add_map_table(storage, m, "home", m.homes);
}

}  // namespace cdrsim::cost
