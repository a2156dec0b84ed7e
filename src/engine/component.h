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

  std::uint32_t id() const { return id_; }

 private:
  friend class EventQueue;
  std::uint32_t id_;
  std::uint32_t sequence_ = 0;  // events this component has caused so far: the last part of the event key
};

}  // namespace cdrsim
