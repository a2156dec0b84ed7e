// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include "config/section.h"

namespace cdrsim {

struct DirectoryConfig {            // [directory]
  std::string store;                // "in-llc" or "sparse"
  std::string sharers;              // a registered sharer scheme
  std::uint32_t pointers = 0;       // of an entry, in the schemes that have them
  std::uint32_t coarse_region = 0;  // members a bit stands for
  std::uint32_t entries = 0;        // of a tile's sparse directory
  std::uint32_t ways = 0;           // of a tile's sparse directory
};

void declare_directory(config::Section<DirectoryConfig>& s);

}  // namespace cdrsim
