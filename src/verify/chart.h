// SPDX-License-Identifier: BSD-3-Clause
// Draws steps as a message-sequence chart in text: a column for each unit, a row for each step, state changes and
// references performed under the unit where they happen. An arrow is drawn where a message arrives, behind its name the
// step in which it was sent.
//
//         core 0            home 0            memory
//     1   | load            |                 |
//         | I -> IS_D       |                 |
//     2   |- GetS (1) ----->|                 |
//         |                 | NP -> NP_D      |
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "verify/model.h"

namespace cdrsim::verify {

class Chart final : public Observer {
 public:
  /// Draws the column heads and a legend. The chart listens to the model from now on and must outlive what it does.
  Chart(std::ostream& out, Model& model);

  /// Before a step is taken, and after.
  void begin(const Step& step);
  void end();

  /// The step in which a message that is in flight was sent.
  std::size_t sent_in(const Flight& flight) const;

  void on(const TransitionEvent& e) override;
  void on(const LoadEvent& e) override;
  void on(const StoreEvent& e) override;

 private:
  struct Note {
    TileId unit;
    std::string text;
  };
  /// A message in flight, as bytes. Those that are equal are taken for each other: the oldest arrives first.
  struct Sent {
    std::vector<std::uint8_t> message;
    std::size_t step;
  };
  using SentList = std::vector<Sent>;
  static std::vector<std::uint8_t> bytes_of(const Message& message);
  static SentList::const_iterator find(const SentList& list, const Message& message);
  std::string blank() const;
  std::size_t column(TileId unit) const;
  void print(std::string row, std::size_t number);
  void note(TileId unit, std::string text) { notes_.push_back({unit, std::move(text)}); }
  std::string line_text(LineAddress line) const;

  std::ostream& out_;
  const Model& model_;
  std::vector<Note> notes_;
  SentList sent_;  // what is in flight, in the order in which it was sent
  std::size_t number_ = 0;
};

}  // namespace cdrsim::verify
