// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>

#include "base/types.h"
#include "config/section.h"

namespace cdrsim {

enum class DramLocation { interleaved, first_touch };

struct DramConfig {                          // [dram]
  std::optional<std::uint32_t> controllers;  // per chip; nothing: "auto", one per 32 tiles, at least one
  Cycle latency;
  std::uint32_t bandwidth;  // bytes a cycle, each controller
  DramLocation location;
  Cycle jitter;  // a seeded 0..jitter cycles more on each access
};

void declare_dram(config::Section<DramConfig>& s);

}  // namespace cdrsim
