// SPDX-License-Identifier: BSD-3-Clause
// Latencies of references, in cycles from issue to completion.
//
//   loads   issue to data (of the last piece, of the last replay)
//   stores  issue to globally performed; under TSO issue is the cycle in which the store enters the buffer.
//           Atomics count here: they complete when they are globally performed.
#pragma once

#include "stats/histogram.h"

namespace cdrsim {

struct LatencyRecorder {
  stats::Histogram loads;   // memory.load_latency
  stats::Histogram stores;  // memory.store_latency

  /// memory.latency: every reference. Made when asked for, so that a reference costs one bin, not two.
  stats::Histogram all() const {
    stats::Histogram sum = loads;
    sum += stores;
    return sum;
  }
  void clear() {
    loads.clear();
    stores.clear();
  }
};

}  // namespace cdrsim
