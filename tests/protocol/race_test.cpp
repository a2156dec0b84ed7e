// SPDX-License-Identifier: BSD-3-Clause
// Do the documented races end well? Each test brings about one order of messages that a network without point-to-point
// order may produce; the machine's value oracle watches every step.
#include <gtest/gtest.h>

#include "protocol/machine.h"

namespace cdrsim {
namespace {

using enum MessageType;
using enum ReferenceKind;
using Answer = CacheController::Answer;

// GIVEN a reader whose Inv came before its data WHEN the writer has stored THEN a younger load does not join that miss:
// the data on its way is older than a store that the younger load may have to see.
TEST(UseOnce, AYoungerLoadDoesNotJoinAMissWhoseDataIsStale) {
  Machine m({.protocol = "msi", .cores = 2, .slots = 2});
  m.start(0, load, 0, 0);
  m.settle_but(data_s);
  m.start(1, store, 0);
  m.settle_but(data_s);
  ASSERT_FALSE(m.waits(1, 0)) << "the store is performed";
  ASSERT_EQ(m.cache_state(0, 0), "IS_D_I");
  EXPECT_EQ(m.start(0, load, 0, 1), Answer::blocked);
  m.deliver(data_s);
  EXPECT_FALSE(m.waits(0, 0));
  EXPECT_EQ(m.cache_state(0, 0), "I");
  m.audit();
}

// GIVEN an eviction that the home has taken, its Put-Ack still in flight WHEN others share the line and a broadcast
// invalidates everybody THEN the evictor acknowledges like everybody.
TEST(Broadcast, AnInvReachesAnEvictorBeforeItsPutAck) {
  for (const char* protocol : {"msi", "mesi"}) {
    Machine m({.protocol = protocol, .cores = 3, .applications = 1, .capacity = 1});
    m.start(0, store, 0);
    m.settle();
    m.start(0, load, 1);  // evicts line 0
    m.settle_but(put_ack);
    ASSERT_EQ(m.cache_state(0, 0), "MI_A");
    for (std::uint32_t core : {1, 2}) {
      m.start(core, load, 0);
      m.settle_but(put_ack);
    }
    ASSERT_EQ(m.home_state(0), "S");
    m.start(1, store, 0);
    m.settle_but(put_ack);
    EXPECT_FALSE(m.waits(1, 0)) << "both others have acknowledged";
    m.settle();
    m.audit();
  }
}

}  // namespace
}  // namespace cdrsim
