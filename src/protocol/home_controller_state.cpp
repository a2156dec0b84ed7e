// SPDX-License-Identifier: BSD-3-Clause
// What can be seen of a home controller, and its state as bytes.
#include <sstream>

#include "protocol/home_controller.h"

namespace cdrsim {

State HomeController::state(LineAddress line) const {
  if (const Slot slot = lines_.find(line)) return lines_[slot].state;
  for (std::size_t i = 0; i < covers_.size(); ++i) {
    if (covers_[i].victim == line && mshrs_[i].victim_writing) return environment_.protocol->home_writing;
    if (covers_[i].line == line) return fetching_;
  }
  return environment_.protocol->home_absent;
}

bool HomeController::may_hold(LineAddress address, TileId tile, std::uint32_t lsid) const {
  const Slot slot = lines_.find(address);
  if (!slot) return false;
  const Line& line = lines_[slot];
  const std::uint32_t member = environment_.domains->sharers_restricted() ? lsid : tile.value;
  if (line.owner == tile || environment_.sharers->may_hold(line.sharers, member)) return true;
  for (std::size_t i = 0; i < covers_.size(); ++i) {
    if (covers_[i].line != address && covers_[i].victim != address) continue;
    const Walk& w = mshrs_[i].walk;
    if (w.active)
      for (std::size_t t = w.next; t < w.targets.size(); ++t)
        if (w.targets[t] == (w.broadcast ? tile.value : member)) return true;
  }
  return false;
}

void HomeController::save(StateWriter& w) const {
  struct Here {
    LineAddress address;
    const Line* line;
  };
  std::vector<Here> here;
  lines_.for_each([&](LineAddress address, const Line& line) { here.push_back({address, &line}); });
  w.unordered(here, [this](StateWriter& out, const Here& h) {
    const Line& l = *h.line;
    out.line(h.address);
    out.u8(l.state);
    out.domain(l.sdid);
    if (!data_ && l.state != fetching_) {
      out.flag(l.dirty);
      out.version(h.address, l.version);
    }
    out.tile(l.owner);
    if (l.owner != kNoTile) out.member(l.owner_member);  // else nobody asks for it
    SharerSet sharers = l.sharers;
    sharers.archive(out);
  });
  if (data_) data_->save(w);
  smc_.save(w);

  std::vector<std::size_t> used;
  for (std::size_t i = 0; i < covers_.size(); ++i)
    if (covers_[i].line != kNoLine || covers_[i].victim != kNoLine) used.push_back(i);
  w.unordered(used, [this](StateWriter& out, std::size_t i) {
    const Mshr& m = mshrs_[i];
    out.line(covers_[i].line);
    out.line(covers_[i].victim);
    out.u8(static_cast<std::uint8_t>(m.fetching | m.reading << 1 | m.way_free << 2 | m.data_here << 3 |
                                     m.victim_writing << 4 | m.walk.active << 5));
    if (m.data_here) out.version(covers_[i].line, m.data);
    out.u32(m.recall_acks);
    out.ordered(m.waiting, [](StateWriter& o, const Message& x) { cdrsim::save(o, x); });
    if (!m.walk.active) return;
    const Walk& walk = m.walk;
    out.u8(static_cast<std::uint8_t>(walk.broadcast | walk.waits_for_map << 1 | walk.waits_for_turn << 2 |
                                     walk.retry << 3));
    out.u8(static_cast<std::uint8_t>(walk.type));
    out.domain(walk.sdid);
    out.tile(walk.acks_to);
    if (walk.type == MessageType::inv) cdrsim::save(out, m.writer);
    // Who was reached already leaves no trace but the number of acknowledgements that the requester was told.
    out.u64(walk.targets.size());
    std::vector<std::uint32_t> left(walk.targets.begin() + static_cast<std::ptrdiff_t>(walk.next), walk.targets.end());
    out.unordered(left, [&](StateWriter& o, std::uint32_t t) {
      if (walk.broadcast)
        o.tile(TileId{t});
      else
        o.member(t);
    });
  });

  w.ordered(queue_, [](StateWriter& o, const Message& m) { cdrsim::save(o, m); });
  w.line(broadcasting_);
  w.ordered(broadcasts_, [](StateWriter& o, LineAddress line) { o.line(line); });
}

void HomeController::load(StateReader& r) {
  lines_.clear();
  r.each([this](StateReader& in) {
    const LineAddress address = in.line();
    Line& l = lines_.install(lines_.choose(address, [](const Line&) { return false; }), address);
    l.state = in.u8();
    l.sdid = in.domain();
    if (!data_ && l.state != fetching_) {
      l.dirty = in.flag();
      l.version = in.version();
    }
    l.owner = in.tile();
    if (l.owner != kNoTile) l.owner_member = in.member();
    l.sharers.archive(in);
  });
  if (data_) data_->load(r);
  smc_.load(r);

  free_mshrs_.clear();
  std::uint32_t used = 0;
  r.each([&](StateReader& in) {
    Mshr& m = mshrs_[used];
    Covers& c = covers_[used++];
    c.line = in.line();
    c.victim = in.line();
    const std::uint8_t flags = in.u8();
    m.fetching = flags & 1;
    m.reading = flags & 2;
    m.way_free = flags & 4;
    m.data_here = flags & 8;
    m.victim_writing = flags & 16;
    m.walk.active = flags & 32;
    m.data = m.data_here ? in.version() : 0;
    m.recall_acks = in.u32();
    m.waiting.clear();
    in.each([&](StateReader& i) { m.waiting.push_back(load_message(i)); });
    // A victim in the array holds the way that the fetched line will take.
    const bool victim_here = c.victim != kNoLine && !m.victim_writing;
    m.way = victim_here ? lines_.find(c.victim) : c.line != kNoLine ? lines_.find(c.line) : Slot{};
    Walk& walk = m.walk;
    if (!walk.active) return;
    walk.started = true;
    const std::uint8_t bits = in.u8();
    walk.broadcast = bits & 1;
    walk.waits_for_map = bits & 2;
    walk.waits_for_turn = bits & 4;
    walk.retry = bits & 8;
    walk.type = static_cast<MessageType>(in.u8());
    walk.sdid = in.domain();
    walk.acks_to = in.tile();
    if (walk.type == MessageType::inv) m.writer = load_message(in);
    walk.targets.assign(in.u64(), 0);
    std::vector<std::uint32_t> left;
    in.each([&](StateReader& i) { left.push_back(walk.broadcast ? i.tile().value : i.member()); });
    std::sort(left.begin(), left.end());
    walk.next = walk.targets.size() - left.size();
    std::copy(left.begin(), left.end(), walk.targets.begin() + static_cast<std::ptrdiff_t>(walk.next));
  });
  for (std::uint32_t i = static_cast<std::uint32_t>(mshrs_.size()); i > used; --i) {
    mshrs_[i - 1].fetching = mshrs_[i - 1].reading = mshrs_[i - 1].way_free = mshrs_[i - 1].data_here = false;
    mshrs_[i - 1].victim_writing = mshrs_[i - 1].walk.active = false;
    mshrs_[i - 1].waiting.clear();
    mshrs_[i - 1].recall_acks = 0;
    covers_[i - 1] = {};
    free_mshrs_.push_back(i - 1);
  }

  queue_.clear();
  r.each([this](StateReader& in) { queue_.push_back(load_message(in)); });
  broadcasting_ = r.line();
  broadcasts_.clear();
  r.each([this](StateReader& in) { broadcasts_.push_back(in.line()); });
}

std::string HomeController::describe() const {
  std::ostringstream s;
  for (std::size_t i = 0; i < mshrs_.size(); ++i) {
    const Mshr& m = mshrs_[i];
    const auto [line, victim] = covers_[i];
    if (line == kNoLine && victim == kNoLine) continue;
    s << "home " << tile_.value << ":";
    if (line != kNoLine) {
      const Slot slot = lines_.find(line);
      s << " line 0x" << std::hex << line.value << std::dec << " in "
        << info(slot ? lines_[slot].state : fetching_).name;
    }
    if (victim != kNoLine) {
      const Slot slot = lines_.find(victim);
      s << " victim 0x" << std::hex << victim.value << std::dec << " in "
        << info(slot ? lines_[slot].state : environment_.protocol->home_writing).name;
    }
    if (m.walk.active)
      s << ", walk at " << m.walk.next << " of " << m.walk.targets.size()
        << (m.walk.waits_for_map    ? ", waits for the map table"
            : m.walk.waits_for_turn ? ", waits to broadcast"
                                    : "");
    if (m.recall_acks) s << ", " << m.recall_acks << " Recall-Inv-Acks outstanding";
    s << ", " << m.waiting.size() << " requests wait\n";
  }
  if (!queue_.empty())
    s << "home " << tile_.value << ": " << queue_.size() << " requests wait for an MSHR or a way, first "
      << kind(queue_.front().type).name << " of core " << queue_.front().requester.value << "\n";
  return s.str();
}

}  // namespace cdrsim
