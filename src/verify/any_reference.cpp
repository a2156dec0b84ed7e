// SPDX-License-Identifier: BSD-3-Clause
#include "verify/any_reference.h"

namespace cdrsim::verify {

// A step is line * 2 + (it is a store).

void AnyReference::offer(std::uint32_t core, const CorePorts& ports, std::vector<std::uint32_t>& steps) const {
  std::uint32_t free = 0;
  while (free < shape_.slots && ports.waits(core, free)) ++free;
  if (free == shape_.slots || !ports.ready(core)) return;
  for (std::uint32_t line = 0; line < shape_.lines; ++line)
    if (shape_.may_touch(core, LineAddress{line})) {
      steps.push_back(2 * line);
      steps.push_back(2 * line + 1);
    }
}

bool AnyReference::take(std::uint32_t core, std::uint32_t step, CorePorts& ports) {
  std::uint32_t free = 0;
  while (ports.waits(core, free)) ++free;
  return ports.access(core, free, step % 2 ? ReferenceKind::store : ReferenceKind::load, LineAddress{step / 2}) !=
         CacheController::Answer::blocked;
}

std::string AnyReference::name(std::uint32_t, std::uint32_t step) const {
  return (step % 2 ? "store " : "load ") + std::to_string(step / 2);
}

}  // namespace cdrsim::verify
