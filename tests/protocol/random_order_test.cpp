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
  };
}

struct Outcome {
  std::string failures;
  std::map<std::pair<std::string, EvictNotice>, RowCounts> rows;
};

Outcome run(const Shape& given, std::uint64_t seeds, Outcome outcome) {
  for (const std::string& protocol : Registry<ProtocolFactory>::instance().names())
    for (EvictNotice notice : {EvictNotice::exclusive, EvictNotice::all}) {
      Shape shape = given;
      shape.protocol = protocol;
      shape.notice = notice;
      RowCounts& rows = outcome.rows.try_emplace({protocol, notice}, *make_protocol({protocol, notice})).first->second;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) try {
          Machine machine(shape);
          RandomDrive(machine, shape, seed).run(300);
          rows += machine.rows();
        } catch (const std::exception& e) {
          outcome.failures += shape.text() + ", seed " + std::to_string(seed) + ":\n" + e.what() + "\n";
          break;
        }
    }
  return outcome;
}

/// Every test below asks about the same runs.
const Outcome& outcome() {
  static const Outcome result = [] {
    Outcome all;
    for (const Shape& shape : shapes()) all = run(shape, 300, std::move(all));
    // Everybody is public: broadcasts are frequent enough to meet evictors.
    return run({.cores = 5, .lines = 3, .llc = {1, 4, 4}, .applications = 1, .capacity = 1}, 3000, std::move(all));
  }();
  return result;
}

TEST(RandomOrder, EveryReferenceCompletesCoherently) {
  EXPECT_EQ(outcome().failures, "");
}

template <class Table, class Event>
void expect_taken(const Table& table, const std::string& protocol, EvictNotice notice, RowCounts rows) {
  for (State s = 0; s < table.states().size(); ++s)
    for (std::size_t i = 0; i < Table::kEvents; ++i) {
      const auto event = static_cast<Event>(i);
      const std::string_view state = table.info(s).name;
      const std::uint64_t taken = rows.of(s, event);
      if (!table.at(s, event).possible) {
        EXPECT_EQ(taken, 0u);
        continue;
      }
      SCOPED_TRACE(protocol + (notice == EvictNotice::all ? "/all, " : "/exclusive, ") + std::string(state) + " x " +
                   std::string(name(event)));
      EXPECT_GT(taken, 0u);
    }
}

// THEN every row of every table that says it is possible was taken, and no other.
TEST(RandomOrder, TakesEveryPossibleRow) {
  for (const auto& [key, rows] : outcome().rows) {
    const auto protocol = make_protocol({key.first, key.second});
    expect_taken<PrivateTable, PrivateEvent>(protocol->cache, key.first, key.second, rows);
    expect_taken<HomeTable, HomeEvent>(protocol->home, key.first, key.second, rows);
  }
}

}  // namespace
}  // namespace cdrsim
