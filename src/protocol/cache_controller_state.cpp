// SPDX-License-Identifier: BSD-3-Clause
// What can be seen of a private cache controller, and its state as bytes. There is no L1 filter to save: it changes
// latencies alone, and machines that are explored have none.
#include "protocol/cache_controller.h"

namespace cdrsim {

State CacheController::state(LineAddress line) const {
  if (const Slot slot = lines_.find(line)) return lines_[slot].state;
  for (const WriteBack& w : write_backs_)
    if (w.line == line) return w.state;
  return protocol_->cache_absent;
}

Permission CacheController::permission(LineAddress line) const {
  return protocol_->cache.permission(state(line));
}

void CacheController::save(StateWriter& w) const {
  invariant(!filter_, "a private cache of two levels cannot be saved");
  struct Here {
    LineAddress line;
    const Line* entry;
  };
  std::vector<Here> here;
  lines_.for_each([&](LineAddress line, const Line& entry) { here.push_back({line, &entry}); });
  w.unordered(here, [&](StateWriter& out, const Here& h) {
    const Line& l = *h.entry;
    out.line(h.line);
    out.u8(l.state);
    out.tile(l.home);
    out.domain(l.sdid);
    out.member(l.lsid);
    // A miss whose data has not come has no version that means anything, unless an old copy can still be read.
    bool has_version = true;
    if (protocol_->cache.permission(l.state) == Permission::none)
      for (const Mshr& m : mshrs_)
        if (m.line == h.line) has_version = m.acks_known;
    out.flag(has_version);
    if (has_version) out.version(h.line, l.version);
  });

  std::vector<const Mshr*> misses;
  for (const Mshr& m : mshrs_)
    if (m.line != kNoLine) misses.push_back(&m);
  w.unordered(misses, [&](StateWriter& out, const Mshr* m) {
    out.line(m->line);
    out.u32(static_cast<std::uint32_t>(m->acks + 1024));  // may be negative: acknowledgements overtake the data
    out.u8(static_cast<std::uint8_t>(m->acks_known | m->upgrade << 1 | m->holds_forward << 2));
    out.ordered(m->waiting,
                [](StateWriter& o, const Waiting& x) { o.u8(static_cast<std::uint8_t>(x.slot << 1 | x.write)); });
    if (m->holds_forward) cdrsim::save(out, deferred_[static_cast<std::size_t>(m - mshrs_.data())]);
  });

  std::vector<const WriteBack*> evictions;
  for (const WriteBack& e : write_backs_)
    if (e.line != kNoLine) evictions.push_back(&e);
  w.unordered(evictions, [](StateWriter& out, const WriteBack* e) {
    out.line(e->line);
    out.u8(e->state);
    out.version(e->line, e->version);
    out.tile(e->home);
    out.domain(e->sdid);
    out.member(e->lsid);
  });
}

void CacheController::load(StateReader& r) {
  lines_.clear();
  r.each([&](StateReader& in) {
    const LineAddress address = in.line();
    Line& l = lines_.install(lines_.choose(address, [](const Line&) { return false; }), address);
    l.state = in.u8();
    l.home = in.tile();
    l.sdid = in.domain();
    l.lsid = in.member();
    l.version = in.flag() ? in.version() : 0;
  });

  mshrs_used_ = 0;
  for (Mshr& m : mshrs_) {
    m.line = kNoLine;
    m.holds_forward = false;
    m.waiting.clear();
  }
  r.each([&](StateReader& in) {
    Mshr& m = mshrs_[mshrs_used_++];
    m.line = in.line();
    m.acks = static_cast<std::int32_t>(in.u32()) - 1024;
    const std::uint8_t flags = in.u8();
    m.acks_known = flags & 1;
    m.upgrade = flags & 2;
    m.holds_forward = flags & 4;
    in.each([&](StateReader& i) {
      const std::uint8_t x = i.u8();
      m.waiting.push_back({static_cast<std::uint8_t>(x >> 1), (x & 1) != 0});
    });
    if (m.holds_forward) deferred_[mshrs_used_ - 1] = load_message(in);
  });

  write_backs_used_ = 0;
  for (WriteBack& e : write_backs_) e.line = kNoLine;
  r.each([&](StateReader& in) {
    WriteBack& e = write_backs_[write_backs_used_++];
    e.line = in.line();
    e.state = in.u8();
    e.version = in.version();
    e.home = in.tile();
    e.sdid = in.domain();
    e.lsid = in.member();
  });
}

}  // namespace cdrsim
