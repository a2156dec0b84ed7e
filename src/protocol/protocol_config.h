// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "config/section.h"

namespace cdrsim {

enum class EvictNotice { exclusive, all };

struct ProtocolConfig {  // [protocol]
  std::string name;      // a registered protocol
  EvictNotice evict_notice;
};

void declare_protocol(config::Section<ProtocolConfig>& s);

}  // namespace cdrsim
