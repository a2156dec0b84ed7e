// SPDX-License-Identifier: BSD-3-Clause
// What the controllers take for granted of a protocol's tables. Some rows they do not look up, or only in part, because
// no protocol could have them otherwise: a request that meets a busy line waits, a line that is not in the cache has no
// place to keep a state. There the table has to say what the controllers do: it is also what people read.
//
//   check_rules(protocol);  // make_protocol() calls it
#pragma once

#include "protocol/protocol.h"

namespace cdrsim {

/// InternalError that names the row and the rule.
void check_rules(const Protocol& protocol);

}  // namespace cdrsim
