// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>

#include "base/types.h"
#include "config/section.h"

namespace cdrsim {

struct MeshSize {
  std::uint32_t width, height;
};

struct SystemConfig {  // [system]
  std::uint32_t chips;
  std::uint32_t cores_per_chip;
  std::optional<MeshSize> mesh;  // nothing: "auto"
  double frequency;              // hertz: turns times into cycles
  std::uint32_t line_size;       // bytes, a power of two
  std::uint32_t page_size;       // bytes, a power of two, at least a line
};

struct RunConfig {  // [run]
  std::uint64_t seed;
  std::uint64_t warmup;  // references per core, run serially and not counted
  std::optional<Cycle> max_cycles;
  std::optional<Cycle> interval;  // cycles between rows of timeline.csv
  Cycle watchdog;                 // exit 3 when a reference is older than this
  bool restart;                   // threads start over until every copy has finished its first pass
  Cycle skew;                     // copies start at a seeded 0..skew cycles
};

void declare_system(config::Section<SystemConfig>& s);
void declare_run(config::Section<RunConfig>& s);

}  // namespace cdrsim
