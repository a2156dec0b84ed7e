// SPDX-License-Identifier: BSD-3-Clause
#include "observe/value_oracle.h"

#include <algorithm>

#include "base/error.h"

namespace cdrsim {
namespace {

constexpr std::size_t kQuotedEvents = 16;

std::string core(TileId tile) {
  return "core " + std::to_string(tile.value);
}

}  // namespace

ValueOracle::ValueOracle(std::size_t remembered) : remembered_(std::max<std::size_t>(remembered, 1)) {
  ring_.reserve(remembered_);
}

void ValueOracle::remember(const AnyEvent& event) {
  if (ring_.size() < remembered_) {
    ring_.push_back(event);
  } else {
    ring_[oldest_] = event;
    if (++oldest_ == remembered_) oldest_ = 0;
  }
}

void ValueOracle::on(const TransitionEvent& event) {
  if (!is_routine(event)) remember(event);
}
void ValueOracle::on(const MessageEvent& event) {
  remember(event);
}

void ValueOracle::on(const LoadIssuedEvent& e) {
  remember(e);
  const Version current = lines_[e.line.value].version;
  waiting_[slot_key(e.tile, e.slot)] = {e.line, current, true};
}

void ValueOracle::on(const LoadEvent& e) {
  remember(e);
  ++loads_;
  Line& line = lines_[e.line.value];
  line.obtained = true;
  if (e.hit) {
    if (e.version != line.version)
      violation(e.now, e.line,
                core(e.tile) + " read version " + std::to_string(e.version) + " in a hit, but version " +
                    std::to_string(line.version) + " is current: a stale copy");
    if (held(e.line, e.tile) == Permission::none)
      violation(e.now, e.line, core(e.tile) + " had a load hit without any permission on the line");
    return;
  }
  Waiting* w = waiting_.find(slot_key(e.tile, e.slot));
  if (w == nullptr || !w->waits || w->line != e.line)
    violation(
        e.now, e.line,
        core(e.tile) + " completed a load in slot " + std::to_string(e.slot) + " that was not waiting for the line");
  w->waits = false;
  if (e.version < w->at_issue || e.version > line.version)
    violation(e.now, e.line,
              core(e.tile) + " waited and read version " + std::to_string(e.version) + ", but only versions " +
                  std::to_string(w->at_issue) + " to " + std::to_string(line.version) +
                  " were current while it waited");
}

void ValueOracle::on(const StoreEvent& e) {
  remember(e);
  ++stores_;
  Line& line = lines_[e.line.value];
  line.obtained = true;
  if (e.before != line.version)
    violation(e.now, e.line,
              core(e.tile) + " stored onto version " + std::to_string(e.before) + ", but version " +
                  std::to_string(line.version) + " is current: a lost update");
  if (line.writer != e.tile) violation(e.now, e.line, core(e.tile) + " stored without write permission");
  ++line.version;
}

void ValueOracle::on(const PermissionEvent& e) {
  remember(e);
  Line& line = lines_[e.line.value];
  if (held(e.line, e.tile) != e.before)
    violation(e.now, e.line, core(e.tile) + " changed from a permission that it did not have");

  if (e.before == Permission::read) --line.readers;
  if (e.before == Permission::write) line.writer = kNoTile;
  if (e.after == Permission::none)
    copies_.erase({e.line, e.tile});
  else
    copies_[{e.line, e.tile}] = e.after;

  if (e.after != Permission::none) line.obtained = true;
  if (e.after != Permission::none && line.writer != kNoTile)
    violation(e.now, e.line,
              core(e.tile) + (e.after == Permission::write ? " may write" : " may read") + " while " +
                  core(line.writer) + " may write");
  if (e.after == Permission::write && line.readers != 0)
    violation(e.now, e.line,
              core(e.tile) + " may write while " + std::to_string(line.readers) +
                  (line.readers == 1 ? " other core" : " other cores") + " may read");
  if (e.after == Permission::read) ++line.readers;
  if (e.after == Permission::write) line.writer = e.tile;
}

void ValueOracle::on(const DomainEvent& e) {
  Line& line = lines_[e.line.value];
  if (line.has_sdid && line.sdid == e.sdid) return;  // the usual case is no news, and stays out of the ring
  remember(e);
  if (line.has_sdid)
    violation(e.now, e.line,
              "home " + std::to_string(e.home.value) + " handles it in sharer domain " + std::to_string(e.sdid) +
                  ", but it belongs to " + std::to_string(line.sdid));
  line.sdid = e.sdid;
  line.has_sdid = true;
}

void ValueOracle::audit(Cycle now, bool finished) const {
  LineAddress homeless = kNoLine;
  lines_.for_each([&](std::uint64_t address, const Line& line) {
    if (line.obtained && !line.has_sdid) homeless = std::min(homeless, LineAddress{address});
  });
  if (homeless != kNoLine) violation(now, homeless, "the run is over, and no home ever said which SDID it has");

  if (!finished) return;
  std::uint64_t first = ~std::uint64_t{0};
  waiting_.for_each([&](std::uint64_t slot, const Waiting& w) {
    if (w.waits) first = std::min(first, slot);
  });
  if (first != ~std::uint64_t{0})
    violation(
        now, waiting_.find(first)->line,
        "the run is over, and a load of " + core(TileId{static_cast<std::uint32_t>(first >> 8)}) + " never completed");
}

Permission ValueOracle::held(LineAddress line, TileId tile) const {
  const Permission* p = copies_.find({line, tile});
  return p ? *p : Permission::none;
}

/// In words; at most a handful of readers by name.
std::string ValueOracle::holders(LineAddress address) const {
  std::vector<TileId> readers, writers;
  copies_.for_each([&](const CopyKey& key, Permission p) {
    if (key.line == address) (p == Permission::write ? writers : readers).push_back(key.tile);
  });
  std::sort(readers.begin(), readers.end());
  std::sort(writers.begin(), writers.end());
  auto list = [](const std::vector<TileId>& tiles) {
    std::string text;
    for (std::size_t i = 0; i < tiles.size() && i < 8; ++i) text += (i ? ", " : "") + core(tiles[i]);
    if (tiles.size() > 8) text += ", and " + std::to_string(tiles.size() - 8) + " more";
    return tiles.empty() ? std::string("nobody") : text;
  };
  return "may write: " + list(writers) + "; may read: " + list(readers);
}

void ValueOracle::violation(Cycle now, LineAddress address, const std::string& what) const {
  const Line* line = lines_.find(address.value);
  std::string text = "coherence violation at cycle " + std::to_string(now) + ", line " + hexadecimal(address) + ": " +
                     what + "\n  " + holders(address) + "; current version " +
                     std::to_string(line ? line->version : kUnwritten) + "\n";

  std::vector<std::string> rows;
  for (std::size_t i = 0; i < ring_.size(); ++i)
    std::visit(
        [&](const auto& e) {
          if (e.line == address) rows.push_back(event_row(e.now, who(e), ::cdrsim::what(e)));
        },
        ring_[(oldest_ + i) % ring_.size()]);
  const std::size_t quoted = std::min(rows.size(), kQuotedEvents);
  text += "  its last " + std::to_string(quoted) + " events (of the last " + std::to_string(ring_.size()) +
          " of the machine):";
  for (std::size_t i = rows.size() - quoted; i < rows.size(); ++i) text += "\n  " + rows[i];
  throw InternalError(text);
}

}  // namespace cdrsim
