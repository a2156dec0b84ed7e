// SPDX-License-Identifier: BSD-3-Clause
// The messages in flight. Each virtual network gives each unit an inbox of finite room; a message waits with its sender
// (in the out-buffer) until there is a place in the inbox of its destination, and takes it at once. Nothing is kept in
// order: from an inbox any message may be delivered next, and when several wait for one place, any may get it.
//
// Responses always find room: who asked has reserved it.
//
//   mail.send(message);            // a step's messages
//   mail.settle(choices);          // who gets the free places
//   if (mail.may_arrive(i)) Message m = mail.take(i);
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "protocol/message.h"
#include "protocol/state_archive.h"
#include "verify/choices.h"
#include "verify/shape.h"

namespace cdrsim::verify {

struct Flight {
  /// held: it leaves only when the walk's timer has run out.
  enum class Place : std::uint8_t { inbox, out_buffer, held };
  Message message;
  Place place = Place::out_buffer;
};

class Mail {
 public:
  explicit Mail(const Shape& shape) : shape_(shape), counts_(shape.units()) {}

  void send(const Message& message, Flight::Place place = Flight::Place::out_buffer) {
    flights_.push_back({message, place});
  }
  /// A walk of `home` is over: its last Inv leaves.
  void release(TileId home, LineAddress line);
  void settle(Choices& choices);

  const std::vector<Flight>& flights() const { return flights_; }
  Message take(std::size_t i);
  /// "GetS of line 0, core 1 -> home 2"; " (2)" follows for the second of two that differ in details alone.
  std::string name(std::size_t i) const;
  /// Messages of these networks that wait in the unit's out-buffer.
  std::uint32_t waiting(TileId unit, std::uint8_t lowest_network, std::uint8_t highest_network) const;
  std::uint32_t out_buffer(TileId unit) const { return waiting(unit, 0, 2); }

  void save(StateWriter& w) const;
  void load(StateReader& r);

 private:
  struct Counts {
    std::array<std::uint8_t, 3> in_inbox{}, out_buffer{};  // by network: of this unit's inboxes; of its own sendings
  };
  void count();
  std::string plain_name(const Message& message) const;

  const Shape& shape_;
  std::vector<Flight> flights_;
  std::vector<Counts> counts_;  // by unit
};

}  // namespace cdrsim::verify
