// SPDX-License-Identifier: BSD-3-Clause
#include "system/core_port.h"

namespace cdrsim {

CorePort::CorePort(TileId tile, const CoreAssignment& assignment, Chip& chip)
    : tile_(tile),
      l1_latency_(static_cast<std::uint32_t>(chip.config.l1.latency)),
      l2_latency_(static_cast<std::uint32_t>(chip.config.l1.latency + chip.config.l2.latency)),
      chip_(chip),
      tlb_(chip.config.tlb.entries),
      cache_(tile, {chip.config.l1, chip.config.l2, chip.config.system.line_size}, chip.protocol, chip.config.run.seed),
      requests_(tile, chip),
      assignment_(assignment),
      tell_lost_(chip.config.core.outstanding_loads > 1) {}

LineAddress CorePort::line_of(std::uint64_t address, const Translation& t) const {
  const std::uint64_t offset = (address & ((std::uint64_t{1} << chip_.page_shift) - 1)) >> chip_.line_shift;
  return LineAddress{t.frame << (chip_.page_shift - chip_.line_shift) | offset};
}

void CorePort::prepare(std::uint64_t address, unsigned cycles) const {
  const std::uint64_t page = address >> chip_.page_shift;
  if (cycles == 2)
    tlb_.prefetch(page);
  else if (const Translation* t = tlb_.peek(page))
    cache_.prepare(line_of(address, *t), cycles);
}

void CorePort::prepare_message(LineAddress line, unsigned cycles) const {
  if (cycles == 3)
    for (int i = 0; i < 5; ++i) __builtin_prefetch(reinterpret_cast<const char*>(this) + 64 * i);
  else
    cache_.prepare(line, cycles);
}

PortAnswer CorePort::access(Cycle now, const Reference& reference) {
  const std::uint64_t page = reference.address >> chip_.page_shift;
  if (reference.slot >= pending_.size()) pending_.resize(reference.slot + 1);
  if (const Translation* t = tlb_.lookup(page)) [[likely]] {
    pending_[reference.slot] = {now, now, reference.counted};
    const PortAnswer answer = try_cache(now, reference, *t);
    if (answer.kind != PortAnswer::blocked) ++tlb_counters.lookups;
    return answer;
  }
  ++tlb_counters.lookups;
  ++tlb_counters.misses;
  pending_[reference.slot] = {now, now, reference.counted};
  bool asked = false;
  for (const WaitingForPage& w : waiting_) asked |= w.page_asked && w.reference.address >> chip_.page_shift == page;
  waiting_.push_back({reference, true, {}});
  if (!asked) ask_for_page(now, page);
  return {PortAnswer::pending};
}

PortAnswer CorePort::try_cache(Cycle now, const Reference& reference, const Translation& t) {
  const LineReference line{line_of(reference.address, t),
                           reference.kind,
                           reference.slot,
                           reference.counted,
                           t.attributes.sdid,
                           t.attributes.lsid};
  chip_.effects.now = now;
  switch (cache_.access(line, chip_.effects)) {
    case CacheController::Answer::l1_hit:
      return {PortAnswer::done, l1_latency_};
    case CacheController::Answer::l2_hit:
      return {PortAnswer::done, l2_latency_};
    case CacheController::Answer::pending:
      carry_out(now, &t);
      return {PortAnswer::pending};
    case CacheController::Answer::blocked:
      break;
  }
  return {PortAnswer::blocked};
}

void CorePort::ask_for_page(Cycle now, std::uint64_t page) {
  const std::vector<TileId>& owners = chip_.space_cores[assignment_.space];
  Message m;
  m.line = LineAddress{page};
  m.source = m.requester = tile_;
  m.destination = owners[mix64(page) % owners.size()];
  m.type = MessageType::page_request;
  chip_.transport.send(m, now, Unit::translation);
}

void CorePort::page_filled(Cycle now, const Message& m) {
  const std::uint64_t page = m.line.value;
  ++tlb_counters.fills;
  // The attributes travel in the fields of the same names; the home domain in those that a fill has no use for.
  tlb_.fill({page, chip_.frames.frame({assignment_.space, page}), {m.sdid, m.lsid, m.version, m.acks}});
  retry_waiting(now, &page);
}

/// Tries the references that wait: those for `page`, or those that found no room in the cache.
void CorePort::retry_waiting(Cycle now, const std::uint64_t* page) {
  for (std::size_t i = 0; i < waiting_.size();) {
    WaitingForPage& w = waiting_[i];
    const std::uint64_t its_page = w.reference.address >> chip_.page_shift;
    if (page ? !(w.page_asked && its_page == *page) : w.page_asked) {
      ++i;
      continue;
    }
    if (page) w.translation = *tlb_.lookup(its_page);
    const Translation translation = w.translation;
    const Reference reference = w.reference;
    if (page) pending_[reference.slot].translated = now;
    w.page_asked = false;
    const PortAnswer answer = try_cache(now, reference, translation);
    if (answer.kind == PortAnswer::blocked) {
      ++i;
      continue;
    }
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    // The translation took long; the L1 was looked up meanwhile.
    if (answer.kind == PortAnswer::done) core_->completed(now, reference.slot);
  }
}

void CorePort::receive(Cycle now, const Message& message) {
  chip_.effects.now = now;
  cache_.receive(message, chip_.effects);
  carry_out(now, nullptr);
}

/// Sends what the last step wants sent, then tells the core, which starts nothing before a later cycle.
void CorePort::carry_out(Cycle now, const Translation* translation) {
  Effects& e = chip_.effects;
  for (Effects::Outgoing& o : e.messages) {
    switch (o.message.type) {
      case MessageType::get_s:
      case MessageType::get_m:
        requests_.request(o.message, now + o.delay, translation->attributes.hdid, translation->attributes.home_count,
                          cache_);
        break;
      case MessageType::put_s:
      case MessageType::put_e:
      case MessageType::put_m:
      case MessageType::wb_guard:
        requests_.evict(o.message, now + o.delay);
        break;
      default:
        chip_.transport.send(o.message, now + o.delay, Unit::cache);
    }
  }
  for (const Effects::Performed& p : e.performed) {
    account(now, p.slot, p.merged, e.path);
    core_->completed(now, p.slot);
  }
  if (tell_lost_)
    for (LineAddress line : e.lost) {
      const unsigned shift = chip_.page_shift - chip_.line_shift;
      const Page page = chip_.frames.page(line.value >> shift);
      const std::uint64_t offset = line.value & ((std::uint64_t{1} << shift) - 1);
      core_->lost(now, page.number << chip_.page_shift | offset << chip_.line_shift);
    }
  const bool settled = e.settled;
  e.clear();
  if (settled) {
    if (!waiting_.empty()) retry_waiting(now, nullptr);
    core_->unblocked(now);
  }
}

void CorePort::account(Cycle now, std::uint8_t slot, bool merged, const Path& path) {
  const Pending& p = pending_[slot];
  if (!p.counted) return;
  const std::uint64_t total = now - p.accepted, tlb = p.translated - p.accepted;
  stack.total += total;
  stack.tlb += tlb;
  if (merged) {
    stack.cache += total - tlb;
    return;
  }
  stack.hmc += path.hmc;
  stack.network += path.network;
  stack.home += path.home;
  stack.smc += path.smc;
  stack.invalidation += path.invalidation;
  stack.owner += path.owner;
  stack.dram += path.dram;
  stack.cache +=
      total - tlb - path.hmc - path.network - path.home - path.smc - path.invalidation - path.owner - path.dram;
}

}  // namespace cdrsim
