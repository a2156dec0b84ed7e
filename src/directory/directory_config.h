// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "config/section.h"

namespace cdrsim {

struct DirectoryConfig {  // [directory]
  std::string store;      // "in-llc"
  std::string sharers;    // a registered sharer scheme
};

void declare_directory(config::Section<DirectoryConfig>& s);

}  // namespace cdrsim
