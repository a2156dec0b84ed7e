// SPDX-License-Identifier: BSD-3-Clause
// A protocol: its two tables and the states that controllers start from. One file in impl/ builds and registers one:
//
//   static const Registered<ProtocolFactory> msi{"msi", "invalidation, three states", &make_msi};
#pragma once

#include <memory>

#include "base/registry.h"
#include "protocol/protocol_config.h"
#include "protocol/table.h"

namespace cdrsim {

struct Protocol {
  std::string name;
  PrivateTable cache;
  HomeTable home;
  State cache_absent = 0;  // what a line not found in a private cache is in
  State home_absent = 0;   // what a line not found at its home is in
  State home_writing = 0;  // the victim that is on its way to DRAM
};

using ProtocolFactory = std::shared_ptr<const Protocol> (*)(EvictNotice);

/// The protocol of this name, checked complete. UserError for an unknown name.
std::shared_ptr<const Protocol> make_protocol(const ProtocolConfig& config);

}  // namespace cdrsim
