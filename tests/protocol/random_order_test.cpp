// SPDX-License-Identifier: BSD-3-Clause
// Does every reference complete, coherently, whatever the order of messages? And does the random order bring about
// everything that the tables say can happen?
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/random_drive.h"

namespace cdrsim {
namespace {

using Array = Shape::Array;

/// Small enough that everything happens: evictions, recalls, forwards to write-back entries, homes out of MSHRs, SMC
/// misses, broadcasts.
std::vector<Shape> shapes() {
  return {
      // The global domain.
      {.cores = 2, .lines = 1},
      {.cores = 2, .lines = 2, .llc = {1, 1, 1}},
      {.cores = 3, .lines = 3, .llc = {1, 2, 1}},
      {.cores = 3, .lines = 4, .slots = 2, .llc = {1, 2, 2}},
      {.cores = 4, .homes = 2, .lines = 6, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 2, 2}},
      {.cores = 4, .homes = 2, .lines = 6, .slots = 3, .l1 = {2, 1, 2}, .llc = {2, 1, 3}},
      {.cores = 4, .homes = 3, .lines = 6, .slots = 2, .l2 = Array{1, 2, 2}, .llc = {1, 2, 4}},
      {.cores = 3, .lines = 4, .slots = 2, .l2 = Array{2, 1, 1}, .llc = {1, 4, 4}, .replacement = "random"},
      // Sharer Restriction, every member with an LSID of its own.
      {.cores = 4, .lines = 3, .llc = {1, 2, 2}, .applications = 1},
      {.cores = 6, .homes = 2, .lines = 4, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 2, 2}, .applications = 1},
      {.cores = 6, .homes = 2, .lines = 6, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 2, 3}, .applications = 2},
      {.cores = 6, .homes = 2, .lines = 6, .slots = 2, .llc = {1, 2, 3}, .applications = 2, .free_maps = true},
      // Domains that overflow.
      {.cores = 3, .lines = 2, .llc = {1, 2, 2}, .applications = 1, .capacity = 1},
      {.cores = 4, .lines = 4, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 2, 4}, .applications = 1, .capacity = 2},
      {.cores = 5,
       .homes = 2,
       .lines = 6,
       .slots = 2,
       .l1 = {1, 2, 2},
       .llc = {1, 3, 4},
       .applications = 1,
       .capacity = 3},
      {.cores = 6,
       .homes = 2,
       .lines = 4,
       .slots = 2,
       .llc = {1, 2, 2},
       .applications = 2,
       .capacity = 2,
       .scope = BroadcastScope::box},
      {.cores = 6, .lines = 5, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 4, 4}, .applications = 1, .capacity = 3},
      // Everybody is public: broadcasts are frequent enough to meet evictors.
      {.cores = 5, .lines = 3, .llc = {1, 4, 4}, .applications = 1, .capacity = 1},
      // Entries without room, and imprecise ones.
      {.cores = 4,
       .lines = 2,
       .llc = {1, 2, 2},
       .sharers = "limited-evict",
       .pointers = 1,
       .applications = 1,
       .capacity = 2},
      {.cores = 9, .lines = 2, .llc = {1, 2, 2}, .sharers = "limited-evict", .applications = 1},
      {.cores = 3, .lines = 2, .llc = {1, 2, 2}, .sharers = "limited-evict", .pointers = 1},
      {.cores = 4, .lines = 3, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 4, 4}, .sharers = "limited-evict"},
      {.cores = 5,
       .lines = 3,
       .l1 = {1, 2, 2},
       .llc = {1, 4, 4},
       .sharers = "limited-evict",
       .applications = 1,
       .capacity = 3},
      {.cores = 5, .lines = 3, .slots = 2, .llc = {1, 4, 4}, .sharers = "coarse", .pointers = 1},
      {.cores = 5, .lines = 3, .slots = 2, .llc = {1, 4, 4}, .sharers = "limited-broadcast", .pointers = 1},
      {.cores = 5, .lines = 3, .slots = 2, .llc = {1, 4, 4}, .sharers = "ackwise", .pointers = 1, .applications = 1},
      // Directories apart from the LLC.
      {.cores = 2, .lines = 2, .llc = {1, 1, 2}, .sparse = Array{1, 2, 0}},
      {.cores = 3, .lines = 3, .llc = {1, 1, 2}, .sparse = Array{1, 2, 0}},
      {.cores = 4, .lines = 4, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 2, 3}, .sparse = Array{1, 4, 0}},
      {.cores = 4,
       .lines = 3,
       .slots = 2,
       .llc = {1, 1, 3},
       .sharers = "limited-evict",
       .pointers = 1,
       .sparse = Array{1, 2, 0}},
      {.cores = 4,
       .lines = 4,
       .llc = {1, 2, 4},
       .sharers = "limited-evict",
       .sparse = Array{2, 2, 0},
       .applications = 1,
       .capacity = 2},
  };
}

struct TooRare {
  std::string_view protocol, state, event;
};
/// Possible, and drawn once in thousands of machines: each has a test of its own in race_test.cpp.
constexpr TooRare kTooRare[] = {
    {"piton", "S_D", "WB-stale"}, {"piton", "E_D", "WB-stale"}, {"piton", "E_D", "WBGuard-stale"}};

bool too_rare(std::string_view protocol, std::string_view state, std::string_view event) {
  for (const TooRare& r : kTooRare)
    if (r.protocol == protocol && r.state == state && r.event == event) return true;
  return false;
}

template <class Table, class Event>
void add_missing(const Table& table, std::string_view protocol, RowCounts& rows, std::string& out) {
  for (State s = 0; s < table.states().size(); ++s)
    for (std::size_t i = 0; i < Table::kEvents; ++i) {
      const auto event = static_cast<Event>(i);
      const std::string& state = table.info(s).name;
      if (table.at(s, event).possible && !rows.of(s, event) && !too_rare(protocol, state, name(event)))
        out += state + " x " + std::string(name(event)) + "\n";
    }
}

/// The possible rows that were not taken, save for those that are too rare.
std::string missing(const Protocol& p, RowCounts& rows) {
  std::string s;
  add_missing<PrivateTable, PrivateEvent>(p.cache, p.name, rows, s);
  add_missing<HomeTable, HomeEvent>(p.home, p.name, rows, s);
  return s;
}

struct Outcome {
  std::string failures;
  std::map<std::pair<std::string, EvictNotice>, RowCounts> rows;
};

/// Every shape with the same seeds: a number of them, and then more until every possible row was taken.
void run(const std::string& protocol, EvictNotice notice, Outcome& outcome) {
  constexpr std::uint64_t kFewest = 40, kMost = 400;
  const auto tables = make_protocol({protocol, notice});
  RowCounts& rows = outcome.rows.try_emplace({protocol, notice}, *tables).first->second;
  for (std::uint64_t seed = 1; seed <= kMost && (seed <= kFewest || !missing(*tables, rows).empty()); ++seed)
    for (Shape shape : shapes()) {
      shape.protocol = protocol;
      shape.notice = notice;
      try {
        Machine machine(shape);
        RandomDrive(machine, shape, seed).run(300);
        rows += machine.rows();
      } catch (const std::exception& e) {
        outcome.failures += shape.text() + ", seed " + std::to_string(seed) + ":\n" + e.what() + "\n";
        return;
      }
    }
}

/// Every test below asks about the same runs.
const Outcome& outcome() {
  static const Outcome result = [] {
    Outcome all;
    for (const std::string& protocol : Registry<ProtocolFactory>::instance().names())
      for (EvictNotice notice : {EvictNotice::exclusive, EvictNotice::all}) run(protocol, notice, all);
    return all;
  }();
  return result;
}

TEST(RandomOrder, EveryReferenceCompletesCoherently) {
  EXPECT_EQ(outcome().failures, "");
}

// THEN every row of every table that says it is possible was taken.
TEST(RandomOrder, TakesEveryPossibleRow) {
  for (auto [key, rows] : outcome().rows)
    EXPECT_EQ(missing(*make_protocol({key.first, key.second}), rows), "")
        << key.first << (key.second == EvictNotice::all ? ", all" : ", exclusive");
}

}  // namespace
}  // namespace cdrsim
