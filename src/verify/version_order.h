// SPDX-License-Identifier: BSD-3-Clause
// Checks that every load returns the version that coherence order demands: a hit the current one, a load that waited
// one that was current at some time since it began to wait. Stores make the next version, out of the current one.
//
// What it remembers is part of the explored state: the current version of each line, and what each waiting load may
// see.
#pragma once

#include <optional>
#include <vector>

#include "observe/observer.h"
#include "protocol/state_archive.h"
#include "verify/shape.h"
#include "verify/violation.h"

namespace cdrsim::verify {

class VersionOrder final : public Observer {
 public:
  /// A reference that a step performed.
  struct Done {
    LineAddress line;
    bool write, hit;
    Version version;  // that it read, or made
  };
  struct Slot {
    bool waits = false, write = false;
    LineAddress line{};
    Version issued = 0;  // of a load: the version that was current then
  };

  explicit VersionOrder(const Shape& shape)
      : shape_(shape), current_(shape.lines, kUnwritten), slots_(shape.cores * shape.slots) {}

  Slot& slot(std::uint32_t core, std::uint32_t s) { return slots_[core * shape_.slots + s]; }
  const Slot& slot(std::uint32_t core, std::uint32_t s) const { return slots_[core * shape_.slots + s]; }
  Version current(LineAddress line) const { return current_[line.value]; }
  bool anybody_waits() const;

  const std::vector<Done>& done() const { return done_; }
  const std::optional<Violation>& violation() const { return violation_; }
  void begin_step();

  void on(const LoadIssuedEvent& e) override { slot(e.tile.value, e.slot).issued = current_[e.line.value]; }
  void on(const LoadEvent& e) override;
  void on(const StoreEvent& e) override;

  /// What versions are compared with.
  void rank(VersionRanks& versions) const;
  /// `from`: the core at each place.
  void save(StateWriter& w, const std::vector<std::uint32_t>& from) const;
  void load(StateReader& r);

 private:
  const Shape& shape_;
  std::vector<Version> current_;  // by line
  std::vector<Slot> slots_;       // by core and slot
  std::vector<Done> done_;
  std::optional<Violation> violation_;
};

}  // namespace cdrsim::verify
