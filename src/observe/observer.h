// SPDX-License-Identifier: BSD-3-Clause
// What happens in the machine, as typed events. Models emit them and never print; the value oracle, the line log and
// whatever comes later listen. With no listener an event costs one test of a flag: emitters ask any() first.
// Listeners keep events: every string_view must outlive the run (the names in the tables and string literals do).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/types.h"

namespace cdrsim {

/// What a tile's private caches may do with a line without asking. E and M are `write` (E becomes M silently).
enum class Permission : std::uint8_t { none, read, write };

/// A controller took a row of its table.
struct TransitionEvent {
  Cycle now;
  TileId tile;
  bool home;  // home controller, else private cache controller
  LineAddress line;
  std::string_view before, event, after;  // state, event, state: the table's names
};

struct MessageEvent {
  Cycle now;  // sent
  Cycle arrives;
  TileId source, destination;
  LineAddress line;
  std::string_view type, unit;  // "GetS", "home"
  TileId requester;
  std::uint32_t acks;  // Inv-Acks the requester has to expect (data and grants)
  Version version;     // of the data it carries, if any
  std::uint32_t flits;
  std::string_view source_unit = {};  // as `unit`: "cache", "home", "memory", ...; empty: not said
  bool carries_data = false;          // `version` means something even when it is 0
};

/// Permissions are reported before the loads and stores that use them, and taken away before they are given elsewhere:
/// a writer's when it answers the forward, a reader's when it meets the Inv.
struct PermissionEvent {
  Cycle now;
  TileId tile;
  LineAddress line;
  Permission before, after;
};

/// A miss has begun: from now on `slot` of `tile` waits for the line.
struct LoadIssuedEvent {
  Cycle now;
  TileId tile;
  LineAddress line;
  std::uint8_t slot;
};

/// A load returned `version`. `hit`: it did not wait; otherwise LoadIssuedEvent came before for this tile and slot.
struct LoadEvent {
  Cycle now;
  TileId tile;
  LineAddress line;
  std::uint8_t slot;
  bool hit;
  Version version;
};

/// A store or atomic was performed on a line whose version was `before`; it is now before + 1.
struct StoreEvent {
  Cycle now;
  TileId tile;
  LineAddress line;
  Version before;
};

/// A home handles `line` as a member of sharer domain `sdid` (0xffffffff: sharers are not restricted). Sent for every
/// line, so that the oracle can say that each has exactly one domain.
struct DomainEvent {
  Cycle now;
  TileId home;
  LineAddress line;
  std::uint32_t sdid;
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on(const TransitionEvent&) {}
  virtual void on(const MessageEvent&) {}
  virtual void on(const LoadIssuedEvent&) {}
  virtual void on(const LoadEvent&) {}
  virtual void on(const StoreEvent&) {}
  virtual void on(const PermissionEvent&) {}
  virtual void on(const DomainEvent&) {}
};

class Observers {
 public:
  bool any() const { return !list_.empty(); }
  void add(Observer& observer) { list_.push_back(&observer); }
  template <class Event>
  void notify(const Event& event) const {
    for (Observer* o : list_) o->on(event);
  }

 private:
  std::vector<Observer*> list_;
};

}  // namespace cdrsim
