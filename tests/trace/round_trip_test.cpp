// SPDX-License-Identifier: BSD-3-Clause
// Does what goes into a native trace come out of it, record by record, and does text survive the way there and back?
#include "base/random.h"
#include "files.h"
#include "trace/block_codec.h"
#include "trace/trace.pb.h"
#include "trace/trace_check.h"
#include "trace/trace_writer.h"

namespace cdrsim {
namespace {

using namespace testing;

/// Legal records of every kind, with extreme values among them.
Record any_record(Random& random) {
  const auto operation = static_cast<Operation>(random.below(kOperations));
  static constexpr std::uint64_t kAddresses[] = {0, 1, 0x7f, 0x80, 0x7fffffffffffffff, 0x8000000000000000, ~0ull};
  std::uint64_t address = random.below(3) == 0 ? kAddresses[random.below(7)] : random.next() >> random.below(64);
  std::uint64_t size = 0;
  if (operation == Operation::barrier) size = random.below(4) == 0 ? kMaxBarrierCount : 1 + random.below(100);
  if (is_reference(operation)) {
    size = random.below(4) == 0 ? kMaxReferenceSize : 1 + random.below(64);
    address = std::min(address, ~std::uint64_t{0} - (size - 1));
  }
  const bool has_gap = operation != Operation::lock && operation != Operation::unlock;
  const auto gap = static_cast<std::uint32_t>(random.below(5) == 0 ? 0xffffffff : random.below(200));
  return make_record(operation, address, size, has_gap ? gap : 0);
}

TEST(RoundTrip, GivenEveryKindOfRecordWhenWrittenThenTheReaderGivesTheSameInTheSamePlaces) {
  Scratch scratch;
  Random random(1);
  std::vector<Placed> expected;
  {
    TraceWriter writer(scratch.path("a.cdrt"), {.description = "line one\nline two\n"});
    std::vector<std::vector<Placed>> by_thread(7);
    for (std::uint64_t place = 0; place < 20000; ++place) {
      const auto thread = static_cast<std::uint32_t>(random.below(7));
      const Record r = any_record(random);
      writer.add(thread, r, place);
      by_thread[thread].push_back({thread, place, r});
    }
    writer.finish();
    for (const auto& t : by_thread) expected.insert(expected.end(), t.begin(), t.end());
  }
  const auto trace = Trace::open(scratch.path("a.cdrt"));
  EXPECT_EQ(trace->info().description, "line one\nline two\n");
  EXPECT_TRUE(records_of(*trace) == expected);
  EXPECT_NO_THROW(check_trace(*trace));
  EXPECT_GT(trace->info().blocks, 7u) << "one block per thread tests no block boundary";
}

TEST(RoundTrip, GivenABlockThenProtobufReadsInItWhatTheSchemaSays) {
  Random random(2);
  std::vector<Record> records;
  std::vector<std::uint64_t> order;
  for (std::uint64_t i = 0; i < 500; ++i) {
    records.push_back(any_record(random));
    order.push_back(i * i + 3);
  }
  std::string bytes;
  encode_block(records, order, bytes);
  trace::Block block;
  ASSERT_TRUE(block.ParseFromString(bytes));
  ASSERT_EQ(block.kind().size(), records.size());
  std::uint64_t slots[8] = {}, place = 0;
  for (int i = 0; i < 500; ++i) {
    const auto kind = static_cast<unsigned char>(block.kind()[static_cast<std::size_t>(i)]);
    std::uint64_t& slot = slots[kind / 8];
    slot += static_cast<std::uint64_t>(block.address_delta(i));
    place += block.order_delta(i);
    const auto read = make_record(static_cast<Operation>(kind % 8), slot, block.size(i), block.gap(i));
    ASSERT_TRUE(read == records[static_cast<std::size_t>(i)]) << i;
    ASSERT_EQ(place, order[static_cast<std::size_t>(i)]);
  }
  EXPECT_EQ(block.SerializeAsString(), bytes) << "not what protobuf itself writes";
}

TEST(RoundTrip, GivenAnEmptyThreadInTheMiddleAndOneAtTheEndThenBothAreThere) {
  Scratch scratch;
  const std::string out = scratch.import("# threads: 5\n0 R 40 8 0\n2 W 80 8 1\n");
  const auto trace = Trace::open(out);
  EXPECT_EQ(trace->info().threads, 5u);
  EXPECT_EQ(trace->cursor(1).peek(), nullptr);
  EXPECT_EQ(trace->cursor(4).peek(), nullptr);
  EXPECT_EQ(trace->block(4, 0), nullptr);
  EXPECT_EQ(dump(out), "# threads: 5\n0 R 40 8 0\n2 W 80 8 1\n");
}

TEST(RoundTrip, GivenAnyTextTraceWhenImportedDumpedAndImportedAgainThenTheFilesAreTheSameBytes) {
  Scratch scratch;
  Random random(3);
  for (int round = 0; round < 5; ++round) {
    TraceWriter writer(scratch.path("w.cdrt"), {.description = round % 2 == 0 ? "a\n\xe9\nb\n" : ""});
    for (std::uint64_t i = 0; i < 3000; ++i)
      writer.add(static_cast<std::uint32_t>(random.below(20)), any_record(random), i);
    writer.finish();
    const std::string once = dump(scratch.path("w.cdrt"));
    const std::string again = scratch.import(once);
    EXPECT_EQ(dump(again), once);
    EXPECT_EQ(read_file(again), read_file(scratch.path("w.cdrt")));
  }
}

TEST(RoundTrip, GivenATraceWithoutGlobalOrderThenOrderCountsWithinTheThread) {
  Scratch scratch;
  {
    TraceWriter writer(scratch.path("a.cdrt"), {.description = "", .global_order = false});
    for (std::uint64_t i = 0; i < 5000; ++i) {
      writer.add(1, make_record(Operation::read, 64 * i, 8, 0), 0);
      writer.add(0, make_record(Operation::write, 64 * i, 8, 0), 0);
    }
    writer.finish();
  }
  const auto trace = Trace::open(scratch.path("a.cdrt"));
  EXPECT_FALSE(trace->info().global_order);
  for (std::uint32_t t = 0; t < 2; ++t) {
    std::uint64_t expected = 0;
    for (auto c = trace->cursor(t); c.peek() != nullptr; c.next()) ASSERT_EQ(c.order(), expected++);
    EXPECT_EQ(expected, 5000u);
  }
  EXPECT_NO_THROW(check_trace(*trace));
  EXPECT_EQ(dump(scratch.path("a.cdrt"), {.thread = {}, .limit = 2}), "0 W 0 8 0\n0 W 40 8 0\n");
}

TEST(RoundTrip, GivenMoreRecordsThanTheWriterHoldsBackThenNothingIsLost) {
  // 1500 threads, more than two million records pending: blocks are written before they are full.
  Scratch scratch;
  constexpr std::uint32_t kThreads = 1500;
  constexpr std::uint64_t kRecords = (std::uint64_t{1} << 21) + 100000;
  {
    TraceWriter writer(scratch.path("a.cdrt"));
    for (std::uint64_t i = 0; i < kRecords; ++i) writer.add(i % kThreads, make_record(Operation::read, i * 8, 8, 0), i);
    writer.finish();
  }
  const auto trace = Trace::open(scratch.path("a.cdrt"));
  EXPECT_EQ(trace->info().records, kRecords);
  EXPECT_GT(trace->info().blocks, kThreads);
  EXPECT_NO_THROW(check_trace(*trace));
  for (std::uint32_t t : {0u, 1499u}) {
    std::uint64_t i = t;
    for (auto c = trace->cursor(t); c.peek() != nullptr; c.next(), i += kThreads) ASSERT_EQ(c.peek()->address, i * 8);
    EXPECT_GE(i, kRecords);
  }
}

TEST(RoundTrip, GivenTheInfoThenItAgreesWithTheRecords) {
  Scratch scratch;
  const auto trace =
      Trace::open(scratch.import("0 R 40 8 1\n1 W 80 4 2\n0 A fffffffffffffff0 16 0\n0 L 500\n0 U 500\n"
                                 "0 B 900 2 7\n1 B 900 2 0\n"));
  const TraceInfo& i = trace->info();
  EXPECT_EQ(i.threads, 2u);
  EXPECT_EQ(i.records, 7u);
  EXPECT_EQ(i.reads, 1u);
  EXPECT_EQ(i.writes, 1u);
  EXPECT_EQ(i.atomics, 1u);
  EXPECT_EQ(i.barriers, 2u);
  EXPECT_EQ(i.locks, 1u);
  EXPECT_EQ(i.unlocks, 1u);
  EXPECT_EQ(i.max_address, ~std::uint64_t{0});
  EXPECT_EQ(i.thread_records, (std::vector<std::uint64_t>{5, 2}));
  EXPECT_EQ(i.thread_references, (std::vector<std::uint64_t>{2, 1}));
}

TEST(RoundTrip, GivenOneThreadAMillionTimesLongerThanTheRestThenAllAreRead) {
  Scratch scratch;
  {
    TraceWriter writer(scratch.path("a.cdrt"));
    writer.add(0, make_record(Operation::read, 8, 8, 0), 0);
    for (std::uint64_t i = 1; i <= 1000000; ++i) writer.add(1, make_record(Operation::read, 16, 8, 0), i);
    writer.finish();
  }
  const auto trace = Trace::open(scratch.path("a.cdrt"));
  EXPECT_EQ(trace->info().thread_records, (std::vector<std::uint64_t>{1, 1000000}));
  EXPECT_NO_THROW(check_trace(*trace));
}

TEST(RoundTrip, GivenADifferentRecordThenTheChecksumDiffers) {
  Scratch scratch;
  const auto sum = [&](const std::string& text) { return Trace::open(scratch.import(text))->info().checksum; };
  EXPECT_EQ(sum("0 R 40 8 0\n1 R 80 8 0\n"), sum("# another comment\n0 R 0x40 8 0\n1 R 80 8 0\n"));
  EXPECT_NE(sum("0 R 40 8 0\n1 R 80 8 0\n"), sum("0 R 40 8 0\n1 R 80 8 1\n"));
  EXPECT_NE(sum("0 R 40 8 0\n1 R 80 8 0\n"), sum("1 R 80 8 0\n0 R 40 8 0\n"));
  EXPECT_NE(sum("0 R 40 8 0\n"), sum("# threads: 2\n0 R 40 8 0\n"));
}

TEST(Writer, GivenNoFinishThenNothingIsLeft) {
  Scratch scratch;
  {
    TraceWriter writer(scratch.path("a.cdrt"));
    writer.add(0, make_record(Operation::read, 8, 8, 0), 0);
  }
  EXPECT_TRUE(scratch.files().empty());
}

TEST(Writer, GivenAnOldTraceWhenTheNewOneFailsThenTheOldOneStays) {
  Scratch scratch;
  const std::string old = scratch.import("0 R 40 8 0\n");
  const std::string before = read_file(old);
  error_of([&] { import_trace("text", scratch.write("x.txt", "0 R 40 8 0\n0 R 40\n"), old); });
  EXPECT_EQ(read_file(old), before);
}

TEST(Writer, GivenAPlaceThatCannotBeWrittenThenTheErrorNamesIt) {
  Scratch scratch;
  EXPECT_NE(error_of([&] { TraceWriter(scratch.path("missing/a.cdrt")); }).find("missing/a.cdrt"), std::string::npos);
  EXPECT_NE(error_of([&] { TraceWriter(scratch.path("")); }).find("regular file"), std::string::npos);
  EXPECT_NE(error_of([&] { TraceWriter("/dev/null"); }).find("regular file"), std::string::npos);
}

}  // namespace
}  // namespace cdrsim
