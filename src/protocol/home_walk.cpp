// SPDX-License-Identifier: BSD-3-Clause
// How a home invalidates or recalls the sharers of a line: Sharer Restriction lives here.
#include "protocol/home_controller.h"

namespace cdrsim {

/// Fixes who will be invalidated, and so how many acknowledgements there will be, before any translation.
void HomeController::prepare_walk(Mshr& mshr, const Line& line, const Message* writer) {
  Walk& w = mshr.walk;
  w.active = true;
  w.recall = !writer;
  w.acks_to = writer ? writer->requester : tile_;
  w.next = 0;
  w.waits_for_map = w.waits_for_turn = w.retry = false;
  w.path = {};
  w.targets.clear();
  const DomainTables& domains = *environment_.domains;
  w.broadcast =
      domains.sharers_restricted() && domains.overflows(line.sdid) && line.sharers.contains(domains.capacity() - 1);
  w.sdid = line.sdid;
  if (w.broadcast) {
    ++counters.broadcasts;
    for (TileId t : domains.broadcast_scope(line.sdid))
      if (!writer || t != writer->requester) w.targets.push_back(t.value);
    return;
  }
  // A public writer has no bit of its own to leave out.
  const bool skip_writer = writer && !is_public(line, member(*writer));
  line.sharers.for_each([&](std::uint32_t m) {
    if (!skip_writer || m != member(*writer)) w.targets.push_back(m);
  });
}

/// Sends Invs from where the walk stands. One leaves a cycle; one in two where the SMC is read in between, as in the
/// RTL.
void HomeController::run_walk(Mshr& mshr, LineAddress address, Effects& effects) {
  Walk& w = mshr.walk;
  const DomainTables& domains = *environment_.domains;
  const bool translate = domains.sharers_restricted() && !w.broadcast;
  if (w.broadcast && broadcasting_ != address) {
    if (broadcasting_ != kNoLine) {
      w.waits_for_turn = true;
      broadcasts_.push_back(address);
      return;
    }
    broadcasting_ = address;
  }
  const std::uint32_t pace = translate && !environment_.free_maps ? 2 : 1;
  std::uint32_t sent = 0;
  for (; w.next < w.targets.size(); ++w.next) {
    TileId target{w.targets[w.next]};
    if (translate) {
      const std::uint32_t lsid = w.targets[w.next];
      if (!w.retry) ++counters.smc_lookups;
      if (environment_.free_maps) {
        target = domains.sharer(w.sdid, lsid);
      } else if (auto found = smc_.lookup(w.sdid, lsid)) {
        target = *found;
      } else {
        ++counters.smc_misses;
        Message read;
        read.line = address;
        read.source = read.requester = tile_;
        read.destination = environment_.memory->tile_of(w.sdid, lsid);
        read.sdid = w.sdid;
        read.lsid = lsid;
        read.type = MessageType::map_read;
        read.for_home = true;
        effects.send(read, delay_ + sent * pace);
        w.waits_for_map = w.retry = true;
        w.path.mark = effects.now;
        return;
      }
      w.retry = false;
    }
    Message inv;
    inv.line = address;
    inv.source = tile_;
    inv.requester = w.acks_to;
    inv.destination = target;
    inv.type = w.recall ? MessageType::recall_inv : MessageType::inv;
    inv.path = w.path;
    ++(w.recall ? counters.recall_messages : counters.invalidations);
    if (target == kNoTile) {  // no such member: nobody else can acknowledge for it
      inv.type = w.recall ? MessageType::recall_inv_ack : MessageType::inv_ack;
      inv.destination = w.acks_to;
    }
    effects.send(inv, delay_ + sent++ * pace);
  }
  if (sent <= 1) {
    finish_walk(mshr, address, effects);
  } else {
    // The timer runs out no later than the last Inv leaves, so before anybody acknowledges that one, so before the
    // writer can own and evict the line: its Put never meets S_W.
    Message timer;
    timer.line = address;
    timer.source = timer.destination = tile_;
    timer.type = MessageType::walk_timer;
    effects.send(timer, (sent - 1) * pace);
  }
}

void HomeController::finish_walk(Mshr& mshr, LineAddress address, Effects& effects) {
  Walk& w = mshr.walk;
  w.active = false;
  const bool acked = w.recall && mshr.recall_acks == 0;
  if (w.broadcast) {
    broadcasting_ = kNoLine;
    if (!broadcasts_.empty()) {
      const LineAddress next = broadcasts_.front();
      broadcasts_.pop_front();
      Mshr& waiting = *mshr_of(next);
      waiting.walk.waits_for_turn = false;
      run_walk(waiting, next, effects);
    }
  }
  happen(address, acked ? HomeEvent::walk_done_acked : HomeEvent::walk_done, nullptr, &mshr, effects);
}

}  // namespace cdrsim
