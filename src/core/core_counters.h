// SPDX-License-Identifier: BSD-3-Clause
// What a core counts. Only references of a thread's first pass over its trace count (run.restart);
// core.later_references has the others.
//
// Invariants at the end of a run:
//   sim.accesses == core.loads + core.stores + core.atomics == count of memory.latency
//   sim.accesses == references in the traces (less the warm-up's)
//   core.latency_cycles == sum of memory.latency
//   core.instructions == sum over records of gap + 1
#pragma once

#include "stats/counters.h"

namespace cdrsim {

#define CDRSIM_CORE_COUNTERS(X)                                                                                      \
  X(accesses, "sim.accesses", "references", "references completed; one that crosses lines counts once")              \
  X(loads, "core.loads", "references", "loads completed")                                                            \
  X(stores, "core.stores", "references", "stores performed")                                                         \
  X(atomics, "core.atomics", "references", "atomic read-modify-writes performed")                                    \
  X(later, "core.later_references", "references", "completed after a thread's first pass; other core.* has none")    \
  X(instructions, "core.instructions", "instructions", "instructions issued: each record and the gap before it")     \
  X(latency_cycles, "core.latency_cycles", "cycles", "sum of all references' latencies, issue to completion")        \
  X(forwarded, "core.forwarded_loads", "line pieces", "loads served by the store buffer; l1.hits includes them")     \
  X(replays, "core.replayed_loads", "line pieces", "loads bound early whose line was lost; l1.* leaves replays out") \
  X(store_buffer_full_cycles, "core.store_buffer_full_cycles", "cycles", "stalls for a free store buffer entry")     \
  X(lock_acquires, "sync.lock_acquires", "acquires", "locks granted")                                                \
  X(barrier_arrivals, "sync.barrier_arrivals", "arrivals", "threads that reached a barrier")                         \
  X(sync_wait_cycles, "sync.wait_cycles", "cycles", "from reaching a barrier or lock to passing it")
CDRSIM_DECLARE_COUNTERS(CoreCounters, CDRSIM_CORE_COUNTERS)

}  // namespace cdrsim
