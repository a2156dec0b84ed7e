// SPDX-License-Identifier: BSD-3-Clause
// The home's table at work: what an event does to a line, action by action, and the answers that go out.
#include <sstream>

#include "protocol/home_controller.h"

namespace cdrsim {
namespace {

constexpr bool changes_entry(HomeAction action) {
  using enum HomeAction;
  switch (action) {
    case add_sharer:
    case remove_sharer:
    case set_owner:
    case set_writer_owner:
    case owner_and_requester_share:
    case owner_shares:
    case clear_sharers:
    case clear_owner:
    case start_pointer_walk:  // takes the one that leaves out
      return true;
    default:
      return false;
  }
}

}  // namespace

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
  bool entry_changes = false;
  for (std::uint8_t i = 0; i < row.action_count; ++i) {
    entry_changes |= changes_entry(row.actions[i]);
    act(row.actions[i], address, line, mshr, message, effects);
  }
  counters.entry_writes += entry_changes;
  // `line` may be gone from here on.
  if (mshr && settles && covers(*mshr).line == address && !mshr->walk.active) {
    covers(*mshr).line = kNoLine;
    mshr->fetching = false;
    release_if_done(*mshr);
  } else if (mshr && mshr->walk.active && !mshr->walk.started) {
    run_walk(*mshr, address, effects);
  }
}

void HomeController::act(HomeAction action, LineAddress address, Line* line, Mshr* mshr, Message* m, Effects& effects) {
  using enum HomeAction;
  const SharerScheme& scheme = *environment_.sharers;
  // A row may act only on what its event brings along.
  const auto here = [line]() -> Line& {
    invariant(line != nullptr, "an action on a line that is not here");
    return *line;
  };
  const auto busy = [mshr]() -> Mshr& {
    invariant(mshr != nullptr, "an action on the MSHR of a line that has none");
    return *mshr;
  };
  const auto message = [m]() -> Message& {
    invariant(m != nullptr, "an action on a message when none came");
    return *m;
  };
  const auto owned = [&here]() -> Line& {
    invariant(here().owner != kNoTile, "an action on the owner of a line that has none");
    return here();
  };
  switch (action) {
    case wait:
      busy().waiting.push_back(message());
      break;
    case fetch:  // the data of a line whose entry is here; begin_fetch() does the rest
      busy().fetching = busy().way_free = true;
      read_memory(busy(), address, effects);
      break;
    case send_data_s:
      reply(message(), MessageType::data_s, data_of(address, here()), 0, effects);
      break;
    case send_data_e:
      reply(message(), MessageType::data_e, data_of(address, here()), 0, effects);
      break;
    case send_data_m: {
      const std::uint32_t acks = mshr && mshr->walk.active ? static_cast<std::uint32_t>(mshr->walk.targets.size()) : 0;
      if (has_good_copy(here(), message()))
        reply(message(), MessageType::grant, 0, acks, effects);
      else
        reply(message(), MessageType::data_m, data_of(address, here()), acks, effects);
      break;
    }
    case add_sharer:
      scheme.add(here().sharers, member(message()));
      break;
    case remove_sharer:
      if (!is_public(here(), member(message()))) scheme.remove(here().sharers, member(message()));
      break;
    case set_owner:
      here().owner = message().requester;
      here().owner_member = member(message());
      here().sharers.clear();
      break;
    case set_writer_owner:
      here().owner = busy().writer.requester;
      here().owner_member = member(busy().writer);
      here().sharers.clear();
      break;
    case owner_and_requester_share:
      scheme.add(here().sharers, owned().owner_member);
      scheme.add(here().sharers, member(message()));
      here().owner = kNoTile;
      break;
    case owner_shares:
      scheme.add(here().sharers, owned().owner_member);
      here().owner = kNoTile;
      break;
    case clear_sharers:
      here().sharers.clear();
      break;
    case clear_owner:
      here().owner = kNoTile;
      break;
    case send_fwd_get_s:
    case send_fwd_get_m:
    case send_fwd_get_s_o:
    case send_fwd_get_m_o: {
      Message f = message();
      f.source = tile_;
      f.destination = owned().owner;
      f.type = action == send_fwd_get_s     ? MessageType::fwd_get_s
               : action == send_fwd_get_m   ? MessageType::fwd_get_m
               : action == send_fwd_get_s_o ? MessageType::fwd_get_s_o
                                            : MessageType::fwd_get_m_o;
      if (action == send_fwd_get_m_o) f.acks = static_cast<std::uint32_t>(busy().walk.targets.size());
      f.path.charge(&Path::home, effects.now + delay_);
      ++counters.forwards;
      effects.send(f, delay_);
      break;
    }
    case start_walk:
      prepare_walk(busy(), here(), MessageType::inv, &message());
      break;
    case start_home_walk:
      prepare_walk(busy(), here(), MessageType::home_inv, nullptr);
      break;
    case start_recall_walk:
      ++counters.recalls;
      prepare_walk(busy(), here(), MessageType::recall_inv, nullptr);
      break;
    case start_pointer_walk: {
      ++counters.pointer_recalls;
      const std::uint32_t leaves = scheme.victim(here().sharers);
      scheme.remove(here().sharers, leaves);
      busy().walk.targets = {leaves};
      aim_walk(busy(), here(), MessageType::recall_inv, nullptr);
      if (busy().walk.broadcast) here().sharers.clear();  // everybody loses the copy, and no upgrade finds it good
      break;
    }
    case send_recall:
    case send_recall_o: {
      // To evict the line, or to make room in its entry. An evicted line that others share is counted when they are
      // recalled.
      if (mshr && covers(*mshr).victim != address)
        ++counters.pointer_recalls;
      else if (action == send_recall)
        ++counters.recalls;
      ++counters.recall_messages;
      Message r;
      r.line = address;
      r.source = r.requester = tile_;
      r.destination = owned().owner;
      r.type = action == send_recall ? MessageType::recall : MessageType::recall_o;
      effects.send(r, delay_);
      break;
    }
    case send_wb_ack:
    case send_put_ack:
    case send_put_ack_owed: {
      Message a;
      a.line = address;
      a.source = tile_;
      a.destination = a.requester = message().source;
      // Only owners are forwarded to: the eviction of a shared copy is never owed one.
      a.type = action == send_wb_ack    ? MessageType::wb_ack
               : action == send_put_ack ? MessageType::put_ack
                                        : MessageType::put_ack_owed;
      effects.send(a, delay_);
      break;
    }
    case take_data:
      put_data(address, &here(), message().version, true, effects);
      break;
    case take_put_data:
      if (message().type == MessageType::put_m) put_data(address, &here(), message().version, true, effects);
      break;
    case take_memory_data:
      if (!data_ || busy().data_here) put_data(address, &here(), busy().data, false, effects);
      break;
    case write_back:
      invariant(covers(busy()).victim == address && !busy().victim_writing,
                "a line is written back that does not leave");
      write_memory(address, here().version, effects);
      busy().victim_writing = true;
      lines_.erase(busy().way);
      way_freed(busy(), effects);
      break;
    case drop:
      invariant(covers(busy()).victim == address, "a line is dropped that does not leave");
      // Either a clean victim leaves the array, or a dirty one, gone before, is now in DRAM.
      covers(busy()).victim = kNoLine;
      if (busy().victim_writing) {
        busy().victim_writing = false;
        release_if_done(busy());
      } else {
        lines_.erase(busy().way);
        way_freed(busy(), effects);
      }
      break;
    case evict_again:
      invariant(evictions_begun_++ < 4, "the eviction of a line begins again without end");
      happen(address, here().dirty ? HomeEvent::evict_dirty : HomeEvent::evict_clean, nullptr, mshr, effects);
      break;
    case wake:
      wake_waiting(busy(), address);
      break;
    case HomeAction::count:
      break;
  }
}

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

}  // namespace cdrsim
