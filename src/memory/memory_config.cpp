// SPDX-License-Identifier: BSD-3-Clause
#include "memory/memory_config.h"

#include "config/declaration.h"

namespace cdrsim {

void declare_dram(config::Section<DramConfig>& s) {
  s.help("DRAM controllers, spread over the perimeter of a chip.");
  s.integer("controllers", &DramConfig::controllers, "auto")
      .unit("per chip")
      .range(1, 1u << 24)
      .help("how many; auto: one per 32 tiles, at least one");
  s.time("latency", &DramConfig::latency)
      .default_value(100)
      .range(1, 1'000'000'000)
      .help("an access, without queueing");
  s.integer("bandwidth", &DramConfig::bandwidth)
      .unit("bytes per cycle")
      .default_value(16)
      .range(1, 1u << 20)
      .help("of each controller");
  s.choice("location", &DramConfig::location,
           {{"interleaved", DramLocation::interleaved, "frames are spread over all controllers of the machine"},
            {"first-touch", DramLocation::first_touch,
             "on the chip of the thread that touches the page first in trace order"}})
      .default_value(DramLocation::interleaved)
      .help("which controller holds a frame");
  s.time("jitter", &DramConfig::jitter)
      .default_value(0)
      .range(0, 1'000'000)
      .help("each access takes a seeded 0 to this many cycles longer, for confidence intervals");
}

}  // namespace cdrsim
