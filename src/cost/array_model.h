// SPDX-License-Identifier: BSD-3-Clause
// The arrays of a tile: caches of any size, RAMs, fully associative map caches, put together from what CACTI's tables
// hold.
//
//   ArrayModel arrays(config.cost);
//   CacheCost llc = arrays.cache(Device::lstp_hp, CacheMode::line, {64 << 10, 4, 64});
//   double nj = llc.line_read.value();
//
// Caches of 8 KB to 4 MB are rows of the cache table. Larger ones are banks of at most 4 MB and a wire to them; smaller
// ones are RAMs for tags and data. All else that the tables do not hold has a reason instead of a number.
#pragma once

#include <cstdint>

#include "cost/array_tables.h"

namespace cdrsim {

/// Energies in nJ, leakage in mW, area in mm².
struct CacheCost {
  Estimate word_read;   // tags and data at once, as a core's load reads an L1
  Estimate word_write;  // a word and its tag
  Estimate tag_read;    // the tags of a set
  Estimate line_read;   // the data of a line whose way is known
  Estimate line_write;  // a line and its tag
  Estimate leakage, area;
};

struct RamCost {
  Estimate read, write, leakage, area;
};

struct CamCost {
  Estimate search;  // and the payload of what is found
  Estimate write, leakage, area;
};

struct CacheShape {
  std::uint64_t bytes;
  std::uint32_t ways, line_bytes;
};

class ArrayModel {
 public:
  explicit ArrayModel(const CostConfig& cost)
      : tables_(cost.technology, cost.temperature), technology_(cost.technology) {}

  /// `built_as`: whose leakage and area it has.
  CacheCost cache(Device device, CacheMode built_as, const CacheShape& shape) const;
  /// Entries narrower than the tables' narrowest (16 bits) cost as much as those.
  RamCost ram(Device device, std::uint64_t entries, std::uint64_t bits) const;
  /// The payload costs as much as the next wider one of the tables, a tag narrower than 20 bits as one of 20.
  CamCost cam(Device device, std::uint64_t entries, std::uint64_t tag_bits, std::uint64_t payload_bits) const;

 private:
  CacheCost table_cache(Device device, CacheMode built_as, double bytes, std::uint32_t ways) const;
  CacheCost banked_cache(Device device, CacheMode built_as, const CacheShape& shape) const;
  CacheCost small_cache(Device device, CacheMode built_as, const CacheShape& shape) const;

  ArrayTables tables_;
  Technology technology_;
};

}  // namespace cdrsim
