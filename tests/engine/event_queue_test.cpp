// SPDX-License-Identifier: BSD-3-Clause
// Does the event queue run everything that was scheduled, when it was due, in an order that depends on the key alone?
#include "engine/event_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/random.h"

namespace cdrsim {
namespace {

using Delivery = std::tuple<Cycle, std::uint32_t, std::uint64_t>;  // when, target, argument

class Probe : public Component {
 public:
  Probe(std::uint32_t id, std::vector<Delivery>& log) : Component(id), log_(log) {}
  void handle(Cycle now, std::uint64_t argument) override {
    log_.emplace_back(now, id(), argument);
    if (then) then(now, argument);
  }
  std::function<void(Cycle, std::uint64_t)> then;

 private:
  std::vector<Delivery>& log_;
};

struct EventQueueTest : testing::Test {
  EventQueue queue;
  std::vector<Delivery> log;
  std::deque<Probe> probes;

  Probe& probe(std::uint32_t id) { return probes.emplace_back(id, log); }
  void run_all() {
    while (queue.run_cycle()) {
    }
  }
};

TEST_F(EventQueueTest, GivenNothingScheduledWhenRunThenNothingHappens) {
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.next_cycle(), kNever);
  EXPECT_FALSE(queue.run_cycle());
  EXPECT_EQ(queue.now(), 0u);
}

TEST_F(EventQueueTest, GivenOneEventWhenRunThenItComesInItsCycleWithItsArgument) {
  Probe& p = probe(7);
  queue.schedule(5, Priority::core, p, p, 42);
  EXPECT_FALSE(queue.empty());
  EXPECT_EQ(queue.next_cycle(), 5u);
  EXPECT_TRUE(queue.run_cycle());
  EXPECT_EQ(queue.now(), 5u);
  EXPECT_EQ(log, (std::vector<Delivery>{{5, 7, 42}}));
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.events_run(), 1u);
}

TEST_F(EventQueueTest, GivenThePresentOrThePastWhenScheduledThenItIsAnInternalError) {
  Probe& p = probe(1);
  EXPECT_THROW(queue.schedule(0, Priority::core, p, p, 0), InternalError);
  queue.schedule(10, Priority::core, p, p, 0);
  queue.run_cycle();
  EXPECT_THROW(queue.schedule(10, Priority::core, p, p, 0), InternalError);
  EXPECT_THROW(queue.schedule(9, Priority::core, p, p, 0), InternalError);
  EXPECT_TRUE(queue.empty());
}

TEST_F(EventQueueTest, GivenAHandlerThatSchedulesItsOwnCycleThenItIsAnInternalError) {
  Probe& p = probe(1);
  p.then = [&](Cycle now, std::uint64_t) { queue.schedule(now, Priority::observe, p, p, 0); };
  queue.schedule(1, Priority::core, p, p, 0);
  EXPECT_THROW(queue.run_cycle(), InternalError);
}

TEST_F(EventQueueTest, GivenOneCycleWhenRunThenPriorityGoesBeforeSourceAndSourceBeforeSequence) {
  Probe &a = probe(1), &b = probe(2);
  queue.schedule(3, Priority::observe, a, a, 0);
  queue.schedule(3, Priority::core, b, a, 1);
  queue.schedule(3, Priority::core, a, b, 2);  // source 1
  queue.schedule(3, Priority::core, a, a, 3);  // source 1, later in its sequence
  queue.schedule(3, Priority::response, b, b, 4);
  run_all();
  EXPECT_EQ(log, (std::vector<Delivery>{{3, 2, 4}, {3, 2, 2}, {3, 1, 3}, {3, 1, 1}, {3, 1, 0}}));
}

TEST_F(EventQueueTest, GivenFarAndNearEventsOfOneCycleWhenRunThenTheKeyOrdersThemTogether) {
  // 5000 is in the heap when scheduled at 0, in a bucket when scheduled at 4500; sources interleave.
  std::vector<Probe*> p;
  for (std::uint32_t id = 0; id < 100; ++id) p.push_back(&probe(id));
  Probe& scheduler = probe(100);
  scheduler.then = [&](Cycle, std::uint64_t) {
    for (std::uint32_t id = 99; id < 100; id -= 2) queue.schedule(5000, Priority::core, *p[id], *p[id], 0);
  };
  for (std::uint32_t id = 98; id < 100; id -= 2) queue.schedule(5000, Priority::core, *p[id], *p[id], 0);
  queue.schedule(4500, Priority::core, scheduler, scheduler, 0);
  run_all();
  ASSERT_EQ(log.size(), 101u);
  for (std::uint32_t id = 0; id < 100; ++id) EXPECT_EQ(std::get<1>(log[id + 1]), id);
}

TEST_F(EventQueueTest, GivenOneSourceWhenItsEventsComeFromHeapAndBucketThenItsSequenceIsKept) {
  Probe &p = probe(3), &other = probe(4);
  queue.schedule(2000, Priority::core, p, p, 0);
  queue.schedule(2000, Priority::core, p, p, 1);
  other.then = [&](Cycle, std::uint64_t) {
    queue.schedule(2000, Priority::core, other, other, 99);
    for (std::uint64_t i = 2; i < 60; ++i) queue.schedule(2000, Priority::core, p, p, i);
  };
  queue.schedule(1500, Priority::core, other, other, 0);
  queue.run_cycle();
  other.then = nullptr;
  run_all();
  ASSERT_EQ(log.size(), 62u);
  for (std::uint64_t i = 0; i < 60; ++i) EXPECT_EQ(log[i + 1], (Delivery{2000, 3, i}));
}

TEST_F(EventQueueTest, GivenTheEdgesOfTheWindowWhenAskedThenNextCycleIsExact) {
  Probe& p = probe(1);
  Cycle expected = 0;
  for (const Cycle step : {1u, 63u, 64u, 65u, 1022u, 1023u, 1024u, 1025u, 2047u, 2048u, 1u, 1000000u, 1023u, 1u}) {
    expected += step;
    queue.schedule(expected, Priority::core, p, p, 0);
    ASSERT_EQ(queue.next_cycle(), expected);
    ASSERT_TRUE(queue.run_cycle());
    ASSERT_EQ(queue.now(), expected);
  }
  EXPECT_FALSE(queue.run_cycle());
}

TEST_F(EventQueueTest, GivenACycleWithManyEventsWhenItRunsThenEmptyIsTrueOnlyInTheLast) {
  Probe& p = probe(1);
  std::vector<bool> empty;
  p.then = [&](Cycle, std::uint64_t) { empty.push_back(queue.empty()); };
  // Counted as run when its handler is entered.
  for (int i = 0; i < 3; ++i) queue.schedule(1, Priority::core, p, p, 0);
  run_all();
  EXPECT_EQ(empty, (std::vector<bool>{false, false, true}));
}

// Random schedules by handlers, against a reference that keeps every event in a list sorted by the documented key.
struct Reference {
  struct Event {
    Cycle when;
    std::uint32_t priority, source, sequence, target;
    std::uint64_t argument;
  };
  std::vector<Event> events;

  static bool before(const Event& a, const Event& b) {
    return std::tie(a.when, a.priority, a.source, a.sequence) < std::tie(b.when, b.priority, b.source, b.sequence);
  }
};

// What the event with this argument schedules: a function of the argument alone, so both sides do the same.
struct Child {
  Cycle delay;
  Priority priority;
  std::uint32_t target;
};
std::vector<Child> children(std::uint64_t argument, std::uint32_t components, Cycle longest) {
  Random random(argument);
  std::vector<Child> result(random.below(3));
  for (Child& c : result) {
    const Cycle range = random.below(8) == 0 ? longest : std::min<Cycle>(longest, 30);
    c = {1 + random.below(range), static_cast<Priority>(random.below(6)),
         static_cast<std::uint32_t>(random.below(components))};
  }
  return result;
}

TEST(EventQueueProperty, GivenRandomSchedulesWhenRunThenTheOrderIsThatOfASortedList) {
  for (const Cycle longest : {2u, 40u, 1024u, 5000u}) {
    for (const std::uint32_t components : {1u, 5u, 300u}) {
      std::vector<Delivery> log;
      std::deque<Probe> probes;
      EventQueue queue;
      constexpr std::size_t kEvents = 20000;
      std::uint64_t fresh = 0;
      for (std::uint32_t id = 0; id < components; ++id) {
        Probe& p = probes.emplace_back(id * 1000003u % (1u << 28), log);
        p.then = [&](Cycle now, std::uint64_t argument) {
          if (log.size() > kEvents) return;
          for (const Child& c : children(argument, components, longest))
            queue.schedule(now + c.delay, c.priority, p, probes[c.target], ++fresh);
        };
      }
      for (std::uint32_t i = 0; i < 300; ++i) {
        Probe& p = probes[i % components];
        queue.schedule(1 + i % 7, Priority::core, p, p, ++fresh);
      }
      while (queue.run_cycle()) {
      }

      std::vector<Delivery> expected;
      std::vector<std::uint32_t> sequence(components);
      std::vector<Reference::Event> pending;
      std::uint64_t reference_fresh = 0;
      const auto later = [](const Reference::Event& a, const Reference::Event& b) { return Reference::before(b, a); };
      const auto add = [&](Cycle when, Priority priority, std::uint32_t source, std::uint32_t target) {
        Reference::Event e{when,
                           static_cast<std::uint32_t>(priority),
                           probes[source].id(),
                           sequence[source]++,
                           target,
                           ++reference_fresh};
        pending.insert(std::upper_bound(pending.begin(), pending.end(), e, later), e);
      };
      for (std::uint32_t i = 0; i < 300; ++i) add(1 + i % 7, Priority::core, i % components, i % components);
      while (!pending.empty()) {
        const Reference::Event e = pending.back();
        pending.pop_back();
        expected.emplace_back(e.when, probes[e.target].id(), e.argument);
        if (expected.size() > kEvents) continue;
        for (const Child& c : children(e.argument, components, longest))
          add(e.when + c.delay, c.priority, e.target, c.target);
      }
      ASSERT_EQ(log, expected) << "delays up to " << longest << ", " << components << " components";
      ASSERT_EQ(queue.events_run(), expected.size());
      ASSERT_GT(expected.size(), 300u);
    }
  }
}

TEST(EventQueueProperty, GivenTheSameEventsInShuffledOrderWhenRunThenTheOrderIsTheSame) {
  constexpr std::uint32_t kComponents = 500;
  const auto run_shuffled = [](std::uint64_t seed) {
    std::vector<std::uint32_t> ids(kComponents);
    for (std::uint32_t i = 0; i < kComponents; ++i) ids[i] = i;
    Random random(seed);
    for (std::uint32_t i = kComponents; i > 1; --i) std::swap(ids[i - 1], ids[random.below(i)]);

    EventQueue queue;
    std::vector<Delivery> log;
    std::deque<Probe> probes;
    for (std::uint32_t i = 0; i < kComponents; ++i) probes.emplace_back(i, log);
    // Each component schedules the same events in the same sequence; only who goes first differs.
    for (const std::uint32_t id : ids) {
      Random own(99, id);
      for (std::uint64_t i = 0; i < 20; ++i) {
        const Cycle when = 1 + own.below(10) * 300;
        const auto priority = static_cast<Priority>(own.below(6));
        queue.schedule(when, priority, probes[id], probes[own.below(kComponents)], i);
      }
    }
    while (queue.run_cycle()) {
    }
    return log;
  };
  const auto reference = run_shuffled(1);
  ASSERT_EQ(reference.size(), kComponents * 20u);
  for (std::uint64_t seed = 2; seed < 6; ++seed) EXPECT_EQ(run_shuffled(seed), reference);
}

}  // namespace
}  // namespace cdrsim
