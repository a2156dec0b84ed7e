// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>

#include "base/types.h"
#include "config/section.h"

namespace cdrsim {

enum class DomainLevel { none, vm, application, page };
enum class Overflow { broadcast };  // evict, remote: later
enum class BroadcastScope { machine, chip, box };
enum class HomePlacement { members, nearest, cluster, random };
enum class GlobalHomes { machine, rnuca };  // rack, frame-chip: with more than one chip
enum class HomeHash { mixed, low, middle, high, range };
enum class MapLookups { modelled, free };
enum class Assignment { static_ };  // dynamic: later
enum class Frames { scattered, identity };

struct SharerRestrictionConfig {  // [cdr.sharers]
  DomainLevel level;
  std::uint32_t capacity;  // LSIDs in a domain
  Overflow overflow;
  std::uint32_t smc_entries;  // of 4 mappings each
  BroadcastScope broadcast_scope;
  std::uint32_t id_bits;  // width of an SDID; page domains beyond it fall back to the application's
};

struct HomeRestrictionConfig {  // [cdr.homes]
  DomainLevel level;
  std::optional<std::uint32_t> count;  // nothing: "auto", the smaller of 64 and the members
  HomePlacement placement;
  HomeHash hash;              // also the hash over all tiles when homes are not restricted
  std::uint32_t hmc_entries;  // of 4 mappings each
  GlobalHomes global;         // where homes are when they are not restricted

  /// Whether homes depend on which cores touch a page.
  bool by_page() const {
    return level == DomainLevel::page || (level == DomainLevel::none && global == GlobalHomes::rnuca);
  }
};

struct CdrConfig {  // [cdr]
  SharerRestrictionConfig sharers;
  HomeRestrictionConfig homes;
  MapLookups map_lookups;
  Assignment assignment;
};

struct TlbConfig {        // [tlb]
  std::uint32_t entries;  // fully associative, LRU
  Cycle miss_latency;     // service at the tile that owns the page's attributes
};

struct MemoryMapConfig {  // [memory]
  Frames frames;
};

void declare_cdr(config::Section<CdrConfig>& s);
void declare_sharer_restriction(config::Section<SharerRestrictionConfig>& s);
void declare_home_restriction(config::Section<HomeRestrictionConfig>& s);
void declare_tlb(config::Section<TlbConfig>& s);
void declare_memory_map(config::Section<MemoryMapConfig>& s);

}  // namespace cdrsim
