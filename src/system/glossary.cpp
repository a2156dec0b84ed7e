// SPDX-License-Identifier: BSD-3-Clause
#include "system/glossary.h"

#include "protocol/message.h"

namespace cdrsim {
namespace {

std::string state_help(const std::vector<StateInfo>& states, std::string_view term) {
  for (const StateInfo& s : states)
    if (s.name == term) return s.help;
  return {};
}

template <class Event>
std::string event_help(std::string_view term) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Event::count); ++i)
    if (const auto e = static_cast<Event>(i); name(e) == term) return std::string(help(e));
  return {};
}

std::string message_help(std::string_view term) {
  for (const MessageKind& kind : kMessageKinds)
    if (kind.name == term) return std::string(kind.help);
  return {};
}

}  // namespace

Glossary protocol_glossary(std::shared_ptr<const Protocol> protocol) {
  return [protocol = std::move(protocol)](TermKind kind, std::string_view term) -> std::string {
    switch (kind) {
      case TermKind::cache_state:
        return state_help(protocol->cache.states(), term);
      case TermKind::home_state:
        return state_help(protocol->home.states(), term);
      case TermKind::cache_event:
        return event_help<PrivateEvent>(term);
      case TermKind::home_event:
        return event_help<HomeEvent>(term);
      case TermKind::message:
        return message_help(term);
    }
    return {};
  };
}

}  // namespace cdrsim
