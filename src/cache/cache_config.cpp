// SPDX-License-Identifier: BSD-3-Clause
#include "cache/cache_config.h"

#include "cache/replacement.h"
#include "config/declaration.h"

namespace cdrsim {
namespace {

constexpr std::uint64_t kLargestCache = std::uint64_t{1} << 40;  // bytes
constexpr std::uint32_t kMostWays = 65536;
constexpr std::uint32_t kMostMshrs = 65536;
constexpr Cycle kLongestLatency = 1'000'000;

/// What private caches and LLC slices have in common but for their defaults.
template <class C>
void declare_array(config::Section<C>& s, std::uint32_t ways, Cycle latency, std::uint32_t mshrs) {
  s.integer("ways", &C::ways)
      .default_value(ways)
      .range(1, kMostWays)
      .help("associativity; any number of sets and ways is legal");
  s.time("latency", &C::latency).default_value(latency).range(0, kLongestLatency).help("an access to its arrays");
  s.name("replacement", &C::replacement, &config::registered<ReplacementFactory>)
      .default_value("lru")
      .help("which line leaves a full set");
  s.integer("mshrs", &C::mshrs)
      .unit("lines")
      .default_value(mshrs)
      .range(1, kMostMshrs)
      .help("misses in flight at once");
}

}  // namespace

void declare_l1(config::Section<CacheConfig>& s) {
  s.help("Each core's first-level data cache.");
  s.size("size", &CacheConfig::size).default_value(16 * 1024).range(1, kLargestCache).help("capacity");
  declare_array(s, 4, 1, 4);
}

void declare_l2(config::Section<CacheConfig>& s) {
  s.help("Each core's private second-level cache, which includes the L1.");
  s.size("size", &CacheConfig::size).default_value(0).range(0, kLargestCache).help("capacity; 0 means no private L2");
  declare_array(s, 8, 6, 16);
}

void declare_llc(config::Section<LlcConfig>& s) {
  s.help(
      "The shared last-level cache: one slice in each core's tile. With directory.store = \"in-llc\" it includes all "
      "private caches.");
  s.size("size_per_tile", &LlcConfig::size_per_tile)
      .default_value(64 * 1024)
      .range(1, kLargestCache)
      .help("capacity of a slice");
  declare_array(s, 4, 8, 16);
}

}  // namespace cdrsim
