// SPDX-License-Identifier: BSD-3-Clause
// Wrong protocols: each is a right one with one row of one table broken in one simple way. A verifier that is worth
// something finds each of them wrong, or it can be said why the row may as well be so.
//
//   for (const Mutation& m : mutations_of(*protocol)) explore(mutated(*protocol, m));
//
// The ways: another next state; an action dropped, done twice, or done after the one that follows it; an action
// replaced by another one of its kind that the protocol uses (an answer by another answer, to somebody else with other
// contents; a change of the sharers by another one; a hit by a wait); a message sent to somebody else of the same kind,
// which is a mistake of the model (misdirection.h) beside the right tables.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/protocol.h"
#include "verify/misdirection.h"

namespace cdrsim::verify {

struct Mutation {
  enum class Way : std::uint8_t { next, drop, duplicate, swap, replace, misdirect };
  std::string id;  // "cache S x Inv: next I -> S"; no other mutation of the protocol has it
  Way way{};
  bool at_home = false;        // which table
  State state = 0;             // of the row
  PrivateEvent cache_event{};  // of the row, in the cache's table
  HomeEvent home_event{};      // in the home's
  PrivateTable::Row cache_row;
  HomeTable::Row home_row;
  std::optional<Misdirection> misdirection;  // of way misdirect: the row is the right one
};

const char* name(Mutation::Way way);

/// All of them, in an order of their own.
std::vector<Mutation> mutations_of(const Protocol& protocol);

std::shared_ptr<const Protocol> mutated(const Protocol& protocol, const Mutation& mutation);

}  // namespace cdrsim::verify
