// SPDX-License-Identifier: BSD-3-Clause
// Do barriers and locks release the right threads at the right time, and does a dump say who waits for what?
#include <gtest/gtest.h>

#include "core/harness.h"

namespace cdrsim::test {
namespace {

Options coherent() {
  Options o;
  o.sync = SyncModel::coherent;
  return o;
}

TEST(IdealBarrier, ReleasesEverybodyOneRoundTripAfterTheLastArrival) {
  Machine m({{barrier(0x100, 2), read(0x1000)}, {barrier(0x100, 2, 50), read(0x1000, 8, 3)}});
  m.run();
  // Last arrival leaves at 60, is served at 70, answers come at 80.
  EXPECT_EQ(m.memory[0]->text(), (Log{"81:l1000/8"}));
  EXPECT_EQ(m.memory[1]->text(), (Log{"83:l1000/8"}));
  EXPECT_EQ(m.sync_counters.barriers, 1u);
  EXPECT_EQ(m.total().barrier_arrivals, 2u);
  EXPECT_EQ(m.total().sync_wait_cycles, 70u + 20u);
}

TEST(IdealBarrier, IsAFence) {
  Machine m({{write(0x1000), barrier(0x100, 1), read(0x2000)}});
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "132:l2000/8"})) << "drained 110, asked 111, answered 131";
}

TEST(IdealBarrier, EpisodesFollowEachOther) {
  std::vector<std::vector<Record>> threads(8);
  for (std::uint32_t t = 0; t < 8; ++t)
    for (int i = 0; i < 20; ++i) threads[t].push_back(barrier(0xc000, 8, 1 + (t * 7 + i) % 5));
  Machine m(threads);
  m.run();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.sync_counters.barriers, 20u);
  EXPECT_EQ(m.total().barrier_arrivals, 160u);
}

TEST(IdealBarrier, GroupsMayUseOneBarrierInTurn) {
  Machine m({{barrier(0x100, 2)}, {barrier(0x100, 2)}, {barrier(0x100, 2, 500)}, {barrier(0x100, 2, 900)}});
  m.run();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.sync_counters.barriers, 2u);
  EXPECT_EQ(m.cores[2]->finish_cycle(), 930u) << "waits for its own group";
}

TEST(IdealBarrier, AddressSpacesAreApart) {
  Options o;
  o.applications = 2;
  Machine m({{barrier(0x100, 2)}}, o);
  m.run();
  EXPECT_FALSE(m.cores[0]->finished());
  EXPECT_FALSE(m.cores[1]->finished());
}

TEST(Stuck, BarrierWithAMissingThreadEmptiesTheQueueAndSaysSo) {
  Machine m({{barrier(0x100, 2), read(0x40)}, {read(0x40)}});
  m.run();
  EXPECT_TRUE(m.queue.empty());
  EXPECT_FALSE(m.cores[0]->finished());
  EXPECT_TRUE(m.cores[1]->finished());
  EXPECT_EQ(m.cores[0]->describe_wait(99),
            "app 0 thread 0 (tile 0): barrier 0x100: 1 of 2 threads arrived: app 0 thread 0; since cycle 10, "
            "now cycle 99");
  EXPECT_EQ(m.cores[0]->oldest_pending(), kNever) << "no memory reference waits";
}

TEST(Stuck, LockNeverReleasedNamesItsHolder) {
  Machine m({{lock(0x200), read(0x40)}, {read(0x40, 8, 5), lock(0x200)}});
  m.run();
  EXPECT_TRUE(m.cores[0]->finished());
  EXPECT_FALSE(m.cores[1]->finished());
  std::string text = m.cores[1]->describe_wait(0);
  EXPECT_NE(text.find("lock 0x200 held by app 0 thread 0; waiting: app 0 thread 1"), std::string::npos) << text;
}

TEST(Stuck, ADumpOfManyWaitersStaysOneShortLine) {
  Machine m(std::vector<std::vector<Record>>(100, {barrier(0x100, 101)}));
  m.run();
  std::string text = m.cores[0]->describe_wait(0);
  EXPECT_NE(text.find("100 of 101 threads arrived"), std::string::npos);
  EXPECT_NE(text.find("and 92 more"), std::string::npos);
  EXPECT_LT(text.size(), 400u);
}

TEST(Stuck, DumpNamesTheReferenceThatWaits) {
  Machine load({{read(0x1000)}});
  load.memory[0]->miss[0x1000] = {kNever};
  load.run();
  EXPECT_EQ(load.cores[0]->describe_wait(0), "app 0 thread 0 (tile 0): load 0x1000 since cycle 10");
  EXPECT_EQ(load.cores[0]->oldest_pending(), 10u);

  Machine store({{write(0x1000), atomic(0x2000)}});
  store.memory[0]->miss[0x1000] = {kNever};
  store.run();
  EXPECT_EQ(store.cores[0]->describe_wait(0),
            "app 0 thread 0 (tile 0): atomic 0x2000 waits for older stores and loads since cycle 11; store buffer head "
            "0x1000 since cycle 10, 1 in the buffer");
  EXPECT_EQ(store.cores[0]->oldest_pending(), 10u);

  Options two;
  two.core.outstanding_loads = 2;
  Machine loads({{read(0x1000, 8, 4)}}, two);
  loads.memory[0]->miss[0x1000] = {kNever};
  loads.run();
  EXPECT_EQ(loads.cores[0]->oldest_pending(), 14u);
  EXPECT_NE(loads.cores[0]->describe_wait(0).find("load 0x1000 since cycle 14"), std::string::npos);
}

TEST(IdealLock, IsGrantedFirstComeFirstServed) {
  // Arrivals at the owner: thread 2, 0, 1. Each holds the lock for a load and 10 instructions.
  auto body = [](std::uint32_t gap) {
    return std::vector<Record>{read(0x40, 8, gap), lock(0x200), read(0x1000, 8, 10), unlock(0x200)};
  };
  Machine m({body(20), body(30), body(10)});
  m.run();
  EXPECT_TRUE(m.finished());
  auto entered = [&](int t) { return m.memory[t]->log[1].when; };
  EXPECT_EQ(entered(2), 20u + 1 + 20 + 10) << "asked at 21, answered at 41";
  // Its load is done at 52, the unlock is sent then and served at 62, the grant is back at 72.
  EXPECT_EQ(entered(0), 72u + 10);
  EXPECT_EQ(entered(1), 72u + 10 + 1 + 20 + 10);
  EXPECT_EQ(m.total().lock_acquires, 3u);
}

TEST(IdealLock, GrantsThatDifferFromTraceOrderAreCounted) {
  std::vector<std::vector<Record>> threads{{read(0x40, 8, 50), lock(0x200), unlock(0x200)},
                                           {lock(0x200), unlock(0x200)}};
  Machine against(threads, {}, {{0, 1, 2}, {3, 4}});
  against.run();
  EXPECT_EQ(against.sync_counters.reordered_grants, 1u) << "the trace has thread 0 first";
  Machine along(threads, {}, {{0, 3, 4}, {1, 2}});
  along.run();
  EXPECT_EQ(along.sync_counters.reordered_grants, 0u);
}

TEST(IdealLock, HolderMayTakeItAgain) {
  Machine m({{lock(0x200), lock(0x200), unlock(0x200), read(0x1000, 8, 500), unlock(0x200)},
             {read(0x40, 8, 5), lock(0x200), read(0x1000)}});
  m.run();
  EXPECT_TRUE(m.finished());
  EXPECT_GT(m.memory[1]->log[1].when, m.memory[0]->log[0].when) << "until it was given back twice";
}

TEST(IdealLock, StrayUnlocksAreIgnoredButCounted) {
  Machine m({{unlock(0x300), lock(0x200), read(0x1000, 8, 500), unlock(0x200)},
             {read(0x40, 8, 100), unlock(0x200)},
             {read(0x40, 8, 200), lock(0x200), read(0x1000)}});
  m.run();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.sync_counters.stray_unlocks, 2u);
  EXPECT_GT(m.memory[2]->log[1].when, m.memory[0]->log[0].when) << "thread 1 cannot free thread 0's lock";
}

TEST(IdealLock, UnlockIsSentAfterAllStoresArePerformed) {
  Machine m({{lock(0x200), write(0x1000), unlock(0x200), read(0x2000)}, {read(0x40, 8, 5), lock(0x200), read(0x3000)}});
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  // Granted at 30, stored 31 to 131, unlocked 132, served 142, granted to thread 1 at 152.
  EXPECT_EQ(m.memory[0]->text(), (Log{"31:s1000/8", "133:l2000/8"}));
  EXPECT_EQ(m.memory[1]->text(), (Log{"15:l40/8", "153:l3000/8"}));
}

TEST(Coherent, UncontendedLockIsOneAtomicAndUnlockOneStore) {
  Machine m({{lock(0x200), read(0x1000), unlock(0x200), read(0x2000)}}, coherent());
  m.memory[0]->miss[0x200] = {40, 30};
  m.run();
  // Atomic 10 to 50, asked at 51, answered 53; store 55 to 85; announced 86.
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:a200/1", "54:l1000/8", "55:s200/1", "87:l2000/8"}));
  EXPECT_FALSE(m.memory[0]->log[0].reference.counted);
  EXPECT_FALSE(m.memory[0]->log[2].reference.counted);
  EXPECT_TRUE(m.memory[0]->log[1].reference.counted);
  EXPECT_EQ(m.total().accesses, 2u);
  EXPECT_EQ(m.total().atomics, 0u);
  EXPECT_EQ(m.total().lock_acquires, 1u);
}

TEST(Coherent, LockThatHadToWaitTakesItsLineAgain) {
  Machine m({{lock(0x200), read(0x1000, 8, 100), unlock(0x200)}, {read(0x40, 8, 5), lock(0x200), read(0x3000)}},
            coherent());
  m.run();
  // Thread 0: atomic 10, asked 11, answered 13, load 113, store 114, announced 115, served 116; thread 1 granted at
  // 117.
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:a200/1", "113:l1000/8", "114:s200/1"}));
  EXPECT_EQ(m.memory[1]->text(), (Log{"15:l40/8", "16:a200/1", "117:a200/1", "119:l3000/8"}));
}

TEST(Coherent, BarrierIsOneAtomicToArriveAndOneLoadToLeave) {
  Machine m({{write(0x1000), barrier(0x100, 2), read(0x2000)}, {barrier(0x100, 2, 300), read(0x2000)}}, coherent());
  m.memory[0]->miss[0x1000] = {50};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "61:a100/1", "313:l100/1", "315:l2000/8"}));
  EXPECT_EQ(m.memory[1]->text(), (Log{"310:a100/1", "313:l100/1", "315:l2000/8"}));
  EXPECT_EQ(m.sync_counters.barriers, 1u);
}

TEST(Coherent, BlockedSynchronisationReferencesAreRetried) {
  Machine m({{lock(0x200), unlock(0x200), barrier(0x200, 1), read(0x1000)}}, coherent());
  m.memory[0]->block[0x200] = 3;
  m.run();
  EXPECT_TRUE(m.finished());
  EXPECT_EQ(m.memory[0]->log.size(), 5u);
  EXPECT_EQ(m.total().lock_acquires, 1u);
  EXPECT_EQ(m.total().barrier_arrivals, 1u);
}

TEST(BothModels, ManyThreadsManyRoundsAllComplete) {
  for (SyncModel model : {SyncModel::ideal, SyncModel::coherent}) {
    std::vector<std::vector<Record>> threads(8);
    for (int i = 0; i < 20; ++i)
      for (std::uint32_t t = 0; t < 8; ++t)
        for (const Record& r : {lock(0x5000), read(0x9000, 8, 1), write(0x9000, 8, 1), unlock(0x5000),
                                write(0xa03c + 64 * t, 8, 2), atomic(0xb000, 8, 1), barrier(0xc000, 8, 3)})
          threads[t].push_back(r);
    Options o;
    o.sync = model;
    Machine m(threads, o);
    m.run();
    EXPECT_TRUE(m.finished());
    EXPECT_EQ(m.total().accesses, 640u);
    EXPECT_EQ(m.total().atomics, 160u);
    EXPECT_EQ(m.total().lock_acquires, 160u);
    EXPECT_EQ(m.sync_counters.barriers, 20u);
  }
}

TEST(Owner, IsAMemberOfTheAddressSpaceAndTheDistanceIsHonoured) {
  EventQueue queue;
  SyncCounters counters;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> asked;
  Synchronization sync(
      1, queue, SyncModel::ideal,
      [&](TileId a, TileId b) {
        asked.push_back({a.value, b.value});
        return Cycle{3};
      },
      counters);
  struct Client : Component {
    using Component::Component;
    void handle(Cycle now, std::uint64_t) override { answers.push_back(now); }
    std::vector<Cycle> answers;
  } client(2), other(3);
  auto thread = sync.join(client, {0, 0, 7, TileId{40}});
  sync.join(client, {0, 1, 7, TileId{41}});
  sync.join(other, {1, 0, 8, TileId{90}});
  for (std::uint64_t address = 0; address < 64; ++address) {
    sync.lock(queue.now(), thread, address * 8, address, true);
    while (queue.run_cycle()) {
    }
    EXPECT_EQ(client.answers.back(), 6 * (address + 1));
  }
  bool first = false, second = false;
  for (auto [from, to] : asked) {
    EXPECT_EQ(from, 40u);
    first |= to == 40;
    second |= to == 41;
    EXPECT_TRUE(to == 40 || to == 41) << to;
  }
  EXPECT_TRUE(first && second) << "owners spread over the members";
}

}  // namespace
}  // namespace cdrsim::test
