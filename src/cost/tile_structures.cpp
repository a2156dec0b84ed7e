// SPDX-License-Identifier: BSD-3-Clause
#include "cost/tile_structures.h"

#include <algorithm>

#include "cost/storage_machine.h"
#include "cost/storage_restriction.h"
#include "domain/map_cache.h"
#include "memory/dram_controller.h"
#include "network/mesh.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kVirtualAddressBits = 48;  // the tag of a TLB is the page's number
constexpr std::uint32_t kTranslationBits = 64;     // frame and permissions: a word of the page table

MapCacheShape map_cache(std::uint32_t entries, const cost::StorageMachine& m, std::uint32_t logical_ids) {
  const std::uint64_t payload = kMappingsPerEntry * (1 + std::uint64_t{m.pointer()});  // valid bit and tile
  return {entries, cost::map_cache_entry(m.id_bits, logical_ids, m.pointer()) - payload, payload};
}

}  // namespace

TileStructures tile_structures(const Config& config, std::uint32_t cores) {
  const cost::StorageMachine m = cost::storage_machine(config, cores);
  const Mesh mesh(m.mesh_width, m.mesh_height);
  const bool sharers = config.cdr.sharers.level != DomainLevel::none;
  const bool homes = config.cdr.homes.level != DomainLevel::none;
  const bool map_caches = config.cdr.map_lookups == MapLookups::modelled;  // free look-ups need none

  TileStructures t;
  t.cores = cores;
  t.routers = mesh.tiles();
  t.links = 2 * ((mesh.width() - 1) * mesh.height() + mesh.width() * (mesh.height() - 1));
  t.controllers = controller_count(config.dram, mesh);
  t.l1 = {config.l1.size, config.l1.ways, m.line_size};
  t.l2 = {config.l2.size, config.l2.ways, m.line_size};
  t.llc = {config.llc.size_per_tile, config.llc.ways, m.line_size};

  const std::string& scheme = config.directory.sharers;
  t.directory_bits = sharers
                         ? cost::sharer_restriction_entry(m, m.sharer_bits(scheme, m.capacity), cost::SdidField::stored)
                         : std::max<std::uint64_t>(m.sharer_bits(scheme, cores), m.pointer());
  t.directory_entries = m.llc_lines;
  if (config.directory.store == "sparse") {
    t.directory_entries = config.directory.entries;
    t.directory_sets = config.directory.entries / config.directory.ways;
    t.directory_tag_bits = std::uint64_t{config.directory.ways} * m.tag(t.directory_sets);
  }

  t.tlb_entries = config.tlb.entries;
  const std::uint32_t offset = cost::bits_to_name(config.system.page_size);
  t.tlb_tag = offset < kVirtualAddressBits ? kVirtualAddressBits - offset : 0;
  t.tlb_payload = kTranslationBits;
  t.tlb_widening = cost::tlb_entry_bits(m, sharers, homes);
  t.private_lines = m.private_lines;
  t.line_widening = cost::private_line_bits(m, sharers, homes);
  if (sharers && map_caches) t.smc = map_cache(m.smc_entries, m, m.capacity);
  if (homes && map_caches) t.hmc = map_cache(m.hmc_entries, m, m.homes);
  return t;
}

}  // namespace cdrsim
