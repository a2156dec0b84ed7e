// SPDX-License-Identifier: BSD-3-Clause
// A component is whatever events happen to. Its id comes from the configuration, never from an address or a partition.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace cdrsim {

class Component {
 public:
  /// `id` < 2^28, unique in the machine.
  explicit Component(std::uint32_t id) : id_(id) {}
  virtual ~Component() = default;

  /// An event scheduled for this component has come. `argument` is what the scheduler passed.
  virtual void handle(Cycle now, std::uint64_t argument) = 0;

  /// A hint, and no more: such an event comes in `cycles` cycles (3, 2, 1; not always all of them). A component may ask
  /// the host's caches for what handle() will read, one step of a chain of pointers each time. Changes nothing.
  virtual void prepare(std::uint64_t argument, unsigned cycles) const {
    static_cast<void>(argument);
    static_cast<void>(cycles);
  }

  std::uint32_t id() const { return id_; }

 private:
  friend class EventQueue;
  std::uint32_t id_;
  std::uint32_t sequence_ = 0;  // events this component has caused so far: the last part of the event key
};

}  // namespace cdrsim
