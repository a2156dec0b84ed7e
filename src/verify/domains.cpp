// SPDX-License-Identifier: BSD-3-Clause
#include "verify/domains.h"

namespace cdrsim::verify {

Domains::Domains(const Shape& shape) : shape_(shape), thread_(shape.cores) {
  CdrConfig config{};
  config.sharers.level = shape.restrict_sharers ? DomainLevel::application : DomainLevel::none;
  config.sharers.capacity = shape.capacity;
  config.sharers.smc_entries = shape.smc_entries;
  config.sharers.broadcast_scope = shape.scope;
  config.sharers.id_bits = 10;
  config.homes.level = DomainLevel::none;
  config.homes.hmc_entries = shape.hmc_entries;
  std::vector<DomainApplication> applications(shape.domains);
  for (std::uint32_t a = 0; a < shape.domains; ++a) applications[a].vm = applications[a].space = a;
  // Members between those that exist are tiles of their own that never touch a line.
  std::uint32_t tiles = shape.lsid_stride > 1 ? shape.units() : shape.cores;
  for (std::uint32_t c = shape.cores; c-- > 0;) {
    auto& members = applications[c % shape.domains].cores;
    thread_[c] = static_cast<std::uint32_t>(members.size());
    members.push_back(TileId{c});
    for (std::uint32_t i = 1; i < shape.lsid_stride; ++i) members.push_back(TileId{tiles++});
  }
  tables_.emplace(config, Mesh(tiles, 1), tiles, applications, std::span<const PageTouch>(), 1);
}

PageAttributes Domains::attributes(std::uint32_t core, LineAddress line) const {
  PageAttributes a = tables_->attributes(core % shape_.domains, thread_[core], 0);
  if (shape_.restrict_homes) a.hdid = static_cast<std::uint32_t>(line.value);
  a.home_count = shape_.homes;
  return a;
}

std::uint32_t Domains::sdid(LineAddress line) const {
  return tables_->attributes(static_cast<std::uint32_t>(line.value % shape_.domains), 0, 0).sdid;
}

TileId Domains::home(std::uint32_t, std::uint32_t lhid) const {
  return shape_.home(lhid);
}

MapEntry Domains::mappings(bool of_sharers, std::uint32_t domain, std::uint32_t logical) const {
  const std::uint32_t first = logical / kMappingsPerEntry * kMappingsPerEntry;
  const std::uint32_t size = of_sharers ? tables_->logical_sharers(domain) : shape_.homes;
  MapEntry entry;
  for (std::uint32_t i = 0; i < kMappingsPerEntry; ++i)
    entry[i] = first + i >= size ? kNoTile : of_sharers ? tables_->sharer(domain, first + i) : home(domain, first + i);
  return entry;
}

}  // namespace cdrsim::verify
