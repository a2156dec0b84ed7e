// SPDX-License-Identifier: BSD-3-Clause
// Events in plain words, one line each: what the line log prints and what the value oracle's errors quote.
//
//   who(TransitionEvent{.home = true, .tile = 17, ...})   "home 17"
//   what(...)                                             "X + GetS → X_S"
#pragma once

#include <string>
#include <variant>

#include "observe/observer.h"

namespace cdrsim {

using AnyEvent =
    std::variant<TransitionEvent, MessageEvent, LoadIssuedEvent, LoadEvent, StoreEvent, PermissionEvent, DomainEvent>;

std::string who(const TransitionEvent& event);
std::string who(const MessageEvent& event);
std::string who(const LoadIssuedEvent& event);
std::string who(const LoadEvent& event);
std::string who(const StoreEvent& event);
std::string who(const PermissionEvent& event);
std::string who(const DomainEvent& event);

std::string what(const TransitionEvent& event);
std::string what(const MessageEvent& event);
std::string what(const LoadIssuedEvent& event);
std::string what(const LoadEvent& event);
std::string what(const StoreEvent& event);
std::string what(const PermissionEvent& event);
std::string what(const DomainEvent& event);

/// Whether a row was taken that changes no state and that a request alone can take: a hit, a wait, a refusal. They are
/// counted, but nobody wants to read them.
bool is_routine(const TransitionEvent& event);

/// The columns of both: the cycle, who (10 wide), what.
std::string event_row(Cycle now, const std::string& who, const std::string& what);

std::string hexadecimal(LineAddress line);

}  // namespace cdrsim
