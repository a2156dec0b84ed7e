// SPDX-License-Identifier: BSD-3-Clause
#include "verify/model.h"

#include <algorithm>
#include <numeric>
#include <sstream>

namespace cdrsim::verify {
namespace {

constexpr std::uint32_t kLineSize = 64;

}  // namespace

Model::Model(const Shape& shape, std::shared_ptr<const Protocol> protocol, FrontEnd& front_end)
    : shape_(shape),
      protocol_(std::move(protocol)),
      front_end_(front_end),
      domains_(shape_),
      memory_({shape_.memory()}, 64, kLineSize),
      effects_(observers_),
      dram_(shape_.lines, kUnwritten),
      mail_(shape_),
      order_(shape_),
      watch_(*this) {
  observers_.add(order_);
  observers_.add(watch_);
  const std::uint32_t ways = shape_.or_lines(shape_.ways), llc_ways = shape_.or_lines(shape_.llc_ways);
  environment_.protocol = protocol_;
  environment_.sharers = make_sharer_scheme(shape_.directory);
  environment_.domains = &domains_.tables();
  environment_.cores = shape_.cores;
  environment_.llc = {std::uint64_t{kLineSize} * llc_ways, llc_ways, 1, "lru", shape_.or_lines(shape_.llc_mshrs)};
  environment_.line_size = kLineSize;
  environment_.sparse = shape_.directory.store == "sparse";
  environment_.directory_entries = environment_.directory_ways = shape_.or_lines(shape_.directory_ways);
  environment_.smc_entries = shape_.smc_entries;
  environment_.memory = &memory_;
  const CacheController::Geometry geometry{
      {std::uint64_t{kLineSize} * ways, ways, 1, "lru", shape_.or_lines(shape_.mshrs)}, {0, 1, 0, "lru", 1}, kLineSize};
  for (std::uint32_t c = 0; c < shape_.cores; ++c) {
    caches_.emplace_back(TileId{c}, geometry, protocol_, 1);
    lookups_.emplace_back(c, shape_, domains_);
  }
  for (std::uint32_t h = 0; h < shape_.homes; ++h) homes_.emplace_back(shape_.home(h), environment_);
}

// --- States ----------------------------------------------------------------------------------------------------------

void Model::save(StateWriter& w, const std::vector<std::uint32_t>& from) const {
  for (std::uint32_t core : from) caches_[core].save(w);
  for (std::uint32_t core : from) lookups_[core].save(w);
  for (const HomeController& h : homes_) h.save(w);
  for (std::uint32_t l = 0; l < shape_.lines; ++l) w.version(LineAddress{l}, dram_[l]);
  order_.save(w, from);
  mail_.save(w);
  front_end_.save(w, from);
}

void Model::save(std::vector<std::uint8_t>& bytes) const {
  std::vector<std::uint32_t> in_place(shape_.cores);
  std::iota(in_place.begin(), in_place.end(), 0u);
  const Renaming none;
  VersionRanks versions;
  order_.rank(versions);
  StateWriter w = front_end_.keeps_versions() ? StateWriter() : StateWriter(none, versions);
  save(w, in_place);
  bytes = w.bytes();
}

void Model::load(std::span<const std::uint8_t> bytes) {
  StateReader r(bytes);
  for (CacheController& c : caches_) c.load(r);
  for (HomeLookup& l : lookups_) l.load(r);
  for (HomeController& h : homes_) h.load(r);
  for (Version& v : dram_) v = r.version();
  order_.load(r);
  mail_.load(r);
  front_end_.load(r);
  invariant(r.done(), "a saved state is too long");
}

bool Model::settled() const {
  if (!mail_.flights().empty() || order_.anybody_waits()) return false;
  for (const HomeLookup& l : lookups_)
    if (!l.idle()) return false;
  return true;
}

bool Model::quiet() const {
  if (!settled()) return false;
  for (const CacheController& c : caches_)
    if (!c.idle()) return false;
  for (const HomeController& h : homes_)
    if (!h.idle()) return false;
  return true;
}

// --- What may happen -------------------------------------------------------------------------------------------------

bool Model::ready(std::uint32_t core) const {
  return mail_.waiting(TileId{core}, 0, 0) == 0;
}

bool Model::home_ready(std::uint32_t index) const {
  return mail_.out_buffer(shape_.home(index)) == 0;
}

bool Model::may_deliver(const Flight& f) const {
  if (f.place != Flight::Place::inbox) return false;
  switch (kind(f.message.type).virtual_network) {
    case 0: {
      const std::uint32_t home = f.message.destination.value - shape_.cores;
      return home_ready(home) && homes_[home].queued() < shape_.inbox;
    }
    case 1:
      return mail_.waiting(f.message.destination, 1, 2) == 0;
    default:
      return true;
  }
}

void Model::offer(std::vector<Step>& steps) const {
  steps.clear();
  for (std::uint32_t i = 0; i < mail_.flights().size(); ++i)
    if (may_deliver(mail_.flights()[i])) steps.push_back({Step::Kind::delivery, 0, i});
  std::vector<std::uint32_t> references;
  for (std::uint32_t c = 0; c < shape_.cores; ++c) {
    references.clear();
    front_end_.offer(c, *this, references);
    for (std::uint32_t r : references) steps.push_back({Step::Kind::reference, c, r});
    if (!shape_.cache_evictions || !ready(c)) continue;
    for (std::uint32_t l = 0; l < shape_.lines; ++l)
      if (protocol_->cache.kind(caches_[c].state(LineAddress{l})) == StateKind::stable)
        steps.push_back({Step::Kind::cache_evict, c, l});
  }
  for (std::uint32_t h = 0; h < shape_.homes; ++h) {
    if (!shape_.home_evictions || !home_ready(h)) continue;
    for (std::uint32_t l = h; l < shape_.lines; l += shape_.homes) {
      if (protocol_->home.kind(homes_[h].state(LineAddress{l})) == StateKind::stable)
        steps.push_back({Step::Kind::home_evict, h, l});
      if (environment_.sparse && homes_[h].has_data(LineAddress{l}))
        steps.push_back({Step::Kind::home_evict_data, h, l});
    }
  }
}

std::string Model::name(const Step& step) const {
  const std::string line = std::to_string(step.detail);
  const bool at_core = step.kind == Step::Kind::reference || step.kind == Step::Kind::cache_evict;
  const std::string unit = shape_.unit_name(at_core ? TileId{step.unit} : shape_.home(step.unit)) + ": ";
  switch (step.kind) {
    case Step::Kind::reference:
      return unit + front_end_.name(step.unit, step.detail);
    case Step::Kind::cache_evict:
      return unit + "evict " + line;
    case Step::Kind::home_evict:
      return unit + "evict " + line;
    case Step::Kind::home_evict_data:
      return unit + "drop data of " + line;
    case Step::Kind::delivery:
      break;
  }
  return mail_.name(step.detail);
}

// --- Steps -----------------------------------------------------------------------------------------------------------

void Model::violate(std::string property, std::string text) {
  if (!violation_) violation_ = {std::move(property), std::move(text)};
}

void Model::Watch::on(const TransitionEvent& e) {
  ++transitions;
  const auto& wrong = model.misdirection_;
  if (wrong && wrong->at_home == e.home && wrong->state == e.before && wrong->event == e.event &&
      !model.misdirected_from_)
    model.misdirected_from_ = model.effects_.messages.size();
}

void Model::Watch::on(const DomainEvent& e) {
  if (e.sdid != model.domains_.sdid(e.line))
    model.violate("one-domain", "line " + std::to_string(e.line.value) + " is handled as one of domain " +
                                    std::to_string(e.sdid) + ", and belongs to " +
                                    std::to_string(model.domains_.sdid(e.line)));
}

void Model::count_rows(RowCoverage& rows) {
  rows_ = &rows;
  observers_.add(rows);
}

bool Model::take(const Step& step, Choices& choices) {
  violation_.reset();
  order_.begin_step();
  effects_.clear();
  misdirected_from_.reset();
  try {
    if (!run(step, choices)) return false;
  } catch (const InternalError& e) {
    violate("possible-events", e.what());
    return true;
  }
  if (order_.violation()) violate(order_.violation()->property, order_.violation()->text);
  mail_.settle(choices);
  for (std::uint32_t c = 0; c < shape_.cores; ++c)
    largest_cache_buffer_ = std::max(largest_cache_buffer_, mail_.out_buffer(TileId{c}));
  for (std::uint32_t h = 0; h < shape_.homes; ++h)
    largest_home_buffer_ = std::max(largest_home_buffer_, mail_.out_buffer(shape_.home(h)));
  return true;
}

bool Model::run(const Step& step, Choices& choices) {
  const LineAddress line{step.detail};
  switch (step.kind) {
    case Step::Kind::reference:
      return front_end_.take(step.unit, step.detail, *this);
    case Step::Kind::cache_evict:
      if (!caches_[step.unit].evict(line, effects_)) return false;
      cache_sent(step.unit);
      return true;
    case Step::Kind::home_evict:
      if (!homes_[step.unit].evict(line, effects_)) return false;
      home_sent(choices);
      return true;
    case Step::Kind::home_evict_data:
      if (!homes_[step.unit].evict_data(line, effects_)) return false;
      home_sent(choices);
      return true;
    case Step::Kind::delivery:
      deliver(mail_.take(step.detail), choices);
      return true;
  }
  throw std::logic_error("a step of no kind");
}

CacheController::Answer Model::access(std::uint32_t core, std::uint32_t slot, ReferenceKind kind, LineAddress line) {
  const bool write = kind != ReferenceKind::load;
  const PageAttributes a = domains_.attributes(core, line);
  const State before = caches_[core].state(line);
  const std::uint64_t transitions = watch_.transitions;
  const auto answer =
      caches_[core].access({line, kind, static_cast<std::uint8_t>(slot), true, a.sdid, a.lsid}, effects_);
  if (rows_ && watch_.transitions == transitions) {
    const PrivateEvent event = write ? PrivateEvent::store : PrivateEvent::load;
    const bool refused = answer == CacheController::Answer::blocked;
    // What is refused for want of an MSHR, a way or a write-back entry takes no row.
    if (!refused || protocol_->cache.at(before, event).actions[0] == PrivateAction::block) rows_->took(before, event);
  }
  if (answer == CacheController::Answer::blocked) return answer;
  if (answer == CacheController::Answer::pending) {
    VersionOrder::Slot& s = order_.slot(core, slot);
    s.waits = true;
    s.write = write;
    s.line = line;
  } else {
    const VersionOrder::Done& done = order_.done().back();
    front_end_.done(core, slot, line, write, done.version);
  }
  cache_sent(core);
  return answer;
}

void Model::deliver(const Message& m, Choices& choices) {
  switch (kind(m.type).unit) {
    case Unit::cache:
      caches_.at(m.destination.value).receive(m, effects_);
      cache_sent(m.destination.value);
      break;
    case Unit::home:
      home_receives(m, choices);
      break;
    case Unit::memory:
      memory_receives(m);
      break;
    case Unit::maps:
      if (m.for_home)
        home_receives(m, choices);
      else
        lookups_.at(m.destination.value).filled(m, caches_.at(m.destination.value), mail_);
      break;
    case Unit::translation:
      throw InternalError("a page's attributes never change here");
  }
}

void Model::home_receives(const Message& m, Choices& choices) {
  HomeController& home = homes_.at(m.destination.value - shape_.cores);
  const State before = home.state(m.line);
  const std::uint64_t transitions = watch_.transitions, waits = home.counters.waits;
  home.receive(m, effects_);
  if (rows_ && watch_.transitions == transitions && home.counters.waits == waits + 1) {
    if (m.type == MessageType::get_s) rows_->took(before, HomeEvent::get_s);
    if (m.type == MessageType::get_m) rows_->took(before, HomeEvent::get_m);
  }
  if (m.type == MessageType::walk_timer) mail_.release(m.destination, m.line);
  home_sent(choices);
}

void Model::memory_receives(const Message& m) {
  Message answer = m;
  answer.source = m.destination;
  answer.destination = m.requester;
  switch (m.type) {
    case MessageType::mem_read:
      answer.type = MessageType::mem_data;
      answer.version = dram_.at(m.line.value);
      break;
    case MessageType::mem_write:
      answer.type = MessageType::mem_written;
      dram_.at(m.line.value) = m.version;
      break;
    case MessageType::map_read:
      answer.type = MessageType::map_data;
      answer.mappings = domains_.mappings(m.for_home, m.sdid, m.lsid);
      break;
    default:
      throw InternalError("memory got a message that is not for it");
  }
  mail_.send(answer);
}

/// Sends one of the step's messages to the wrong unit if the misdirected row was taken.
void Model::misdirect_sent() {
  if (!misdirected_from_) return;
  for (std::size_t i = *misdirected_from_; i < effects_.messages.size(); ++i) {
    Message& m = effects_.messages[i].message;
    const std::vector<MessageType>& types = misdirection_->types;
    if (std::find(types.begin(), types.end(), m.type) == types.end()) continue;
    m.destination = misdirection_->destination(m, shape_);
    break;
  }
  misdirected_from_.reset();
}

/// Carries out what a step of a cache has caused.
void Model::cache_sent(std::uint32_t core) {
  misdirect_sent();
  for (const Effects::Outgoing& o : effects_.messages) {
    if (o.message.destination == kNoTile)
      lookups_[core].request(o.message, caches_[core], mail_);
    else if (kind(o.message.type).virtual_network == 0)
      lookups_[core].evict(o.message, mail_);
    else
      mail_.send(o.message);
  }
  const std::vector<VersionOrder::Done>& done = order_.done();
  invariant(effects_.performed.size() <= done.size(), "a reference was performed that nobody saw");
  for (std::size_t i = 0; i < effects_.performed.size(); ++i) {
    VersionOrder::Slot& slot = order_.slot(core, effects_.performed[i].slot);
    invariant(slot.waits, "a reference was performed that nobody waits for");
    slot.waits = false;
    front_end_.done(core, effects_.performed[i].slot, done[i].line, done[i].write, done[i].version);
  }
  effects_.clear();
}

/// Carries out what a step of a home has caused. One Inv of a walk, any of them, stays until the walk's timer has run
/// out.
void Model::home_sent(Choices& choices) {
  misdirect_sent();
  const auto& messages = effects_.messages;
  std::vector<std::size_t> held, invs;
  for (const Effects::Outgoing& timer : messages) {
    if (timer.message.type != MessageType::walk_timer) continue;
    invs.clear();
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const MessageType type = messages[i].message.type;
      const bool inv = type == MessageType::inv || type == MessageType::recall_inv || type == MessageType::home_inv;
      if (inv && messages[i].message.line == timer.message.line) invs.push_back(i);
    }
    if (!invs.empty()) held.push_back(invs[choices.pick(static_cast<std::uint32_t>(invs.size()))]);
  }
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const bool stays = std::find(held.begin(), held.end(), i) != held.end();
    mail_.send(messages[i].message, stays ? Flight::Place::held : Flight::Place::out_buffer);
  }
  effects_.clear();
}

std::string Model::describe() const {
  std::ostringstream s;
  for (std::uint32_t l = 0; l < shape_.lines; ++l) {
    const LineAddress line{l};
    s << "line " << l << ": version " << order_.current(line) << " is current; memory has " << dram_[l] << "; "
      << shape_.unit_name(shape_.home(shape_.home_index(line))) << " "
      << protocol_->home.info(home_of(line).state(line)).name << "; cores";
    for (const CacheController& c : caches_) s << " " << protocol_->cache.info(c.state(line)).name;
    s << "\n";
  }
  for (const CacheController& c : caches_) s << c.describe();
  for (const HomeController& h : homes_) s << h.describe();
  for (std::uint32_t c = 0; c < shape_.cores; ++c) {
    for (std::uint32_t i = 0; i < shape_.slots; ++i)
      if (const VersionOrder::Slot& slot = order_.slot(c, i); slot.waits)
        s << "core " << c << " waits to " << (slot.write ? "store " : "load ") << slot.line.value << "\n";
    if (!lookups_[c].idle()) s << "core " << c << ": " << lookups_[c].queued() << " messages wait for a home's tile\n";
  }
  for (std::size_t i = 0; i < mail_.flights().size(); ++i) {
    static constexpr const char* kPlaces[] = {"in the inbox", "in the out-buffer", "not sent yet"};
    s << kPlaces[static_cast<std::size_t>(mail_.flights()[i].place)] << ": " << mail_.name(i) << "\n";
  }
  return s.str();
}

}  // namespace cdrsim::verify
