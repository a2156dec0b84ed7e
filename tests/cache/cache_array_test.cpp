// SPDX-License-Identifier: BSD-3-Clause
// Does a cache array hold what was put into it, for any geometry?
#include "cache/cache_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <ostream>
#include <vector>

namespace cdrsim {
namespace {

struct Geometry {
  std::uint32_t sets, ways;
  friend std::ostream& operator<<(std::ostream& out, const Geometry& g) {
    return out << g.sets << " sets of " << g.ways << " ways";
  }
};

constexpr Geometry kGeometries[] = {
    {1, 1},       // a cache of one line
    {1, 5},       // fully associative
    {1, 64},      // the same, 64 lines of 64 bytes
    {7, 1},       // direct mapped
    {6, 4},       // 768 bytes of 32-byte lines
    {256, 3},     // 48 KiB, 3 ways
    {48, 12},     // 36 KiB, 12 ways
    {20480, 24},  // 30 MiB, 24 ways
};

/// Has memory of its own, so that a lost or doubled destructor shows under the sanitizers.
struct Payload {
  std::vector<std::uint64_t> values;
  bool pinned = false;
  friend bool operator==(const Payload&, const Payload&) = default;
};

using Array = CacheArray<Payload>;

Array make(const Geometry& g, const std::string& policy) {
  return Array(SetIndex(g.sets), g.ways, make_replacement(policy, 1));
}

std::map<LineAddress, Payload> contents(const Array& array) {
  std::map<LineAddress, Payload> result;
  array.for_each([&](LineAddress line, const Payload& p) { EXPECT_TRUE(result.emplace(line, p).second); });
  return result;
}

/// A cache as a textbook has it: a list of lines per set, the most recently used one first.
class Reference {
 public:
  explicit Reference(const Geometry& g) : index_(g.sets), ways_(g.ways) {}

  std::list<LineAddress>& set(LineAddress line) { return sets_[index_.set(line)]; }
  void use(LineAddress line) {
    set(line).remove(line);
    set(line).push_front(line);
  }
  void install(LineAddress line, const Payload& payload) {
    use(line);
    lines_[line] = payload;
  }
  void erase(LineAddress line) {
    set(line).remove(line);
    lines_.erase(line);
  }
  bool full(LineAddress line) { return set(line).size() == ways_; }

  std::map<LineAddress, Payload> lines_;

 private:
  SetIndex index_;
  std::uint32_t ways_;
  std::map<std::uint32_t, std::list<LineAddress>> sets_;
};

/// Random look-ups, uses, fills with evictions, and removals in both.
void exercise(Array& array, Reference& reference, const Geometry& g, const std::string& policy, Random& random,
              int steps) {
  // Few sets at a time and more lines than they hold, so that sets fill up whatever the size.
  const std::uint64_t sets = std::min<std::uint64_t>(g.sets, 8), tags = 2 * g.ways + 1;
  const auto evictable = [](const Payload& p) { return !p.pinned; };
  for (int i = 0; i < steps; ++i) {
    const LineAddress line =
        SetIndex(g.sets).line(static_cast<std::uint32_t>(random.below(sets) * (g.sets / sets)), random.below(tags));
    const Slot slot = array.find(line);
    auto known = reference.lines_.find(line);
    ASSERT_EQ(static_cast<bool>(slot), known != reference.lines_.end());
    if (slot) {
      ASSERT_EQ(array.line(slot), line);
      ASSERT_TRUE(array.occupied(slot));
      ASSERT_EQ(array[slot], known->second);
      switch (random.below(8)) {
        case 0:
          array.erase(slot);
          reference.erase(line);
          break;
        case 1:
          array[slot].values.push_back(random.next());
          known->second = array[slot];
          break;
        case 2:
          array[slot].pinned = known->second.pinned = random.below(3) == 0;
          break;
        default:
          array.hit(slot);
          reference.use(line);
      }
      continue;
    }
    const Slot place = array.choose(line, evictable);
    auto& set = reference.set(line);
    if (!reference.full(line)) {
      ASSERT_TRUE(place);
      ASSERT_FALSE(array.occupied(place)) << "a line was evicted from a set with a free way";
    } else {
      auto last = std::find_if(set.rbegin(), set.rend(), [&](LineAddress l) { return !reference.lines_[l].pinned; });
      ASSERT_EQ(static_cast<bool>(place), last != set.rend());
      if (!place) {
        const LineAddress freed = set.front();
        array[array.find(freed)].pinned = reference.lines_[freed].pinned = false;
        continue;
      }
      ASSERT_TRUE(array.occupied(place));
      const LineAddress victim = array.line(place);
      ASSERT_NE(std::ranges::find(set, victim), set.end()) << "the victim is of another set";
      ASSERT_FALSE(reference.lines_[victim].pinned);
      if (policy == "lru") {
        ASSERT_EQ(victim, *last);
      }
      reference.erase(victim);
    }
    ASSERT_EQ(array.install(place, line), Payload{}) << "a fresh line has another's payload";
    ASSERT_EQ(array.find(line), place);
    array[place].values = {line.value, random.next()};
    reference.install(line, array[place]);
  }
}

// GIVEN any geometry and policy WHEN lines come and go at random THEN the array holds what the reference holds, and
// under LRU evicts what it evicts.
TEST(CacheArray, EqualsTheReference) {
  for (const std::string& policy : Registry<ReplacementFactory>::instance().names())
    for (const Geometry& g : kGeometries) {
      SCOPED_TRACE(testing::Message() << policy << ", " << g);
      Array array = make(g, policy);
      Reference reference(g);
      Random random(g.sets * 100 + g.ways);
      exercise(array, reference, g, policy, random, 12'000);
      if (HasFatalFailure()) return;
      EXPECT_EQ(contents(array), reference.lines_);
      EXPECT_EQ(array.ways(), g.ways);
      EXPECT_EQ(array.index().sets(), g.sets);
    }
}

// GIVEN a set with `ways` lines, one after the other, THEN none is evicted before the set is full, and storage that
// grows keeps every payload, every slot and the order of use.
TEST(CacheArray, ASetGrowsWithoutLosingAnything) {
  for (std::uint32_t ways : {1u, 2u, 3u, 5u, 8u, 24u, 64u}) {
    Array array = make({1, ways}, "lru");
    std::vector<Slot> slots;
    for (std::uint64_t i = 0; i < ways; ++i) {
      const Slot slot = array.choose(LineAddress{i}, [](const Payload&) { return true; });
      ASSERT_TRUE(slot);
      ASSERT_FALSE(array.occupied(slot)) << "line " << i << " of " << ways;
      array.install(slot, LineAddress{i}).values = {i};
      slots.push_back(slot);
      for (std::uint64_t k = 0; k <= i; ++k) {
        ASSERT_EQ(array.find(LineAddress{k}), slots[k]);
        ASSERT_EQ(array[slots[k]].values, std::vector<std::uint64_t>{k});
      }
    }
    for (std::uint64_t i = 0; i < ways; ++i) {
      const Slot slot = array.choose(LineAddress{ways + i}, [](const Payload&) { return true; });
      EXPECT_EQ(array.line(slot), LineAddress{i}) << "of " << ways << " ways";
      array.install(slot, LineAddress{ways + i});
    }
  }
}

// GIVEN an array in use WHEN it is copied THEN the copy holds the same, evicts the same, and neither sees what happens
// to the other.
TEST(CacheArray, ACopyIsAValueOfItsOwn) {
  for (const std::string& policy : Registry<ReplacementFactory>::instance().names())
    for (const Geometry& g : {Geometry{1, 5}, Geometry{6, 4}, Geometry{256, 3}}) {
      SCOPED_TRACE(testing::Message() << policy << ", " << g);
      Array array = make(g, policy);
      Reference reference(g);
      Random random(5);
      exercise(array, reference, g, policy, random, 500);
      if (HasFatalFailure()) return;
      const auto before = contents(array);

      Array copy = array;
      Array assigned = make({1, 1}, "lru");
      assigned = array;
      EXPECT_EQ(contents(copy), before);
      EXPECT_EQ(contents(assigned), before);

      Random first(6), second(6);
      Reference reference_of_copy = reference;
      exercise(array, reference, g, policy, first, 2000);
      EXPECT_EQ(contents(assigned), before) << "the copy changed with its original";
      exercise(copy, reference_of_copy, g, policy, second, 2000);
      if (HasFatalFailure()) return;
      EXPECT_EQ(contents(copy), contents(array)) << "the same history led elsewhere";

      Array moved = std::move(copy);
      EXPECT_EQ(contents(moved), contents(array));
      moved = std::move(assigned);
      EXPECT_EQ(contents(moved), before);
    }
}

// GIVEN lines at both ends of the address space THEN they are told apart and found again.
TEST(CacheArray, HoldsLinesOfAnyAddress) {
  Array array = make({3, 4}, "lru");
  const std::uint64_t values[] = {0, 1, 1ull << 32, 1ull << 63, ~0ull - 1};
  for (std::uint64_t v : values) {
    const Slot slot = array.choose(LineAddress{v}, [](const Payload&) { return true; });
    array.install(slot, LineAddress{v}).values = {v};
  }
  EXPECT_EQ(contents(array).size(), std::size(values));
  for (std::uint64_t v : values) EXPECT_EQ(array[array.find(LineAddress{v})].values.at(0), v);
}

}  // namespace
}  // namespace cdrsim
