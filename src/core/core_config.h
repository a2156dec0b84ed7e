// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include "base/types.h"
#include "config/section.h"

namespace cdrsim {

enum class MemoryModel { tso, sc };
enum class CoreTiming { normal, serial };
enum class SyncModel { ideal, coherent };

struct CoreConfig {  // [core]
  double cpi;        // cycles per instruction that is no memory reference
  MemoryModel memory_model;
  std::uint32_t store_buffer;  // entries, TSO only
  std::uint32_t outstanding_loads;
  CoreTiming timing;
};

struct SyncConfig {  // [sync]
  SyncModel model;
};

void declare_core(config::Section<CoreConfig>& s);
void declare_sync(config::Section<SyncConfig>& s);

}  // namespace cdrsim
