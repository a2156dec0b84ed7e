// SPDX-License-Identifier: BSD-3-Clause
// What the tiles of a chip share: the clock, the way to other tiles, and tables that do not change during a run.
#pragma once

#include <cstdint>
#include <vector>

#include "domain/domain_tables.h"
#include "domain/frames.h"
#include "domain/home_hash.h"
#include "memory/memory_map.h"
#include "protocol/cache_controller.h"
#include "protocol/effects.h"
#include "protocol/home_controller.h"
#include "system/config.h"
#include "system/transport.h"

namespace cdrsim {

inline constexpr std::uint32_t kNoApplication = 0xffffffffu;

/// Which program a core runs; application kNoApplication: none.
struct CoreAssignment {
  std::uint32_t application = kNoApplication, thread = 0, space = 0;
};

struct Chip {
  const Config& config;
  EventQueue& queue;
  Transport& transport;
  const Observers& observers;
  const DomainTables& domains;
  const FrameMap& frames;
  const MemoryMap& memory;
  const HomeEnvironment& homes;
  const std::shared_ptr<const Protocol>& protocol;
  const std::vector<CoreAssignment>& assignments;       // by core tile
  const std::vector<std::vector<TileId>>& space_cores;  // by address space: the cores of its threads
  HomeHasher global_homes;                              // over all core tiles
  unsigned page_shift, line_shift;                      // bytes per page and line, log2
  Effects effects;                                      // scratch of the step that is under way
};

}  // namespace cdrsim
