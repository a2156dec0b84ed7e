// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "protocol/protocol.h"

namespace cdrsim {

void build_cache_table(Protocol& protocol, bool exclusive, EvictNotice notice);
void build_home_table(Protocol& protocol, bool exclusive, EvictNotice notice);

}  // namespace cdrsim
