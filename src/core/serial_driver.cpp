// SPDX-License-Identifier: BSD-3-Clause
#include "core/serial_driver.h"

#include <algorithm>
#include <tuple>

#include "base/error.h"

namespace cdrsim {

bool SerialDriver::later(const Turn& a, const Turn& b) {
  auto key = [](const Turn& t) {
    return std::tuple(t.order, t.core->identity().application, t.core->identity().thread);
  };
  return key(a) > key(b);
}

SerialDriver::SerialDriver(EventQueue& queue, const std::vector<TraceCore*>& cores, std::uint64_t limit)
    : queue_(queue) {
  for (TraceCore* core : cores) {
    if (core->cursor().peek())
      take_back(*core, limit);
    else if (limit == kNoLimit)
      core->finish_alone();
  }
}

/// `core` has a next record: it gets a turn unless its references are used up.
void SerialDriver::take_back(TraceCore& core, std::uint64_t left) {
  if (left == 0) return;
  turns_.push_back({core.cursor().order(), &core, left});
  std::push_heap(turns_.begin(), turns_.end(), later);
}

bool SerialDriver::step() {
  if (turns_.empty()) return false;
  std::pop_heap(turns_.begin(), turns_.end(), later);
  auto [order, core, left] = turns_.back();
  turns_.pop_back();
  const bool reference = is_reference(core->cursor().peek()->operation);
  perform(*core);
  const bool unlimited = left == kNoLimit;
  if (core->cursor().peek())
    take_back(*core, left - (reference && !unlimited));
  else if (unlimited)
    core->finish_alone();
  return true;
}

void SerialDriver::perform(TraceCore& core) {
  core.perform_alone(std::max(queue_.now() + 1, ready_));
  while (queue_.run_cycle()) {
  }
  if (core.performing_alone())
    throw StuckError("serial replay: nothing is left to happen, but " + core.describe_wait(queue_.now()));
  ready_ = std::max(ready_, core.last_completion());
}

}  // namespace cdrsim
