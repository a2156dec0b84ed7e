// SPDX-License-Identifier: BSD-3-Clause
// Draws steps as a message-sequence chart in text: a column for each unit, a row for each step, state changes and
// references performed under the unit where they happen.
//
//         core 0            home 0            memory
//     1   | load            |                 |
//         | I -> IS_D       |                 |
//     2   |----- GetS ----->|                 |
//         |                 | NP -> NP_D      |
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "verify/model.h"

namespace cdrsim::verify {

class Chart final : public Observer {
 public:
  /// Draws the column heads. The chart listens to the model from now on and must outlive what it does.
  Chart(std::ostream& out, Model& model);

  /// Before a step is taken, and after.
  void begin(const Step& step);
  void end();

  void on(const TransitionEvent& e) override;
  void on(const LoadEvent& e) override;
  void on(const StoreEvent& e) override;

 private:
  struct Note {
    TileId unit;
    std::string text;
  };
  std::string blank() const;
  std::size_t column(TileId unit) const;
  void print(std::string row, std::size_t number);
  void note(TileId unit, std::string text) { notes_.push_back({unit, std::move(text)}); }
  std::string line_text(LineAddress line) const;

  std::ostream& out_;
  const Model& model_;
  std::vector<Note> notes_;
  std::size_t number_ = 0;
};

}  // namespace cdrsim::verify
