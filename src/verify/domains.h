// SPDX-License-Identifier: BSD-3-Clause
// The coherence domains of a machine that is explored. Members of a sharer domain sit in LSID order from the last core
// to the first, so LSIDs are not tiles. Every line is a page with a home domain of its own that lists all homes, so
// that a map cache of one entry misses whenever a core turns to another line.
#pragma once

#include <optional>

#include "domain/domain_tables.h"
#include "domain/map_cache.h"
#include "verify/shape.h"

namespace cdrsim::verify {

class Domains {
 public:
  explicit Domains(const Shape& shape);

  const DomainTables& tables() const { return *tables_; }
  /// What the page table says of a line to a core that may touch it.
  PageAttributes attributes(std::uint32_t core, LineAddress line) const;
  std::uint32_t sdid(LineAddress line) const;
  TileId home(std::uint32_t hdid, std::uint32_t lhid) const;
  /// The four mappings around logical id `logical` of a sharer domain or a home domain.
  MapEntry mappings(bool of_sharers, std::uint32_t domain, std::uint32_t logical) const;

 private:
  Shape shape_;
  std::optional<DomainTables> tables_;
  std::vector<std::uint32_t> thread_;  // by core, within its application
};

}  // namespace cdrsim::verify
