// SPDX-License-Identifier: BSD-3-Clause
#include "verify/home_lookup.h"

#include <algorithm>

namespace cdrsim::verify {

void HomeLookup::request(Message m, CacheController& cache, Mail& mail) {
  const std::uint32_t hdid = domains_.attributes(core_, m.line).hdid, lhid = shape_.home_index(m.line);
  if (hdid == kNoDomain) {
    m.destination = domains_.home(hdid, lhid);
  } else if (auto found = hmc_.lookup(hdid, lhid)) {
    m.destination = *found;
  } else {
    Message refill;
    refill.line = m.line;
    refill.source = refill.requester = TileId{core_};
    refill.destination = shape_.home(core_ % shape_.homes);
    refill.sdid = hdid;
    refill.lsid = lhid;
    refill.type = MessageType::map_request;
    mail.send(refill);
    queue_.push_back({m, lhid, false});
    return;
  }
  cache.set_home(m.line, m.destination);
  evict(m, mail);
}

void HomeLookup::evict(const Message& m, Mail& mail) {
  if (queue_.empty())
    mail.send(m);
  else
    queue_.push_back({m, 0, true});
}

void HomeLookup::filled(const Message& data, CacheController& cache, Mail& mail) {
  hmc_.fill(data.sdid, data.lsid, data.mappings);
  const auto entry = std::find_if(queue_.begin(), queue_.end(),
                                  [&](const Entry& e) { return !e.has_home && e.message.line == data.line; });
  invariant(entry != queue_.end(), "mappings that no request waits for");
  entry->message.destination = data.mappings[entry->lhid % kMappingsPerEntry];
  entry->has_home = true;
  cache.set_home(entry->message.line, entry->message.destination);
  for (; !queue_.empty() && queue_.front().has_home; queue_.pop_front()) mail.send(queue_.front().message);
}

void HomeLookup::save(StateWriter& w) const {
  if (!shape_.restrict_homes) return;
  hmc_.save(w);
  w.ordered(queue_, [](StateWriter& out, const Entry& e) {
    cdrsim::save(out, e.message);
    out.u32(e.lhid);
    out.flag(e.has_home);
  });
}

void HomeLookup::load(StateReader& r) {
  if (!shape_.restrict_homes) return;
  hmc_.load(r);
  queue_.clear();
  r.each([&](StateReader& in) {
    Entry e;
    e.message = load_message(in);
    e.lhid = in.u32();
    e.has_home = in.flag();
    queue_.push_back(e);
  });
}

}  // namespace cdrsim::verify
