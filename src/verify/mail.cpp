// SPDX-License-Identifier: BSD-3-Clause
#include "verify/mail.h"

#include <algorithm>

namespace cdrsim::verify {

using Place = Flight::Place;

void Mail::release(TileId home, LineAddress line) {
  for (Flight& f : flights_)
    if (f.place == Place::held && f.message.source == home && f.message.line == line) f.place = Place::out_buffer;
}

void Mail::count() {
  std::fill(counts_.begin(), counts_.end(), Counts{});
  for (const Flight& f : flights_) {
    const std::uint8_t vn = kind(f.message.type).virtual_network;
    if (f.place == Place::inbox) ++counts_[f.message.destination.value].in_inbox[vn];
    if (f.place == Place::out_buffer) ++counts_[f.message.source.value].out_buffer[vn];
  }
}

void Mail::settle(Choices& choices) {
  bool any = false;
  for (Flight& f : flights_) {
    if (f.place != Place::out_buffer) continue;
    if (kind(f.message.type).virtual_network == 2)
      f.place = Place::inbox;
    else
      any = true;
  }
  count();
  if (!any) return;
  std::vector<std::size_t> wait;
  for (std::uint32_t unit = 0; unit < counts_.size(); ++unit)
    for (std::uint8_t vn = 0; vn < 2; ++vn) {
      if (counts_[unit].in_inbox[vn] >= shape_.inbox) continue;
      std::uint32_t room = shape_.inbox - counts_[unit].in_inbox[vn];
      wait.clear();
      for (std::size_t i = 0; i < flights_.size(); ++i)
        if (flights_[i].place == Place::out_buffer && flights_[i].message.destination.value == unit &&
            kind(flights_[i].message.type).virtual_network == vn)
          wait.push_back(i);
      for (; room && !wait.empty(); --room) {
        const std::size_t next = wait.size() <= room ? 0 : choices.pick(static_cast<std::uint32_t>(wait.size()));
        flights_[wait[next]].place = Place::inbox;
        wait.erase(wait.begin() + static_cast<std::ptrdiff_t>(next));
      }
    }
  count();
}

Message Mail::take(std::size_t i) {
  const Message m = flights_[i].message;
  flights_.erase(flights_.begin() + static_cast<std::ptrdiff_t>(i));
  return m;
}

std::uint32_t Mail::waiting(TileId unit, std::uint8_t lowest, std::uint8_t highest) const {
  std::uint32_t n = 0;
  for (std::uint8_t vn = lowest; vn <= highest; ++vn) n += counts_[unit.value].out_buffer[vn];
  return n;
}

std::string Mail::plain_name(const Message& m) const {
  std::string s = std::string(kind(m.type).name) + " of line " + std::to_string(m.line.value) + ", " +
                  shape_.unit_name(m.source) + " -> " + shape_.unit_name(m.destination);
  if (m.requester != m.source && m.requester != m.destination && m.type != MessageType::walk_timer)
    s += " for " + shape_.unit_name(m.requester);
  if (m.acks) s += ", " + std::to_string(m.acks) + " acks";
  return s;
}

std::string Mail::name(std::size_t i) const {
  std::string s = plain_name(flights_[i].message);
  std::size_t same = 1;
  for (std::size_t j = 0; j < i; ++j) same += plain_name(flights_[j].message) == s;
  return same == 1 ? s : s + " (" + std::to_string(same) + ")";
}

void Mail::save(StateWriter& w) const {
  w.unordered(flights_, [](StateWriter& out, const Flight& f) {
    out.u8(static_cast<std::uint8_t>(f.place));
    cdrsim::save(out, f.message);
  });
}

void Mail::load(StateReader& r) {
  flights_.clear();
  r.each([&](StateReader& in) {
    const Place place = static_cast<Place>(in.u8());
    flights_.push_back({load_message(in), place});
  });
  count();
}

}  // namespace cdrsim::verify
