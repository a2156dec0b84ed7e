// SPDX-License-Identifier: BSD-3-Clause
// Why a private cache no longer has a line it once had: what turns a miss into a cold, capacity, coherence or recall
// miss. Nine bytes per line ever touched, in a hash table.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "base/types.h"

namespace cdrsim {

enum class Loss : std::uint8_t { never_had, capacity, coherence, recall, domain };

class LossHistory {
 public:
  /// Why the line is missing now. From here on, unless told otherwise, its loss will be the cache's own eviction.
  Loss miss(LineAddress line) {
    if (4 * (size_ + 1) > 3 * keys_.size()) grow();
    const std::size_t i = find(line.value + 1);
    const Loss reason = keys_[i] ? reasons_[i] : Loss::never_had;
    if (!keys_[i]) keys_[i] = line.value + 1, ++size_;
    reasons_[i] = Loss::capacity;
    return reason;
  }

  /// The line was here and was taken away.
  void lost(LineAddress line, Loss reason) {
    if (keys_.empty()) return;
    const std::size_t i = find(line.value + 1);
    if (keys_[i]) reasons_[i] = reason;
  }

 private:
  std::size_t find(std::uint64_t key) const {
    const std::size_t mask = keys_.size() - 1;
    std::size_t i = mix64(key) & mask;
    while (keys_[i] && keys_[i] != key) i = (i + 1) & mask;
    return i;
  }

  void grow() {
    std::vector<std::uint64_t> keys(keys_.empty() ? 16 : 2 * keys_.size());
    std::vector<Loss> reasons(keys.size());
    keys.swap(keys_);
    reasons.swap(reasons_);
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i]) {
        const std::size_t j = find(keys[i]);
        keys_[j] = keys[i];
        reasons_[j] = reasons[i];
      }
  }

  // Open addressing, linear probing. A key is the line plus one: zero is free, and no line is kNoLine.
  std::vector<std::uint64_t> keys_;
  std::vector<Loss> reasons_;
  std::size_t size_ = 0;
};

}  // namespace cdrsim
