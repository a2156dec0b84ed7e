// SPDX-License-Identifier: BSD-3-Clause
// The arrays of a tile as the energy and area models build them: entries and bits. The widths of directory entries, map
// caches and TLB attributes are those of the storage report.
//
//   const TileStructures t = tile_structures(config, 1024);   // the configured tile in a machine of 1024 cores
#pragma once

#include <cstdint>

#include "cost/array_model.h"
#include "system/config.h"

namespace cdrsim {

struct MapCacheShape {
  std::uint32_t entries = 0;  // 0: there is none
  std::uint64_t tag = 0, payload = 0;
};

struct TileStructures {
  std::uint32_t cores = 0, routers = 0, links = 0, controllers = 0;  // of the machine; links are directed
  CacheShape l1{}, l2{}, llc{};                                      // no L2: 0 bytes
  std::uint64_t directory_entries = 0, directory_bits = 0;
  std::uint64_t directory_sets = 0, directory_tag_bits = 0;  // of a sparse directory: sets, tags of a set; else 0
  std::uint32_t tlb_entries = 0, tlb_tag = 0, tlb_payload = 0;
  std::uint64_t tlb_widening = 0;                      // bits of an entry that Coherence Domain Restriction adds
  std::uint64_t private_lines = 0, line_widening = 0;  // of the outermost private cache; bits restriction adds to each
  MapCacheShape smc, hmc;
};

TileStructures tile_structures(const Config& config, std::uint32_t cores);

}  // namespace cdrsim
