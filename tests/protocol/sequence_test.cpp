// SPDX-License-Identifier: BSD-3-Clause
// Without races: do references lead through the states that every textbook gives, and are requests served in order?
#include <gtest/gtest.h>

#include <string>

#include "protocol/machine.h"

namespace cdrsim {
namespace {

using enum MessageType;
using enum ReferenceKind;
using Answer = CacheController::Answer;

struct States {
  std::string p0, p1;
  friend bool operator==(const States&, const States&) = default;
  friend std::ostream& operator<<(std::ostream& out, const States& s) { return out << s.p0 << " " << s.p1; }
};

// The MESI check that another cache simulator counted all zeros for (muditbhargava66/CacheSimulator, issue 16), and
// what it is under the other protocols.
TEST(Sequence, TwoCoresTwoLines) {
  constexpr std::uint32_t A = 0, B = 1;
  struct Expected {
    const char* protocol;
    States both_read;     // line A, read by core 0 and then by core 1
    States written_read;  // line A, written by core 0 and then read by core 1
    const char* alone;    // the state of a lone reader
    bool copies_back;     // when a modified line becomes shared
    std::uint64_t invalidations, forwards;
  };
  for (const Expected& e : {Expected{"msi", {"S", "S"}, {"S", "S"}, "S", true, 2, 2},
                            Expected{"mesi", {"S", "S"}, {"S", "S"}, "E", true, 1, 4},
                            Expected{"moesi", {"S", "S"}, {"O", "S"}, "E", false, 1, 4},
                            Expected{"piton", {"S", "S"}, {"S", "S"}, "E", true, 2, 4}}) {
    SCOPED_TRACE(e.protocol);
    Machine m({.protocol = e.protocol, .cores = 2, .lines = 2, .l1 = {1, 2, 2}});
    auto after = [&](std::uint32_t core, ReferenceKind kind, std::uint32_t line) {
      m.start(core, kind, line);
      m.settle();
      EXPECT_FALSE(m.waits(core, 0));
      return States{m.cache_state(0, line), m.cache_state(1, line)};
    };
    EXPECT_EQ(after(0, load, A), (States{e.alone, "I"}));
    EXPECT_EQ(after(1, load, A), e.both_read);
    EXPECT_EQ(after(0, store, A), (States{"M", "I"}));
    m.start(1, load, A);
    m.settle([](const Message& x) { return x.type == copy_back || x.type == owned_ack; });
    EXPECT_EQ(m.in_flight(copy_back), e.copies_back) << "M to S writes back";
    EXPECT_EQ(m.in_flight(owned_ack), !e.copies_back) << "M to O does not";
    m.settle();
    EXPECT_EQ((States{m.cache_state(0, A), m.cache_state(1, A)}), e.written_read);
    EXPECT_EQ(after(1, load, B), (States{"I", e.alone}));
    EXPECT_EQ(after(0, store, B), (States{"M", "I"}));
    EXPECT_EQ(after(1, load, B), e.written_read);
    EXPECT_EQ(m.home(0).counters.invalidations, e.invalidations);
    EXPECT_EQ(m.home(0).counters.forwards, e.forwards);
    m.audit();
  }
}

// The same under MSI: the first reader shares, and its write asks.
TEST(Msi, TheFirstReaderShares) {
  Machine m({.protocol = "msi", .cores = 2});
  m.start(0, load, 0);
  m.settle();
  EXPECT_EQ(m.cache_state(0, 0), "S");
  EXPECT_EQ(m.start(0, store, 0), Answer::pending);
  EXPECT_EQ(m.cache_state(0, 0), "SM_AD");
  m.deliver(get_m);
  EXPECT_TRUE(m.in_flight(grant, 0)) << "its copy is good: no data travels";
  m.settle();
  EXPECT_EQ(m.cache_state(0, 0), "M");
  m.audit();
}

// GIVEN a lone reader WHEN it stores THEN E becomes M without a message, and the home still learns of the store: from
// the forward's copy-back, or from the eviction.
TEST(Mesi, AStoreMakesEMSilently) {
  for (bool evict : {false, true}) {
    Machine m({.cores = 2});
    m.start(0, load, 0);
    m.settle();
    ASSERT_EQ(m.cache_state(0, 0), "E");
    EXPECT_EQ(m.start(0, store, 0), Answer::l1_hit);
    EXPECT_EQ(m.cache_state(0, 0), "M");
    EXPECT_TRUE(m.bag().empty());
    if (evict) {
      m.start(0, load, 1);
      EXPECT_TRUE(m.in_flight(put_m) && !m.in_flight(put_e));
      m.settle();
    }
    m.start(1, load, 0);
    m.deliver(get_s);
    if (!evict) {
      m.deliver(fwd_get_s);
      EXPECT_TRUE(m.in_flight(copy_back) && !m.in_flight(downgrade_ack));
    }
    const MessageType data = evict ? data_e : data_s;
    ASSERT_TRUE(m.in_flight(data, 1));
    EXPECT_EQ(m.bag()[m.find(data, 1)].version, kUnwritten + 1);
    m.settle();
    m.audit();
  }
}

// GIVEN a modified line that others read THEN its owner answers each of them and memory and the LLC stay stale, until
// it evicts the line: then the home has the data, and the sharers keep their copies.
TEST(Moesi, TheOwnerAnswersUntilItEvicts) {
  Machine m({.protocol = "moesi", .cores = 4});
  m.start(0, store, 0);
  m.settle();
  for (std::uint32_t core : {1, 2}) {
    m.start(core, load, 0);
    m.settle_but(data_s);
    ASSERT_TRUE(m.in_flight(data_s, core));
    EXPECT_EQ(m.bag()[m.find(data_s, core)].source.value, 0u) << "from the owner";
    EXPECT_EQ(m.bag()[m.find(data_s, core)].version, kUnwritten + 1);
    m.settle();
    EXPECT_EQ(m.cache_state(0, 0), "O");
    EXPECT_EQ(m.home_state(0), "O");
  }
  EXPECT_EQ(m.home(0).counters.forwards, 2u);
  m.start(0, load, 1);
  EXPECT_TRUE(m.in_flight(put_m));
  m.settle();
  EXPECT_EQ(m.home_state(0), "S");
  EXPECT_EQ(m.cache_state(1, 0), "S");
  m.start(3, load, 0);
  m.settle();
  EXPECT_EQ(m.home(0).counters.forwards, 2u);
  m.audit();
}

// GIVEN an owner beside two sharers WHEN it writes THEN it gets leave alone, with two acknowledgements to wait for;
// WHEN a sharer writes THEN the owner sends it the data and the number of acknowledgements, and is not invalidated
// itself.
TEST(Moesi, WritesOfASharedOwnedLine) {
  for (std::uint32_t writer : {0, 1}) {
    Machine m({.protocol = "moesi", .cores = 3});
    m.start(0, store, 0);
    m.settle();
    for (std::uint32_t core : {1, 2}) {
      m.start(core, load, 0);
      m.settle();
    }
    m.start(writer, store, 0);
    EXPECT_EQ(m.cache_state(writer, 0), writer == 0 ? "OM_AD" : "SM_AD");
    m.deliver(get_m);
    if (writer == 0) {
      ASSERT_TRUE(m.in_flight(grant, 0));
      EXPECT_EQ(m.bag()[m.find(grant, 0)].acks, 2u);
    } else {
      m.deliver(fwd_get_m_o, 0);
      ASSERT_TRUE(m.in_flight(data_m, 1));
      EXPECT_EQ(m.bag()[m.find(data_m, 1)].acks, 1u);
    }
    m.settle();
    EXPECT_EQ(m.home(0).counters.invalidations, writer == 0 ? 2u : 1u);
    for (std::uint32_t c = 0; c < 3; ++c) EXPECT_EQ(m.cache_state(c, 0), c == writer ? "M" : "I");
    m.audit();
  }
}

// GIVEN an owner and a sharer WHEN the home evicts the line THEN the owner gives it back first, and then the sharer.
TEST(Moesi, TheHomeEvictsASharedOwnedLine) {
  Machine m({.protocol = "moesi", .cores = 2});
  m.start(0, store, 0);
  m.settle();
  m.start(1, load, 0);
  m.settle();
  ASSERT_TRUE(m.evict_from_home(0));
  EXPECT_EQ(m.home_state(0), "O_R");
  EXPECT_TRUE(m.in_flight(recall_o, 0));
  EXPECT_FALSE(m.in_flight(recall_inv));
  m.deliver(recall_o);
  m.deliver(recall_data);
  EXPECT_EQ(m.home_state(0), "S_R");
  EXPECT_FALSE(m.in_flight(recall_inv, 0)) << "it has nothing any more";
  m.settle();
  EXPECT_EQ(m.home_state(0), "NP");
  m.start(1, load, 0);
  m.settle();
  m.audit();
}

// GIVEN an owner that a reader or a writer follows THEN every message goes by the home: four hops, data from the home.
TEST(Piton, TheHomeSendsTheData) {
  for (ReferenceKind next : {load, store}) {
    Machine m({.protocol = "piton", .cores = 2});
    m.start(0, store, 0);
    m.settle();
    m.start(1, next, 0);
    m.deliver(next == load ? get_s : get_m);
    EXPECT_EQ(m.home_state(0), next == load ? "E_S" : "E_I");
    m.deliver(next == load ? fwd_get_s : fwd_get_m, 0);
    ASSERT_EQ(m.bag().size(), 1u) << "the owner talks to nobody else: " << m.describe();
    m.deliver(next == load ? copy_back : recall_data);
    const MessageType data = next == load ? data_s : data_m;
    ASSERT_TRUE(m.in_flight(data, 1));
    EXPECT_EQ(m.bag()[m.find(data, 1)].version, kUnwritten + 1);
    m.deliver(data, 1);
    EXPECT_FALSE(m.waits(1, 0));
    EXPECT_EQ(m.home_state(0), next == load ? "S" : "E_A");
    m.settle();
    EXPECT_EQ(m.home_state(0), next == load ? "S" : "E");
    m.audit();
  }
}

// GIVEN a sharer that writes THEN it is invalidated like the others and gets the data back.
TEST(Piton, TheUpgraderIsInvalidatedToo) {
  Machine m({.protocol = "piton", .cores = 2});
  for (std::uint32_t core : {0, 1}) {
    m.start(core, load, 0);
    m.settle();
  }
  m.start(0, store, 0);
  EXPECT_EQ(m.cache_state(0, 0), "SM_D");
  m.settle_but(home_inv);
  EXPECT_TRUE(m.in_flight(home_inv, 0) && m.in_flight(home_inv, 1));
  m.deliver(home_inv, 0);
  EXPECT_EQ(m.cache_state(0, 0), "IM_D");
  m.deliver(home_inv, 1);
  m.deliver(recall_inv_ack);
  EXPECT_FALSE(m.in_flight(data_m)) << "an acknowledgement is missing";
  m.deliver(recall_inv_ack);
  EXPECT_TRUE(m.in_flight(data_m, 0));
  m.settle();
  EXPECT_EQ(m.cache_state(0, 0), "M");
  m.audit();
}

// GIVEN a lone reader whose copy leaves silently WHEN it comes back THEN the home, which still counts it as the owner,
// asks nobody; WHEN another asks THEN the home asks in vain, and serves it.
TEST(Piton, EAndSLeaveSilently) {
  Machine m({.protocol = "piton", .cores = 2});
  m.start(0, load, 0);
  m.settle();
  ASSERT_TRUE(m.evict(0, 0));
  EXPECT_TRUE(m.bag().empty());
  EXPECT_EQ(m.home_state(0), "E");
  m.start(0, load, 0);
  m.deliver(get_s);
  EXPECT_TRUE(m.in_flight(data_e, 0));
  m.settle();
  ASSERT_TRUE(m.evict(0, 0));
  m.start(0, store, 0);
  m.deliver(get_m);
  EXPECT_TRUE(m.in_flight(data_m, 0));
  m.settle();
  ASSERT_TRUE(m.evict(0, 0));
  EXPECT_TRUE(m.in_flight(wb_guard) && m.in_flight(wb)) << "M does not";
  m.settle();
  m.start(0, load, 0);
  m.settle();
  ASSERT_TRUE(m.evict(0, 0));
  m.start(1, store, 0);
  m.deliver(get_m);
  m.deliver(fwd_get_m, 0);
  EXPECT_TRUE(m.in_flight(recall_ack));
  m.settle();
  EXPECT_EQ(m.cache_state(1, 0), "M");
  m.audit();
}

// GIVEN S copies that go silently, or not, as configured THEN the home hears of them, or not.
TEST(EvictNotice, SharedCopiesGoAsConfigured) {
  for (EvictNotice notice : {EvictNotice::exclusive, EvictNotice::all}) {
    Machine m({.protocol = "msi", .notice = notice, .cores = 2});
    m.start(0, load, 0);
    m.settle();
    m.start(0, load, 1);
    EXPECT_EQ(m.in_flight(put_s), notice == EvictNotice::all);
    m.settle();
    EXPECT_EQ(m.home_state(0), notice == EvictNotice::all ? "I" : "S");
    m.start(1, store, 0);
    m.settle();
    EXPECT_EQ(m.home(0).counters.invalidations, notice == EvictNotice::all ? 0u : 1u);
    m.audit();
  }
}

// GIVEN a home whose only MSHR is taken WHEN requests come THEN they are served in order of arrival: one that could be
// answered at once does not pass one that needs the MSHR. Evictions pass: they never wait.
TEST(Home, OutOfMshrsKeepsTheOrderOfRequests) {
  Machine m({.cores = 3, .l1 = {1, 4, 4}, .llc = {1, 4, 1}});
  for (std::uint32_t core : {0, 1}) {  // line 3 is shared: reading it needs no MSHR
    m.start(core, load, 3);
    m.settle();
  }
  m.start(0, load, 0);
  m.settle_but(mem_data);
  ASSERT_TRUE(m.in_flight(mem_data, {}, 0));
  m.start(1, load, 1);
  m.settle_but(mem_data);
  EXPECT_FALSE(m.in_flight(mem_data, {}, 1)) << "there is no MSHR for it";
  m.start(2, load, 3);
  m.settle_but(mem_data);
  EXPECT_TRUE(m.waits(2, 0)) << "it passed a request that came before";

  m.deliver(mem_data, {}, 0);
  m.settle_but(mem_data);
  EXPECT_FALSE(m.waits(0, 0));
  EXPECT_TRUE(m.in_flight(mem_data, {}, 1)) << "now its turn has come";
  EXPECT_FALSE(m.waits(2, 0)) << "and then that of the one behind";
  EXPECT_TRUE(m.waits(1, 0));
  m.settle();
  m.audit();
}

// GIVEN a home whose only MSHR is taken and requests that wait for it WHEN an owner's eviction comes THEN it is taken
// and acknowledged at once.
TEST(Home, OutOfMshrsStillTakesEvictions) {
  Machine m({.cores = 3, .homes = 2, .l1 = {1, 1, 1}, .llc = {1, 4, 1}});
  m.start(0, store, 0);
  m.settle();
  m.start(1, load, 2);
  m.settle_but(mem_data);
  m.start(2, load, 4);
  m.settle_but(mem_data);
  ASSERT_FALSE(m.in_flight(mem_data, {}, 4)) << "home 0 has no MSHR left";
  m.start(0, load, 1);  // of home 1; evicts line 0 of home 0
  m.settle_but(mem_data);
  EXPECT_EQ(m.home_state(0), "I");
  EXPECT_EQ(m.cache_state(0, 0), "I");
  m.settle();
  m.audit();
}

}  // namespace
}  // namespace cdrsim
