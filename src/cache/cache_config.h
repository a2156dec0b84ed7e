// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include "base/types.h"
#include "config/section.h"

namespace cdrsim {

/// [l1] and [l2]; an l2.size of 0 means no private L2.
struct CacheConfig {
  std::uint64_t size;  // bytes
  std::uint32_t ways;
  Cycle latency;
  std::string replacement;  // a registered replacement policy
  std::uint32_t mshrs;
};

/// [llc]: one slice in each core's tile.
struct LlcConfig {
  std::uint64_t size_per_tile;  // bytes
  std::uint32_t ways;
  Cycle latency;
  std::string replacement;
  std::uint32_t mshrs;
};

void declare_l1(config::Section<CacheConfig>& s);
void declare_l2(config::Section<CacheConfig>& s);
void declare_llc(config::Section<LlcConfig>& s);

}  // namespace cdrsim
