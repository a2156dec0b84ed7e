// SPDX-License-Identifier: BSD-3-Clause
// Do inboxes hold what they have room for, and is every choice of who gets a free place tried once?
#include "verify/mail.h"

#include <gtest/gtest.h>

#include <set>

namespace cdrsim::verify {
namespace {

Message message(MessageType type, const Shape& s, std::uint32_t core) {
  Message m;
  m.type = type;
  m.source = m.requester = TileId{core};
  m.destination = kind(type).unit == Unit::home ? s.home(0) : TileId{core};
  return m;
}

Shape three_cores(std::uint32_t inbox) {
  Shape s;
  s.cores = 3;
  s.inbox = inbox;
  return s;
}

/// Who of three senders has found room, for every choice.
std::multiset<std::set<std::uint32_t>> entered(std::uint32_t inbox) {
  const Shape s = three_cores(inbox);
  std::multiset<std::set<std::uint32_t>> all;
  Choices choices;
  do {
    Mail mail(s);
    for (std::uint32_t c = 0; c < 3; ++c) mail.send(message(MessageType::get_s, s, c));
    mail.settle(choices);
    std::set<std::uint32_t> in;
    for (const Flight& f : mail.flights())
      if (f.place == Flight::Place::inbox) in.insert(f.message.source.value);
    all.insert(in);
  } while (choices.next());
  return all;
}

TEST(Mail, OneFreePlaceGoesToAnyWhoWaits) {
  EXPECT_EQ(entered(1), (std::multiset<std::set<std::uint32_t>>{{0}, {1}, {2}}));
}

TEST(Mail, TwoFreePlacesGoToAnyTwo) {
  const auto all = entered(2);
  EXPECT_EQ(std::set(all.begin(), all.end()), (std::set<std::set<std::uint32_t>>{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(Mail, NothingIsChosenWhereThereIsRoomForAll) {
  EXPECT_EQ(entered(3).size(), 1u);
}

TEST(Mail, WhatWaitsIsCountedAtItsSender) {
  const Shape s = three_cores(1);
  Mail mail(s);
  Choices choices;
  mail.send(message(MessageType::get_s, s, 0));
  mail.settle(choices);
  mail.send(message(MessageType::get_s, s, 1));
  mail.settle(choices);
  EXPECT_EQ(mail.waiting(TileId{0}, 0, 0), 0u);
  EXPECT_EQ(mail.waiting(TileId{1}, 0, 0), 1u);
  EXPECT_EQ(mail.waiting(TileId{1}, 1, 2), 0u);
  // WHEN the first has been delivered, the second takes its place.
  mail.take(0);
  mail.settle(choices);
  EXPECT_EQ(mail.out_buffer(TileId{1}), 0u);
}

TEST(Mail, ResponsesAlwaysFindRoom) {
  const Shape s = three_cores(1);
  Mail mail(s);
  Choices choices;
  for (int i = 0; i < 5; ++i) mail.send(message(MessageType::data_s, s, 0));
  mail.settle(choices);
  for (const Flight& f : mail.flights()) EXPECT_EQ(f.place, Flight::Place::inbox);
}

TEST(Mail, AHeldInvLeavesWhenItsWalkIsOver) {
  const Shape s = three_cores(1);
  Mail mail(s);
  Choices choices;
  Message inv = message(MessageType::inv, s, 1);
  inv.source = s.home(0);
  mail.send(inv, Flight::Place::held);
  mail.settle(choices);
  EXPECT_EQ(mail.flights()[0].place, Flight::Place::held);
  EXPECT_EQ(mail.out_buffer(s.home(0)), 0u);
  mail.release(s.home(0), inv.line);
  mail.settle(choices);
  EXPECT_EQ(mail.flights()[0].place, Flight::Place::inbox);
}

TEST(Choices, AreAllTriedWhenLaterOnesDependOnEarlierOnes) {
  // GIVEN a step that picks one of 3, and one of 2 more only if the first was 1.
  std::vector<std::vector<std::uint32_t>> seen;
  Choices choices;
  do {
    std::vector<std::uint32_t> picked{choices.pick(3)};
    if (picked[0] == 1) picked.push_back(choices.pick(2));
    seen.push_back(picked);
  } while (choices.next());
  EXPECT_EQ(seen, (std::vector<std::vector<std::uint32_t>>{{0}, {1, 0}, {1, 1}, {2}}));
}

}  // namespace
}  // namespace cdrsim::verify
