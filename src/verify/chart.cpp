// SPDX-License-Identifier: BSD-3-Clause
#include "verify/chart.h"

#include <algorithm>
#include <ostream>

#include "base/error.h"

namespace cdrsim::verify {
namespace {

constexpr std::size_t kMargin = 8, kColumn = 24, kLineText = 4;

/// Writes over what is there.
void put(std::string& row, std::size_t at, const std::string& text) {
  if (row.size() < at + text.size()) row.resize(at + text.size(), ' ');
  row.replace(at, text.size(), text);
}

}  // namespace

Chart::Chart(std::ostream& out, Model& model) : out_(out), model_(model) {
  model.observers().add(*this);
  std::string heads;
  for (std::uint32_t u = 0; u < model.shape().units(); ++u)
    put(heads, column(TileId{u}), model.shape().unit_name(TileId{u}));
  print(heads, 0);
  print(std::string(kMargin, ' ') + "an arrow is a message that arrives; (n): sent in step n", 0);
}

std::vector<std::uint8_t> Chart::bytes_of(const Message& message) {
  StateWriter w;
  save(w, message);
  return w.bytes();
}

Chart::SentList::const_iterator Chart::find(const SentList& list, const Message& message) {
  return std::find_if(list.begin(), list.end(),
                      [bytes = bytes_of(message)](const Sent& s) { return s.message == bytes; });
}

std::size_t Chart::sent_in(const Flight& flight) const {
  const auto sent = find(sent_, flight.message);
  invariant(sent != sent_.end(), "a message in flight that no step of the chart has sent");
  return sent->step;
}

std::size_t Chart::column(TileId unit) const {
  return kMargin + unit.value * (kColumn + (model_.shape().lines > 1 ? kLineText : 0));
}

std::string Chart::blank() const {
  std::string row;
  for (std::uint32_t u = 0; u < model_.shape().units(); ++u) put(row, column(TileId{u}), "|");
  return row;
}

void Chart::print(std::string row, std::size_t number) {
  if (number) {
    const std::string text = std::to_string(number);
    put(row, kMargin - 3 - std::min(text.size(), kMargin - 3), text);
  }
  row.erase(row.find_last_not_of(' ') + 1);
  out_ << row << '\n';
}

std::string Chart::line_text(LineAddress line) const {
  return model_.shape().lines > 1 ? std::to_string(line.value) + ": " : "";
}

void Chart::begin(const Step& step) {
  ++number_;
  notes_.clear();
  std::string row = blank();
  if (step.kind != Step::Kind::delivery) {
    const bool at_core = step.kind == Step::Kind::reference || step.kind == Step::Kind::cache_evict;
    const std::string name = model_.name(step);
    put(row, column(at_core ? TileId{step.unit} : model_.shape().home(step.unit)) + 2,
        name.substr(name.find(": ") + 2));
  } else {
    const Flight& flight = model_.mail().flights()[step.detail];
    const Message& m = flight.message;
    std::string text = " " + line_text(m.line) + std::string(kind(m.type).name);
    if (m.acks) text += "+" + std::to_string(m.acks);
    text += " (" + std::to_string(sent_in(flight)) + ") ";
    sent_.erase(find(sent_, m));
    const std::size_t from = column(m.source), to = column(m.destination);
    if (from == to) {
      put(row, from + 1, text);
    } else {
      const std::size_t left = std::min(from, to) + 1, right = std::max(from, to) - 1;
      put(row, left, std::string(right - left + 1, '-'));
      row[from < to ? right : left] = from < to ? '>' : '<';
      put(row, from < to ? left + 2 : right - 1 - text.size(), text);
    }
  }
  print(row, number_);
}

void Chart::end() {
  // What is in flight now and was not before this step has sent.
  SentList before = std::move(sent_), now;
  for (const Flight& f : model_.mail().flights()) {
    const auto old = find(before, f.message);
    now.push_back(old == before.end() ? Sent{bytes_of(f.message), number_} : *old);
    if (old != before.end()) before.erase(old);
  }
  std::stable_sort(now.begin(), now.end(), [](const Sent& a, const Sent& b) { return a.step < b.step; });
  sent_ = std::move(now);

  // A row for the first note of each unit, another for the second, and so on.
  while (!notes_.empty()) {
    std::string row = blank();
    std::vector<Note> later;
    std::vector<TileId> used;
    for (Note& n : notes_) {
      if (std::find(used.begin(), used.end(), n.unit) != used.end()) {
        later.push_back(std::move(n));
        continue;
      }
      used.push_back(n.unit);
      put(row, column(n.unit) + 2, n.text);
    }
    print(row, 0);
    notes_ = std::move(later);
  }
}

void Chart::on(const TransitionEvent& e) {
  if (e.before == e.after)
    note(e.tile, line_text(e.line) + std::string(e.event) + " in " + std::string(e.before));
  else
    note(e.tile, line_text(e.line) + std::string(e.before) + " -> " + std::string(e.after));
}

void Chart::on(const LoadEvent& e) {
  note(e.tile, line_text(e.line) + "reads version " + std::to_string(e.version));
}

void Chart::on(const StoreEvent& e) {
  note(e.tile, line_text(e.line) + "writes version " + std::to_string(e.before + 1));
}

}  // namespace cdrsim::verify
