// SPDX-License-Identifier: BSD-3-Clause
// Who makes references: the cores of a machine that is explored. AnyReference lets any core load or store any line at
// any moment; another front end may run programs and keep registers and store buffers in the state that it saves.
//
// The model asks which steps cores may take, takes one of them through take(), and reports what became of references:
//
//   class OneLoadEach : public FrontEnd { ... offer(): a step for each core that has not loaded yet;
//                                             take(): return cores.access(core, 0, ReferenceKind::load, line).accepted
//                                             }
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/memory_port.h"
#include "protocol/cache_controller.h"
#include "protocol/state_archive.h"

namespace cdrsim::verify {

/// What a front end may do to the machine.
class CorePorts {
 public:
  virtual ~CorePorts() = default;
  /// Whether a reference (or an eviction) of this core may start: its requests before have left.
  virtual bool ready(std::uint32_t core) const = 0;
  /// Whether `slot` of the core waits for a reference.
  virtual bool waits(std::uint32_t core, std::uint32_t slot) const = 0;
  /// Starts a reference. blocked: nothing has changed. A hit is reported by done() before this returns; pending: done()
  /// comes with a later step.
  virtual CacheController::Answer access(std::uint32_t core, std::uint32_t slot, ReferenceKind kind,
                                         LineAddress line) = 0;
};

class FrontEnd {
 public:
  virtual ~FrontEnd() = default;

  /// Appends the steps that `core` may take, as numbers that take() understands, in an order of their own. They depend
  /// on nothing but the state.
  virtual void offer(std::uint32_t core, const CorePorts& ports, std::vector<std::uint32_t>& steps) const = 0;
  /// Takes one. False: it was blocked, and nothing has changed.
  virtual bool take(std::uint32_t core, std::uint32_t step, CorePorts& ports) = 0;
  /// A reference of `slot` is performed. `version`: what a load has read, or what a store has made.
  virtual void done(std::uint32_t /*core*/, std::uint32_t /*slot*/, LineAddress, bool /*write*/, Version) {}
  /// "load 0": unique among the steps that a core is offered at a time.
  virtual std::string name(std::uint32_t core, std::uint32_t step) const = 0;

  /// Whether cores may change places: they all run the same.
  virtual bool interchangeable() const = 0;
  /// Whether versions are kept as they are. Otherwise they become ranks: their order is all that matters.
  virtual bool keeps_versions() const { return false; }
  /// Called on every new state; a text is a violation of what this front end demands. `quiet`: nothing is under way.
  virtual std::string check(bool /*quiet*/) const { return {}; }

  /// `from`: the core at each place.
  virtual void save(StateWriter&, const std::vector<std::uint32_t>& /*from*/) const {}
  virtual void load(StateReader&) {}
};

}  // namespace cdrsim::verify
