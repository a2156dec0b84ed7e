// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/protocol_config.h"

#include "config/declaration.h"
#include "protocol/protocol.h"

namespace cdrsim {

void declare_protocol(config::Section<ProtocolConfig>& s) {
  s.help("The coherence protocol.");
  s.name("name", &ProtocolConfig::name, &config::registered<ProtocolFactory>)
      .default_value("mesi")
      .help("`cdrsim describe protocol NAME` prints its tables");
  s.choice("evict_notice", &ProtocolConfig::evict_notice,
           {{"exclusive", EvictNotice::exclusive, "lines held alone are announced, shared ones leave silently"},
            {"all", EvictNotice::all, "shared lines are announced too"}})
      .default_value(EvictNotice::exclusive)
      .help("which evictions a private cache tells the home; piton tells it of modified lines, whatever this says");
}

}  // namespace cdrsim
