// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <tuple>

#include "base/random.h"
#include "domain/page_members.h"
#include "trace/memory_trace.h"
#include "workload/workload.h"

namespace cdrsim {
namespace {

/// Makes its records block by block; an empty one ends the stream.
class BlockTrace : public Trace {
 public:
  using Maker = std::function<std::vector<Record>(std::uint32_t thread, std::uint64_t index)>;

  BlockTrace(std::uint32_t threads, Maker make) : make_(std::move(make)) { info_.threads = threads; }

  const TraceInfo& info() const override { return info_; }
  std::shared_ptr<const TraceBlock> block(std::uint32_t thread, std::uint64_t index) override {
    auto result = std::make_shared<TraceBlock>();
    result->records = make_(thread, index);
    return result->records.empty() ? nullptr : result;
  }

 private:
  Maker make_;
  TraceInfo info_;
};

class CountingTrace : public MemoryTrace {
 public:
  using MemoryTrace::MemoryTrace;
  std::shared_ptr<const TraceBlock> block(std::uint32_t thread, std::uint64_t index) override {
    ++blocks_read;
    return MemoryTrace::block(thread, index);
  }

  std::uint64_t blocks_read = 0;
};

Record record(Operation operation, std::uint64_t address, std::uint32_t size) {
  Record r;
  r.address = address;
  r.size = size;
  r.operation = operation;
  return r;
}
Record read(std::uint64_t address, std::uint32_t size = 8) {
  return record(Operation::read, address, size);
}

Application application(std::shared_ptr<Trace> trace, std::uint32_t space, std::initializer_list<std::uint32_t> cores) {
  Application a;
  a.space = space;
  a.trace = std::move(trace);
  for (std::uint32_t c : cores) a.cores.push_back(TileId{c});
  return a;
}

using Touch = std::tuple<std::uint32_t, std::uint64_t, std::uint32_t, std::uint64_t>;  // space, page, core, references

std::vector<Touch> touches(const std::vector<Application>& applications, bool sync = false) {
  std::vector<Touch> result;
  for (const PageTouch& t : profile_pages(applications, 4096, sync))
    result.emplace_back(t.space, t.page, t.core.value, t.references);
  return result;
}

// THEN reads, writes and atomics count per page and core, most frequent first.
TEST(ProfilePages, CountsReferencesPerPageAndCore) {
  auto trace = std::make_shared<MemoryTrace>(std::vector<std::vector<Record>>{
      {read(0x1000), read(0x2000), read(0x1fff, 1)},
      {record(Operation::write, 0x1008, 8), record(Operation::atomic, 0x1010, 4), record(Operation::read, 0x1010, 4)}});
  EXPECT_EQ(touches({application(trace, 3, {5, 9})}), (std::vector<Touch>{{3, 1, 9, 3}, {3, 1, 5, 2}, {3, 2, 5, 1}}));
}

// WHEN a reference crosses pages THEN it counts once on each; at the top of memory too.
TEST(ProfilePages, CrossingReferencesTouchEveryPage) {
  auto trace = std::make_shared<MemoryTrace>(
      std::vector<std::vector<Record>>{{read(0x1ffc, 8), read(0x3000, 8193), read(~0ull - 7, 8)}});
  EXPECT_EQ(touches({application(trace, 0, {0})}),
            (std::vector<Touch>{
                {0, 1, 0, 1}, {0, 2, 0, 1}, {0, 3, 0, 1}, {0, 4, 0, 1}, {0, 5, 0, 1}, {0, ~0ull >> 12, 0, 1}}));
}

// WHEN synchronisation is coherent THEN its words count, else not.
TEST(ProfilePages, SynchronisationCountsOnRequest) {
  auto trace = std::make_shared<MemoryTrace>(
      std::vector<std::vector<Record>>{{record(Operation::lock, 0x5000, 0), record(Operation::unlock, 0x5000, 0),
                                        record(Operation::barrier, 0x6000, 1)}});
  EXPECT_TRUE(touches({application(trace, 0, {0})}).empty());
  EXPECT_EQ(touches({application(trace, 0, {0})}, true), (std::vector<Touch>{{0, 5, 0, 2}, {0, 6, 0, 1}}));
}

// GIVEN copies THEN each has its own space and cores, ties go by core, and the trace is read once.
TEST(ProfilePages, CopiesReadTheTraceOnce) {
  auto trace =
      std::make_shared<CountingTrace>(std::vector<std::vector<Record>>{{read(0x1000)}, {read(0x1000)}, {read(0x9000)}});
  const auto found = touches({application(trace, 0, {7, 2, 1}), application(trace, 1, {3, 4})});
  EXPECT_EQ(found, (std::vector<Touch>{{0, 1, 2, 1}, {0, 1, 7, 1}, {0, 9, 1, 1}, {1, 1, 3, 1}, {1, 1, 4, 1}}))
      << "the second copy runs two of the trace's threads";
  EXPECT_EQ(trace->blocks_read, 3u * 2) << "each thread's block, and its end";
}

// GIVEN copies in one space THEN a page has the cores of both.
TEST(ProfilePages, CopiesInOneSpaceJoin) {
  auto trace =
      std::make_shared<MemoryTrace>(std::vector<std::vector<Record>>{{read(0x1000), read(0x1000)}, {read(0x1000)}});
  EXPECT_EQ(touches({application(trace, 0, {0, 1}), application(trace, 0, {2, 3})}),
            (std::vector<Touch>{{0, 1, 0, 2}, {0, 1, 2, 2}, {0, 1, 1, 1}, {0, 1, 3, 1}}));
}

// GIVEN ten million references of 64 threads THEN they are profiled in seconds at most, in the order that tables like.
TEST(ProfilePages, TenMillionReferences) {
  constexpr std::uint64_t kBlocks = 40, kRecords = 4096;  // x 64 threads
  auto block_of = [](std::uint32_t thread) {
    std::vector<Record> records;
    Random random(thread);
    for (std::uint64_t i = 0; i < kRecords; ++i) records.push_back(read(random.below(1 << 24)));
    return records;
  };
  std::vector<std::vector<Record>> blocks;
  for (std::uint32_t t = 0; t < 64; ++t) blocks.push_back(block_of(t));
  auto trace = std::make_shared<BlockTrace>(64, [&](std::uint32_t thread, std::uint64_t index) {
    return index < kBlocks ? blocks[thread] : std::vector<Record>{};
  });
  Application a = application(trace, 0, {});
  for (std::uint32_t t = 0; t < 64; ++t) a.cores.push_back(TileId{t});
  const std::clock_t start = std::clock();
  const auto found = profile_pages({a}, 4096, false);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 4.0);
  std::uint64_t references = 0;
  for (const PageTouch& t : found) references += t.references;
  EXPECT_GE(references, kBlocks * kRecords * 64);
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), touch_before));
}

}  // namespace
}  // namespace cdrsim
