// SPDX-License-Identifier: BSD-3-Clause
// The seam between a core and its memory system (translation, private caches, everything behind them).
//
// A core starts references through a MemoryPort, each under a slot number of its choice that is free at the time. The
// answer is one of
//   done     performed; its result is there `latency` cycles after `now`
//   pending  CoreClient::completed(slot) comes later, when it is performed
//   blocked  there is no room for it now (no MSHR, no way, a write-back of the line under way); nothing was started.
//            CoreClient::unblocked() comes when it is worth another try.
//
// Calls never nest in the dangerous direction: a core calls access() only from an event of its own, never from inside
// completed(), unblocked() or lost(). A memory system may call all three at any time, lost() even from inside access();
// where one event both completes a reference and loses its line, completed() comes first.
//
//   PortAnswer a = port.access(now, {0x1000, 8, ReferenceKind::load, slot});
//   if (a.kind == PortAnswer::done) continue_at(now + a.latency);
#pragma once

#include <cstdint>

#include "base/types.h"

namespace cdrsim {

enum class ReferenceKind : std::uint8_t { load, store, atomic };

/// Lies within one cache line; cores split what crosses.
struct Reference {
  std::uint64_t address = 0;  // virtual
  std::uint32_t size = 0;
  ReferenceKind kind = ReferenceKind::load;
  std::uint8_t slot = 0;
  bool counted = true;  // false: synchronisation traffic, kept out of l1.*, miss.* and the cycle stack
};

struct PortAnswer {
  enum Kind : std::uint8_t { done, pending, blocked } kind;
  std::uint32_t latency = 0;
};

class MemoryPort {
 public:
  virtual ~MemoryPort() = default;
  virtual PortAnswer access(Cycle now, const Reference& reference) = 0;
  /// A hint: access() to this address comes in so many cycles (2, then 1). See Component::prepare().
  virtual void prepare(std::uint64_t address, unsigned cycles) const {
    static_cast<void>(address);
    static_cast<void>(cycles);
  }
};

class CoreClient {
 public:
  virtual ~CoreClient() = default;
  /// The pending reference in `slot` is performed; its result is there at `now`.
  virtual void completed(Cycle now, std::uint8_t slot) = 0;
  /// A reference that was blocked may be tried again.
  virtual void unblocked(Cycle now) = 0;
  /// `line` (the virtual address of its first byte) was invalidated or evicted here, or its data was invalidated while
  /// under way: loads that read it, or wait for it, while older loads have not bound must be replayed
  /// (outstanding_loads > 1 only).
  virtual void lost(Cycle now, std::uint64_t line) = 0;
};

}  // namespace cdrsim
