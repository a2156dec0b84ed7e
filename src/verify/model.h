// SPDX-License-Identifier: BSD-3-Clause
// A small machine of the shipped controllers without time: from a state it can take any step that the real machine
// could take at some moment. A state is bytes; the model is the scratch machine that they are loaded into.
//
// Steps are what happens by itself (a core's reference, an eviction from a cache, from a home) and the delivery of a
// message. Which messages may be delivered is what the virtual networks allow (mail.h): a home takes a request only
// while what it has sent has left and few requests wait in it; a forward is taken while what its unit has sent on
// networks 1 and 2 has left; a response is always taken.
//
// The Invs of a walk leave in any order; the last one stays until the walk's timer has run out.
//
//   Model model(shape, protocol, front_end);
//   model.save(bytes);                               // the initial state
//   model.load(bytes); model.offer(steps);
//   Choices choices;
//   do { model.load(bytes); if (model.take(step, choices)) look(model); } while (choices.next());
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "directory/sharer_scheme.h"
#include "protocol/cache_controller.h"
#include "protocol/home_controller.h"
#include "protocol/protocol.h"
#include "protocol/row_coverage.h"
#include "verify/choices.h"
#include "verify/domains.h"
#include "verify/front_end.h"
#include "verify/home_lookup.h"
#include "verify/mail.h"
#include "verify/misdirection.h"
#include "verify/shape.h"
#include "verify/version_order.h"
#include "verify/violation.h"

namespace cdrsim::verify {

struct Step {
  enum class Kind : std::uint8_t { reference, cache_evict, home_evict, home_evict_data, delivery };
  Kind kind{};
  std::uint32_t unit = 0;    // core, or home among the homes
  std::uint32_t detail = 0;  // of a reference: the front end's number; of an eviction: the line; else: the flight
};

class Model final : CorePorts {
 public:
  /// `protocol` may be a wrong one: what goes wrong is a violation.
  Model(const Shape& shape, std::shared_ptr<const Protocol> protocol, FrontEnd& front_end);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // --- States --------------------------------------------------------------------------------------------------------

  /// With cores renamed: `from` names the core at each place.
  void save(StateWriter& w, const std::vector<std::uint32_t>& from) const;
  /// With all names as they are.
  void save(std::vector<std::uint8_t>& bytes) const;
  void load(std::span<const std::uint8_t> bytes);

  // --- Steps ---------------------------------------------------------------------------------------------------------

  /// The steps that a state that was just loaded allows. Some may turn out to be blocked.
  void offer(std::vector<Step>& steps) const;
  /// Takes one, in the state that it was offered in. False: it was blocked, and nothing has changed. Otherwise see
  /// violation().
  bool take(const Step& step, Choices& choices);
  /// "core 1: load 0", "GetS of line 0, core 1 -> home 2". Ask before it is taken.
  std::string name(const Step& step) const;
  /// What the last step itself violates.
  const std::optional<Violation>& violation() const { return violation_; }

  // --- What can be seen ----------------------------------------------------------------------------------------------

  const Shape& shape() const { return shape_; }
  const Protocol& protocol() const { return *protocol_; }
  const SharerScheme& sharers() const { return *environment_.sharers; }
  const Domains& domains() const { return domains_; }
  const FrontEnd& front_end() const { return front_end_; }
  const CacheController& cache(std::uint32_t core) const { return caches_[core]; }
  const HomeController& home(std::uint32_t index) const { return homes_[index]; }
  const HomeController& home_of(LineAddress line) const { return homes_[shape_.home_index(line)]; }
  const Mail& mail() const { return mail_; }
  const VersionOrder& order() const { return order_; }
  /// Nothing is in flight, and nobody waits for anything.
  bool settled() const;
  /// Settled, and no controller has anything under way.
  bool quiet() const;
  std::string describe() const;

  /// The most messages that ever waited in the out-buffer of one cache, of one home.
  std::uint32_t largest_cache_buffer() const { return largest_cache_buffer_; }
  std::uint32_t largest_home_buffer() const { return largest_home_buffer_; }

  /// Listeners of what steps do.
  Observers& observers() { return observers_; }
  /// Counts the rows that steps take, those too that change nothing.
  void count_rows(RowCoverage& rows);
  /// From now on a message of this row goes astray.
  void misdirect(const Misdirection& misdirection) { misdirection_ = misdirection; }

 private:
  struct Watch final : Observer {
    explicit Watch(Model& m) : model(m) {}
    void on(const TransitionEvent& e) override;
    void on(const DomainEvent& e) override;
    Model& model;
    std::uint64_t transitions = 0;
  };

  bool ready(std::uint32_t core) const override;
  bool waits(std::uint32_t core, std::uint32_t slot) const override { return order_.slot(core, slot).waits; }
  CacheController::Answer access(std::uint32_t core, std::uint32_t slot, ReferenceKind kind, LineAddress line) override;

  bool home_ready(std::uint32_t index) const;
  bool may_deliver(const Flight& flight) const;
  bool run(const Step& step, Choices& choices);
  void deliver(const Message& message, Choices& choices);
  void home_receives(const Message& message, Choices& choices);
  void memory_receives(const Message& message);
  void cache_sent(std::uint32_t core);
  void home_sent(Choices& choices);
  void misdirect_sent();
  void violate(std::string property, std::string text);

  const Shape shape_;
  std::shared_ptr<const Protocol> protocol_;
  FrontEnd& front_end_;
  Domains domains_;
  const MemoryMap memory_;
  HomeEnvironment environment_;
  Observers observers_;
  Effects effects_;
  std::vector<CacheController> caches_;
  std::vector<HomeLookup> lookups_;
  std::vector<HomeController> homes_;
  std::vector<Version> dram_;  // by line
  Mail mail_;
  VersionOrder order_;
  Watch watch_;
  RowCoverage* rows_ = nullptr;
  std::optional<Misdirection> misdirection_;
  std::optional<std::size_t> misdirected_from_;  // of the messages of this step: what its row sends begins here
  std::optional<Violation> violation_;
  std::uint32_t largest_cache_buffer_ = 0, largest_home_buffer_ = 0;
};

}  // namespace cdrsim::verify
