// SPDX-License-Identifier: BSD-3-Clause
// Does a trace in memory give its records in their order, and count them as a file's header would?
#include "trace/memory_trace.h"

#include "trace/files.h"

namespace cdrsim::testing {
namespace {

const Record kRead = make_record(Operation::read, 0x1000, 8, 2), kWrite = make_record(Operation::write, 0x2000, 4, 0),
             kLock = make_record(Operation::lock, 0x9000, 0, 0);

TEST(MemoryTrace, GIVEN_no_orders_THEN_the_threads_take_turns) {
  MemoryTrace trace({{kRead, kWrite}, {}, {kLock}});
  EXPECT_EQ(records_of(trace), (std::vector<Placed>{{0, 0, kRead}, {0, 3, kWrite}, {2, 2, kLock}}));
}

TEST(MemoryTrace, GIVEN_orders_THEN_each_record_has_its_own) {
  MemoryTrace trace({{kRead, kWrite}, {kLock}}, {{0, 1}, {7}});
  EXPECT_EQ(records_of(trace), (std::vector<Placed>{{0, 0, kRead}, {0, 1, kWrite}, {1, 7, kLock}}));
  EXPECT_THROW(MemoryTrace({{kRead, kWrite}}, {{0}}), InternalError);
}

TEST(MemoryTrace, THEN_it_counts_its_records) {
  MemoryTrace trace({{kRead, kWrite}, {}, {kLock}});
  const TraceInfo& info = trace.info();
  EXPECT_EQ(info.threads, 3u);
  EXPECT_EQ(info.records, 3u);
  EXPECT_EQ(info.references(), 2u);
  EXPECT_EQ(info.locks, 1u);
  EXPECT_EQ(info.thread_records, (std::vector<std::uint64_t>{2, 0, 1}));
  EXPECT_EQ(info.thread_references, (std::vector<std::uint64_t>{2, 0, 0}));
  EXPECT_EQ(info.max_address, 0x9000u);
}

}  // namespace
}  // namespace cdrsim::testing
