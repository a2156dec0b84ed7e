// SPDX-License-Identifier: BSD-3-Clause
// A machine of controllers without an engine: private caches, homes and a DRAM that exchange messages through a bag.
// The test decides which message arrives next, so it can choose an order (a race) or draw one (a random test). Nothing
// but causality orders messages.
//
//   Machine m({.protocol = "mesi", .cores = 2});
//   m.start(0, ReferenceKind::load, 0);              // core 0 reads line 0
//   m.deliver(MessageType::get_s);                   // exactly this one
//   m.settle();                                      // all others, oldest first
//   EXPECT_EQ(m.cache_state(0, 0), "E");
//
// A value oracle watches every machine: a violation of coherence throws InternalError.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "directory/sharer_scheme.h"
#include "domain/domain_tables.h"
#include "observe/value_oracle.h"
#include "protocol/cache_controller.h"
#include "protocol/home_controller.h"
#include "protocol/recorder.h"

namespace cdrsim {

struct Shape {
  struct Array {
    std::uint32_t sets, ways, mshrs;
  };
  std::string protocol = "mesi";
  EvictNotice notice = EvictNotice::exclusive;
  std::uint32_t cores = 2, homes = 1, lines = 4, slots = 1;
  Array l1{1, 1, 1};
  std::optional<Array> l2 = std::nullopt;
  Array llc{1, 4, 4};
  std::string replacement = "lru";
  std::string sharers = "full-map";
  std::uint32_t pointers = 2, region = 2;
  std::optional<Array> sparse = std::nullopt;  // entries of a sparse directory; its mshrs are the llc's
  std::uint32_t applications = 0;  // 0: sharers are not restricted; else a domain each, cores and lines dealt out
  std::uint32_t capacity = 64, smc_entries = 1;
  BroadcastScope scope = BroadcastScope::machine;
  bool free_maps = false;

  std::string text() const {
    std::ostringstream s;
    auto array = [&](const char* name, const Array& a) {
      s << ", " << name << " " << a.sets << "x" << a.ways << " " << a.mshrs << " mshrs";
    };
    s << protocol << (notice == EvictNotice::all ? "/all" : "/exclusive") << ", " << cores << " cores x " << slots
      << ", " << homes << " homes, " << lines << " lines";
    array("l1", l1);
    if (l2) array("l2", *l2);
    array("llc", llc);
    s << ", " << replacement << ", " << sharers;
    if (sharers != "full-map") s << " " << pointers << "/" << region;
    if (sparse) s << ", sparse " << sparse->sets << "x" << sparse->ways;
    if (applications)
      s << ", " << applications << " domains of capacity " << capacity << ", smc " << smc_entries
        << (scope == BroadcastScope::box ? ", box" : "") << (free_maps ? ", free maps" : "");
    return s.str();
  }
};

class Machine {
 public:
  explicit Machine(const Shape& shape) : shape_(shape), effects_(observers_) {
    protocol_ = make_protocol({shape.protocol, shape.notice});
    recorder_.emplace(*protocol_);
    observers_.add(oracle_);
    observers_.add(*recorder_);
    make_domains();
    environment_.protocol = protocol_;
    environment_.sharers =
        make_sharer_scheme({shape.sparse ? "sparse" : "in-llc", shape.sharers, shape.pointers, shape.region});
    environment_.sparse = shape.sparse.has_value();
    if (shape.sparse) {
      environment_.directory_entries = shape.sparse->sets * shape.sparse->ways;
      environment_.directory_ways = shape.sparse->ways;
    }
    environment_.domains = &*domains_;
    environment_.cores = shape.cores;
    environment_.llc = {kLineSize * shape.llc.sets * shape.llc.ways, shape.llc.ways, 1, shape.replacement,
                        shape.llc.mshrs};
    environment_.line_size = kLineSize;
    environment_.smc_entries = shape.smc_entries;
    environment_.free_maps = shape.free_maps;
    environment_.memory = &memory_;
    const CacheConfig none{0, 1, 0, "lru", 1};
    for (std::uint32_t c = 0; c < shape.cores; ++c)
      caches_.emplace_back(TileId{c},
                           CacheController::Geometry{cache(shape.l1), shape.l2 ? cache(*shape.l2) : none, kLineSize},
                           protocol_, 1);
    for (std::uint32_t h = 0; h < shape.homes; ++h) homes_.emplace_back(TileId{h}, environment_);
    waiting_.resize(shape.cores * shape.slots);
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Every message that arrives is written there.
  void log_to(std::ostream& log) { log_ = &log; }

  // --- References ----------------------------------------------------------------------------------------------------

  bool waits(std::uint32_t core, std::uint32_t slot) const { return waiting_[core * shape_.slots + slot]; }
  /// Lines of other applications are not this core's to touch.
  bool may_touch(std::uint32_t core, std::uint32_t line) const {
    return !shape_.applications || core % shape_.applications == line % shape_.applications;
  }

  CacheController::Answer start(std::uint32_t core, ReferenceKind kind, std::uint32_t line, std::uint32_t slot = 0) {
    ++effects_.now;
    if (log_)
      *log_ << effects_.now << " core " << core << " slot " << slot
            << (kind == ReferenceKind::load ? " loads " : " stores ") << line << "\n";
    const PageAttributes a = attributes(core);
    const LineAddress address{line};
    const State before = recorder_->cache_state(TileId{core}, address);
    const std::uint64_t transitions = recorder_->transitions;
    const auto answer =
        caches_[core].access({address, kind, static_cast<std::uint8_t>(slot), true, a.sdid, a.lsid}, effects_);
    const PrivateEvent event = kind == ReferenceKind::load ? PrivateEvent::load : PrivateEvent::store;
    const PrivateAction action = protocol_->cache.at(before, event).actions[0];
    if (recorder_->transitions == transitions &&
        (answer != CacheController::Answer::blocked || action == PrivateAction::block))
      ++recorder_->taken.of(before, event);
    if (answer == CacheController::Answer::pending) waiting_[core * shape_.slots + slot] = true;
    if (log_ && answer == CacheController::Answer::blocked) *log_ << "  blocked\n";
    carry_out(core);
    return answer;
  }

  // --- Evictions for no reason. False: not now
  // ------------------------------------------------------------------------

  bool evict(std::uint32_t core, std::uint32_t line) {
    ++effects_.now;
    if (!caches_[core].evict(LineAddress{line}, effects_)) return false;
    if (log_) *log_ << effects_.now << " core " << core << " evicts " << line << "\n";
    carry_out(core);
    return true;
  }
  bool evict_from_home(std::uint32_t line, bool data_alone = false) {
    ++effects_.now;
    const TileId tile = home_of(LineAddress{line});
    HomeController& h = homes_[tile.value];
    if (!(data_alone ? h.evict_data(LineAddress{line}, effects_) : h.evict(LineAddress{line}, effects_))) return false;
    if (log_)
      *log_ << effects_.now << " home " << tile.value << " evicts " << (data_alone ? "the data of " : "") << line
            << "\n";
    carry_out(tile.value);
    return true;
  }

  // --- Messages ------------------------------------------------------------------------------------------------------

  const std::vector<Message>& bag() const { return bag_; }

  void deliver(std::size_t index) {
    const Message m = bag_[index];
    bag_.erase(bag_.begin() + static_cast<std::ptrdiff_t>(index));
    if (m.destination == kNoTile) return find_home(m);
    ++effects_.now;
    if (log_) *log_ << effects_.now << " " << text(m) << "\n";
    switch (kind(m.type).unit) {
      case Unit::cache:
        caches_.at(m.destination.value).receive(m, effects_);
        carry_out(m.destination.value);
        break;
      case Unit::memory:
        memory(m);
        break;
      default:
        home(m);
        carry_out(m.destination.value);
    }
  }

  /// The place in the bag of the one message of this type (to this tile, about this line, if they are given).
  std::size_t find(MessageType type, std::optional<std::uint32_t> to = {},
                   std::optional<std::uint32_t> line = {}) const {
    for (std::size_t i = 0; i < bag_.size(); ++i)
      if (bag_[i].type == type && (!to || bag_[i].destination.value == *to) && (!line || bag_[i].line.value == *line))
        return i;
    return bag_.size();
  }
  bool in_flight(MessageType type, std::optional<std::uint32_t> to = {}, std::optional<std::uint32_t> line = {}) const {
    return find(type, to, line) != bag_.size();
  }
  /// A request finds its home on the way.
  void deliver(MessageType type, std::optional<std::uint32_t> to = {}, std::optional<std::uint32_t> line = {}) {
    resolve();
    const std::size_t i = find(type, to, line);
    if (i == bag_.size())
      throw InternalError("no " + std::string(kind(type).name) + " is in flight; there are:\n" + describe());
    deliver(i);
  }

  /// Delivers the oldest message until there is none, or none but those kept back.
  void settle(const std::function<bool(const Message&)>& keep = {}) {
    for (;;) {
      resolve();
      std::size_t i = 0;
      while (i < bag_.size() && keep && keep(bag_[i])) ++i;
      if (i == bag_.size()) return;
      deliver(i);
    }
  }
  void settle_but(MessageType kept) {
    settle([kept](const Message& m) { return m.type == kept; });
  }

  // --- What can be seen ----------------------------------------------------------------------------------------------

  const std::string& cache_state(std::uint32_t core, std::uint32_t line) const {
    return protocol_->cache.info(recorder_->cache_state(TileId{core}, LineAddress{line})).name;
  }
  const std::string& home_state(std::uint32_t line) const {
    return protocol_->home.info(recorder_->home_state(home_of(LineAddress{line}), LineAddress{line})).name;
  }
  CacheController& cache(std::uint32_t core) { return caches_[core]; }
  HomeController& home(std::uint32_t tile) { return homes_[tile]; }
  const DomainTables& domains() const { return *domains_; }
  PageAttributes attributes(std::uint32_t core) const {
    const std::uint32_t apps = shape_.applications;
    // Threads of an application sit on its cores from the last to the first: LSIDs are not tiles.
    return apps ? domains_->attributes(core % apps, thread_.at(core), 0)
                : PageAttributes{kNoDomain, core, kNoDomain, shape_.homes};
  }
  RowCounts& rows() { return recorder_->taken; }
  const ValueOracle& oracle() const { return oracle_; }

  bool idle() const {
    for (bool w : waiting_)
      if (w) return false;
    for (const CacheController& c : caches_)
      if (!c.idle()) return false;
    for (const HomeController& h : homes_)
      if (!h.idle()) return false;
    return bag_.empty() && last_invs_.empty();
  }
  /// Call when everything has settled.
  void audit() const {
    if (!idle()) throw InternalError("something is left over:\n" + describe());
    oracle_.audit(effects_.now, true);
  }
  std::string describe() const {
    std::string s;
    for (std::uint32_t i = 0; i < waiting_.size(); ++i)
      if (waiting_[i])
        s += "core " + std::to_string(i / shape_.slots) + " slot " + std::to_string(i % shape_.slots) + " waits\n";
    for (const CacheController& c : caches_) s += c.describe();
    for (const HomeController& h : homes_) s += h.describe();
    for (const Message& m : bag_) s += "in flight: " + text(m) + "\n";
    return s;
  }

 private:
  static constexpr TileId kMemory{0};
  static constexpr std::uint32_t kLineSize = 64;

  CacheConfig cache(const Shape::Array& a) const {
    return {std::uint64_t{kLineSize} * a.sets * a.ways, a.ways, 1, shape_.replacement, a.mshrs};
  }

  void make_domains() {
    CdrConfig config{};
    config.sharers.level = shape_.applications ? DomainLevel::application : DomainLevel::none;
    config.sharers.capacity = shape_.capacity;
    config.sharers.smc_entries = shape_.smc_entries;
    config.sharers.broadcast_scope = shape_.scope;
    config.sharers.id_bits = 10;
    config.homes.level = DomainLevel::none;
    config.homes.hmc_entries = 1;
    std::vector<DomainApplication> applications(std::max(shape_.applications, 1u));
    for (std::uint32_t a = 0; a < applications.size(); ++a) applications[a].vm = applications[a].space = a;
    for (std::uint32_t c = shape_.cores; c-- > 0;) {
      auto& cores = applications[c % applications.size()].cores;
      thread_[c] = static_cast<std::uint32_t>(cores.size());
      cores.push_back(TileId{c});
    }
    domains_.emplace(config, Mesh(shape_.cores, 1), shape_.cores, applications, std::span<const PageTouch>(), 1);
  }

  TileId home_of(LineAddress line) const { return TileId{static_cast<std::uint32_t>(line.value % shape_.homes)}; }

  /// A request that left its cache has no destination until its home was looked up, which may take time.
  void find_home(Message m) {
    m.destination = home_of(m.line);
    caches_[m.source.value].set_home(m.line, m.destination);
    bag_.push_back(m);
  }
  void resolve() {
    for (std::size_t i = 0; i < bag_.size();)
      if (bag_[i].destination == kNoTile)
        deliver(i);
      else
        ++i;
  }

  void home(const Message& m) {
    HomeController& h = homes_.at(m.destination.value);
    const State before = recorder_->home_state(m.destination, m.line);
    const std::uint64_t transitions = recorder_->transitions, waits = h.counters.waits;
    h.receive(m, effects_);
    if (recorder_->transitions == transitions && h.counters.waits == waits + 1) {
      if (m.type == MessageType::get_s) ++recorder_->taken.of(before, HomeEvent::get_s);
      if (m.type == MessageType::get_m) ++recorder_->taken.of(before, HomeEvent::get_m);
      if (m.type == MessageType::wb_guard) ++recorder_->taken.of(before, HomeEvent::wb_guard_stale);
    }
    if (m.type != MessageType::walk_timer) return;
    auto last = last_invs_.find({m.destination, m.line});
    if (last == last_invs_.end()) throw InternalError("a walk's timer without a last Inv");
    bag_.push_back(last->second);
    last_invs_.erase(last);
  }

  void memory(const Message& m) {
    Message answer = m;
    answer.source = m.destination;
    answer.destination = m.requester;
    switch (m.type) {
      case MessageType::mem_read:
        answer.type = MessageType::mem_data;
        answer.version = dram_.try_emplace(m.line, kUnwritten).first->second;
        break;
      case MessageType::mem_write:
        answer.type = MessageType::mem_written;
        dram_[m.line] = m.version;
        break;
      default: {
        answer.type = MessageType::map_data;
        const std::uint32_t first = m.lsid / kMappingsPerEntry * kMappingsPerEntry;
        for (std::uint32_t i = 0; i < kMappingsPerEntry; ++i)
          answer.mappings[i] =
              first + i < domains_->logical_sharers(m.sdid) ? domains_->sharer(m.sdid, first + i) : kNoTile;
      }
    }
    bag_.push_back(answer);
  }

  /// `tile` took a step. The walk timer is the home's own clock: it runs out before the last Inv of its walk leaves,
  /// and so before any answer to that Inv. All else is in flight at once.
  void carry_out(std::uint32_t tile) {
    auto& messages = effects_.messages;
    for (std::size_t t = 0; t < messages.size(); ++t) {
      const Message timer = messages[t].message;
      if (timer.type != MessageType::walk_timer) continue;
      for (std::size_t i = messages.size(); i-- > 0;) {
        const Message inv = messages[i].message;
        if (inv.line != timer.line ||
            (inv.type != MessageType::inv && inv.type != MessageType::home_inv && inv.type != MessageType::recall_inv))
          continue;
        if (messages[t].delay > messages[i].delay) throw InternalError("a walk's timer outlasts its last Inv");
        last_invs_[{timer.destination, inv.line}] = inv;
        messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(i));
        t -= i < t;
        break;
      }
    }
    for (const auto& o : messages) bag_.push_back(o.message);
    for (const auto& p : effects_.performed) {
      auto waits = waiting_[tile * shape_.slots + p.slot];
      if (!waits) throw InternalError("a reference was performed that nobody waits for");
      waits = false;
    }
    effects_.clear();
  }

  std::string text(const Message& m) const {
    std::ostringstream s;
    s << kind(m.type).name << " of line " << m.line.value << " from " << m.source.value << " to "
      << name(kind(m.type).unit) << " " << m.destination.value;
    if (m.requester != m.source && m.requester != m.destination) s << " for " << m.requester.value;
    if (m.acks) s << ", " << m.acks << " acks";
    if (kind(m.type).carries_line) s << ", version " << m.version;
    return s.str();
  }

  Shape shape_;
  std::shared_ptr<const Protocol> protocol_;
  std::optional<Recorder> recorder_;
  ValueOracle oracle_;
  Observers observers_;
  Effects effects_;
  std::optional<DomainTables> domains_;
  std::map<std::uint32_t, std::uint32_t> thread_;  // by core, within its application
  const MemoryMap memory_{{kMemory}, 64, 64};
  HomeEnvironment environment_;
  std::vector<CacheController> caches_;
  std::vector<HomeController> homes_;
  std::vector<Message> bag_;                                     // oldest first
  std::map<std::pair<TileId, LineAddress>, Message> last_invs_;  // held until their walk's timer has run out
  std::map<LineAddress, Version> dram_;
  std::vector<bool> waiting_;  // by core and slot
  std::ostream* log_ = nullptr;
};

}  // namespace cdrsim
