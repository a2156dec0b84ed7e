// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/row_coverage.h"

#include <ostream>

namespace cdrsim {
namespace {

template <class Table>
std::unordered_map<std::string_view, std::size_t> places_of_states(const Table& table) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t s = 0; s < table.states().size(); ++s) places[table.info(static_cast<State>(s)).name] = s;
  return places;
}

template <class Event>
std::unordered_map<std::string_view, std::size_t> places_of_events() {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t e = 0; e < static_cast<std::size_t>(Event::count); ++e) places[name(static_cast<Event>(e))] = e;
  return places;
}

template <class Event, class Table>
void each_possible(const Table& table, auto visit) {
  for (std::size_t s = 0; s < table.states().size(); ++s)
    for (std::size_t e = 0; e < Table::kEvents; ++e) {
      const auto& row = table.at(static_cast<State>(s), static_cast<Event>(e));
      if (row.possible) visit(static_cast<State>(s), static_cast<Event>(e), row);
    }
}

}  // namespace

RowCoverage::RowCoverage(std::shared_ptr<const Protocol> protocol)
    : protocol_(std::move(protocol)),
      cache_states_(places_of_states(protocol_->cache)),
      home_states_(places_of_states(protocol_->home)),
      cache_events_(places_of_events<PrivateEvent>()),
      home_events_(places_of_events<HomeEvent>()),
      cache_(protocol_->cache.states().size() * PrivateTable::kEvents),
      home_(protocol_->home.states().size() * HomeTable::kEvents) {}

void RowCoverage::on(const TransitionEvent& e) {
  if (e.home)
    ++home_[home_states_.at(e.before) * HomeTable::kEvents + home_events_.at(e.event)];
  else
    ++cache_[cache_states_.at(e.before) * PrivateTable::kEvents + cache_events_.at(e.event)];
}

std::uint64_t RowCoverage::possible() const {
  std::uint64_t n = 0;
  each_possible<PrivateEvent>(protocol_->cache, [&](State, PrivateEvent, const auto&) { ++n; });
  each_possible<HomeEvent>(protocol_->home, [&](State, HomeEvent, const auto&) { ++n; });
  return n;
}

std::uint64_t RowCoverage::taken() const {
  std::uint64_t n = 0;
  each_possible<PrivateEvent>(protocol_->cache, [&](State s, PrivateEvent e, const auto&) { n += count(s, e) > 0; });
  each_possible<HomeEvent>(protocol_->home, [&](State s, HomeEvent e, const auto&) { n += count(s, e) > 0; });
  return n;
}

void RowCoverage::write_csv(std::ostream& out) const {
  out << "table,state,event,next,count\n";
  each_possible<PrivateEvent>(protocol_->cache, [&](State s, PrivateEvent e, const auto& row) {
    out << "cache," << protocol_->cache.info(s).name << ',' << name(e) << ',' << protocol_->cache.info(row.next).name
        << ',' << count(s, e) << '\n';
  });
  each_possible<HomeEvent>(protocol_->home, [&](State s, HomeEvent e, const auto& row) {
    out << "home," << protocol_->home.info(s).name << ',' << name(e) << ',' << protocol_->home.info(row.next).name
        << ',' << count(s, e) << '\n';
  });
}

}  // namespace cdrsim
