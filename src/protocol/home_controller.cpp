// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/home_controller.h"

namespace cdrsim {
namespace {

SetIndex set_index(const HomeEnvironment& e) {
  return SetIndex(e.sparse
                      ? e.directory_entries / e.directory_ways
                      : static_cast<std::uint32_t>(e.llc.size_per_tile / (std::uint64_t{e.llc.ways} * e.line_size)));
}

}  // namespace

HomeController::HomeController(TileId tile, const HomeEnvironment& environment)
    : tile_(tile),
      delay_(static_cast<std::uint32_t>(environment.llc.latency)),
      environment_(environment),
      lines_(set_index(environment), environment.sparse ? environment.directory_ways : environment.llc.ways,
             make_replacement(environment.llc.replacement, mix64(environment.seed * 3 + tile.value))),
      smc_(environment.smc_entries),
      mshrs_(environment.llc.mshrs),
      covers_(environment.llc.mshrs),
      fetching_(environment.protocol->home.at(environment.protocol->home_absent, HomeEvent::get_s).next) {
  for (std::uint32_t i = environment.llc.mshrs; i > 0; --i) free_mshrs_.push_back(i - 1);
  if (environment.sparse)
    data_.emplace(environment.llc, environment.line_size, mix64(environment.seed * 5 + tile.value));
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

/// Whether a writer may be given leave without data.
bool HomeController::has_good_copy(const Line& line, const Message& request) const {
  return request.has_copy && (line.owner == request.requester || knows(line, request));
}

/// What a request means to a line that is here and not busy; `line`: null when it is not here.
HomeEvent HomeController::event_of(const Message& request, const Line* line) const {
  using enum HomeEvent;
  if (request.type == MessageType::wb_guard) return line && line->owner == request.source ? wb_guard : wb_guard_stale;
  const bool read = request.type == MessageType::get_s;
  if (!line) return read ? get_s : get_m;
  const State state = line->state;
  const bool own = line->owner == request.requester;
  if (read && !own && possible(state, get_s_full)) {
    const bool public_reader = is_public(*line, member(request));
    const std::uint32_t joins = public_reader ? environment_.domains->capacity() - 1 : member(request);
    if (!environment_.sharers->has_room(line->sharers, joins, line->owner == kNoTile ? joins : line->owner_member))
      return get_s_full;
  }
  if (data_ && (line->owner == kNoTile || own)) {
    const HomeEvent missing = read ? get_s_no_data : get_m_no_data;
    if (possible(state, missing) && !data_->find(request.line) && (read || !has_good_copy(*line, request)))
      return missing;
  }
  if (own) {
    const HomeEvent owners = read ? get_s_owner : get_m_owner;
    if (possible(state, owners)) return owners;
  }
  return read ? get_s : get_m;
}

// --- Data ------------------------------------------------------------------------------------------------------------

bool HomeController::has_data(LineAddress line) const {
  if (data_) return data_->find(line).has_value();
  const Slot slot = lines_.find(line);
  return slot && lines_[slot].state != fetching_;
}

Version HomeController::data_of(LineAddress address, const Line& line) {
  ++counters.line_reads;
  if (!data_) return line.version;
  const auto version = data_->find(address);
  invariant(version.has_value(), "a home sends data that it does not have");
  data_->hit(address);
  return *version;
}

void HomeController::put_data(LineAddress address, Line* line, Version version, bool dirty, Effects& effects) {
  ++counters.line_writes;
  if (!data_) {
    line->version = version;
    line->dirty = dirty;
    return;
  }
  const std::uint64_t evictions = data_->evictions();
  if (const auto write = data_->put(address, version, dirty)) write_memory(write->line, write->version, effects);
  counters.llc_evictions += data_->evictions() - evictions;
}

void HomeController::read_memory(Mshr& mshr, LineAddress line, Effects& effects) {
  mshr.reading = true;
  Message read;
  read.line = line;
  read.source = read.requester = tile_;
  read.destination = environment_.memory->tile_of(line);
  read.type = MessageType::mem_read;
  effects.send(read, delay_);
}

void HomeController::write_memory(LineAddress line, Version version, Effects& effects) {
  ++counters.line_reads;
  Message write;
  write.line = line;
  write.source = write.requester = tile_;
  write.destination = environment_.memory->tile_of(line);
  write.version = version;
  write.type = MessageType::mem_write;
  effects.send(write, delay_);
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
  m.fetching = m.reading = m.way_free = m.data_here = m.victim_writing = false;
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
  // Far above what all cores can have outstanding: beyond it, a wrong table wakes and serves a request for ever.
  std::uint64_t most = 1024 + std::uint64_t{environment_.cores} * 1024;
  while (progress_) {
    progress_ = false;
    while (!queue_.empty()) {
      invariant(most-- > 0, "a home serves requests without end");
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
  evictions_begun_ = 0;
  switch (m.type) {
    case get_s:
    case get_m:
    case wb_guard:
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
    case owned_ack:
      happen(m.line, HomeEvent::owned_ack, &message, nullptr, effects);
      break;
    case grant_ack:
      happen(m.line, HomeEvent::grant_ack, &message, nullptr, effects);
      break;
    case wb: {
      const Slot slot = lines_.find(m.line);
      count_array_look_up(slot);
      const bool owned = slot && lines_[slot].owner == m.source;
      happen(m.line, owned ? HomeEvent::wb : HomeEvent::wb_stale, &message, nullptr, effects);
      break;
    }
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
      mshr->reading = false;
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
      if (data_) {
        if (const auto write = data_->written(m.line)) write_memory(write->line, write->version, effects);
        break;
      }
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

/// Serves a request, or lets it wait for its line. False: it needs an MSHR or a way and there is none.
bool HomeController::serve(Message& request, Effects& effects) {
  const Slot slot = lines_.find(request.line);
  Mshr* busy = slot && kind_of(lines_[slot].state) == StateKind::stable ? nullptr : mshr_of(request.line);
  if (!request.looked_up) count_look_up(request, slot, effects);
  if (busy) {
    count_array_look_up(slot);
    ++counters.waits;
    busy->waiting.push_back(request);
    if (effects.observers.any()) {
      const State here = state(request.line);
      observe(effects, request.line, here,
              request.type == MessageType::get_s   ? HomeEvent::get_s
              : request.type == MessageType::get_m ? HomeEvent::get_m
                                                   : HomeEvent::wb_guard_stale,
              here);
    }
    return true;
  }
  Line* line = slot ? &lines_[slot] : nullptr;
  const HomeEvent event = event_of(request, line);
  const State state = line ? line->state : environment_.protocol->home_absent;
  const HomeTable::Row& row = environment_.protocol->home.at(state, event);
  const bool becomes_busy = row.possible && kind_of(row.next) == StateKind::transient;
  if (!line && becomes_busy) return begin_fetch(request, event, effects);

  Mshr* mshr = nullptr;
  if (becomes_busy) {
    mshr = take_mshr(request.line);
    if (!mshr) return false;
    mshr->writer = request;
  }
  count_array_look_up(slot);
  if (line) lines_.hit(slot);
  request.path.charge(&Path::home, effects.now);
  happen(request.line, event, &request, mshr, effects);
  return true;
}

/// What a look-up costs the arrays: the tags, and the entry where there is one.
void HomeController::count_array_look_up(Slot slot) {
  ++counters.tag_lookups;
  counters.entry_reads += static_cast<bool>(slot);
}

/// What a request counts as in the statistics of hits and misses, once.
void HomeController::count_look_up(Message& request, Slot slot, Effects& effects) {
  request.looked_up = true;
  if (request.type == MessageType::wb_guard) return;
  bool hit = slot && lines_[slot].state != fetching_;
  // The owner of a line that the LLC has dropped has the data; nobody need ask DRAM.
  if (data_) hit = data_->find(request.line).has_value() || (hit && lines_[slot].owner != kNoTile);
  ++(hit ? counters.llc_hits : counters.llc_misses);
  if (effects.observers.any()) effects.observers.notify(DomainEvent{effects.now, tile_, request.line, request.sdid});
}

bool HomeController::begin_fetch(Message& request, HomeEvent event, Effects& effects) {
  if (free_mshrs_.empty()) return false;
  const Slot way = lines_.choose(request.line, [&](const Line& l) { return kind_of(l.state) == StateKind::stable; });
  if (!way) return false;
  Mshr* m = take_mshr(request.line);
  count_array_look_up({});
  m->fetching = true;
  m->way = way;
  request.path.charge(&Path::home, effects.now);
  m->waiting.push_back(request);
  observe(effects, request.line, environment_.protocol->home_absent, event, fetching_);
  if (!data_ || !data_->find(request.line)) read_memory(*m, request.line, effects);

  if (!lines_.occupied(way)) {
    way_freed(*m, effects);
  } else {
    const LineAddress victim = lines_.line(way);
    covers(*m).victim = victim;
    ++counters.entry_reads;
    ++(data_ ? counters.entry_evictions : counters.llc_evictions);
    happen(victim, lines_[way].dirty ? HomeEvent::evict_dirty : HomeEvent::evict_clean, nullptr, m, effects);
  }
  return true;
}

bool HomeController::evict(LineAddress address, Effects& effects) {
  const Slot slot = lines_.find(address);
  if (!slot || kind_of(lines_[slot].state) != StateKind::stable || free_mshrs_.empty()) return false;
  progress_ = false;
  evictions_begun_ = 0;
  Mshr& m = *take_mshr(kNoLine);
  covers(m).victim = address;
  m.way = slot;
  ++counters.entry_reads;
  ++(data_ ? counters.entry_evictions : counters.llc_evictions);
  happen(address, lines_[slot].dirty ? HomeEvent::evict_dirty : HomeEvent::evict_clean, nullptr, &m, effects);
  drain(effects);
  return true;
}

bool HomeController::evict_data(LineAddress address, Effects& effects) {
  if (!data_) return false;
  const std::uint64_t evictions = data_->evictions();
  if (const auto write = data_->evict(address)) write_memory(write->line, write->version, effects);
  counters.llc_evictions += data_->evictions() - evictions;
  return data_->evictions() != evictions;
}

/// The way of a fetch holds nothing any more: the fetched line takes it.
void HomeController::way_freed(Mshr& m, Effects& effects) {
  invariant(static_cast<bool>(m.way), "a way is freed that nobody has");
  const LineAddress address = covers(m).line;
  if (address == kNoLine) return release_if_done(m);  // evicted for its own sake
  Line& line = lines_.install(m.way, address);
  line.state = fetching_;
  line.sharers = SharerSet(width());
  ++counters.entry_writes;
  for (const Message& w : m.waiting)
    if (w.line == address) {
      line.sdid = w.sdid;
      break;
    }
  m.way_free = true;
  if (data_ && !m.reading && !m.data_here && !data_->find(address))
    read_memory(m, address, effects);  // dropped meanwhile
  if (m.data_here || !m.reading) happen(address, HomeEvent::mem_data, nullptr, &m, effects);
}

void HomeController::handle_put(const Message& m, Effects& effects) {
  Message message = m;
  const Slot slot = lines_.find(m.line);
  count_array_look_up(slot);
  HomeEvent event;
  if (m.type == MessageType::put_s) {
    const Line* line = slot ? &lines_[slot] : nullptr;
    const bool last = line && possible(line->state, HomeEvent::put_last_s) && !is_public(*line, member(m)) &&
                      environment_.sharers->is_only(line->sharers, member(m));
    event = last ? HomeEvent::put_last_s : HomeEvent::put_s;
  } else {
    event = slot && lines_[slot].owner == m.source ? HomeEvent::put_owned : HomeEvent::put_stale;
  }
  happen(m.line, event, &message, nullptr, effects);
}

bool HomeController::idle() const {
  return free_mshrs_.size() == mshrs_.size() && queue_.empty() && (!data_ || data_->idle());
}

}  // namespace cdrsim
