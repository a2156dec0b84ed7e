// SPDX-License-Identifier: BSD-3-Clause
#include "domain/map_cache.h"

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace cdrsim {

MapCache::MapCache(std::uint32_t entries) : capacity_(entries) {
  invariant(entries > 0, "a map cache has at least one entry");
}

std::optional<TileId> MapCache::lookup(std::uint32_t domain, std::uint32_t logical) {
  const std::uint32_t at = index_.find(key(domain, logical / kMappingsPerEntry));
  if (at == KeyIndex::kNone) return std::nullopt;
  Entry& entry = entries_[at];
  const TileId tile = entry.mappings[logical % kMappingsPerEntry];
  if (tile == kNoTile) return std::nullopt;
  if (!entry.used || entry.locked) set_bits(at, true, false);
  return tile;
}

void MapCache::fill(std::uint32_t domain, std::uint32_t logical, const MapEntry& mappings) {
  const std::uint32_t group = logical / kMappingsPerEntry;
  std::uint32_t at = index_.find(key(domain, group));
  if (at == KeyIndex::kNone) at = victim();
  if (at == entries_.size()) {
    entries_.emplace_back();
    if (at % 64 == 0) idle_.push_back(0);
    idle_[at / 64] |= std::uint64_t{1} << (at % 64);
  }
  invalidate(at);
  const bool valid = std::any_of(mappings.begin(), mappings.end(), [](TileId t) { return t != kNoTile; });
  if (valid) {
    Entry& entry = entries_[at];
    entry.domain = domain;
    entry.group = group;
    entry.valid = true;
    entry.mappings = mappings;
    index_.insert(key(domain, group), at);
  }
  set_bits(at, valid, valid);
}

void MapCache::flush() {
  for (std::uint32_t i = 0; i < entries_.size(); ++i) invalidate(i);
}

void MapCache::flush_domain(std::uint32_t domain) {
  for (std::uint32_t i = 0; i < entries_.size(); ++i)
    if (entries_[i].valid && entries_[i].domain == domain) invalidate(i);
}

std::uint32_t MapCache::victim() const {
  for (std::uint32_t word = 0; word < idle_.size(); ++word)
    if (idle_[word] != 0) return word * 64 + static_cast<std::uint32_t>(std::countr_zero(idle_[word]));
  return entries_.size() < capacity_ ? static_cast<std::uint32_t>(entries_.size()) : 0;
}

void MapCache::set_bits(std::uint32_t at, bool used, bool locked) {
  const auto note_idle = [this](std::uint32_t i) {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    if (entries_[i].used || entries_[i].locked) {
      idle_[i / 64] &= ~bit;
    } else {
      idle_[i / 64] |= bit;
    }
  };
  Entry& entry = entries_[at];
  used_ += static_cast<std::uint32_t>(used) - static_cast<std::uint32_t>(entry.used);
  entry.used = used;
  entry.locked = locked;
  note_idle(at);
  if (used_ < capacity_) return;
  used_ = 0;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    entries_[i].used = false;
    note_idle(i);
  }
}

void MapCache::invalidate(std::uint32_t at) {
  Entry& entry = entries_[at];
  if (!entry.valid) return;
  index_.erase(at);
  entry = Entry{.used = entry.used, .locked = entry.locked};
}

/// Adds an entry as it was.
void MapCache::restore(const Entry& entry) {
  const auto at = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back(entry);
  if (at % 64 == 0) idle_.push_back(0);
  if (!entry.used && !entry.locked) idle_[at / 64] |= std::uint64_t{1} << (at % 64);
  used_ += entry.used;
  if (entry.valid) index_.insert(key(entry.domain, entry.group), at);
}

}  // namespace cdrsim
