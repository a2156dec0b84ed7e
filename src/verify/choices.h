// SPDX-License-Identifier: BSD-3-Clause
// What a step leaves open (which of the messages that wait gets the free place, which Inv of a walk leaves last), and
// how to try all of it: the step is run again and again, each time with the next choices.
//
//   Choices choices;
//   do { model.load(state); model.take(step, choices); ... } while (choices.next());
#pragma once

#include <cstdint>
#include <vector>

namespace cdrsim::verify {

class Choices {
 public:
  Choices() = default;
  /// These choices, for a replay; 0 where more are asked for.
  explicit Choices(std::vector<std::uint32_t> made) : made_(std::move(made)), most_(made_.size()) {}

  /// One of 0 .. n-1; n > 0.
  std::uint32_t pick(std::uint32_t n) {
    if (n == 1) return 0;
    if (at_ == made_.size()) {
      made_.push_back(0);
      most_.push_back(0);
    }
    most_[at_] = n - 1;
    return made_[at_] < n ? made_[at_++] : (made_[at_++] = 0);
  }

  /// Moves on to the next choices, for another run; false when all were tried.
  bool next() {
    at_ = 0;
    while (!made_.empty() && made_.back() == most_.back()) {
      made_.pop_back();
      most_.pop_back();
    }
    if (made_.empty()) return false;
    ++made_.back();
    return true;
  }

  const std::vector<std::uint32_t>& made() const { return made_; }
  /// How many of the choices that were given have not been asked for.
  std::size_t left() const { return made_.size() - at_; }

 private:
  std::vector<std::uint32_t> made_, most_;
  std::size_t at_ = 0;
};

}  // namespace cdrsim::verify
