// SPDX-License-Identifier: BSD-3-Clause
// Do synthetic patterns give the same records every time, as many as asked for, and share as they say?
#include "trace/synthetic.h"

#include <map>
#include <set>

#include "files.h"
#include "trace/trace_check.h"

namespace cdrsim {
namespace {

using namespace testing;
using Layout = SyntheticLayout;

SyntheticSpec spec_of(const std::string& pattern) {
  SyntheticSpec spec;
  spec.pattern = pattern;
  spec.threads = 6;
  spec.references = 3001;  // no multiple of any round, section or block
  spec.private_bytes = 4096;
  spec.shared_bytes = 8192;
  spec.gap = 3;
  return spec;
}

std::vector<std::string> patterns() {
  return Registry<PatternFactory>::instance().names();
}

TEST(Synthetic, GivenTheRegistryThenThePromisedPatternsAreThere) {
  EXPECT_EQ(patterns(), (std::vector<std::string>{"hot-spot", "migratory", "private-shared", "producer-consumer",
                                                  "stencil", "uniform"}));
}

TEST(Synthetic, GivenAnySpecThenEachThreadHasExactlyItsReferencesAndTheTraceIsSound) {
  for (const std::string& pattern : patterns())
    for (std::uint64_t references : {1u, 8u, 257u, 3001u}) {
      SyntheticSpec spec = spec_of(pattern);
      spec.references = references;
      const auto trace = make_synthetic(spec);
      EXPECT_EQ(trace->info().references(), spec.threads * references) << pattern;
      for (std::uint64_t n : trace->info().thread_references) EXPECT_EQ(n, references) << pattern;
      EXPECT_EQ(check_trace(*trace), std::vector<std::string>{}) << pattern;  // counts, order, barriers, locks
    }
}

TEST(Synthetic, GivenTheSameSpecThenTheSameBytesAndAnotherSeedThenOthers) {
  Scratch scratch;
  for (const std::string& pattern : patterns()) {
    SyntheticSpec spec = spec_of(pattern);
    write_trace(*make_synthetic(spec), scratch.path("a"));
    write_trace(*make_synthetic(spec), scratch.path("b"));
    EXPECT_EQ(read_file(scratch.path("a")), read_file(scratch.path("b"))) << pattern;
    EXPECT_TRUE(records_of(*Trace::open(scratch.path("a"))) == records_of(*make_synthetic(spec))) << pattern;
    const bool random = pattern != "producer-consumer" && pattern != "stencil";
    const auto before = records_of(*make_synthetic(spec));
    const std::uint32_t checksum = make_synthetic(spec)->info().checksum;
    spec.seed = 2;
    EXPECT_EQ(records_of(*make_synthetic(spec)) != before, random) << pattern;
    EXPECT_NE(make_synthetic(spec)->info().checksum, checksum);
  }
}

TEST(Synthetic, GivenALaterBlockReadFirstThenItIsTheSame) {
  for (const std::string& pattern : patterns()) {
    const auto one = make_synthetic(spec_of(pattern)), other = make_synthetic(spec_of(pattern));
    const auto late = one->block(5, 1);
    other->block(5, 0);
    EXPECT_TRUE(late->records == other->block(5, 1)->records) << pattern;
    EXPECT_EQ(one->block(5, 2), nullptr);
  }
}

TEST(Synthetic, GivenAKnownSeedThenTheRecordsAreThoseOfAnIndependentComputation) {
  SyntheticSpec spec = spec_of("private-shared");
  spec.references = 2;
  std::ostringstream text;
  dump_trace(*make_synthetic(spec), {}, text);
  const std::string all = text.str();
  EXPECT_EQ(all.substr(all.find('\n') + 1),
            "0 W 40000878 8 3\n"
            "1 R 20000200428 8 3\n"
            "2 W 20000400d98 8 3\n"
            "3 W 20000600d10 8 3\n"
            "4 R 200008003e8 8 3\n"
            "5 W 20000a00588 8 3\n"
            "0 R 20000000ba0 8 3\n"
            "1 R 20000200d08 8 3\n"
            "2 W 200004005f0 8 3\n"
            "3 W 40000858 8 3\n"
            "4 R 20000800290 8 3\n"
            "5 W 20000a00928 8 3\n");
}

TEST(Synthetic, GivenPrivateSharedThenFractionsAndRegionsAreAsAsked) {
  SyntheticSpec spec = spec_of("private-shared");
  spec.references = 20000;
  const auto trace = make_synthetic(spec);
  std::uint64_t shared = 0, writes = 0;
  for (const Placed& p : records_of(*trace)) {
    ASSERT_EQ(p.record.gap, 3u);
    ASSERT_EQ(p.record.size, 8u);
    writes += p.record.operation == Operation::write;
    if (p.record.address < Layout::kPrivate) {
      ++shared;
      ASSERT_GE(p.record.address, Layout::kShared);
      ASSERT_LT(p.record.address, Layout::kShared + spec.shared_bytes);
    } else {
      const std::uint64_t own = Layout::kPrivate + p.thread * Layout::kAlignment;
      ASSERT_GE(p.record.address, own);
      ASSERT_LT(p.record.address, own + spec.private_bytes);
    }
  }
  const double n = 6.0 * 20000;
  EXPECT_NEAR(static_cast<double>(shared) / n, 0.2, 0.01);
  EXPECT_NEAR(static_cast<double>(writes) / n, 0.3, 0.01);
}

TEST(Synthetic, GivenFractionsOfZeroAndOneThenTheyAreExact) {
  SyntheticSpec spec = spec_of("private-shared");
  spec.shared_fraction = 1;
  spec.write_fraction = 1;
  spec.private_bytes = 0;
  EXPECT_EQ(make_synthetic(spec)->info().writes, 6u * 3001);
  EXPECT_LT(make_synthetic(spec)->info().max_address, Layout::kPrivate);
  spec = spec_of("private-shared");
  spec.shared_fraction = 0;
  spec.write_fraction = 0;
  spec.shared_bytes = 0;
  EXPECT_EQ(make_synthetic(spec)->info().reads, 6u * 3001);
}

TEST(Synthetic, GivenHotSpotThenOneWordIsSharedAndWrittenByAtomics) {
  const auto trace = make_synthetic(spec_of("hot-spot"));
  for (const Placed& p : records_of(*trace)) {
    ASSERT_EQ(p.record.address < Layout::kPrivate, p.record.address == Layout::kShared);
    ASSERT_EQ(p.record.operation == Operation::atomic,
              p.record.address == Layout::kShared && p.record.operation != Operation::read);
  }
  EXPECT_GT(trace->info().atomics, 0u);
}

TEST(Synthetic, GivenProducerConsumerThenEveryReadWordWasWrittenByTheOneBefore) {
  std::map<std::uint64_t, std::uint32_t> writer;
  auto all = records_of(*make_synthetic(spec_of("producer-consumer")));
  std::sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) { return a.place < b.place; });
  std::uint64_t reads = 0;
  for (const Placed& p : all) {
    if (p.record.operation == Operation::write) writer[p.record.address] = p.thread;
    if (p.record.operation != Operation::read) continue;
    ++reads;
    ASSERT_TRUE(writer.contains(p.record.address));
    ASSERT_EQ((writer[p.record.address] + 1) % 6, p.thread);
  }
  EXPECT_GT(reads, 1000u);
}

TEST(Synthetic, GivenMigratoryThenNoLockIsTakenWhileAnotherHoldsItInTheGlobalOrder) {
  auto all = records_of(*make_synthetic(spec_of("migratory")));
  std::sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) { return a.place < b.place; });
  std::map<std::uint64_t, std::uint32_t> holder;
  std::map<std::uint64_t, std::set<std::uint32_t>> users;
  for (const Placed& p : all) {
    if (p.record.operation == Operation::lock) {
      ASSERT_TRUE(holder.emplace(p.record.address, p.thread).second);
    } else if (p.record.operation == Operation::unlock) {
      ASSERT_EQ(holder.erase(p.record.address), 1u);
    } else {
      const std::uint64_t object = (p.record.address - Layout::kShared) / Layout::kObject;
      ASSERT_EQ(holder.at(Layout::kLocks + object * Layout::kObject), p.thread);
      users[object].insert(p.thread);
    }
  }
  EXPECT_EQ(users.size(), 8192u / 64);
  for (const auto& [object, threads] : users) EXPECT_GT(threads.size(), 1u);
}

TEST(Synthetic, GivenAStencilThenThreadsReadOnlyNeighboursAndWriteOnlyTheirOwn) {
  // 6 threads are a grid of 3 x 2, closed at its edges.
  for (const Placed& p : records_of(*make_synthetic(spec_of("stencil")))) {
    if (p.record.operation == Operation::barrier) continue;
    const auto owner = static_cast<std::uint32_t>((p.record.address - Layout::kPrivate) / Layout::kAlignment);
    if (p.record.operation == Operation::write) {
      ASSERT_EQ(owner, p.thread);
    }
    const std::uint32_t x = p.thread % 3, y = p.thread / 3;
    const std::set<std::uint32_t> near = {p.thread, y * 3 + (x + 1) % 3, y * 3 + (x + 2) % 3, (y + 1) % 2 * 3 + x};
    ASSERT_TRUE(near.contains(owner)) << p.thread << " reads of " << owner;
  }
}

TEST(Synthetic, GivenAWrongSpecThenTheErrorNamesTheKey) {
  const auto refused = [](auto change, const std::string& pattern, const std::string& what) {
    SyntheticSpec spec = spec_of(pattern);
    change(spec);
    const std::string message = error_of([&] { make_synthetic(spec); });
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  using S = SyntheticSpec;
  refused([](S& s) { s.pattern = "unifrom"; }, "uniform", "known: hot-spot");
  refused([](S& s) { s.threads = 0; }, "uniform", "threads = 0");
  refused([](S& s) { s.threads = kMaxTraceThreads + 1; }, "uniform", "threads");
  refused([](S& s) { s.references = 0; }, "uniform", "references");
  refused([](S& s) { s.shared_bytes = 7; }, "uniform", "shared_bytes = 7 is less than 8");
  refused([](S& s) { s.shared_bytes = ~0ull; }, "uniform", "shared_bytes");
  refused([](S& s) { s.shared_bytes = 63; }, "migratory", "shared_bytes");
  for (const char* pattern : {"private-shared", "hot-spot", "producer-consumer", "stencil"})
    refused([](S& s) { s.private_bytes = 0; }, pattern, "private_bytes");
  refused([](S& s) { s.private_bytes = ~0ull; }, "private-shared", "private_bytes");
  refused([](S& s) { s.shared_fraction = 1.5; }, "private-shared", "shared_fraction");
  refused([](S& s) { s.write_fraction = -0.1; }, "private-shared", "write_fraction");
  refused([](S& s) { s.write_fraction = std::numeric_limits<double>::quiet_NaN(); }, "uniform", "write_fraction");
}

TEST(Synthetic, GivenOneThreadThenEveryPatternRuns) {
  for (const std::string& pattern : patterns()) {
    SyntheticSpec spec = spec_of(pattern);
    spec.threads = 1;
    spec.private_bytes = 8;
    spec.shared_bytes = 64;
    EXPECT_EQ(make_synthetic(spec)->info().references(), 3001u) << pattern;
  }
}

}  // namespace
}  // namespace cdrsim
