// SPDX-License-Identifier: BSD-3-Clause
// Is a block decoded once however many read it, and does memory stay within its bound?
#include "trace/block_cache.h"

#include <gtest/gtest.h>

#include "files.h"
#include "trace/trace_writer.h"

namespace cdrsim {
namespace {

std::shared_ptr<const TraceBlock> a_block(std::size_t records) {
  auto block = std::make_shared<TraceBlock>();
  block->records.resize(records);
  return block;
}

TEST(BlockCache, GivenOneKeyAskedForTwiceThenItIsMadeOnce) {
  BlockCache cache;
  const auto first = cache.get(1, [] { return a_block(10); });
  EXPECT_EQ(cache.get(1, [] { return a_block(10); }), first);
  EXPECT_EQ(cache.made(), 1u);
}

TEST(BlockCache, GivenMoreThanTheLimitThenTheOneLongestUnusedGoes) {
  BlockCache cache(3 * 100 * sizeof(Record));
  const auto ask = [&](std::uint64_t key) { cache.get(key, [] { return a_block(100); }); };
  ask(1), ask(2), ask(3), ask(1), ask(4);
  EXPECT_EQ(cache.bytes(), 3 * 100 * sizeof(Record));
  ask(1), ask(3), ask(4);
  EXPECT_EQ(cache.made(), 4u);
  ask(2);
  EXPECT_EQ(cache.made(), 5u);
}

TEST(BlockCache, GivenADroppedBlockThatAReaderHoldsThenItIsFoundAgain) {
  BlockCache cache(100 * sizeof(Record));
  const auto held = cache.get(1, [] { return a_block(100); });
  cache.get(2, [] { return a_block(100); });
  EXPECT_EQ(cache.get(1, [] { return a_block(100); }), held);
  EXPECT_EQ(cache.made(), 2u);
}

TEST(BlockCache, GivenABlockLargerThanTheLimitThenItIsGivenAllTheSame) {
  BlockCache cache(10);
  EXPECT_EQ(cache.get(1, [] { return a_block(100); })->records.size(), 100u);
}

TEST(BlockCache, GivenManyThousandKeysThenOnlyTheLastOnesStay) {
  BlockCache cache(10 * 100 * sizeof(Record));
  for (std::uint64_t key = 0; key < 20000; ++key) cache.get(key, [] { return a_block(100); });
  EXPECT_EQ(cache.bytes(), 10 * 100 * sizeof(Record));
  EXPECT_EQ(cache.made(), 20000u);
}

TEST(Cursor, GivenCopiesOfOneTraceThenTheirCursorsStandInTheSameBlock) {
  testing::Scratch scratch;
  {
    TraceWriter writer(scratch.path("a.cdrt"));
    for (std::uint64_t i = 0; i < 10000; ++i) writer.add(0, make_record(Operation::read, i * 8, 8, 0), i);
    writer.finish();
  }
  const auto trace = Trace::open(scratch.path("a.cdrt"));
  std::vector<Trace::Cursor> copies(1000, trace->cursor(0));
  for (std::uint64_t i = 0; i < 10000; ++i) {
    const Record* const first = copies[0].peek();
    ASSERT_EQ(first->address, i * 8);
    for (auto& copy : copies) {
      ASSERT_EQ(copy.peek(), first) << "a second decoding of the same block";
      copy.next();
    }
  }
  EXPECT_EQ(copies[0].peek(), nullptr);
  copies[0].rewind();
  EXPECT_EQ(copies[0].peek()->address, 0u);
  EXPECT_EQ(copies[0].order(), 0u);
}

}  // namespace
}  // namespace cdrsim
