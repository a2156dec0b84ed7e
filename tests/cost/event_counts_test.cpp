// SPDX-License-Identifier: BSD-3-Clause
// Do the statistics that energy is computed from count what the arrays do, event by event?
#include "system/experiment.h"
#include "trace/files.h"

namespace cdrsim {
namespace {

using namespace testing;

/// One reference at a time: the nth, "0 R 1000", issues about cycle 5000 n.
std::string in_turns(const std::vector<std::string>& references) {
  std::string text;
  std::map<char, unsigned> last;
  unsigned n = 0;
  for (const std::string& r : references) {
    text += r + " 8 " + std::to_string((++n - last[r[0]]) * 5000) + "\n";
    last[r[0]] = n;
  }
  return text;
}

Outcome run_in_turns(const std::vector<std::string>& references, const Settings& sets) {
  Scratch scratch;
  const std::string trace = scratch.import(in_turns(references));
  return run_checked(chip(2) + "[core]\nmemory_model = \"sc\"\n[[workload]]\ntrace = \"" + trace + "\"\n", sets);
}

using Counts = std::map<std::string, std::uint64_t>;

const std::vector<std::string> kCounted{"l1.load_lookups",  "l1.store_lookups", "l1.store_writes", "cache.fills",
                                        "cache.line_reads", "cache.probes",     "llc.tag_lookups", "llc.line_reads",
                                        "llc.line_writes",  "directory.reads",  "directory.writes"};

/// What the last of these references adds.
Counts last_adds(const std::vector<std::string>& references, const Settings& sets = {}) {
  const std::vector<std::string> before(references.begin(), references.end() - 1);
  const Outcome with = run_in_turns(references, sets), without = run_in_turns(before, sets);
  Counts added;
  for (const std::string& name : kCounted)
    if (with[name] != without[name]) added[name] = with[name] - without[name];
  return added;
}

/// Each core has its page in the TLB and a line of its own.
const std::vector<std::string> kStart{"0 R 1800", "1 R 1900"};

std::vector<std::string> then(std::vector<std::string> more) {
  more.insert(more.begin(), kStart.begin(), kStart.end());
  return more;
}

TEST(EventCounts, GIVEN_a_line_that_nobody_has_THEN_it_is_fetched_written_and_read_and_the_request_looks_twice) {
  EXPECT_EQ(last_adds(then({"0 R 1000"})), (Counts{{"l1.load_lookups", 1},
                                                   {"cache.fills", 1},
                                                   {"llc.tag_lookups", 2},  // again when the line has come
                                                   {"llc.line_writes", 1},
                                                   {"llc.line_reads", 1},
                                                   {"directory.reads", 1},      // the second time
                                                   {"directory.writes", 2}}));  // new, then the owner
}

TEST(EventCounts, GIVEN_a_line_in_the_LLC_THEN_a_second_reader_costs_one_look_up_and_the_owner_a_probe_and_a_read) {
  EXPECT_EQ(last_adds(then({"0 R 1000", "1 R 1000"})), (Counts{{"l1.load_lookups", 1},
                                                               {"cache.fills", 1},
                                                               {"cache.probes", 1},
                                                               {"cache.line_reads", 1},
                                                               {"llc.tag_lookups", 1},
                                                               {"directory.reads", 1},
                                                               {"directory.writes", 1}}));
}

TEST(EventCounts, GIVEN_a_shared_line_WHEN_one_writes_THEN_the_other_is_probed_and_no_line_moves) {
  EXPECT_EQ(last_adds(then({"0 R 1000", "1 R 1000", "0 W 1000"})), (Counts{{"l1.store_lookups", 1},
                                                                           {"l1.store_writes", 1},
                                                                           {"cache.probes", 1},
                                                                           {"llc.tag_lookups", 1},
                                                                           {"directory.reads", 1},
                                                                           {"directory.writes", 1}}));
}

TEST(EventCounts, GIVEN_a_modified_line_WHEN_another_reads_THEN_its_owner_reads_it_once_for_both) {
  EXPECT_EQ(last_adds(then({"0 W 1000", "1 R 1000"})), (Counts{{"l1.load_lookups", 1},
                                                               {"cache.fills", 1},
                                                               {"cache.probes", 1},
                                                               {"cache.line_reads", 1},
                                                               {"llc.tag_lookups", 1},
                                                               {"llc.line_writes", 1},  // the copy-back
                                                               {"directory.reads", 1},
                                                               {"directory.writes", 1}}));
}

TEST(EventCounts, GIVEN_a_line_of_ones_own_THEN_hits_stay_in_the_L1) {
  EXPECT_EQ(last_adds(then({"0 W 1000", "0 R 1000"})), (Counts{{"l1.load_lookups", 1}}));
  EXPECT_EQ(last_adds(then({"0 W 1000", "0 W 1000"})), (Counts{{"l1.store_lookups", 1}, {"l1.store_writes", 1}}));
}

TEST(EventCounts, GIVEN_a_modified_line_WHEN_it_is_replaced_THEN_it_is_read_and_written_into_the_LLC) {
  // One set of one way: every line replaces the one before.
  const Settings tiny{"l1.size=64B", "l1.ways=1"};
  const Counts clean = last_adds(then({"0 R 1000", "0 R 1040"}), tiny);
  Counts dirty = last_adds(then({"0 W 1000", "0 R 1040"}), tiny);
  EXPECT_EQ(dirty["cache.line_reads"], 1u);
  EXPECT_EQ(dirty["llc.line_writes"], clean.at("llc.line_writes") + 1);
  EXPECT_EQ(dirty["llc.tag_lookups"], clean.at("llc.tag_lookups"));  // both announce themselves
}

TEST(EventCounts, GIVEN_a_private_L2_THEN_an_L1_miss_looks_it_up_and_copies_the_line_and_stores_write_through) {
  const Settings two_levels{"l1.size=64B", "l1.ways=1", "l2.size=4KiB"};
  const std::vector<std::string> lines = then({"0 R 1000", "0 R 1040"});
  const auto add = [&](const std::string& reference, const std::string& name) {
    std::vector<std::string> more = lines;
    more.push_back(reference);
    return run_in_turns(more, two_levels)[name] - run_in_turns(lines, two_levels)[name];
  };
  EXPECT_EQ(add("0 R 1000", "l2.lookups"), 1u);  // the L1 holds 1040
  EXPECT_EQ(add("0 R 1000", "l1.fills"), 1u);
  EXPECT_EQ(add("0 R 1000", "cache.line_reads"), 1u);
  EXPECT_EQ(add("0 R 1000", "cache.fills"), 0u);
  EXPECT_EQ(add("0 R 1040", "l2.lookups"), 0u);
  EXPECT_EQ(add("0 W 1040", "l2.lookups"), 1u);
  EXPECT_EQ(add("1 W 1040", "l1.back_probes"), 1u);  // taken from core 0
}

TEST(EventCounts, GIVEN_broadcasts_THEN_their_flits_are_an_invalidation_and_an_acknowledgement_for_each_probe) {
  const Settings overflow{"cdr.sharers.level=application", "cdr.sharers.capacity=3"};
  const Outcome r = run_checked(
      chip(16) + synthetic("uniform", 16, "references = 400\nshared_bytes = 8192\nwrite_fraction = 0.2\n"), overflow);
  EXPECT_GT(r["cache.broadcast_probes"], 100u);
  EXPECT_EQ(r["noc.broadcast_flits"], 4 * r["cache.broadcast_probes"]);  // 192 and 64 bits in flits of 64
  EXPECT_LE(r["noc.broadcast_flit_hops"], r["noc.flit_hops_by_class.invalidate"] + r["noc.flit_hops_by_class.recall"] +
                                              r["noc.flit_hops_by_class.ack"]);
  EXPECT_EQ(run_checked(chip(4) + synthetic("uniform", 4))["noc.broadcast_flits"], 0u);
}

}  // namespace
}  // namespace cdrsim
