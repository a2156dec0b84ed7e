// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/cache_controller.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace cdrsim {
namespace {

SetIndex set_index(const CacheConfig& c, std::uint32_t line_size) {
  return SetIndex(static_cast<std::uint32_t>(c.size / (static_cast<std::uint64_t>(c.ways) * line_size)));
}

/// A free entry; there is one.
template <class Entry>
Entry& free_entry(std::vector<Entry>& entries) {
  return *std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return e.line == kNoLine; });
}

/// Whether a row sends the line to others; it is read once, whoever gets it.
bool reads_line(const PrivateTable::Row& row) {
  for (std::uint8_t i = 0; i < row.action_count; ++i) {
    const PrivateAction a = row.actions[i];
    if (a == PrivateAction::send_data_s || a == PrivateAction::send_data_m || a == PrivateAction::send_copy_back ||
        a == PrivateAction::send_recall_data)
      return true;
  }
  return false;
}

PrivateEvent core_event(ReferenceKind kind) {
  return kind == ReferenceKind::load ? PrivateEvent::load : PrivateEvent::store;
}

}  // namespace

CacheController::CacheController(TileId tile, const Geometry& g, std::shared_ptr<const Protocol> protocol,
                                 std::uint64_t seed)
    : tile_(tile),
      protocol_(std::move(protocol)),
      lines_(set_index(g.l2.size ? g.l2 : g.l1, g.line_size), (g.l2.size ? g.l2 : g.l1).ways,
             make_replacement((g.l2.size ? g.l2 : g.l1).replacement, mix64(seed + 2 * tile.value))),
      mshrs_(g.l2.size ? g.l2.mshrs : g.l1.mshrs),
      deferred_(mshrs_.size()),
      write_backs_(mshrs_.size()),
      answer_delay_(static_cast<std::uint32_t>(g.l2.size ? g.l1.latency + g.l2.latency : g.l1.latency)) {
  if (g.l2.size)
    filter_.emplace(set_index(g.l1, g.line_size), g.l1.ways,
                    make_replacement(g.l1.replacement, mix64(seed + 2 * tile.value + 1)));
}

CacheController::WriteBack* CacheController::find_write_back(LineAddress line) {
  if (write_backs_used_)
    for (WriteBack& w : write_backs_)
      if (w.line == line) return &w;
  return nullptr;
}

CacheController::Mshr* CacheController::find_mshr(LineAddress line) {
  if (mshrs_used_)
    for (Mshr& m : mshrs_)
      if (m.line == line) return &m;
  return nullptr;
}

CacheController::Copy CacheController::find(LineAddress line) {
  Copy copy{lines_.find(line)};
  if (!copy.slot) copy.write_back = find_write_back(line);
  return copy;
}

State CacheController::state_of(const Copy& copy) const {
  return copy.slot ? lines_[copy.slot].state : copy.write_back ? copy.write_back->state : protocol_->cache_absent;
}

CacheController::Answer CacheController::access(const LineReference& ref, Effects& effects) {
  const Copy copy = find(ref.line);
  const State state = state_of(copy);
  const PrivateTable::Row& row = protocol_->cache.at(state, core_event(ref.kind));
  const bool write = ref.kind != ReferenceKind::load;
  switch (row.actions[0]) {
    case PrivateAction::hit:
      return hit(ref, copy.slot, row.next, effects);
    case PrivateAction::block:
      observe(effects, ref.line, state, core_event(ref.kind), state);
      return Answer::blocked;
    case PrivateAction::wait: {
      observe(effects, ref.line, state, core_event(ref.kind), state);
      Mshr* mshr = find_mshr(ref.line);
      invariant(mshr != nullptr, "a reference waits for a line without a miss under way");
      mshr->waiting.push_back({ref.slot, write});
      if (ref.counted) ++counters.merged;
      count_miss(*mshr, ref.counted);
      break;
    }
    default: {
      const Answer answer = begin_miss(ref, copy.slot, row, effects);
      if (answer == Answer::blocked) return answer;
      observe(effects, ref.line, state, core_event(ref.kind), row.next);
    }
  }
  ++(write ? counters.store_lookups : counters.load_lookups);
  counters.l2_lookups += filter_.has_value();
  if (!write && effects.observers.any())
    effects.observers.notify(LoadIssuedEvent{effects.now, tile_, ref.line, ref.slot});
  return Answer::pending;
}

CacheController::Answer CacheController::hit(const LineReference& ref, Slot slot, State next, Effects& effects) {
  invariant(static_cast<bool>(slot), "a hit on a line that is not here");
  Line& line = lines_[slot];
  lines_.hit(slot);
  const State before = line.state;
  line.state = next;
  const bool write = ref.kind != ReferenceKind::load;
  if (effects.observers.any()) {
    observe(effects, ref.line, before, core_event(ref.kind), next);
    if (write)
      effects.observers.notify(StoreEvent{effects.now, tile_, ref.line, line.version});
    else
      effects.observers.notify(LoadEvent{effects.now, tile_, ref.line, ref.slot, true, line.version});
  }
  line.version += write;

  bool in_l1 = true;
  if (filter_) {
    Slot f = filter_->find(ref.line);
    in_l1 = static_cast<bool>(f);
    if (in_l1) {
      filter_->hit(f);
    } else {
      filter_->install(filter_->choose(ref.line, [](const Nothing&) { return true; }), ref.line);
      ++counters.line_reads;
      ++counters.l1_fills;
    }
    counters.l2_lookups += write || !in_l1;
  }
  ++(write ? counters.store_lookups : counters.load_lookups);
  counters.store_writes += write;
  if (ref.counted) {
    if (in_l1) {
      ++counters.l1_hits;
    } else {
      ++counters.l1_misses;
      ++counters.miss_capacity;
      ++counters.l2_hits;
    }
  }
  return in_l1 ? Answer::l1_hit : Answer::l2_hit;
}

CacheController::Answer CacheController::begin_miss(const LineReference& ref, Slot slot, const PrivateTable::Row& row,
                                                    Effects& effects) {
  if (mshrs_used_ == mshrs_.size()) return Answer::blocked;
  const bool upgrade = static_cast<bool>(slot);
  if (!upgrade && !make_room(ref.line, slot, effects)) return Answer::blocked;
  Line& line = upgrade ? lines_[slot] : lines_.install(slot, ref.line);
  line.state = row.next;
  line.sdid = ref.sdid;
  line.lsid = ref.lsid;

  Mshr& mshr = free_entry(mshrs_);
  ++mshrs_used_;
  mshr.line = ref.line;
  mshr.acks = 0;
  mshr.acks_known = false;
  mshr.upgrade = upgrade;
  mshr.waiting.push_back({ref.slot, ref.kind != ReferenceKind::load});
  mshr.reason = upgrade ? Loss::never_had : history_.miss(ref.line);
  count_miss(mshr, ref.counted);

  Message request;
  request.line = ref.line;
  request.source = request.requester = tile_;
  request.destination = kNoTile;
  request.sdid = ref.sdid;
  request.lsid = ref.lsid;
  request.has_copy = upgrade;
  request.type = row.actions[0] == PrivateAction::send_get_s ? MessageType::get_s : MessageType::get_m;
  effects.send(request, answer_delay_);
  return Answer::pending;
}

/// Finds a way for `line`, evicting what is in it. False, with nothing changed, when there is none: all ways of the set
/// have misses under way, or the victim needs a write-back entry and none is free.
bool CacheController::make_room(LineAddress line, Slot& slot, Effects& effects) {
  slot = lines_.choose(line, [&](const Line& l) { return protocol_->cache.kind(l.state) == StateKind::stable; });
  return slot && (!lines_.occupied(slot) || evict(slot, effects));
}

bool CacheController::evict(LineAddress line, Effects& effects) {
  const Slot slot = lines_.find(line);
  return slot && protocol_->cache.kind(lines_[slot].state) == StateKind::stable && evict(slot, effects);
}

/// Empties the way of a stable line. False, with nothing changed, when that takes a write-back entry and none is free.
bool CacheController::evict(Slot slot, Effects& effects) {
  const LineAddress victim = lines_.line(slot);
  const Line& old = lines_[slot];
  const PrivateTable::Row& row = protocol_->cache.at(old.state, PrivateEvent::evict);
  const bool announced = protocol_->cache.kind(row.next) == StateKind::write_back;
  if (announced && write_backs_used_ == write_backs_.size()) return false;
  observe(effects, victim, old.state, PrivateEvent::evict, row.next);
  ++counters.evictions;
  if (announced) {
    WriteBack& entry = free_entry(write_backs_);
    ++write_backs_used_;
    entry = {victim, row.next, old.version, old.home, old.sdid, old.lsid};
    for (std::uint8_t i = 0; i < row.action_count; ++i) switch (row.actions[i]) {
        case PrivateAction::send_put_s:
          put(entry, MessageType::put_s, effects);
          break;
        case PrivateAction::send_put_e:
          put(entry, MessageType::put_e, effects);
          break;
        case PrivateAction::send_put_m:
          ++counters.writebacks;
          ++counters.line_reads;
          put(entry, MessageType::put_m, effects);
          break;
        case PrivateAction::send_wb_guard:
          put(entry, MessageType::wb_guard, effects);
          break;
        case PrivateAction::send_wb:
          ++counters.writebacks;
          ++counters.line_reads;
          put(entry, MessageType::wb, effects);
          break;
        default:
          throw InternalError("an eviction may only announce itself");
      }
  }
  effects.lost.push_back(victim);
  drop_from_l1(victim);
  lines_.erase(slot);
  return true;
}

/// The L1 in front of an L2 holds nothing that the L2 does not.
void CacheController::drop_from_l1(LineAddress line) {
  if (!filter_) return;
  ++counters.l1_back_probes;
  if (Slot f = filter_->find(line)) filter_->erase(f);
}

void CacheController::put(const WriteBack& entry, MessageType type, Effects& effects) const {
  Message m;
  m.line = entry.line;
  m.source = m.requester = tile_;
  m.destination = entry.home;
  m.sdid = entry.sdid;
  m.lsid = entry.lsid;
  m.version = entry.version;
  m.type = type;
  effects.send(m, answer_delay_);
}

void CacheController::count_miss(const Mshr& mshr, bool counted) {
  if (!counted) return;
  ++counters.l1_misses;
  ++counters.l2_misses;
  if (mshr.upgrade) {
    ++counters.miss_upgrade;
    return;
  }
  switch (mshr.reason) {
    case Loss::never_had:
      ++counters.miss_cold;
      break;
    case Loss::capacity:
      ++counters.miss_capacity;
      break;
    case Loss::coherence:
      ++counters.miss_coherence;
      break;
    case Loss::recall:
      ++counters.miss_recall;
      break;
    case Loss::domain:
      ++counters.miss_domain;
      break;
  }
}

void CacheController::set_home(LineAddress line, TileId home) {
  if (Slot slot = lines_.find(line)) lines_[slot].home = home;
}

void CacheController::receive(const Message& m, Effects& effects) {
  using enum MessageType;
  const Copy copy = find(m.line);
  PrivateEvent event;
  switch (m.type) {
    case fwd_get_s:
      event = PrivateEvent::fwd_get_s;
      break;
    case fwd_get_m:
      event = PrivateEvent::fwd_get_m;
      break;
    case fwd_get_s_o:
      event = PrivateEvent::fwd_get_s_o;
      break;
    case fwd_get_m_o:
      event = PrivateEvent::fwd_get_m_o;
      break;
    case inv:
    case home_inv:
    case recall_inv:
      event = PrivateEvent::inv;
      break;
    case recall:
      event = PrivateEvent::recall;
      break;
    case recall_o:
      event = PrivateEvent::recall_o;
      break;
    case put_ack:
      event = PrivateEvent::put_ack;
      break;
    case wb_ack:
      event = PrivateEvent::wb_ack;
      break;
    case put_ack_owed:
      event = PrivateEvent::put_ack_owed;
      break;
    case data_s:
    case data_e:
    case data_m:
    case grant:
    case inv_ack: {
      Mshr* mshr = find_mshr(m.line);
      if (!mshr) throw InternalError("an answer for a line without a miss under way");
      if (m.type == inv_ack) {
        --mshr->acks;
        event = mshr->acks_known && mshr->acks == 0 ? PrivateEvent::last_inv_ack : PrivateEvent::inv_ack;
        if (event == PrivateEvent::last_inv_ack) {
          // The data came at the mark; since then the walk's map-table misses held this up, and the acknowledgements.
          const std::uint32_t waited = static_cast<std::uint32_t>(effects.now - mshr->path.mark);
          const std::uint32_t smc = std::min(waited, m.path.smc);
          mshr->path.smc += smc;
          mshr->path.invalidation += waited - smc;
          mshr->path.mark = effects.now;
        }
        break;
      }
      mshr->path = m.path;
      mshr->acks += static_cast<std::int32_t>(m.acks);
      mshr->acks_known = true;
      const bool all = mshr->acks == 0;
      event = m.type == data_s   ? PrivateEvent::data_s
              : m.type == data_e ? PrivateEvent::data_e
              : m.type == data_m ? (all ? PrivateEvent::data_m : PrivateEvent::data_m_acks)
                                 : (all ? PrivateEvent::grant : PrivateEvent::grant_acks);
      break;
    }
    default:
      throw InternalError("a private cache got a message that is not for it");
  }
  const TrafficClass traffic = kind(m.type).traffic;
  if (traffic == TrafficClass::forward || traffic == TrafficClass::invalidate || traffic == TrafficClass::recall) {
    ++counters.probes;
    counters.broadcast_probes += m.broadcast;
  }
  happen(m.line, copy, event, &m, effects);
}

Loss CacheController::loss_by(const Message& m) {
  return kind(m.type).traffic == TrafficClass::recall ? Loss::recall : Loss::coherence;
}

void CacheController::happen(LineAddress line, Copy copy, PrivateEvent event, const Message* m, Effects& effects) {
  const State before = state_of(copy);
  const PrivateTable::Row& row = protocol_->cache.at(before, event);
  if (!row.possible) {
    std::ostringstream s;
    s << "cache " << tile_.value << ", line 0x" << std::hex << line.value << ": " << name(event) << " cannot come in "
      << info(before).name << " (" << row.why << ")";
    throw InternalError(s.str());
  }
  const State next = row.next;
  const PrivateTable& table = protocol_->cache;
  const StateKind kind_before = table.kind(before), kind_after = table.kind(next);
  const bool readable_before = table.permission(before) != Permission::none;
  const bool readable_after = table.permission(next) != Permission::none;
  if (copy.slot)
    lines_[copy.slot].state = next;
  else if (copy.write_back)
    copy.write_back->state = next;
  observe(effects, line, before, event, next);

  Mshr* mshr = kind_before == StateKind::transient ? find_mshr(line) : nullptr;
  const Version version = copy.slot ? lines_[copy.slot].version : copy.write_back ? copy.write_back->version : 0;
  // A row may act only on what there is in its state.
  const auto miss = [mshr]() -> Mshr& {
    invariant(mshr != nullptr, "an action on the MSHR of a line without a miss under way");
    return *mshr;
  };
  const auto here = [this, &copy]() -> Line& {
    invariant(static_cast<bool>(copy.slot), "an action on a line that is not here");
    return lines_[copy.slot];
  };
  for (std::uint8_t i = 0; i < row.action_count; ++i) switch (row.actions[i]) {
      case PrivateAction::send_inv_ack:
        if (m->type == MessageType::inv)
          answer(*m, MessageType::inv_ack, m->requester, 0, effects);
        else
          answer(*m, MessageType::recall_inv_ack, m->source, 0, effects);
        break;
      case PrivateAction::send_data_s:
        answer(*m, MessageType::data_s, m->requester, version, effects);
        break;
      case PrivateAction::send_data_m:
        answer(*m, MessageType::data_m, m->requester, version, effects);
        break;
      case PrivateAction::send_copy_back:
        answer(*m, MessageType::copy_back, m->source, version, effects);
        break;
      case PrivateAction::send_downgrade_ack:
        answer(*m, MessageType::downgrade_ack, m->source, 0, effects);
        break;
      case PrivateAction::send_owned_ack:
        answer(*m, MessageType::owned_ack, m->source, 0, effects);
        break;
      case PrivateAction::send_grant_ack:
        answer(*m, MessageType::grant_ack, m->source, 0, effects);
        break;
      case PrivateAction::send_recall_data:
        answer(*m, MessageType::recall_data, m->source, version, effects);
        break;
      case PrivateAction::send_recall_ack:
        answer(*m, MessageType::recall_ack, m->source, 0, effects);
        break;
      case PrivateAction::defer:
        if (miss().holds_forward) throw InternalError("two forwards are due at one owner");
        mshr->holds_forward = true;
        deferred_[static_cast<std::size_t>(mshr - mshrs_.data())] = *m;
        break;
      case PrivateAction::take_data:
        here().version = m->version;
        ++counters.fills;
        break;
      case PrivateAction::perform:
        perform(miss(), here(), effects);
        break;
      case PrivateAction::perform_once:
        counters.use_once += miss().waiting.size();
        perform(miss(), here(), effects);
        break;
      default:
        throw InternalError("an action of a reference in a row for a message");
    }

  if (copy.slot && reads_line(row)) ++counters.line_reads;

  // Data that was taken away before it came is lost when it has come and was used.
  if (mshr && kind(m->type).virtual_network == 1) mshr->taken_by = loss_by(*m);
  if (copy.slot && kind_after == StateKind::absent) history_.lost(line, mshr ? mshr->taken_by : loss_by(*m));
  // Data taken away while under way will be used once: older than what its readers' older loads may still read.
  const bool taken_under_way =
      mshr && kind_after == StateKind::transient && next != before && kind(m->type).virtual_network == 1;
  if ((readable_before && !readable_after) || taken_under_way) {
    effects.lost.push_back(line);
    drop_from_l1(line);
  }
  if (kind_after == StateKind::absent) {
    if (copy.slot) {
      lines_.erase(copy.slot);
      effects.settled = true;
    } else if (copy.write_back) {
      copy.write_back->line = kNoLine;
      --write_backs_used_;
      effects.settled = true;
    }
  }
  if (mshr && kind_after != StateKind::transient) {
    mshr->waiting.clear();
    mshr->line = kNoLine;
    --mshrs_used_;
    effects.settled = true;
    if (std::exchange(mshr->holds_forward, false)) {
      const Message forward = deferred_[static_cast<std::size_t>(mshr - mshrs_.data())];
      const PrivateEvent due = forward.type == MessageType::fwd_get_s   ? PrivateEvent::fwd_get_s
                               : forward.type == MessageType::fwd_get_m ? PrivateEvent::fwd_get_m
                                                                        : PrivateEvent::recall;
      happen(line, find(line), due, &forward, effects);
    }
  }
}

/// Performs the waiting references in order.
void CacheController::perform(Mshr& mshr, Line& line, Effects& effects) {
  bool first = true;
  effects.path = mshr.path;
  if (filter_ && protocol_->cache.permission(line.state) != Permission::none && !filter_->find(mshr.line)) {
    filter_->install(filter_->choose(mshr.line, [](const Nothing&) { return true; }), mshr.line);
    ++counters.l1_fills;
  }
  for (const Waiting& w : mshr.waiting) {
    if (effects.observers.any()) {
      if (w.write)
        effects.observers.notify(StoreEvent{effects.now, tile_, mshr.line, line.version});
      else
        effects.observers.notify(LoadEvent{effects.now, tile_, mshr.line, w.slot, false, line.version});
    }
    line.version += w.write;
    counters.store_writes += w.write;
    effects.performed.push_back({w.slot, !first});
    first = false;
  }
}

void CacheController::answer(const Message& m, MessageType type, TileId to, Version version, Effects& effects) const {
  Message a;
  a.line = m.line;
  a.source = tile_;
  a.destination = to;
  a.requester = m.requester;
  a.acks = m.acks;
  a.broadcast = m.broadcast;
  a.version = version;
  a.type = type;
  a.path = m.path;
  a.path.charge(&Path::owner, effects.now + answer_delay_);
  effects.send(a, answer_delay_);
}

void CacheController::observe(const Effects& effects, LineAddress line, State before, PrivateEvent event,
                              State after) const {
  if (!effects.observers.any()) [[likely]]
    return;
  effects.observers.notify(
      TransitionEvent{effects.now, tile_, false, line, info(before).name, name(event), info(after).name});
  if (protocol_->cache.permission(before) != protocol_->cache.permission(after))
    effects.observers.notify(PermissionEvent{effects.now, tile_, line, protocol_->cache.permission(before),
                                             protocol_->cache.permission(after)});
}

bool CacheController::idle() const {
  return mshrs_used_ == 0 && write_backs_used_ == 0;
}

std::string CacheController::describe() const {
  std::ostringstream s;
  for (const Mshr& m : mshrs_)
    if (m.line != kNoLine) {
      const Slot slot = lines_.find(m.line);
      s << "cache " << tile_.value << ": line 0x" << std::hex << m.line.value << std::dec << " in "
        << info(slot ? lines_[slot].state : protocol_->cache_absent).name << ", " << m.waiting.size()
        << " references wait";
      if (m.acks_known && m.acks) s << ", " << m.acks << " Inv-Acks outstanding";
      if (m.holds_forward) s << ", holds a " << kind(deferred_[static_cast<std::size_t>(&m - mshrs_.data())].type).name;
      s << "\n";
    }
  for (const WriteBack& w : write_backs_)
    if (w.line != kNoLine)
      s << "cache " << tile_.value << ": line 0x" << std::hex << w.line.value << std::dec << " in "
        << info(w.state).name << "\n";
  return s.str();
}

}  // namespace cdrsim
