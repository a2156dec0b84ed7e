// SPDX-License-Identifier: BSD-3-Clause
#include "observe/event_text.h"

#include <charconv>

namespace cdrsim {
namespace {

std::string number(std::uint64_t n) {
  return std::to_string(n);
}

std::string core(TileId tile) {
  return "core " + number(tile.value);
}
std::string home(TileId tile) {
  return "home " + number(tile.value);
}

/// A place by the name of its unit. Students know the private caches by the core they serve.
std::string place(std::string_view unit, TileId tile) {
  if (unit == "cache") return core(tile);
  if (unit == "memory") return "DRAM " + number(tile.value);
  if (unit.empty()) return "tile " + number(tile.value);
  return std::string(unit) + " " + number(tile.value);
}

const char* permission(Permission p) {
  switch (p) {
    case Permission::none:
      return "no permission";
    case Permission::read:
      return "read permission";
    case Permission::write:
      return "write permission";
  }
  return "?";
}

}  // namespace

std::string who(const TransitionEvent& e) {
  return e.home ? home(e.tile) : core(e.tile);
}
std::string who(const MessageEvent& e) {
  return place(e.source_unit, e.source);
}
std::string who(const LoadIssuedEvent& e) {
  return core(e.tile);
}
std::string who(const LoadEvent& e) {
  return core(e.tile);
}
std::string who(const StoreEvent& e) {
  return core(e.tile);
}
std::string who(const PermissionEvent& e) {
  return core(e.tile);
}
std::string who(const DomainEvent& e) {
  return home(e.home);
}

std::string what(const TransitionEvent& e) {
  std::string text = std::string(e.before) + " + " + std::string(e.event);
  return e.before == e.after ? text + ": stays in " + std::string(e.after) : text + " → " + std::string(e.after);
}

std::string what(const MessageEvent& e) {
  std::string text = "→ " + place(e.unit, e.destination) + ": " + std::string(e.type);
  if (e.carries_data || e.version != 0) text += " with version " + number(e.version);
  // The requester is news where it is neither end of the message: it may share a tile with the home that sends it, but
  // a home recalls lines for itself.
  const bool own_business = e.source_unit != "home" || e.unit != "cache" || e.type.starts_with("Recall");
  if (e.requester != kNoTile && e.requester != e.destination && !(e.requester == e.source && own_business))
    text += " for " + core(e.requester);
  if (e.acks != 0) text += ", expect " + number(e.acks) + (e.acks == 1 ? " Inv-Ack" : " Inv-Acks");
  return text + " (" + number(e.flits) + (e.flits == 1 ? " flit" : " flits") + ", arrives " + number(e.arrives) + ")";
}

std::string what(const LoadIssuedEvent&) {
  return "load misses and waits";
}

std::string what(const LoadEvent& e) {
  return (e.hit ? "load hits, reads version " : "load that waited reads version ") + number(e.version);
}

std::string what(const StoreEvent& e) {
  return "store performed: version " + number(e.before) + " → " + number(std::uint64_t{e.before} + 1);
}

std::string what(const PermissionEvent& e) {
  return std::string(permission(e.before)) + " → " + permission(e.after);
}

std::string what(const DomainEvent& e) {
  return e.sdid == 0xffffffffu ? "line is in the global domain (sharers are not restricted)"
                               : "line is in sharer domain SDID " + number(e.sdid);
}

std::string event_row(Cycle now, const std::string& who, const std::string& what) {
  std::string row = number(now);
  row.insert(0, row.size() < 10 ? 10 - row.size() : 0, ' ');
  row += "  " + who;
  row.append(who.size() < 10 ? 10 - who.size() : 0, ' ');
  return row + "  " + what;
}

std::string hexadecimal(LineAddress line) {
  char digits[16];
  auto end = std::to_chars(digits, digits + sizeof digits, line.value, 16).ptr;
  return "0x" + std::string(digits, end);
}

bool is_routine(const TransitionEvent& e) {
  return e.before == e.after && (e.event == "Load" || e.event == "Store" || e.event == "GetS" || e.event == "GetM");
}

}  // namespace cdrsim
