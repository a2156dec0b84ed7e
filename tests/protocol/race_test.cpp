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

// The same for a clean owner.
TEST(Broadcast, AnInvReachesACleanEvictorBeforeItsPutAck) {
  Machine m({.cores = 3, .applications = 1, .capacity = 1});
  m.start(0, load, 0);
  m.settle();
  m.start(0, load, 1);
  m.settle_but(put_ack);
  ASSERT_EQ(m.cache_state(0, 0), "EI_A");
  for (std::uint32_t core : {1, 2}) {
    m.start(core, load, 0);
    m.settle_but(put_ack);
  }
  m.start(1, store, 0);
  m.settle_but(put_ack);
  EXPECT_FALSE(m.waits(1, 0));
  EXPECT_EQ(m.cache_state(0, 0), "EI_A");
  m.settle();
  m.audit();
}

// GIVEN a reader whose copy went silently, so that an older writer's Inv meets its new GetS on the way, WHEN that GetS
// finds the line unowned at last THEN the exclusive grant cancels the Inv: the copy is kept.
TEST(UseOnce, AnExclusiveGrantCancelsAnOlderInv) {
  Machine m({.cores = 2});
  for (std::uint32_t core : {0, 1}) {
    m.start(core, load, 0);
    m.settle();
  }
  m.start(0, load, 1);  // drops line 0 silently; the home still counts core 0
  m.settle();
  m.start(1, store, 0);
  m.settle_but(inv);
  m.start(0, load, 0);
  auto slow = [](const Message& x) { return x.type == inv || (x.type == get_s && x.line.value == 0); };
  m.settle(slow);
  ASSERT_EQ(m.cache_state(0, 0), "IS_D");
  ASSERT_TRUE(m.waits(1, 0)) << "the writer waits for the acknowledgement";
  m.deliver(inv, 0);
  EXPECT_EQ(m.cache_state(0, 0), "IS_D_I");
  m.settle(slow);
  ASSERT_FALSE(m.waits(1, 0));
  m.start(1, load, 2);  // writes line 0 back
  m.settle(slow);
  ASSERT_EQ(m.home_state(0), "I");
  m.deliver(get_s, 0, 0);
  m.deliver(data_e, 0);
  EXPECT_EQ(m.cache_state(0, 0), "E");
  EXPECT_EQ(m.cache(0).counters.use_once, 0u);
  m.settle();
  m.audit();
}

// GIVEN two sharers that both want to write WHEN one's Inv meets the other's upgrade THEN the loser's copy is void (a
// load waits), and it gets the line, with the winner's store in it, from the winner.
TEST(Upgrade, TheLoserOfTwoBecomesAPlainWriter) {
  for (const char* protocol : {"msi", "mesi"}) {
    Machine m({.protocol = protocol, .cores = 2, .slots = 2});
    for (std::uint32_t core : {0, 1}) {
      m.start(core, load, 0);
      m.settle();
    }
    m.start(0, store, 0);
    m.start(1, store, 0);
    ASSERT_EQ(m.cache_state(0, 0), "SM_AD");
    EXPECT_EQ(m.start(0, load, 0, 1), Answer::l1_hit) << "the shared copy is still good";
    m.deliver(get_m);
    const std::uint32_t loser = m.in_flight(inv, 1) ? 1 : 0, winner = 1 - loser;
    ASSERT_TRUE(m.in_flight(grant, winner)) << "its copy is good: no data travels";
    m.deliver(inv, loser);
    EXPECT_EQ(m.cache_state(loser, 0), "IM_AD");
    EXPECT_EQ(m.start(loser, load, 0, 1), Answer::pending);
    m.settle();
    EXPECT_FALSE(m.waits(0, 0) || m.waits(1, 0));
    EXPECT_EQ(m.cache_state(loser, 0), "M");
    EXPECT_EQ(m.cache_state(winner, 0), "I");
    m.audit();
  }
}

// GIVEN a writer that is the owner for the home, its data still on the way, WHEN the next writer's forward comes THEN
// it is kept and answered after the store, with the store in the data.
TEST(Deferred, AForwardToAnOwnerWithoutDataIsAnsweredAfterTheStore) {
  for (const char* protocol : {"msi", "mesi"})
    for (ReferenceKind next : {store, load}) {
      Machine m({.protocol = protocol, .cores = 2});
      m.start(0, store, 0);
      m.settle_but(data_m);
      ASSERT_EQ(m.cache_state(0, 0), "IM_AD");
      m.start(1, next, 0);
      m.settle_but(data_m);
      EXPECT_EQ(m.cache_state(0, 0), "IM_AD") << "the forward came and waits";
      ASSERT_EQ(m.bag().size(), 1u) << m.describe();
      m.deliver(data_m, 0);
      EXPECT_FALSE(m.waits(0, 0));
      EXPECT_EQ(m.cache_state(0, 0), next == store ? "I" : "S");
      const MessageType data = next == store ? data_m : data_s;
      ASSERT_TRUE(m.in_flight(data, 1));
      EXPECT_EQ(m.bag()[m.find(data, 1)].version, kUnwritten + 1);
      m.settle();
      EXPECT_EQ(m.cache_state(1, 0), next == store ? "M" : "S");
      m.audit();
    }
}

// GIVEN an Inv-Ack that overtakes the data which says that there will be one WHEN both are in THEN the store is
// performed once, then.
TEST(InvAck, MayOvertakeTheData) {
  Machine m({.protocol = "msi", .cores = 2});
  m.start(0, load, 0);
  m.settle();
  m.start(1, store, 0);
  m.settle_but(data_m);
  EXPECT_FALSE(m.in_flight(inv_ack)) << "it has come";
  EXPECT_TRUE(m.waits(1, 0));
  m.deliver(data_m, 1);
  EXPECT_FALSE(m.waits(1, 0));
  m.audit();
}

/// Core 0 has written line 0 (or read it), and its eviction is on the way; nothing else is.
void evict_line_0(Machine& m, ReferenceKind first) {
  m.start(0, first, 0);
  m.settle();
  m.start(0, load, 1);
  m.settle([](const Message& x) { return x.line.value == 0; });
}

// GIVEN a PutM that crosses a Fwd-GetM WHEN the forward comes first THEN the write-back entry answers it and waits for
// its Put-Ack; WHEN the Put-Ack comes first THEN it says that a forward is owed, the entry stays, and the core does not
// ask for the line before.
TEST(CrossedEviction, PutMMeetsFwdGetM) {
  for (const char* protocol : {"msi", "mesi"})
    for (bool ack_first : {false, true}) {
      Machine m({.protocol = protocol, .cores = 2});
      evict_line_0(m, store);
      ASSERT_EQ(m.cache_state(0, 0), "MI_A");
      m.start(1, store, 0);
      m.deliver(get_m);
      ASSERT_TRUE(m.in_flight(fwd_get_m, 0));
      m.deliver(put_m);
      ASSERT_TRUE(m.in_flight(put_ack_owed, 0)) << m.describe();
      EXPECT_EQ(m.home_state(0), "X") << "a stale PutM changes nothing";
      if (ack_first) {
        m.deliver(put_ack_owed);
        EXPECT_EQ(m.cache_state(0, 0), "MI_F");
        EXPECT_EQ(m.start(0, load, 0), Answer::blocked);
        m.deliver(fwd_get_m);
      } else {
        m.deliver(fwd_get_m);
        EXPECT_EQ(m.cache_state(0, 0), "II_A");
        EXPECT_EQ(m.start(0, load, 0), Answer::blocked);
        m.deliver(put_ack_owed);
      }
      EXPECT_EQ(m.cache_state(0, 0), "I");
      EXPECT_TRUE(m.cache(0).idle()) << m.describe();
      ASSERT_TRUE(m.in_flight(data_m, 1));
      EXPECT_EQ(m.bag()[m.find(data_m, 1)].version, kUnwritten + 1) << "the evicted data";
      m.settle();
      EXPECT_EQ(m.cache_state(1, 0), "M");
      m.audit();
    }
}

// GIVEN a PutM that crosses the home's Recall of the same line THEN the store is not lost, in any order: it is in DRAM,
// and the next reader finds it.
TEST(CrossedEviction, PutMMeetsRecall) {
  for (const char* protocol : {"msi", "mesi"})
    for (int order : {0, 1, 2}) {
      Machine m({.protocol = protocol, .cores = 2, .llc = {1, 1, 1}});
      m.start(0, store, 0);
      m.settle();
      m.start(0, load, 1);  // evicts line 0 here; at home it needs line 0's way
      m.deliver(get_s);
      ASSERT_EQ(m.home_state(0), "X_R");
      ASSERT_TRUE(m.in_flight(put_m) && m.in_flight(recall));
      if (order == 0) {
        m.deliver(recall);
        EXPECT_EQ(m.cache_state(0, 0), "II_A");
        m.deliver(put_m);
        m.deliver(put_ack_owed);
      } else {
        m.deliver(put_m);
        EXPECT_EQ(m.home_state(0), "X_R") << "the answer to the Recall is still due";
        m.deliver(order == 1 ? recall : put_ack_owed);
        EXPECT_EQ(m.cache_state(0, 0), order == 1 ? "II_A" : "MI_F");
        m.deliver(order == 1 ? put_ack_owed : recall);
      }
      EXPECT_EQ(m.cache_state(0, 0), "I");
      EXPECT_TRUE(m.in_flight(recall_data));
      m.settle();
      EXPECT_FALSE(m.waits(0, 0));
      m.start(1, load, 0);
      m.settle_but(mem_data);
      ASSERT_TRUE(m.in_flight(mem_data, {}, 0));
      EXPECT_EQ(m.bag()[m.find(mem_data)].version, kUnwritten + 1);
      m.settle();
      EXPECT_FALSE(m.waits(1, 0));
      m.audit();
    }
}

// GIVEN a PutE that crosses a Fwd-GetS WHEN all has settled THEN the reader has its copy and the home no longer counts
// the evictor: the reader's store invalidates nobody.
TEST(CrossedEviction, PutEMeetsFwdGetS) {
  for (int order : {0, 1, 2}) {
    Machine m({.cores = 2});
    evict_line_0(m, load);
    ASSERT_EQ(m.cache_state(0, 0), "EI_A");
    m.start(1, load, 0);
    m.deliver(get_s);
    ASSERT_EQ(m.home_state(0), "X_S");
    if (order == 0) {
      m.deliver(fwd_get_s);
      EXPECT_EQ(m.cache_state(0, 0), "II_A");
      m.deliver(downgrade_ack);
      ASSERT_EQ(m.home_state(0), "S");
      m.deliver(put_e);
      m.deliver(put_ack_owed);
    } else {
      m.deliver(put_e);
      m.deliver(order == 1 ? fwd_get_s : put_ack_owed);
      EXPECT_EQ(m.cache_state(0, 0), order == 1 ? "II_A" : "EI_F");
      m.deliver(order == 1 ? put_ack_owed : fwd_get_s);
    }
    EXPECT_EQ(m.cache_state(0, 0), "I");
    m.settle();
    EXPECT_EQ(m.cache_state(1, 0), "S");
    EXPECT_EQ(m.home_state(0), "S");
    m.start(1, store, 0);
    m.settle();
    EXPECT_EQ(m.home(0).counters.invalidations, 0u);
    m.audit();
  }
}

// --- MOESI -----------------------------------------------------------------------------------------------------------

/// Core 0 owns line 0 modified, and the cores after it share it.
void own_and_share(Machine& m, std::uint32_t cores) {
  m.start(0, store, 0);
  m.settle();
  for (std::uint32_t c = 1; c < cores; ++c) {
    m.start(c, load, 0);
    m.settle();
  }
  ASSERT_EQ(m.home_state(0), "O");
}

// GIVEN an owner that asks for leave to write WHEN another writer, or the home's eviction, was first THEN it hands the
// line over at once, and its request becomes a plain write.
TEST(Owned, WhatWasOrderedBeforeAnUpgradeIsServedAtOnce) {
  for (bool recalled : {false, true}) {
    Machine m({.protocol = "moesi", .cores = 2});
    own_and_share(m, 2);
    if (recalled) {
      m.start(0, store, 0);
      ASSERT_TRUE(m.evict_from_home(0));
      m.deliver(recall_o);
    } else {
      m.start(1, store, 0);
      m.start(0, store, 0);
      m.deliver(get_m);  // the older one
      m.deliver(fwd_get_m_o);
    }
    EXPECT_EQ(m.cache_state(0, 0), "IM_AD");
    m.settle();
    EXPECT_FALSE(m.waits(0, 0) || m.waits(1, 0));
    EXPECT_EQ(m.cache_state(0, 0), "M");
    m.audit();
  }
}

// GIVEN an owner whose upgrade the home has granted WHEN the next request's forward, or a Recall, overtakes the Grant
// THEN it waits for the store.
TEST(Owned, WhatWasOrderedAfterAnUpgradeWaits) {
  for (MessageType what : {fwd_get_s, fwd_get_m, recall}) {
    Machine m({.protocol = "moesi", .cores = 2});
    own_and_share(m, 2);
    m.start(0, store, 0);
    m.settle_but(grant);
    ASSERT_EQ(m.cache_state(0, 0), "OM_AD");
    ASSERT_EQ(m.home_state(0), "X");
    if (what == recall)
      ASSERT_TRUE(m.evict_from_home(0));
    else
      m.start(1, what == fwd_get_s ? load : store, 0);
    m.settle_but(grant);
    EXPECT_EQ(m.cache_state(0, 0), "OM_AD") << "it came and waits";
    ASSERT_EQ(m.bag().size(), 1u) << m.describe();
    m.deliver(grant);
    EXPECT_FALSE(m.waits(0, 0));
    EXPECT_EQ(m.cache_state(0, 0), what == fwd_get_s ? "O" : "I");
    m.settle();
    m.audit();
  }
}

// GIVEN an owner that answers a reader, stays the owner and then evicts the line WHEN its PutM overtakes its Owned-Ack
// THEN the home waits for that, and knows that no forward is owed.
TEST(Owned, APutMOvertakesTheOwnedAck) {
  Machine m({.protocol = "moesi", .cores = 2});
  m.start(0, store, 0);
  m.settle();
  m.start(1, load, 0);
  m.settle_but(owned_ack);
  ASSERT_EQ(m.cache_state(0, 0), "O");
  ASSERT_TRUE(m.evict(0, 0));
  m.deliver(put_m);
  EXPECT_EQ(m.home_state(0), "X_SP");
  EXPECT_FALSE(m.in_flight(put_ack) || m.in_flight(put_ack_owed));
  m.deliver(owned_ack);
  EXPECT_EQ(m.home_state(0), "S");
  EXPECT_TRUE(m.in_flight(put_ack, 0));
  m.settle();
  EXPECT_EQ(m.cache_state(0, 0), "I");
  m.start(0, load, 0);
  m.settle();
  m.audit();
}

// GIVEN a PutM or PutE that crosses a Fwd-GetS WHEN it reaches the home first THEN the home waits for the write-back
// entry's answer and acknowledges the eviction then.
TEST(Owned, APutCrossesAForward) {
  for (bool shared : {false, true})
    for (ReferenceKind first : {load, store}) {
      if (shared && first == load) continue;  // E has no sharers beside it
      Machine m({.protocol = "moesi", .cores = 3});
      m.start(0, first, 0);
      m.settle();
      if (shared) {
        m.start(1, load, 0);
        m.settle();
      }
      m.start(2, load, 0);
      m.deliver(get_s);
      ASSERT_TRUE(m.evict(0, 0));
      m.deliver(first == store ? put_m : put_e);
      EXPECT_EQ(m.home_state(0), "X_SP");
      m.deliver(shared ? fwd_get_s_o : fwd_get_s, 0);
      EXPECT_EQ(m.cache_state(0, 0), "II_A");
      m.settle();
      EXPECT_EQ(m.cache_state(0, 0), "I");
      EXPECT_EQ(m.home_state(0), "S");
      m.start(2, store, 0);
      m.settle();
      EXPECT_EQ(m.home(0).counters.invalidations, shared ? 1u : 0u) << "the evictor is no sharer";
      m.audit();
    }
}

// --- Piton -----------------------------------------------------------------------------------------------------------

// GIVEN an owner whose copy left silently WHEN the forward that asks for it meets its own new request THEN it says that
// there is nothing, and both get the line.
TEST(Piton, AForwardForAnOlderCopyMeetsARequest) {
  for (ReferenceKind again : {load, store})
    for (ReferenceKind other : {load, store}) {
      Machine m({.protocol = "piton", .cores = 2});
      m.start(0, load, 0);
      m.settle();
      ASSERT_TRUE(m.evict(0, 0));
      m.start(1, other, 0);
      m.deliver(other == load ? get_s : get_m);
      m.start(0, again, 0);
      const MessageType forward = other == load ? fwd_get_s : fwd_get_m;
      m.deliver(forward, 0);
      EXPECT_EQ(m.cache_state(0, 0), again == load ? "IS_D_I" : "IM_D");
      EXPECT_TRUE(m.in_flight(other == load ? downgrade_ack : recall_ack));
      m.settle();
      EXPECT_FALSE(m.waits(0, 0) || m.waits(1, 0));
      m.audit();
    }
}

// GIVEN a reader whose exclusive grant is overtaken by the next request's forward THEN it answers that it has nothing,
// and uses the data once.
TEST(Piton, AForwardOvertakesAnExclusiveGrant) {
  Machine m({.protocol = "piton", .cores = 2});
  m.start(0, load, 0);
  m.settle_but(data_e);
  m.start(1, store, 0);
  m.settle_but(data_e);
  EXPECT_FALSE(m.waits(1, 0)) << "the store is performed";
  ASSERT_EQ(m.cache_state(0, 0), "IS_D_I");
  m.deliver(data_e, 0);
  EXPECT_FALSE(m.waits(0, 0));
  EXPECT_EQ(m.cache_state(0, 0), "I");
  EXPECT_EQ(m.cache(0).counters.use_once, 1u);
  m.settle();
  m.audit();
}

// GIVEN a writer that is granted the line WHEN the next request comes THEN the home forwards it only after the
// Grant-Ack; WHEN the writer's eviction overtakes that THEN the home takes the data and still waits.
TEST(Piton, TheHomeWaitsForTheGrantAck) {
  for (bool evicts : {false, true}) {
    Machine m({.protocol = "piton", .cores = 2});
    m.start(0, store, 0);
    m.settle_but(grant_ack);
    ASSERT_FALSE(m.waits(0, 0));
    if (evicts) {
      ASSERT_TRUE(m.evict(0, 0));
      m.deliver(wb_guard);
      EXPECT_FALSE(m.in_flight(put_ack)) << "it waits for the line";
      m.deliver(wb);
      EXPECT_EQ(m.home_state(0), "I_A");
    }
    m.start(1, load, 0);
    m.settle_but(grant_ack);
    EXPECT_TRUE(m.waits(1, 0));
    EXPECT_EQ(m.home_state(0), evicts ? "I_A" : "E_A");
    m.deliver(grant_ack);
    EXPECT_EQ(m.in_flight(fwd_get_s, 0), !evicts);
    m.settle();
    EXPECT_EQ(m.cache_state(1, 0), evicts ? "E" : "S");
    m.audit();
  }
}

// GIVEN a WBGuard whose WB is late THEN later requests wait for the WB; WHEN the WB comes first THEN the guard finds
// that there is nothing to guard.
TEST(Piton, AWbGuardAndItsWbComeInAnyOrder) {
  for (bool guard_first : {false, true}) {
    Machine m({.protocol = "piton", .cores = 2});
    m.start(0, store, 0);
    m.settle();
    ASSERT_TRUE(m.evict(0, 0));
    EXPECT_EQ(m.cache_state(0, 0), "MI_GW");
    m.deliver(guard_first ? wb_guard : wb);
    EXPECT_EQ(m.home_state(0), guard_first ? "E_G" : "I");
    m.deliver(guard_first ? put_ack : wb_ack, 0);
    EXPECT_EQ(m.cache_state(0, 0), guard_first ? "MI_W" : "MI_G");
    EXPECT_EQ(m.start(0, load, 0), Answer::blocked);
    m.start(1, load, 0);
    m.deliver(get_s);
    EXPECT_EQ(m.in_flight(data_e, 1), !guard_first);
    m.settle();
    EXPECT_EQ(m.cache_state(0, 0), "I");
    EXPECT_EQ(m.cache_state(1, 0), "E");
    m.audit();
  }
}

// GIVEN a WB that crosses a forward or a Recall WHEN that comes first THEN the write-back entry answers it with the
// data and the WB is stale; WHEN the home has taken the WB before THEN the answer is that there is nothing.
TEST(Piton, AWbCrossesAForward) {
  for (MessageType what : {fwd_get_s, fwd_get_m, recall})
    for (bool wb_first : {false, true}) {
      SCOPED_TRACE(kind(what).name);
      Machine m({.protocol = "piton", .cores = 2});
      m.start(0, store, 0);
      m.settle();
      if (what == recall) {
        ASSERT_TRUE(m.evict_from_home(0));
      } else {
        m.start(1, what == fwd_get_s ? load : store, 0);
        m.deliver(what == fwd_get_s ? get_s : get_m);
      }
      ASSERT_TRUE(m.evict(0, 0));
      m.deliver(wb_guard);
      EXPECT_FALSE(m.in_flight(put_ack)) << "the line is busy: it waits";
      if (wb_first) {
        m.deliver(wb);
        m.deliver(wb_ack, 0);
        ASSERT_EQ(m.cache_state(0, 0), "MI_G");
      }
      m.deliver(what, 0);
      EXPECT_EQ(m.in_flight(what == fwd_get_s ? copy_back : recall_data), !wb_first);
      m.settle();
      EXPECT_FALSE(m.waits(1, 0));
      EXPECT_EQ(m.cache_state(0, 0), "I");
      m.start(0, load, 0);
      m.settle();
      m.audit();
    }
}

// GIVEN a WBGuard and a WB so late that the line has had other owners and its data, dropped by the LLC, is fetched
// again THEN they are acknowledged and change nothing.
TEST(Piton, AStaleWbMeetsAFetch) {
  for (bool owned : {false, true}) {
    Machine m({.protocol = "piton", .cores = 3, .llc = {1, 1, 4}, .sparse = Shape::Array{1, 2, 0}});
    auto late = [](const Message& x) { return x.type == wb || x.type == wb_guard || x.type == mem_data; };
    auto fetch = [&](std::uint32_t core) {
      m.start(core, load, 0);
      m.settle(late);
      if (m.in_flight(mem_data)) m.deliver(mem_data);
      m.settle(late);
    };
    m.start(0, store, 0);
    m.settle();
    ASSERT_TRUE(m.evict(0, 0));
    ASSERT_TRUE(m.evict_from_home(0));
    m.settle(late);
    ASSERT_EQ(m.home_state(0), "NP");
    fetch(1);
    if (!owned) fetch(2);
    ASSERT_EQ(m.home_state(0), owned ? "E" : "S");
    ASSERT_TRUE(m.evict(1, 0));
    ASSERT_TRUE(m.evict_from_home(0, true));
    m.settle(late);
    m.start(1, load, 0);
    m.settle(late);
    ASSERT_EQ(m.home_state(0), owned ? "E_D" : "S_D");
    m.deliver(wb);
    m.deliver(wb_ack, 0);
    m.deliver(wb_guard);
    EXPECT_EQ(m.home_state(0), owned ? "E_D" : "S_D");
    EXPECT_EQ(m.cache_state(0, 0), "MI_G") << "its guard waits";
    m.settle();
    EXPECT_EQ(m.cache_state(0, 0), "I");
    EXPECT_EQ(m.cache_state(1, 0), owned ? "E" : "S");
    m.audit();
  }
}

}  // namespace
}  // namespace cdrsim
