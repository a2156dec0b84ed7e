// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/llc_data.h"

#include <algorithm>

namespace cdrsim {

LlcData::LlcData(const LlcConfig& c, std::uint32_t line_size, std::uint64_t seed)
    : lines_(SetIndex(static_cast<std::uint32_t>(c.size_per_tile / (std::uint64_t{c.ways} * line_size))), c.ways,
             make_replacement(c.replacement, seed)) {}

std::optional<Version> LlcData::find(LineAddress line) const {
  if (const Slot slot = lines_.find(line)) return lines_[slot].version;
  for (const Leaving& l : leaving_)
    if (l.line == line) return l.version;
  return std::nullopt;
}

void LlcData::hit(LineAddress line) {
  if (const Slot slot = lines_.find(line)) lines_.hit(slot);
}

std::optional<LlcData::Write> LlcData::put(LineAddress line, Version version, bool dirty) {
  if (const Slot slot = lines_.find(line)) {
    lines_.hit(slot);
    lines_[slot] = {version, dirty};
    return std::nullopt;
  }
  const Slot slot = lines_.choose(line, [](const Data&) { return true; });
  std::optional<Write> write;
  if (lines_.occupied(slot)) {
    ++evictions_;
    write = leave(lines_.line(slot), lines_[slot]);
  }
  lines_.install(slot, line) = {version, dirty};
  return write;
}

std::optional<LlcData::Write> LlcData::evict(LineAddress line) {
  const Slot slot = lines_.find(line);
  if (!slot) return std::nullopt;
  ++evictions_;
  const Data data = lines_[slot];
  lines_.erase(slot);
  return leave(line, data);
}

std::optional<LlcData::Write> LlcData::leave(LineAddress line, Data data) {
  if (!data.dirty) return std::nullopt;
  for (Leaving& l : leaving_)
    if (l.line == line) {
      l.version = data.version;
      l.again = true;
      return std::nullopt;
    }
  leaving_.push_back({line, data.version, false});
  return Write{line, data.version};
}

std::optional<LlcData::Write> LlcData::written(LineAddress line) {
  const auto l = std::find_if(leaving_.begin(), leaving_.end(), [&](const Leaving& x) { return x.line == line; });
  invariant(l != leaving_.end(), "DRAM has taken a line that nobody wrote");
  if (std::exchange(l->again, false)) return Write{line, l->version};
  leaving_.erase(l);
  return std::nullopt;
}

void LlcData::save(StateWriter& w) const {
  struct Here {
    LineAddress line;
    Data data;
  };
  std::vector<Here> here;
  lines_.for_each([&](LineAddress line, const Data& data) { here.push_back({line, data}); });
  w.unordered(here, [](StateWriter& out, const Here& h) {
    out.line(h.line);
    out.version(h.line, h.data.version);
    out.flag(h.data.dirty);
  });
  w.unordered(leaving_, [](StateWriter& out, const Leaving& l) {
    out.line(l.line);
    out.version(l.line, l.version);
    out.flag(l.again);
  });
}

void LlcData::load(StateReader& r) {
  lines_.clear();
  leaving_.clear();
  r.each([&](StateReader& in) {
    const LineAddress line = in.line();
    Data& data = lines_.install(lines_.choose(line, [](const Data&) { return false; }), line);
    data.version = in.version();
    data.dirty = in.flag();
  });
  r.each([&](StateReader& in) {
    const LineAddress line = in.line();
    const Version version = in.version();
    leaving_.push_back({line, version, in.flag()});
  });
}

}  // namespace cdrsim
