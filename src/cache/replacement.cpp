// SPDX-License-Identifier: BSD-3-Clause
#include "cache/replacement.h"

namespace cdrsim {

std::unique_ptr<Replacement> make_replacement(const std::string& policy, std::uint64_t seed) {
  return Registry<ReplacementFactory>::instance().get(policy, "replacement policy")(seed);
}

}  // namespace cdrsim
