// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/home_controller.h"

#include <algorithm>
#include <sstream>

namespace cdrsim {
namespace {

SetIndex set_index(const HomeEnvironment& e) {
  return SetIndex(static_cast<std::uint32_t>(e.llc.size_per_tile / (std::uint64_t{e.llc.ways} * e.line_size)));
}

}  // namespace

HomeController::HomeController(TileId tile, const HomeEnvironment& environment)
    : tile_(tile),
      delay_(static_cast<std::uint32_t>(environment.llc.latency)),
      environment_(environment),
      lines_(set_index(environment), environment.llc.ways,
             make_replacement(environment.llc.replacement, mix64(environment.seed * 3 + tile.value))),
      smc_(environment.smc_entries),
      mshrs_(environment.llc.mshrs),
      covers_(environment.llc.mshrs),
      fetching_(environment.protocol->home.at(environment.protocol->home_absent, HomeEvent::get_s).next) {
  for (std::uint32_t i = environment.llc.mshrs; i > 0; --i) free_mshrs_.push_back(i - 1);
}

// --- Members ---------------------------------------------------------------------------------------------------------

std::uint32_t HomeController::width() const {
  return environment_.domains->sharers_restricted() ? environment_.domains->capacity() : environment_.cores;
}

std::uint32_t HomeController::member(const Message& request) const {
  return environment_.domains->sharers_restricted() ? request.lsid : request.source.value;
}

bool HomeController::is_public(const Line& line, std::uint32_t member) const {
  return environment_.domains->sharers_restricted() && environment_.domains->is_public(line.sdid, member);
}

/// Whether the directory knows that the sender of `message` itself is a sharer.
bool HomeController::knows(const Line& line, const Message& message) const {
  const std::uint32_t m = member(message);
  return !is_public(line, m) && environment_.sharers->knows(line.sharers, m);
}

// --- MSHRs -----------------------------------------------------------------------------------------------------------

HomeController::Mshr* HomeController::mshr_of(LineAddress line) {
  if (free_mshrs_.size() != mshrs_.size())
    for (std::size_t i = 0; i < covers_.size(); ++i)
      if (covers_[i].line == line || covers_[i].victim == line) return &mshrs_[i];
  return nullptr;
}

/// A free MSHR, now for `line`; null when there is none.
HomeController::Mshr* HomeController::take_mshr(LineAddress line) {
  if (free_mshrs_.empty()) return nullptr;
  Mshr& m = mshrs_[free_mshrs_.back()];
  free_mshrs_.pop_back();
  covers(m).line = line;
  return &m;
}

void HomeController::release_if_done(Mshr& m) {
  if (covers(m).line != kNoLine || covers(m).victim != kNoLine) return;
  m.fetching = m.way_free = m.data_here = m.victim_writing = false;
  free_mshrs_.push_back(static_cast<std::uint32_t>(&m - mshrs_.data()));
  progress_ = true;
}

/// The requests that waited for `line` go to the head of the queue, in their order.
void HomeController::wake_waiting(Mshr& m, LineAddress line) {
  progress_ = true;
  for (auto w = m.waiting.rbegin(); w != m.waiting.rend(); ++w)
    if (w->line == line) queue_.push_front(*w);
  std::erase_if(m.waiting, [&](const Message& w) { return w.line == line; });
}

void HomeController::drain(Effects& effects) {
  while (progress_) {
    progress_ = false;
    while (!queue_.empty()) {
      Message request = queue_.front();
      queue_.pop_front();
      if (!serve(request, effects)) {
        queue_.push_front(request);
        break;
      }
    }
  }
}

// --- Messages --------------------------------------------------------------------------------------------------------

void HomeController::receive(const Message& m, Effects& effects) {
  using enum MessageType;
  Message message = m;
  progress_ = false;
  switch (m.type) {
    case get_s:
    case get_m:
      if (!queue_.empty() || !serve(message, effects)) queue_.push_back(message);
      break;
    case put_s:
    case put_e:
    case put_m:
      handle_put(m, effects);
      break;
    case map_request: {
      // A core's HMC missed: its own tile reads the map table for it. Nothing is kept here.
      Message read = m;
      read.type = map_read;
      read.source = tile_;
      read.destination = environment_.memory->tile_of(m.sdid, m.lsid);
      effects.send(read, delay_);
      break;
    }
    case copy_back:
      happen(m.line, HomeEvent::copy_back, &message, nullptr, effects);
      break;
    case downgrade_ack:
      happen(m.line, HomeEvent::downgrade_ack, &message, nullptr, effects);
      break;
    case recall_data:
      happen(m.line, HomeEvent::recall_data, &message, nullptr, effects);
      break;
    case recall_ack:
      happen(m.line, HomeEvent::recall_ack, &message, nullptr, effects);
      break;
    case recall_inv_ack: {
      Mshr* mshr = mshr_of(m.line);
      invariant(mshr && mshr->recall_acks > 0, "a Recall-Inv-Ack that nobody waits for");
      --mshr->recall_acks;
      happen(m.line, mshr->recall_acks ? HomeEvent::recall_inv_ack : HomeEvent::last_recall_inv_ack, &message, mshr,
             effects);
      break;
    }
    case mem_data: {
      Mshr* mshr = mshr_of(m.line);
      invariant(mshr && mshr->fetching, "data from DRAM that nobody waits for");
      mshr->data_here = true;
      mshr->data = m.version;
      // The request that began the fetch spent this time on DRAM; those that joined it, waiting.
      for (Message& w : mshr->waiting)
        if (w.line == m.line) {
          w.path.charge(&Path::dram, effects.now);
          break;
        }
      if (mshr->way_free) happen(m.line, HomeEvent::mem_data, &message, mshr, effects);
      break;
    }
    case mem_written:
      happen(m.line, HomeEvent::mem_written, &message, nullptr, effects);
      break;
    case walk_timer: {
      Mshr* mshr = mshr_of(m.line);
      invariant(mshr && mshr->walk.active, "a walk ended that never began");
      finish_walk(*mshr, m.line, effects);
      break;
    }
    case map_data: {
      smc_.fill(m.sdid, m.lsid, m.mappings);
      Mshr* mshr = mshr_of(m.line);
      invariant(mshr && mshr->walk.waits_for_map, "mappings that no walk waits for");
      mshr->walk.waits_for_map = false;
      mshr->walk.path.charge(&Path::smc, effects.now);
      run_walk(*mshr, m.line, effects);
      break;
    }
    default:
      throw InternalError("a home got a message that is not for it");
  }
  drain(effects);
}

/// Serves a GetS or GetM, or lets it wait for its line. False: it needs an MSHR or a way and there is none.
bool HomeController::serve(Message& request, Effects& effects) {
  const HomeEvent event = request.type == MessageType::get_s ? HomeEvent::get_s : HomeEvent::get_m;
  const Slot slot = lines_.find(request.line);
  Mshr* busy = slot && kind_of(lines_[slot].state) == StateKind::stable ? nullptr : mshr_of(request.line);
  if (!request.looked_up) {
    request.looked_up = true;
    ++(slot && lines_[slot].state != fetching_ ? counters.llc_hits : counters.llc_misses);
    if (effects.observers.any()) effects.observers.notify(DomainEvent{effects.now, tile_, request.line, request.sdid});
  }
  if (busy) {
    ++counters.waits;
    busy->waiting.push_back(request);
    return true;
  }
  if (!slot) return begin_fetch(request, event, effects);

  Line& line = lines_[slot];
  const HomeTable::Row& row = environment_.protocol->home.at(line.state, event);
  Mshr* mshr = nullptr;
  if (row.possible && kind_of(row.next) == StateKind::transient) {
    mshr = take_mshr(request.line);
    if (!mshr) return false;
    mshr->writer = request;
  }
  lines_.hit(slot);
  request.path.charge(&Path::home, effects.now);
  happen(request.line, event, &request, mshr, effects);
  return true;
}

bool HomeController::begin_fetch(Message& request, HomeEvent event, Effects& effects) {
  if (free_mshrs_.empty()) return false;
  const Slot way = lines_.choose(request.line, [&](const Line& l) { return kind_of(l.state) == StateKind::stable; });
  if (!way) return false;
  Mshr* m = take_mshr(request.line);
  m->fetching = true;
  m->way = way;
  request.path.charge(&Path::home, effects.now);
  m->waiting.push_back(request);
  observe(effects, request.line, environment_.protocol->home_absent, event, fetching_);

  Message read;
  read.line = request.line;
  read.source = read.requester = tile_;
  read.destination = environment_.memory->tile_of(request.line);
  read.type = MessageType::mem_read;
  effects.send(read, delay_);

  if (!lines_.occupied(way)) {
    way_freed(*m, effects);
  } else {
    const LineAddress victim = lines_.line(way);
    covers(*m).victim = victim;
    ++counters.llc_evictions;
    happen(victim, lines_[way].dirty ? HomeEvent::evict_dirty : HomeEvent::evict_clean, nullptr, m, effects);
  }
  return true;
}

/// The way of a fetch holds nothing any more: the fetched line takes it.
void HomeController::way_freed(Mshr& m, Effects& effects) {
  const LineAddress address = covers(m).line;
  Line& line = lines_.install(m.way, address);
  line.state = fetching_;
  line.sharers = SharerSet(width());
  for (const Message& w : m.waiting)
    if (w.line == address) {
      line.sdid = w.sdid;
      break;
    }
  m.way_free = true;
  if (m.data_here) happen(address, HomeEvent::mem_data, nullptr, &m, effects);
}

void HomeController::handle_put(const Message& m, Effects& effects) {
  Message message = m;
  const Slot slot = lines_.find(m.line);
  HomeEvent event;
  if (m.type == MessageType::put_s) {
    const Line* line = slot ? &lines_[slot] : nullptr;
    const bool last = line && environment_.protocol->home.at(line->state, HomeEvent::put_last_s).possible &&
                      line->sharers.size() == 1 && knows(*line, m);
    event = last ? HomeEvent::put_last_s : HomeEvent::put_s;
  } else {
    event = slot && lines_[slot].owner == m.source ? HomeEvent::put_owned : HomeEvent::put_stale;
  }
  happen(m.line, event, &message, nullptr, effects);
}

// --- The table at work -----------------------------------------------------------------------------------------------

void HomeController::happen(LineAddress address, HomeEvent event, Message* message, Mshr* mshr, Effects& effects) {
  const Slot slot = lines_.find(address);
  Line* line = slot ? &lines_[slot] : nullptr;
  if (!mshr && !(line && kind_of(line->state) == StateKind::stable)) mshr = mshr_of(address);
  State before = environment_.protocol->home_absent;
  if (line)
    before = line->state;
  else if (mshr)
    before = covers(*mshr).victim == address && mshr->victim_writing ? environment_.protocol->home_writing : fetching_;
  const HomeTable::Row& row = environment_.protocol->home.at(before, event);
  if (!row.possible) {
    std::ostringstream s;
    s << "home " << tile_.value << ", line 0x" << std::hex << address.value << ": " << name(event) << " cannot come in "
      << info(before).name << " (" << row.why << ")";
    throw InternalError(s.str());
  }
  if (line) line->state = row.next;
  observe(effects, address, before, event, row.next);
  const bool settles = kind_of(before) == StateKind::transient && kind_of(row.next) != StateKind::transient;
  for (std::uint8_t i = 0; i < row.action_count; ++i) act(row.actions[i], address, line, mshr, message, effects);
  // `line` may be gone from here on.
  if (mshr && settles && covers(*mshr).line == address && !mshr->walk.active) {
    covers(*mshr).line = kNoLine;
    mshr->fetching = false;
    release_if_done(*mshr);
  } else if (mshr && mshr->walk.active && !mshr->walk.waits_for_map && mshr->walk.next == 0 &&
             (event == HomeEvent::get_m || event == HomeEvent::evict_clean || event == HomeEvent::evict_dirty)) {
    run_walk(*mshr, address, effects);
  }
}

void HomeController::act(HomeAction action, LineAddress address, Line* line, Mshr* mshr, Message* m, Effects& effects) {
  using enum HomeAction;
  const SharerScheme& scheme = *environment_.sharers;
  switch (action) {
    case wait:
    case fetch:
      break;  // serve() and begin_fetch() do these, as they need an MSHR and a way first
    case send_data_s:
      reply(*m, MessageType::data_s, line->version, 0, effects);
      break;
    case send_data_e:
      reply(*m, MessageType::data_e, line->version, 0, effects);
      break;
    case send_data_m: {
      const std::uint32_t acks = mshr && mshr->walk.active ? static_cast<std::uint32_t>(mshr->walk.targets.size()) : 0;
      const bool good_copy = m->has_copy && knows(*line, *m);
      reply(*m, good_copy ? MessageType::grant : MessageType::data_m, line->version, acks, effects);
      break;
    }
    case add_sharer:
      scheme.add(line->sharers, member(*m));
      break;
    case remove_sharer:
      if (!is_public(*line, member(*m))) scheme.remove(line->sharers, member(*m));
      break;
    case set_owner:
      line->owner = m->requester;
      line->owner_member = member(*m);
      line->sharers.clear();
      break;
    case set_writer_owner:
      line->owner = mshr->writer.requester;
      line->owner_member = member(mshr->writer);
      line->sharers.clear();
      break;
    case owner_and_requester_share:
      scheme.add(line->sharers, line->owner_member);
      scheme.add(line->sharers, member(*m));
      line->owner = kNoTile;
      break;
    case clear_owner:
      line->owner = kNoTile;
      break;
    case send_fwd_get_s:
    case send_fwd_get_m: {
      Message f = *m;
      f.source = tile_;
      f.destination = line->owner;
      f.type = action == send_fwd_get_s ? MessageType::fwd_get_s : MessageType::fwd_get_m;
      f.path.charge(&Path::home, effects.now + delay_);
      ++counters.forwards;
      effects.send(f, delay_);
      break;
    }
    case start_walk:
      prepare_walk(*mshr, *line, m);
      break;
    case start_recall_walk:
      ++counters.recalls;
      prepare_walk(*mshr, *line, nullptr);
      mshr->recall_acks = static_cast<std::uint32_t>(mshr->walk.targets.size());
      break;
    case send_recall: {
      ++counters.recalls;
      ++counters.recall_messages;
      Message r;
      r.line = address;
      r.source = r.requester = tile_;
      r.destination = line->owner;
      r.type = MessageType::recall;
      effects.send(r, delay_);
      break;
    }
    case send_put_ack:
    case send_put_ack_owed: {
      Message a;
      a.line = address;
      a.source = tile_;
      a.destination = a.requester = m->source;
      // Only owners are forwarded to: the eviction of a shared copy is never owed one.
      a.type = action == send_put_ack ? MessageType::put_ack : MessageType::put_ack_owed;
      effects.send(a, delay_);
      break;
    }
    case take_data:
      line->version = m->version;
      line->dirty = true;
      break;
    case take_put_data:
      if (m->type == MessageType::put_m) line->version = m->version, line->dirty = true;
      break;
    case take_memory_data:
      line->version = mshr->data;
      line->dirty = false;
      break;
    case write_back: {
      Message w;
      w.line = address;
      w.source = w.requester = tile_;
      w.destination = environment_.memory->tile_of(address);
      w.version = line->version;
      w.type = MessageType::mem_write;
      effects.send(w, delay_);
      mshr->victim_writing = true;
      lines_.erase(mshr->way);
      way_freed(*mshr, effects);
      break;
    }
    case drop:
      // Either a clean victim leaves the array, or a dirty one, gone before, is now in DRAM.
      covers(*mshr).victim = kNoLine;
      if (mshr->victim_writing) {
        mshr->victim_writing = false;
        release_if_done(*mshr);
      } else {
        lines_.erase(mshr->way);
        way_freed(*mshr, effects);
      }
      break;
    case evict_again:
      happen(address, line->dirty ? HomeEvent::evict_dirty : HomeEvent::evict_clean, nullptr, mshr, effects);
      break;
    case wake:
      wake_waiting(*mshr, address);
      break;
    case HomeAction::count:
      break;
  }
}

// --- Answers ---------------------------------------------------------------------------------------------------------

void HomeController::reply(const Message& request, MessageType type, Version version, std::uint32_t acks,
                           Effects& effects) const {
  Message r;
  r.line = request.line;
  r.source = tile_;
  r.destination = r.requester = request.requester;
  r.acks = acks;
  r.version = version;
  r.type = type;
  r.path = request.path;
  r.path.charge(&Path::home, effects.now + delay_);
  effects.send(r, delay_);
}

void HomeController::observe(const Effects& effects, LineAddress line, State before, HomeEvent event,
                             State after) const {
  if (effects.observers.any()) [[unlikely]]
    effects.observers.notify(
        TransitionEvent{effects.now, tile_, true, line, info(before).name, name(event), info(after).name});
}

bool HomeController::idle() const {
  return free_mshrs_.size() == mshrs_.size() && queue_.empty();
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
