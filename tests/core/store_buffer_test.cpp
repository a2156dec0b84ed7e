// SPDX-License-Identifier: BSD-3-Clause
// Do stores follow the memory model: TSO through the store buffer, SC without one?
#include <gtest/gtest.h>

#include "core/harness.h"

namespace cdrsim::test {
namespace {

TEST(Tso, StoreHitsWithAnEmptyBufferArePerformedAtOnce) {
  Machine m({{write(0x1000), write(0x2000), write(0x3000, 8, 2)}});
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "11:s2000/8", "14:s3000/8"}));
  EXPECT_EQ(m.cores[0]->finish_cycle(), 15u);
  EXPECT_LE(m.queue.events_run(), 4u) << "one event a store and one for the end";
}

TEST(Tso, CoreGoesOnWhileAStoreMisses) {
  Machine m({{write(0x1000), read(0x2000), read(0x3000)}});
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "11:l2000/8", "12:l3000/8"}));
  EXPECT_EQ(m.cores[0]->finish_cycle(), 110u) << "when the buffered store is performed";
  EXPECT_EQ(m.latency.stores.sum(), 100u);
}

TEST(Tso, StoresDrainInOrderOneAtATime) {
  Machine m({{write(0x1000), write(0x2000), write(0x3000)}});
  m.memory[0]->miss[0x1000] = {100};
  m.memory[0]->miss[0x2000] = {50};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "111:s2000/8", "162:s3000/8"}));
  EXPECT_EQ(m.cores[0]->finish_cycle(), 163u);
  EXPECT_EQ(m.latency.stores.sum(), 100u + 150u + 151u) << "from entering the buffer";
}

TEST(Tso, NextDrainStartsWhenASlowHitIsPerformed) {
  Machine m({{write(0x1000), write(0x2000), write(0x3000)}});
  m.memory[0]->hit = 4;
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "14:s2000/8", "18:s3000/8"}));
  EXPECT_EQ(m.cores[0]->finish_cycle(), 22u);
  EXPECT_EQ(m.latency.stores.sum(), 4u + 7u + 10u);
}

TEST(Tso, LoadForwardsFromTheYoungestStoreThatCoversIt) {
  Machine m({{write(0x1000, 8), write(0x1000, 16), read(0x1008, 8), read(0x1000, 8), read(0x1004, 2, 3)}});
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "111:s1000/16"})) << "no load reaches the memory system";
  EXPECT_EQ(m.total().forwarded, 3u);
  EXPECT_EQ(m.total().loads, 3u);
  EXPECT_EQ(m.latency.loads.sum(), 3u) << "a cycle each";
}

TEST(Tso, PartialOverlapWaitsUntilThatStoreHasDrained) {
  Machine m({{write(0x1000, 4), write(0x2000), read(0x1000, 8), read(0x3000)}});
  m.memory[0]->miss[0x1000] = {100};
  m.memory[0]->miss[0x2000] = {50};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/4", "111:s2000/8", "111:l1000/8", "112:l3000/8"}));
  EXPECT_EQ(m.latency.loads.sum(), (112u - 12u) + 1u);
}

TEST(Tso, YoungestOverlapDecidesEvenIfAnOlderStoreCovers) {
  Machine m({{write(0x1000, 8), write(0x1004, 8), read(0x1000, 8)}});
  m.memory[0]->miss[0x1000] = {100, 50};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "111:s1004/8", "162:l1000/8"}));
  EXPECT_EQ(m.total().forwarded, 0u);
}

TEST(Tso, NeighbouringBytesDoNotOverlap) {
  Machine m({{write(0x1004, 4), read(0x1000, 4), read(0x1008, 8)}});
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1004/4", "11:l1000/4", "12:l1008/8"}));
}

TEST(Tso, FullBufferStallsTheCore) {
  Options o;
  o.core.store_buffer = 2;
  Machine m({{write(0x1000), write(0x2000), write(0x3000), read(0x4000)}}, o);
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  // 0x3000 waits from 12 until 0x1000 leaves; it enters at 111.
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "111:s2000/8", "112:s3000/8", "112:l4000/8"}));
  EXPECT_EQ(m.total().store_buffer_full_cycles, 99u);
  EXPECT_EQ(m.latency.stores.sum(), 100u + 101u + 2u) << "waiting for an entry is no part of it";
}

TEST(Tso, OneEntryIsTakenUntilASlowHitIsPerformed) {
  Options o;
  o.core.store_buffer = 1;
  Machine m({{write(0x1000), write(0x2000), read(0x3000)}}, o);
  m.memory[0]->hit = 6;
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "16:s2000/8", "17:l3000/8"}));
  EXPECT_EQ(m.total().store_buffer_full_cycles, 5u);
}

TEST(Tso, AtomicDrainsTheBufferAndBlocks) {
  Machine m({{write(0x1000), atomic(0x2000), read(0x3000)}});
  m.memory[0]->miss[0x1000] = {100};
  m.memory[0]->miss[0x2000] = {30};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "111:a2000/8", "142:l3000/8"}));
  EXPECT_EQ(m.latency.stores.sum(), 100u + (141u - 11u));
}

TEST(Tso, AtomicWaitsForASlowHitToBePerformed) {
  Machine m({{write(0x1000), atomic(0x2000)}});
  m.memory[0]->hit = 5;
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "15:a2000/8"}));
}

TEST(Sc, StoreBlocksUntilItIsPerformed) {
  Machine m({{write(0x1000), read(0x2000), write(0x3000), read(0x1000)}}, sc());
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "111:l2000/8", "112:s3000/8", "113:l1000/8"}));
  EXPECT_EQ(m.total().forwarded, 0u);
  EXPECT_EQ(m.latency.stores.sum(), 101u);
}

TEST(Tso, NoStoreBufferMeansBlockingStores) {
  Options o;
  o.core.store_buffer = 0;
  Machine m({{write(0x1000), read(0x2000)}}, o);
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1000/8", "111:l2000/8"}));
}

TEST(Split, LoadPiecesGoInAddressOrderEachAfterTheOther) {
  Machine m({{read(0x103c, 8), read(0x5000)}});
  m.memory[0]->miss[0x1040] = {100};
  m.memory[0]->hit = 2;
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:l103c/4", "12:l1040/4", "113:l5000/8"}));
  EXPECT_EQ(m.total().accesses, 2u);
  EXPECT_EQ(m.latency.loads.sum(), (112u - 10u) + 2u);
}

TEST(Split, StorePiecesTakeUpTheBufferInOrder) {
  Options o;
  o.core.store_buffer = 2;
  Machine m({{write(0x103c, 72), read(0x5000)}}, o);  // three lines
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s103c/4", "111:s1040/64", "112:s1080/4", "112:l5000/8"}));
  EXPECT_EQ(m.total().stores, 1u);
  EXPECT_EQ(m.latency.stores.sum(), 103u) << "from 10, when the first entered, to 113";
}

TEST(Split, SplitLoadForwardsPieceByPiece) {
  Machine m({{write(0x1038, 8), read(0x1038, 16)}});
  m.memory[0]->miss[0x1000] = {100};
  m.run();
  EXPECT_EQ(m.memory[0]->text(), (Log{"10:s1038/8", "12:l1040/8"}));
  EXPECT_EQ(m.total().forwarded, 1u);
  EXPECT_EQ(m.total().loads, 1u);
}

TEST(Split, LargestReferenceTouches1024Lines) {
  for (MemoryModel model : {MemoryModel::sc, MemoryModel::tso}) {
    for (std::uint32_t loads : {1u, 4u}) {
      Options o;
      o.core.memory_model = model;
      o.core.outstanding_loads = loads;
      Machine m({{read(0, 65536), write(0, 65536), atomic(0, 65536)}}, o);
      m.run();
      ASSERT_EQ(m.memory[0]->log.size(), 3u * 1024u);
      for (std::size_t i = 0; i < 1024; ++i) EXPECT_EQ(m.memory[0]->log[i].reference.address, i * 64);
      EXPECT_EQ(m.total().accesses, 3u);
      EXPECT_EQ(m.latency.loads.sum(), 1024u);
      EXPECT_EQ(m.latency.stores.sum(), 2048u);
      EXPECT_TRUE(m.finished());
    }
  }
}

}  // namespace
}  // namespace cdrsim::test
