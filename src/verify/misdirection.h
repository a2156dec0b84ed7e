// SPDX-License-Identifier: BSD-3-Clause
// A mistake that no table can show: a message that a row sends goes to somebody else of the same kind. A model makes it
// once it has been told (Model::misdirect).
//
// Requests, reads and writes of DRAM and of map tables have no misdirections: where they go is up to the maps, not to a
// row.
//
//   Misdirection m{true, "X", "GetS", {MessageType::fwd_get_s}, Misdirection::To::requester};
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/message.h"
#include "protocol/table.h"
#include "verify/shape.h"

namespace cdrsim::verify {

struct Misdirection {
  enum class To : std::uint8_t { another_core, another_home, requester };
  bool at_home = false;
  std::string state, event;        // of the row, as its table calls them
  std::vector<MessageType> types;  // the first message of one of them that the row sends goes astray
  To to{};

  /// Where to; where it was going anyway on a machine that has nobody else.
  TileId destination(const Message& message, const Shape& shape) const;
};

/// "to another core"
const char* name(Misdirection::To to);

/// The types of messages that an action sends to destinations of its own choice.
std::vector<MessageType> sent_by(PrivateAction action);
std::vector<MessageType> sent_by(HomeAction action);

}  // namespace cdrsim::verify
