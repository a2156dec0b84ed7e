// SPDX-License-Identifier: BSD-3-Clause
// How a home invalidates or recalls the sharers of a line: Sharer Restriction lives here.
#include "protocol/home_controller.h"

namespace cdrsim {

/// Fixes who will be invalidated, and so how many acknowledgements there will be, before any translation. `writer`: who
/// is left out, and where the acknowledgements of Invs go.
void HomeController::prepare_walk(Mshr& mshr, const Line& line, MessageType type, const Message* writer) {
  mshr.walk.targets.clear();
  environment_.sharers->targets(line.sharers, environment_.domains->logical_sharers(line.sdid), mshr.walk.targets);
  aim_walk(mshr, line, type, writer);
  // An entry that has lost count names everybody, whether or not a public member makes it a broadcast of the domain.
  if (!mshr.walk.broadcast && line.sharers.meaning() == SharerSet::Meaning::at_least) ++counters.broadcasts;
}

/// The walk's targets are members. A public one among them stands for everybody in the broadcast scope.
void HomeController::aim_walk(Mshr& mshr, const Line& line, MessageType type, const Message* writer) {
  Walk& w = mshr.walk;
  w.active = true;
  w.type = type;
  w.acks_to = writer ? writer->requester : tile_;
  w.next = 0;
  w.started = w.waits_for_map = w.waits_for_turn = w.retry = false;
  w.path = {};
  w.sdid = line.sdid;
  const DomainTables& domains = *environment_.domains;
  w.broadcast = !w.targets.empty() && is_public(line, w.targets.back());
  if (w.broadcast) {
    ++counters.broadcasts;
    w.targets.clear();
    for (TileId t : domains.broadcast_scope(line.sdid))
      if (!writer || (t != writer->requester && t != line.owner)) w.targets.push_back(t.value);
  } else if (writer) {
    // An owner beside the sharers is forwarded to; an imprecise set may name it as well.
    std::erase_if(w.targets, [&](std::uint32_t m) {
      return m == member(*writer) || (line.owner != kNoTile && m == line.owner_member);
    });
  }
  mshr.recall_acks = type == MessageType::inv ? 0 : static_cast<std::uint32_t>(w.targets.size());
}

/// Sends Invs from where the walk stands. One leaves a cycle; one in two where the SMC is read in between, as in the
/// RTL.
void HomeController::run_walk(Mshr& mshr, LineAddress address, Effects& effects) {
  Walk& w = mshr.walk;
  w.started = true;
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
    inv.type = w.type;
    inv.path = w.path;
    ++(w.type == MessageType::recall_inv ? counters.recall_messages : counters.invalidations);
    inv.broadcast = w.broadcast;
    if (target == kNoTile) {  // no such member: nobody else can acknowledge for it
      inv.type = w.type == MessageType::inv ? MessageType::inv_ack : MessageType::recall_inv_ack;
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
    timer.source = timer.destination = timer.requester = tile_;
    timer.type = MessageType::walk_timer;
    effects.send(timer, (sent - 1) * pace);
  }
}

void HomeController::finish_walk(Mshr& mshr, LineAddress address, Effects& effects) {
  Walk& w = mshr.walk;
  w.active = false;
  const bool acked = w.type != MessageType::inv && mshr.recall_acks == 0;
  if (w.broadcast) {
    broadcasting_ = kNoLine;
    if (!broadcasts_.empty()) {
      const LineAddress next = broadcasts_.front();
      broadcasts_.pop_front();
      Mshr* waiting = mshr_of(next);
      invariant(waiting && waiting->walk.active, "a broadcast waits for its turn that nobody needs any more");
      waiting->walk.waits_for_turn = false;
      run_walk(*waiting, next, effects);
    }
  }
  happen(address, acked ? HomeEvent::walk_done_acked : HomeEvent::walk_done, nullptr, &mshr, effects);
}

}  // namespace cdrsim
