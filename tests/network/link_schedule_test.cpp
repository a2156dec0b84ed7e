// SPDX-License-Identifier: BSD-3-Clause
// Does each booking get exactly the first free cycles of its link, however far ahead and in whatever order?
#include "network/link_schedule.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "base/random.h"

namespace cdrsim {
namespace {

using Slots = std::pair<Cycle, Cycle>;

struct Schedule {
  LinkSchedule links{4};
  Slots book(Cycle earliest, std::uint32_t flits, std::uint32_t link = 0) {
    const auto slots = links.book(link, earliest, flits);
    return {slots.head, slots.tail};
  }
};

TEST(LinkSchedule, GivenAnIdleLinkWhenBookedThenThePacketPassesAtOnce) {
  Schedule s;
  EXPECT_EQ(s.book(10, 3), Slots(10, 12));
  EXPECT_EQ(s.book(10, 3, 1), Slots(10, 12));  // another link is another matter
}

TEST(LinkSchedule, GivenTwoPacketsAtOnceThenTheyPassOneAfterTheOther) {
  Schedule s;
  EXPECT_EQ(s.book(10, 3), Slots(10, 12));
  EXPECT_EQ(s.book(10, 3), Slots(13, 15));
  EXPECT_EQ(s.book(16, 3), Slots(16, 18));
}

TEST(LinkSchedule, GivenAGapBeforeAnEarlierBookingThenALaterBookingThatComesFirstIsNotDelayed) {
  Schedule s;
  EXPECT_EQ(s.book(100, 9), Slots(100, 108));
  EXPECT_EQ(s.book(40, 9), Slots(40, 48));
  EXPECT_EQ(s.book(91, 9), Slots(91, 99));  // fits exactly
  EXPECT_EQ(s.book(109, 1), Slots(109, 109));
}

TEST(LinkSchedule, GivenAGapTooSmallThenFlitsOfPacketsInterleave) {
  Schedule s;
  s.book(12, 2);                            // 12, 13
  EXPECT_EQ(s.book(10, 3), Slots(10, 14));  // 10, 11, 14
  EXPECT_EQ(s.book(10, 1), Slots(15, 15));
}

TEST(LinkSchedule, GivenPacketsAcrossWordsAndLongerThanAWordThenNothingIsLost) {
  Schedule s;
  EXPECT_EQ(s.book(60, 9), Slots(60, 68));
  EXPECT_EQ(s.book(0, 64, 1), Slots(0, 63));
  EXPECT_EQ(s.book(0, 64, 1), Slots(64, 127));
  EXPECT_EQ(s.book(5, 200, 2), Slots(5, 204));
  EXPECT_EQ(s.book(0, 6, 2), Slots(0, 205));  // 0..4, 205
}

TEST(LinkSchedule, GivenBookingsFarAheadThenTheGapsBeforeThemStayFree) {
  Schedule s;
  EXPECT_EQ(s.book(1000000, 5), Slots(1000000, 1000004));
  EXPECT_EQ(s.book(5000, 5), Slots(5000, 5004));
  EXPECT_EQ(s.book(4999, 1), Slots(4999, 4999));
  s.links.advance(4990);
  EXPECT_EQ(s.book(4999, 1), Slots(5005, 5005));
  s.links.advance(999999);
  EXPECT_EQ(s.book(1000000, 1), Slots(1000005, 1000005));
}

TEST(LinkSchedule, GivenThePastThenItCanNeitherBeBookedNorReturnedTo) {
  Schedule s;
  s.links.advance(1000);
  EXPECT_THROW(s.book(900, 1), InternalError);
  EXPECT_THROW(s.links.advance(900), InternalError);
}

TEST(LinkSchedule, GivenALongQueueThenEachBookingJoinsItsEnd) {
  Schedule s;
  for (Cycle i = 0; i < 50000; ++i) ASSERT_EQ(s.book(i / 10, 3), Slots(3 * i, 3 * i + 2));
  EXPECT_EQ(s.book(5, 1, 1), Slots(5, 5));
}

// Random bookings against a set of busy cycles per link: the first free ones at or after the arrival, no cycle twice.
TEST(LinkScheduleProperty, GivenRandomBookingsThenEachTakesTheFirstFreeCyclesAndNoneTwice) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    Random random(seed);
    constexpr std::uint32_t kLinks = 300;  // more than one chunk
    const std::uint32_t used = seed % 2 == 0 ? 3 : kLinks;
    LinkSchedule schedule(kLinks);
    std::vector<std::set<Cycle>> busy(kLinks);
    Cycle now = 0;
    const int bookings = used == kLinks ? 40000 : 6000;  // few links: ever longer queues
    for (int i = 0; i < bookings; ++i) {
      now += random.below(8) == 0 ? random.below(20) : 0;
      if (random.below(10000) == 0) now += random.below(100000);
      schedule.advance(now);
      const auto link = static_cast<std::uint32_t>(random.below(used) * 97 % kLinks);
      const Cycle ahead = random.below(50) == 0 ? random.below(20000) : random.below(150);
      const auto flits =
          static_cast<std::uint32_t>(random.below(100) == 0 ? 1 + random.below(150) : 1 + random.below(9));

      Cycle at = now + ahead, head = kNever, tail = 0;
      for (std::uint32_t left = flits; left > 0; ++at)
        if (busy[link].insert(at).second) {
          head = std::min(head, at);
          tail = at;
          --left;
        }
      const auto slots = schedule.book(link, now + ahead, flits);
      ASSERT_EQ(slots.head, head) << "booking " << i;
      ASSERT_EQ(slots.tail, tail) << "booking " << i;
    }
  }
}

// A whole path at once must book what its links do one by one: head by head, the tail never ahead of the link before.
TEST(LinkScheduleProperty, GivenRandomPathsWhenBookedAtOnceThenTheSlotsAreThoseOfTheirLinksOneByOne) {
  struct Case {
    std::uint32_t links, longest, flits;
    Cycle entry, hop;
  };
  // From crowded to spacious; legs within and across blocks; no time at all, and more than a word of it, between links.
  for (const Case& c : {Case{40, 8, 11, 1, 2},
                        {3000, 21, 9, 1, 2},
                        {3000, 700, 9, 2, 3},
                        {3000, 1400, 5, 0, 0},
                        {200, 20, 150, 1, 1},
                        {200, 20, 9, 90, 91},
                        {100, 9, 64, 1, 2}}) {
    Random random(c.links + c.longest);
    LinkSchedule paths(c.links), links(c.links);
    Cycle now = 0;
    for (int i = 0; i < 4000; ++i) {
      now += random.below(8) == 0 ? random.below(30) : 0;
      paths.advance(now);
      links.advance(now);
      const auto leg = [&] {
        const auto length = static_cast<std::uint32_t>(random.below(c.longest));
        const auto first = static_cast<std::uint32_t>(1 + length + random.below(c.links - 2 * length - 1));
        return random.below(2) == 0 ? LinkSchedule::Leg{first, first + length, 1}
                                    : LinkSchedule::Leg{first, first - length, -1};
      };
      const LinkSchedule::Path path{static_cast<std::uint32_t>(random.below(c.links)),
                                    {leg(), leg()},
                                    static_cast<std::uint32_t>(random.below(c.links))};
      const auto flits = static_cast<std::uint32_t>(1 + random.below(c.flits));
      const Cycle arrival = now + random.below(100);

      Cycle head = arrival, tail = arrival + flits - 1;  // when they come to the next link
      const auto cross = [&](std::uint32_t link, Cycle hop) {
        const auto slots = links.book(link, head, flits);
        head = slots.head + hop;
        tail = std::max(slots.tail, tail) + hop;
      };
      cross(path.entry, c.entry);
      for (const LinkSchedule::Leg& l : path.legs)
        for (std::uint32_t link = l.first; link != l.end; link += static_cast<std::uint32_t>(l.step))
          cross(link, c.hop);
      cross(path.exit, 0);

      const auto out = paths.book_path(path, {c.entry, c.hop}, arrival, flits);
      ASSERT_EQ(out.head, head) << "path " << i << " on " << c.links << " links";
      ASSERT_EQ(out.tail, tail) << "path " << i << " on " << c.links << " links";
    }
  }
}

// What a time word has held must be gone when its memory serves a later one, wherever a path has left bits.
TEST(LinkScheduleProperty, GivenLongPathsWhenTheirTimeHasPassedThenTheLinksAreFreeAgain) {
  constexpr std::uint32_t kLinks = 3000000;  // a row of its own mapping
  LinkSchedule schedule(kLinks);
  for (Cycle round = 0; round < 60; ++round) {
    const Cycle now = round * 10007;
    schedule.advance(now);
    // Legs that end a few links behind a multiple of 512.
    const LinkSchedule::Path path{0, {{{1, 2565, 1}, {kLinks - 1, 2998650, -1}}}, 2600};
    const auto out = schedule.book_path(path, {1, 2}, now, 9);
    ASSERT_EQ(out.head, now + 1 + 2 * (2564 + 1349)) << round;
    ASSERT_EQ(out.tail, out.head + 8) << round;
  }
}

}  // namespace
}  // namespace cdrsim
