// SPDX-License-Identifier: BSD-3-Clause
// Does the profile count what it says, on traces small enough to count by hand and against plain sets on random ones?
#include "trace/profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "trace/memory_trace.h"
#include "trace/page_ranks.h"
#include "trace/profile_domains.h"
#include "trace/profile_regions.h"
#include "trace/synthetic.h"

namespace cdrsim {
namespace {

Record read(std::uint64_t address, std::uint32_t size = 8) {
  return make_record(Operation::read, address, size, 0);
}
Record write(std::uint64_t address, std::uint32_t size = 8) {
  return make_record(Operation::write, address, size, 0);
}

ProfiledThreads all(std::shared_ptr<Trace> trace) {
  const std::uint32_t threads = trace->info().threads;
  return {std::move(trace), threads};
}

using Threads = std::vector<std::vector<Record>>;

SharingProfile profile(Threads threads, ProfileOptions options = {}) {
  return profile_sharing({all(std::make_shared<MemoryTrace>(std::move(threads)))}, options);
}

std::uint64_t blocks(const Tallies& tallies, std::uint32_t key) {
  const auto it = tallies.find(key);
  return it == tallies.end() ? 0 : it->second.blocks;
}

// GIVEN two threads on one page, one line in common THEN lines and pages have the sharers and references that they
// have.
TEST(Profile, CountsSharersOfLinesAndPages) {
  const auto p = profile({{read(0x1000), write(0x1008), read(0x1040)}, {read(0x1000), write(0x1080)}});
  EXPECT_EQ(p.line.whole.by_sharers,
            (Tallies{{1, {.blocks = 2, .written = 1, .references = 2, .writes = 1}}, {2, {1, 1, 3, 1}}}));
  EXPECT_EQ(p.page.whole.by_sharers, (Tallies{{2, {1, 1, 5, 2}}}));
  EXPECT_EQ(p.references(), 5u);
}

// WHEN a reference crosses lines or pages THEN it counts once on each, at the top of memory too.
TEST(Profile, ACrossingReferenceCountsOnEveryBlock) {
  const auto p = profile({{read(0xffc, 8), read(~0ull - 7, 8)}});
  EXPECT_EQ(p.line.whole.total().references, 3u);
  EXPECT_EQ(p.line.crossing, 1u);
  EXPECT_EQ(p.page.crossing, 1u);
  EXPECT_EQ(p.references(), 2u);
  EXPECT_EQ(p.regions.back().last_page, ~0ull >> 12);
}

// GIVEN a line of each kind THEN each is in its class; an atomic writes.
TEST(Profile, ClassifiesSharing) {
  const Record atomic = make_record(Operation::atomic, 0x40, 8, 0);
  const auto p =
      profile({{write(0x00), atomic, read(0x80), read(0xc0)}, {read(0x40), atomic, write(0x80), read(0xc0)}});
  for (const Tally& t : p.line.whole.by_class) EXPECT_EQ(t.blocks, 1u);
  EXPECT_EQ(p.line.whole.by_class[static_cast<std::size_t>(SharingClass::shared_many_writers)].writes, 2u);
  EXPECT_EQ(p.line.whole.by_class[static_cast<std::size_t>(SharingClass::shared_read_only)].references, 2u);
  EXPECT_EQ(p.line.whole.by_class[static_cast<std::size_t>(SharingClass::shared_one_writer)].references, 2u);
}

// GIVEN a line that two threads use one after the other THEN it is shared in the run and private in each half of it.
TEST(Profile, IntervalsHaveSharersOfTheirOwn) {
  Threads threads = {{read(0x40), read(0x40), read(0x1000), read(0x1000)}, {read(0x1000), read(0x1000), read(0x40)}};
  auto trace = std::make_shared<MemoryTrace>(std::move(threads),
                                             std::vector<std::vector<std::uint64_t>>{{0, 1, 4, 5}, {2, 3, 6}});
  const auto p = profile_sharing({all(trace)}, {.intervals = 2});
  ASSERT_EQ(p.line.intervals.size(), 2u);
  // Seven records: places 0 to 3 are the first half.
  EXPECT_EQ(p.line.intervals[0].by_sharers, (Tallies{{1, {2, 0, 4, 0}}}));
  EXPECT_EQ(p.line.intervals[1].by_sharers, (Tallies{{1, {2, 0, 3, 0}}}));
  EXPECT_EQ(p.line.whole.by_sharers, (Tallies{{2, {2, 0, 7, 0}}}));
}

// GIVEN one interval THEN it is the whole run.
TEST(Profile, OneIntervalIsTheRun) {
  const auto p = profile({{read(0x40)}, {read(0x40), write(0x80)}}, {.intervals = 1});
  ASSERT_EQ(p.line.intervals.size(), 1u);
  EXPECT_EQ(p.line.intervals[0].by_sharers, p.line.whole.by_sharers);
}

// GIVEN more intervals than records THEN the ones without a record are empty and nothing is lost.
TEST(Profile, MoreIntervalsThanRecords) {
  const auto p = profile({{read(0x40)}, {read(0x40)}}, {.intervals = 7});
  std::uint64_t references = 0;
  for (const Distribution& d : p.line.intervals) references += d.total().references;
  EXPECT_EQ(p.line.intervals.size(), 7u);
  EXPECT_EQ(references, 2u);
}

// WHEN synchronisation is coherent THEN its words count as atomics, else not.
TEST(Profile, SynchronisationCountsOnRequest) {
  const Threads threads = {
      {read(0x40), make_record(Operation::lock, 0x5000, 0, 0), make_record(Operation::unlock, 0x5000, 0, 0)}};
  EXPECT_EQ(profile(threads).references(), 1u);
  const auto p = profile(threads, {.sync = true});
  EXPECT_EQ(p.references(), 3u);
  EXPECT_EQ(p.line.whole.by_sharers, (Tallies{{1, {2, 1, 3, 2}}}));
}

// GIVEN no reference at all THEN the profile is empty and proposals are still made.
TEST(Profile, NothingReferenced) {
  const auto p = profile({{make_record(Operation::barrier, 0x40, 1, 0)}});
  EXPECT_EQ(p.line.whole.total().blocks, 0u);
  EXPECT_TRUE(p.regions.empty());
  for (const LevelProposal& l : propose_domains({{&p, 0}}, {.cores = 1})) EXPECT_EQ(l.capacity, kSmallestCapacity);
}

// The oracle: plain sets and lists.
struct Naive {
  std::map<std::uint64_t, std::set<std::uint32_t>> sharers, writers;
  std::map<std::uint64_t, std::map<std::uint32_t, std::uint64_t>> references;

  Naive(const Threads& threads, unsigned shift) {
    for (std::uint32_t t = 0; t < threads.size(); ++t)
      for (const Record& r : threads[t])
        for (std::uint64_t b = r.address >> shift; b <= last_byte(r) >> shift; ++b) {
          sharers[b].insert(t);
          if (r.operation != Operation::read) writers[b].insert(t);
          ++references[b][t];
        }
  }
  std::vector<std::uint32_t> members(std::uint64_t block) const {
    std::vector<std::pair<std::int64_t, std::uint32_t>> order;
    for (const auto& [t, n] : references.at(block)) order.emplace_back(-static_cast<std::int64_t>(n), t);
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> result;
    for (const auto& [n, t] : order) result.push_back(t);
    return result;
  }
};

// GIVEN random references of many threads THEN sharers, classes, domains' members and capacities are those of plain
// sets.
TEST(Profile, AgreesWithPlainSets) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const auto thread_count = static_cast<std::uint32_t>(1 + random.below(40));
    Threads threads(thread_count);
    for (auto& records : threads)
      for (std::uint64_t i = random.below(200); i > 0; --i) {
        const std::uint64_t address = random.below(4) == 0 ? random.below(1 << 16) : random.below(1 << 12);
        const auto size = static_cast<std::uint32_t>(1 + random.below(100));
        records.push_back(random.below(3) == 0 ? write(address, size) : read(address, size));
      }
    const Naive lines(threads, 6), pages(threads, 10);
    const auto p = profile(threads, {.line_shift = 6, .page_shift = 10});
    Tallies by_sharers, by_capacity, by_last;
    for (const auto& [line, sharers] : lines.sharers) {
      std::uint64_t references = 0;
      for (const auto& [t, n] : lines.references.at(line)) references += n;
      const auto in = [&, line = line](Tallies& tallies, std::size_t key) {
        Tally& tally = tallies[static_cast<std::uint32_t>(key)];
        ++tally.blocks;
        tally.references += references;
        tally.written += lines.writers.contains(line);
      };
      in(by_sharers, sharers.size());
      in(by_last, *sharers.rbegin());
      // The smallest capacity, by trying all of them.
      const auto members = pages.members(line >> 4);
      std::size_t capacity = 1;
      const auto holds = [&, &sharers = sharers] {
        if (members.size() <= capacity) return true;
        const std::set<std::uint32_t> precise(members.begin(), members.begin() + static_cast<long>(capacity) - 1);
        return std::includes(precise.begin(), precise.end(), sharers.begin(), sharers.end());
      };
      while (!holds()) ++capacity;
      in(by_capacity, capacity);
    }
    const auto same = [&](Tallies found, const Tallies& expected, const char* what) {
      for (auto& [key, tally] : found) tally.writes = 0;
      EXPECT_EQ(found, expected) << what << ", seed " << seed;
    };
    same(p.line.whole.by_sharers, by_sharers, "sharers");
    same(p.lines_by_page_capacity, by_capacity, "page level");
    same(p.lines_by_last_sharer, by_last, "last sharer");
    std::set<std::vector<std::uint32_t>> lists;
    for (const auto& [page, sharers] : pages.sharers) lists.insert(pages.members(page));
    EXPECT_EQ(p.page_lists, lists.size()) << "seed " << seed;
    std::uint64_t written_shared = 0;
    for (const auto& [line, writers] : lines.writers)
      written_shared += lines.sharers.at(line).size() > 1 && writers.size() > 1;
    EXPECT_EQ(p.line.whole.by_class[static_cast<std::size_t>(SharingClass::shared_many_writers)].blocks,
              written_shared);
    std::uint64_t regions = 0;
    for (const RegionProfile& r : p.regions) regions += r.line.total().blocks;
    EXPECT_EQ(regions, lines.sharers.size()) << "every line is in one region";
  }
}

// GIVEN a quarter of a million threads that share a page and own one THEN they are counted, in a second or two.
TEST(Profile, ManyThreads) {
  constexpr std::uint32_t kThreads = 1u << 18;
  const auto trace = make_synthetic({.pattern = "private-shared",
                                     .threads = kThreads,
                                     .references = 2,
                                     .private_bytes = 64,
                                     .shared_bytes = 64,
                                     .shared_fraction = 0.5});
  const auto p = profile_sharing({all(trace)}, {});
  EXPECT_EQ(p.references(), 2u * kThreads);
  EXPECT_EQ(p.line.whole.total().references, 2u * kThreads);
  EXPECT_EQ(p.line.whole.by_sharers.size(), 2u) << "private lines and the shared one";
  EXPECT_GT(p.line.whole.most_sharers(), kThreads / 2);
  EXPECT_EQ(blocks(p.page.whole.by_sharers, 1), blocks(p.line.whole.by_sharers, 1));
}

// GIVEN gaps THEN regions are cut at the widest ones, equal gaps alike.
TEST(Regions, AreCutAtWideGaps) {
  using V = std::vector<std::uint64_t>;
  EXPECT_EQ(find_regions({}, 3).first, V{});
  EXPECT_EQ(find_regions({7}, 1).first, V{7});
  EXPECT_EQ(find_regions({4, 5, 6, 900, 901}, 2).first, (V{4, 900}));
  EXPECT_EQ(find_regions({4, 5, 6, 900, 901}, 1).first, V{4});
  EXPECT_EQ(find_regions({1, 3, 5, 7, 100}, 3).first, (V{1, 100})) << "not 1, 3-5, 7: equal gaps join together";
  EXPECT_EQ(find_regions({1, 3, 5, 7, 100}, 5).first, (V{1, 3, 5, 7, 100}));
  const Regions r = find_regions({0, ~0ull >> 12}, 2);
  EXPECT_EQ(r.of(0), 0u);
  EXPECT_EQ(r.of(~0ull >> 12), 1u);
}

// GIVEN counts with ties THEN ranks go by references, then by thread.
TEST(PageRanks, MostReferencesFirstTiesByThread) {
  PageRanks ranks;
  const std::vector<std::uint64_t> references = {5, 9, 5, 1, 9};
  for (const std::uint64_t n : references) ranks.add(1, n);
  for (const std::uint64_t n : references) ranks.add(2, n);
  ranks.add(3, 4);
  std::vector<std::uint32_t> found;
  for (std::uint32_t t = 0; t < references.size(); ++t) {
    found.push_back(ranks.next_rank(1, references[t], t));
    ranks.next_rank(2, references[t], t);
  }
  ranks.next_rank(3, 4, 0);
  EXPECT_EQ(found, (std::vector<std::uint32_t>{2, 0, 3, 4, 1}));
  EXPECT_EQ(ranks.lists(), 2u);
}

// GIVEN one line for each pair of neighbours among 8 threads THEN each level holds what its LSIDs can name.
TEST(Proposals, CapacityHoldsTheLinesOfPreciseMembers) {
  Threads threads(8);
  for (std::uint32_t t = 0; t + 1 < 8; ++t) {
    threads[t].push_back(read(0x1000 * t));
    threads[t + 1].push_back(read(0x1000 * t));
  }
  const auto p = profile(threads);
  const auto levels = propose_domains({{&p, 0}}, {.hold = 0.5, .cores = 8});
  ASSERT_EQ(levels.size(), 3u);
  // Application: with capacity 4 the LSIDs 0 to 2 are precise: lines 0-1 and 1-2.
  EXPECT_EQ(up_to(levels[1].lines_by_capacity, 4).blocks, 2u);
  EXPECT_EQ(up_to(levels[1].lines_by_capacity, 7).blocks, 5u);
  EXPECT_EQ(up_to(levels[1].lines_by_capacity, 8).blocks, 7u);
  EXPECT_EQ(levels[1].smallest, 6u) << "4 of 7 lines";
  EXPECT_EQ(levels[1].capacity, 8u);
  EXPECT_EQ(levels[2].lines_by_capacity, (Tallies{{2, {7, 0, 14, 0}}})) << "every page has two members";
  EXPECT_EQ(levels[2].capacity, kSmallestCapacity);
  EXPECT_EQ(levels[2].domains, 7u);
}

// GIVEN a line that all threads read and none writes THEN references ask for a wide domain and writes do not.
TEST(Proposals, WritesMayNeedLessThanReferences) {
  Threads threads(16);
  for (std::uint32_t t = 0; t < 16; ++t) threads[t] = {read(0x40), write(0x10000 * (t + 1))};
  const auto p = profile(threads);
  const LevelProposal page = propose_domains({{&p, 0}}, {.cores = 16})[2];
  EXPECT_EQ(page.capacity, 16u);
  EXPECT_EQ(page.capacity_for_writes, kSmallestCapacity);
}

// GIVEN two spaces in a VM THEN the second one's threads come after the first one's in the VM's domain.
TEST(Proposals, AVirtualMachineListsItsApplications) {
  const auto p = profile({{read(0x40)}, {read(0x80)}});
  const auto levels = propose_domains({{&p, 0}, {&p, 0}, {&p, 1}}, {.cores = 6});
  EXPECT_EQ(levels[0].domains, 2u);
  EXPECT_EQ(levels[0].lines_by_capacity, (Tallies{{2, {3, 0, 3, 0}}, {3, {1, 0, 1, 0}}, {4, {2, 0, 2, 0}}}));
  EXPECT_EQ(levels[1].lines_by_capacity, (Tallies{{2, {6, 0, 6, 0}}}));
  ASSERT_EQ(levels[1].groups.size(), 1u);
  EXPECT_EQ(levels[1].groups[0].domains, 3u);
}

// GIVEN more lines than the members' slices hold THEN homes are added while the machine has idle tiles.
TEST(Proposals, HomesGrowWithTheFootprint) {
  Threads threads(2);
  for (std::uint64_t line = 0; line < 64; ++line) threads[line % 2].push_back(read(line * 64));
  const auto p = profile(threads);
  const auto homes = [&](std::uint32_t cores, std::uint64_t slice) {
    return propose_domains({{&p, 0}}, {.cores = cores, .slice_size = slice})[1].groups[0].homes;
  };
  EXPECT_EQ(homes(16, 65536), 2u) << "one for each member";
  EXPECT_EQ(homes(16, 512), 8u) << "64 lines of 64 bytes";
  EXPECT_EQ(homes(4, 512), 4u) << "no more than there are";
  EXPECT_EQ(homes(2, 512), 2u);
}

}  // namespace
}  // namespace cdrsim
