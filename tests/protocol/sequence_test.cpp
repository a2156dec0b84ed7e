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

// The MESI check that another cache simulator counted all zeros for (muditbhargava66/CacheSimulator, issue 16).
TEST(Mesi, TwoCoresTwoLines) {
  constexpr std::uint32_t A = 0, B = 1;
  Machine m({.cores = 2, .lines = 2, .l1 = {1, 2, 2}});
  auto after = [&](std::uint32_t core, ReferenceKind kind, std::uint32_t line) {
    m.start(core, kind, line);
    m.settle();
    EXPECT_FALSE(m.waits(core, 0));
    return States{m.cache_state(0, line), m.cache_state(1, line)};
  };
  EXPECT_EQ(after(0, load, A), (States{"E", "I"}));
  EXPECT_EQ(after(1, load, A), (States{"S", "S"}));
  EXPECT_EQ(after(0, store, A), (States{"M", "I"}));
  m.start(1, load, A);
  m.settle_but(copy_back);
  EXPECT_TRUE(m.in_flight(copy_back)) << "M to S writes back";
  m.settle();
  EXPECT_EQ((States{m.cache_state(0, A), m.cache_state(1, A)}), (States{"S", "S"}));
  EXPECT_EQ(after(1, load, B), (States{"I", "E"}));
  EXPECT_EQ(after(0, store, B), (States{"M", "I"}));
  EXPECT_EQ(after(1, load, B), (States{"S", "S"}));
  EXPECT_EQ(m.home(0).counters.invalidations, 1u);
  EXPECT_EQ(m.home(0).counters.forwards, 4u);
  m.audit();
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
    EXPECT_EQ(m.bag()[m.find(data, 1)].version, 1u);
    m.settle();
    m.audit();
  }
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
