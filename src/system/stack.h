// SPDX-License-Identifier: BSD-3-Clause
// The cycle stack: where the time of L1 misses went, from the moment the memory system accepted the reference until it
// was performed. The parts add up to stack.total.
#pragma once

#include "stats/counters.h"

namespace cdrsim {

#define CDRSIM_STACK_COUNTERS(X)                                                                               \
  X(tlb, "stack.tlb", "cycles", "waiting for a TLB fill")                                                      \
  X(hmc, "stack.hmc", "cycles", "waiting for the home's place: own HMC miss, or behind another's")             \
  X(network, "stack.network", "cycles", "on the way in the network, queueing included")                        \
  X(home, "stack.home", "cycles", "at the home: LLC access, waiting for a busy line, an MSHR or a way")        \
  X(smc, "stack.smc", "cycles", "invalidations held up by SMC misses")                                         \
  X(invalidation, "stack.invalidation", "cycles", "waiting for Inv-Acks after the data or grant came")         \
  X(owner, "stack.owner", "cycles", "at the owner that answers, waiting for its own miss included")            \
  X(dram, "stack.dram", "cycles", "from the home's request to DRAM's answer")                                  \
  X(cache, "stack.cache", "cycles", "in the private caches; the whole wait of a reference that joined a miss") \
  X(total, "stack.total", "cycles", "all of it")
CDRSIM_DECLARE_COUNTERS(StackCounters, CDRSIM_STACK_COUNTERS)

}  // namespace cdrsim
