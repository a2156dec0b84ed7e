// SPDX-License-Identifier: BSD-3-Clause
// What the terms of a line log mean, out of the protocol's own tables and the list of messages.
#pragma once

#include <memory>

#include "observe/line_log.h"
#include "protocol/protocol.h"

namespace cdrsim {

Glossary protocol_glossary(std::shared_ptr<const Protocol> protocol);

}  // namespace cdrsim
