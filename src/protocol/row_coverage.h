// SPDX-License-Identifier: BSD-3-Clause
// How often each row of a protocol's two tables was taken. Learns of transitions as an observer; rows that report none
// (hits, waits and refusals that change no state) are counted through took() by whoever sees them.
//
//   RowCoverage rows(protocol);  observers.add(rows);  ...  rows.write_csv(file);
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "observe/observer.h"
#include "protocol/protocol.h"

namespace cdrsim {

class RowCoverage final : public Observer {
 public:
  explicit RowCoverage(std::shared_ptr<const Protocol> protocol);

  void on(const TransitionEvent& e) override;
  void took(State state, PrivateEvent event) { ++cache_[index(state, event)]; }
  void took(State state, HomeEvent event) { ++home_[index(state, event)]; }

  std::uint64_t count(State state, PrivateEvent event) const { return cache_[index(state, event)]; }
  std::uint64_t count(State state, HomeEvent event) const { return home_[index(state, event)]; }
  /// Rows that are possible, and those of them that were taken.
  std::uint64_t possible() const;
  std::uint64_t taken() const;

  /// table,state,event,next,count: every possible row, those never taken with 0.
  void write_csv(std::ostream& out) const;

 private:
  template <class Event>
  static std::size_t index(State state, Event event) {
    return state * static_cast<std::size_t>(Event::count) + static_cast<std::size_t>(event);
  }
  using Places = std::unordered_map<std::string_view, std::size_t>;  // by the names that the tables give

  std::shared_ptr<const Protocol> protocol_;
  Places cache_states_, home_states_, cache_events_, home_events_;
  std::vector<std::uint64_t> cache_, home_;  // by state and event
};

}  // namespace cdrsim
