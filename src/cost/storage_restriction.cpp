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

std::uint64_t tlb_entry_bits(const StorageMachine& m, bool sharers, bool homes) {
  return (sharers ? m.id_bits + bits_to_name(m.capacity) : 0) + (homes ? m.id_bits + bits_to_name(m.homes) : 0);
}

std::uint64_t private_line_bits(const StorageMachine& m, bool sharers, bool homes) {
  return (sharers ? m.id_bits + bits_to_name(m.capacity) : 0) + (homes ? m.pointer() : 0);
}

void add_sharer_restriction(TileStorage& storage, const StorageMachine& m) {
  storage.add("smc", WideCount{m.smc_entries} * map_cache_entry(m.id_bits, m.capacity, m.pointer()));
  storage.add("tlb", WideCount{m.tlb_entries} * tlb_entry_bits(m, true, false));
  storage.add(kPrivateLinesPart, WideCount{m.private_lines} * private_line_bits(m, true, false));
  add_map_table(storage, m, "sharer", m.capacity);
}

void add_home_restriction(TileStorage& storage, const StorageMachine& m) {
  storage.add("hmc", WideCount{m.hmc_entries} * map_cache_entry(m.id_bits, m.homes, m.pointer()));
  storage.add("tlb", WideCount{m.tlb_entries} * tlb_entry_bits(m, false, true));
  storage.add(kPrivateLinesPart, WideCount{m.private_lines} * private_line_bits(m, false, true));
  add_map_table(storage, m, "home", m.homes);
}

std::string restricted_name(const std::string& sharers) {
  return sharers == "full-map" ? "cdr" : "cdr+" + sharers;
}

StorageScheme restricted(const SharerFormula& f, SdidField field) {
  const std::string bits = f.scheme == "full-map" ? "k" : f.formula;
  const std::string where = f.scheme == "full-map" ? "" : "; n = k";
  const std::string formula = field == SdidField::stored
                                  ? "max(" + bits + ", l) + s" + where
                                  : "max(" + bits + " + max(0, s - ceil(log2 k) - 4), l + s)" + where;
  const std::string source =
      f.scheme == "full-map" ? kRestrictionSource : std::string(kRestrictionSource) + "; " + f.source;
  const std::string tracks = f.scheme == "full-map" ? "k exactly, then the public member" : f.tracks + " of k";
  return {formula, source, tracks, [f, field](const StorageMachine& m) {
            TileStorage t;
            t.add(kDirectoryPart,
                  WideCount{sharer_restriction_entry(m, m.sharer_bits(f.scheme, m.capacity), field)} * m.llc_lines);
            add_sharer_restriction(t, m);
            t.parameters = sharer_parameters(f, m);
            t.parameters.emplace_back("k", m.capacity);
            t.parameters.emplace_back("s", m.id_bits);
            t.memory.emplace_back("page_table_bits_per_page", page_table_bits(m, true, false));
            return t;
          }};
}

}  // namespace cdrsim::cost
