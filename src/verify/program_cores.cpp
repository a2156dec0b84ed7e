// SPDX-License-Identifier: BSD-3-Clause
#include "verify/program_cores.h"

#include <algorithm>

#include "base/error.h"

namespace cdrsim::verify {

using Kind = LitmusOp::Kind;
using Answer = CacheController::Answer;

ProgramCores::ProgramCores(const LitmusProgram& program, std::vector<std::uint32_t> lines, const CoreConfig& config)
    : program_(program),
      lines_(std::move(lines)),
      blocking_stores_(config.memory_model == MemoryModel::sc || config.store_buffer == 0),
      entries_(blocking_stores_ ? 0 : config.store_buffer),
      loads_in_flight_(config.outstanding_loads),
      threads_(program.threads.size(), Thread(entries_, loads_in_flight_)),
      registers_(program.registers, 0),
      made_(this->lines()) {}

std::uint32_t ProgramCores::lines() const {
  return *std::max_element(lines_.begin(), lines_.end()) + 1;
}

bool ProgramCores::finished() const {
  for (std::size_t t = 0; t < threads_.size(); ++t)
    if (threads_[t].next < program_.threads[t].size() || threads_[t].waits || !alone(threads_[t])) return false;
  return true;
}

Outcome ProgramCores::outcome() const {
  Outcome values = registers_;
  for (std::size_t v = 0; v < lines_.size(); ++v)
    values.push_back(value(static_cast<std::uint8_t>(v), static_cast<Version>(kUnwritten + made_[lines_[v]].size())));
  return values;
}

/// What the stores up to `version` of its line made of a variable.
std::uint8_t ProgramCores::value(std::uint8_t variable, Version version) const {
  const std::vector<Made>& made = made_[lines_[variable]];
  const std::size_t stores = std::min<std::size_t>(std::max(version, kUnwritten) - kUnwritten, made.size());
  std::uint8_t v = 0;
  for (std::size_t i = 0; i < stores; ++i) {
    const LitmusOp& by = op(made[i].core, made[i].op);
    if (by.variable == variable) v = static_cast<std::uint8_t>(by.value + (by.kind == Kind::atomic ? v : 0));
  }
  return v;
}

/// What the youngest older store of the same thread gives a load.
std::uint8_t ProgramCores::forwarded(std::uint32_t core, std::uint64_t index) const {
  const std::uint8_t variable = op(core, index).variable;
  while (index-- > 0)
    if (op(core, index).variable == variable && op(core, index).kind == Kind::store) return op(core, index).value;
  throw std::logic_error("a load got its bytes from a store that is not there");
}

// --- Steps -----------------------------------------------------------------------------------------------------------

const InFlightLoad* ProgramCores::to_replay(const Thread& t) const {
  for (std::uint32_t i = t.loads.bound(); i < t.loads.size(); ++i)
    if (t.loads.at(i).state == InFlightLoad::replay) return &t.loads.at(i);
  return nullptr;
}

void ProgramCores::offer(std::uint32_t core, const CorePorts& ports, std::vector<std::uint32_t>& steps) const {
  const Thread& t = threads_[core];
  const bool ready = ports.ready(core);
  const bool blocked = t.waits || (loads_in_flight_ == 1 && !t.loads.all_bound());
  if (!blocked && t.next < program_.threads[core].size()) {
    const LitmusOp& o = op(core, t.next);
    const bool buffered = o.kind == Kind::store && !blocking_stores_;
    const bool possible = buffered               ? t.buffer.size() < t.buffer.capacity()
                          : o.kind == Kind::load ? !t.loads.full()
                                                 : alone(t);
    if (possible && (ready || buffered || o.kind == Kind::fence)) steps.push_back(front);
  }
  if (ready && !t.buffer.empty() && !t.drains && !t.loads.unbound_before(t.buffer.front().sequence))
    steps.push_back(drain);
  if (ready && to_replay(t)) steps.push_back(replay);
}

bool ProgramCores::take(std::uint32_t core, std::uint32_t step, CorePorts& ports) {
  switch (step) {
    case front:
      return front_step(core, ports);
    case drain:
      return drain_step(core, ports);
    default:
      return replay_step(core, ports);
  }
}

bool ProgramCores::front_load(std::uint32_t core, CorePorts& ports) {
  Thread& t = threads_[core];
  const LitmusOp& o = op(core, t.next);
  const std::uint64_t sequence = t.next + 1;
  const std::uint8_t slot = t.loads.next_slot();
  InFlightLoad load{address(o), sequence, 0, 0, 0, kSize, InFlightLoad::performed, true};
  if (match(t.buffer, load.address, sequence) == StoreBuffer::Match::covers) {
    registers_[o.destination] = forwarded(core, t.next);
  } else {
    const Answer answer = ports.access(core, slot, ReferenceKind::load, line(o));
    if (answer == Answer::blocked) return false;
    if (answer == Answer::pending)
      load.state = InFlightLoad::pending;
    else
      registers_[o.destination] = value(o.variable, read_);
  }
  t.loads.push(load);
  bind(t);
  ++t.next;
  return true;
}

bool ProgramCores::front_step(std::uint32_t core, CorePorts& ports) {
  Thread& t = threads_[core];
  const LitmusOp& o = op(core, t.next);
  switch (o.kind) {
    case Kind::load:
      return front_load(core, ports);
    case Kind::fence:
      ++t.next;
      return true;
    case Kind::store:
      if (blocking_stores_) break;
      enter(t.buffer, {address(o), t.next + std::uint64_t{1}, 0, kSize, true}, t.drains);
      ++t.next;
      return true;
    case Kind::atomic:
      break;
  }
  t.waits = true;
  const ReferenceKind kind = o.kind == Kind::store ? ReferenceKind::store : ReferenceKind::atomic;
  const Answer answer = ports.access(core, loads_in_flight_ + 1, kind, line(o));
  if (answer == Answer::blocked) t.waits = false;
  return answer != Answer::blocked;
}

bool ProgramCores::drain_step(std::uint32_t core, CorePorts& ports) {
  Thread& t = threads_[core];
  t.drains = true;
  const LitmusOp& o = op(core, t.buffer.front().sequence - 1);
  const Answer answer = ports.access(core, loads_in_flight_, ReferenceKind::store, line(o));
  if (answer == Answer::blocked) t.drains = false;
  return answer != Answer::blocked;
}

/// The oldest load that was lost is performed once more.
bool ProgramCores::replay_step(std::uint32_t core, CorePorts& ports) {
  Thread& t = threads_[core];
  std::uint32_t i = t.loads.bound();
  while (t.loads.at(i).state != InFlightLoad::replay) ++i;
  InFlightLoad& load = t.loads.at(i);
  const LitmusOp& o = op(core, load.sequence - 1);
  if (match(t.buffer, load.address, load.sequence) == StoreBuffer::Match::covers) {
    load.state = InFlightLoad::performed;
  } else {
    const Answer answer = ports.access(core, t.loads.slot(i), ReferenceKind::load, line(o));
    if (answer == Answer::blocked) return false;
    load.state = answer == Answer::pending ? InFlightLoad::pending : InFlightLoad::performed;
    if (answer != Answer::pending) registers_[o.destination] = value(o.variable, read_);
  }
  bind(t);
  return true;
}

std::string ProgramCores::name(std::uint32_t core, std::uint32_t step) const {
  const Thread& t = threads_[core];
  const auto variable = [&](const LitmusOp& o) { return program_.variables[o.variable]; };
  if (step == drain) return "drain " + variable(op(core, t.buffer.front().sequence - 1));
  if (step == replay) return "replay load " + variable(op(core, to_replay(t)->sequence - 1));
  const LitmusOp& o = op(core, t.next);
  switch (o.kind) {
    case Kind::load:
      return "load " + variable(o);
    case Kind::store:
      return (blocking_stores_ ? "store " : "buffer store ") + variable(o);
    case Kind::atomic:
      return "atomic " + variable(o);
    case Kind::fence:
      break;
  }
  return "fence";
}

// --- What the caches tell --------------------------------------------------------------------------------------------

void ProgramCores::bind(Thread& t) const {
  t.loads.bind([](const InFlightLoad&) {});
  t.loads.retire(0);
}

void ProgramCores::on(const LoadEvent& e) {
  read_ = e.version;
  if (e.hit) return;
  Thread& t = threads_[e.tile.value];
  InFlightLoad& load = t.loads.in_slot(e.slot);
  const LitmusOp& o = op(e.tile.value, load.sequence - 1);
  registers_[o.destination] = value(o.variable, e.version);
  if (LoadQueue::arrived(load)) bind(t);
}

void ProgramCores::on(const StoreEvent& e) {
  const std::uint32_t core = e.tile.value;
  Thread& t = threads_[core];
  const std::uint64_t index = t.drains ? t.buffer.front().sequence - 1 : t.next;
  const LitmusOp& o = op(core, index);
  if (o.destination != kNoRegister) registers_[o.destination] = value(o.variable, e.before);
  made_[e.line.value].push_back({static_cast<std::uint8_t>(core), static_cast<std::uint8_t>(index)});
  if (t.drains) {
    t.buffer.pop();
    t.drains = false;
  } else {
    ++t.next;
    t.waits = false;
  }
}

void ProgramCores::on(const PermissionEvent& e) {
  if (e.before != Permission::none && e.after == Permission::none) lose(e.tile, e.line);
}

/// Data that is taken away while under way: the controller says so in Effects::lost.
void ProgramCores::on(const TransitionEvent& e) {
  static constexpr PrivateEvent kTaking[] = {
      PrivateEvent::inv,         PrivateEvent::fwd_get_s, PrivateEvent::fwd_get_m, PrivateEvent::fwd_get_s_o,
      PrivateEvent::fwd_get_m_o, PrivateEvent::recall,    PrivateEvent::recall_o};
  if (e.home || e.before == e.after) return;
  if (std::any_of(std::begin(kTaking), std::end(kTaking), [&](PrivateEvent t) { return e.event == cdrsim::name(t); }))
    lose(e.tile, e.line);
}

void ProgramCores::lose(TileId core, LineAddress line) {
  if (loads_in_flight_ > 1) threads_[core.value].loads.lose(line.value * kLine, kLine, [](InFlightLoad&) {});
}

// --- State -----------------------------------------------------------------------------------------------------------

void ProgramCores::save(StateWriter& w, const std::vector<std::uint32_t>&) const {
  for (const Thread& t : threads_) {
    w.u32(t.next);
    w.u8(static_cast<std::uint8_t>(t.waits | t.drains << 1));
    StoreBuffer buffer = t.buffer;
    w.u32(buffer.size());
    for (; !buffer.empty(); buffer.pop()) w.u64(buffer.front().sequence);
    // Only loads that are not bound are left in the queue. Their slots go round.
    w.u32(t.loads.size());
    w.u32(t.loads.size() ? t.loads.slot(0) : 0u);
    for (std::uint32_t i = 0; i < t.loads.size(); ++i) {
      w.u64(t.loads.at(i).sequence);
      w.u8(static_cast<std::uint8_t>(t.loads.at(i).state | t.loads.at(i).taken << 2));
    }
  }
  for (std::uint8_t v : registers_) w.u8(v);
  for (const std::vector<Made>& made : made_)
    w.ordered(made, [](StateWriter& out, const Made& m) {
      out.u8(m.core);
      out.u8(m.op);
    });
}

void ProgramCores::load(StateReader& r) {
  for (std::uint32_t core = 0; core < threads_.size(); ++core) {
    Thread& t = threads_[core];
    t.next = r.u32();
    const std::uint8_t flags = r.u8();
    t.waits = flags & 1;
    t.drains = flags & 2;
    while (!t.buffer.empty()) t.buffer.pop();
    for (std::uint32_t n = r.u32(); n > 0; --n) {
      const std::uint64_t sequence = r.u64();
      t.buffer.push({address(op(core, sequence - 1)), sequence, 0, kSize, true});
    }
    const std::uint32_t count = r.u32(), first_slot = r.u32();
    t.loads = LoadQueue(loads_in_flight_);
    const InFlightLoad done{0, 0, 0, 0, 0, kSize, InFlightLoad::performed, true};
    while (t.loads.next_slot() != first_slot) {  // turns an empty queue to that slot
      t.loads.push(done);
      bind(t);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t sequence = r.u64();
      const std::uint8_t state = r.u8();
      t.loads.push({address(op(core, sequence - 1)), sequence, 0, 0, 0, kSize,
                    static_cast<InFlightLoad::State>(state & 3), true, (state & 4) != 0});
    }
  }
  for (std::uint8_t& v : registers_) v = r.u8();
  for (std::vector<Made>& made : made_) {
    made.clear();
    r.each([&](StateReader& in) {
      const std::uint8_t core = in.u8();
      made.push_back({core, in.u8()});
    });
  }
}

}  // namespace cdrsim::verify
