// SPDX-License-Identifier: BSD-3-Clause
#include "verify/version_order.h"

#include <algorithm>
#include <sstream>

namespace cdrsim::verify {

bool VersionOrder::anybody_waits() const {
  return std::any_of(slots_.begin(), slots_.end(), [](const Slot& s) { return s.waits; });
}

void VersionOrder::begin_step() {
  done_.clear();
  violation_.reset();
}

void VersionOrder::on(const LoadEvent& e) {
  const Version current = current_[e.line.value], oldest = e.hit ? current : slot(e.tile.value, e.slot).issued;
  done_.push_back({e.line, false, e.hit, e.version});
  if (violation_ || (e.version >= oldest && e.version <= current)) return;
  std::ostringstream s;
  s << "core " << e.tile.value << " loads version " << e.version << " of line " << e.line.value << "; ";
  if (e.hit)
    s << "current is " << current;
  else
    s << "current since the load began were " << oldest << " to " << current;
  violation_ = {"load-value", s.str()};
}

void VersionOrder::on(const StoreEvent& e) {
  Version& current = current_[e.line.value];
  done_.push_back({e.line, true, false, e.before + 1});
  if (!violation_ && e.before != current) {
    std::ostringstream s;
    s << "core " << e.tile.value << " writes version " << e.before << " of line " << e.line.value << "; current is "
      << current;
    violation_ = {"store-order", s.str()};
  }
  current = e.before + 1;
}

void VersionOrder::rank(VersionRanks& versions) const {
  versions.clear();
  for (std::uint32_t l = 0; l < shape_.lines; ++l) versions.add(LineAddress{l}, current_[l]);
  for (const Slot& s : slots_)
    if (s.waits && !s.write) versions.add(s.line, s.issued);
  versions.finish();
}

void VersionOrder::save(StateWriter& w, const std::vector<std::uint32_t>& from) const {
  for (std::uint32_t l = 0; l < shape_.lines; ++l) w.version(LineAddress{l}, current_[l]);
  for (std::uint32_t core : from)
    for (std::uint32_t i = 0; i < shape_.slots; ++i) {
      const Slot& s = slot(core, i);
      w.u8(static_cast<std::uint8_t>(s.waits | s.write << 1));
      if (!s.waits) continue;
      w.line(s.line);
      if (!s.write) w.version(s.line, s.issued);
    }
}

void VersionOrder::load(StateReader& r) {
  for (Version& v : current_) v = r.version();
  for (Slot& s : slots_) {
    s = {};
    const std::uint8_t flags = r.u8();
    s.waits = flags & 1;
    s.write = flags & 2;
    if (!s.waits) continue;
    s.line = r.line();
    if (!s.write) s.issued = r.version();
  }
}

}  // namespace cdrsim::verify
