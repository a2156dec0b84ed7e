// SPDX-License-Identifier: BSD-3-Clause
// The front end that runs a litmus program: a thread on each core, in the order that core/trace_core.h promises and
// with its StoreBuffer and LoadQueue, but without time: what a core may do next, it may do at any moment.
//
//   SC     a store is performed before anything younger starts
//   TSO    stores enter the buffer and are performed from it in order, one at a time, each after all older loads; loads
//          take the bytes of the youngest older store
//   loads  with core.outstanding_loads = 1 one at a time; with more they bind in order, and one that was performed
//          before it could bind is replayed when its line is lost
//   atomics and fences wait until the store buffer is empty and all loads are bound
//
// The values are those of the versions that the controllers move: a line's version n is what its first n stores made of
// it. Several variables may lie in one line.
//
//   ProgramCores cores(program, {0, 1}, config);          // x in line 0, y in line 1
//   Model model(shape, protocol, cores);
//   model.observers().add(cores);                          // it learns from events what is performed and what is lost
//   ... cores.finished() ... cores.outcome() ...
#pragma once

#include "core/core_config.h"
#include "core/load_queue.h"
#include "core/store_buffer.h"
#include "observe/observer.h"
#include "verify/front_end.h"
#include "verify/litmus_program.h"

namespace cdrsim::verify {

class ProgramCores : public FrontEnd, public Observer {
 public:
  /// `lines`: of each variable, from 0. Keep `program` alive.
  ProgramCores(const LitmusProgram& program, std::vector<std::uint32_t> lines, const CoreConfig& config);

  /// References that a core may wait for: the loads in flight, the store that drains, what blocks the front.
  std::uint32_t slots() const { return loads_in_flight_ + 2; }
  std::uint32_t lines() const;

  /// Every operation is performed.
  bool finished() const;
  Outcome outcome() const;

  void offer(std::uint32_t core, const CorePorts& ports, std::vector<std::uint32_t>& steps) const override;
  bool take(std::uint32_t core, std::uint32_t step, CorePorts& ports) override;
  std::string name(std::uint32_t core, std::uint32_t step) const override;
  bool interchangeable() const override { return false; }
  bool keeps_versions() const override { return true; }
  void save(StateWriter& w, const std::vector<std::uint32_t>& from) const override;
  void load(StateReader& r) override;

  void on(const LoadEvent& e) override;
  void on(const StoreEvent& e) override;
  void on(const PermissionEvent& e) override;
  void on(const TransitionEvent& e) override;

 protected:
  // Where the core may be wrong, for tests of the test.
  virtual void enter(StoreBuffer& buffer, const BufferedStore& store, bool /*head_is_under_way*/) const {
    buffer.push(store);
  }
  virtual StoreBuffer::Match match(const StoreBuffer& buffer, std::uint64_t address, std::uint64_t sequence) const {
    return buffer.match(address, kSize, sequence);
  }

 private:
  static constexpr std::uint32_t kSize = 4, kLine = 64;  // bytes of a variable, of a line
  enum Step : std::uint32_t { front, drain, replay };

  struct Thread {
    explicit Thread(std::uint32_t entries, std::uint32_t in_flight) : buffer(entries), loads(in_flight) {}
    std::uint32_t next = 0;  // operation
    bool waits = false;      // for the front operation's reference
    bool drains = false;     // the buffer's head is under way
    StoreBuffer buffer;
    LoadQueue loads;
  };
  /// Which operation made a version.
  struct Made {
    std::uint8_t core, op;
  };

  const LitmusOp& op(std::uint32_t core, std::uint64_t index) const { return program_.threads[core][index]; }
  LineAddress line(const LitmusOp& op) const { return LineAddress{lines_[op.variable]}; }
  std::uint64_t address(const LitmusOp& op) const {
    return lines_[op.variable] * std::uint64_t{kLine} + op.variable * kSize;
  }
  bool alone(const Thread& t) const { return t.buffer.empty() && t.loads.all_bound(); }
  std::uint8_t value(std::uint8_t variable, Version version) const;
  std::uint8_t forwarded(std::uint32_t core, std::uint64_t index) const;
  bool front_load(std::uint32_t core, CorePorts& ports);
  bool front_step(std::uint32_t core, CorePorts& ports);
  bool drain_step(std::uint32_t core, CorePorts& ports);
  bool replay_step(std::uint32_t core, CorePorts& ports);
  const InFlightLoad* to_replay(const Thread& t) const;
  void bind(Thread& t) const;
  void lose(TileId core, LineAddress line);

  const LitmusProgram& program_;
  std::vector<std::uint32_t> lines_;
  bool blocking_stores_;
  std::uint32_t entries_, loads_in_flight_;
  std::vector<Thread> threads_;
  std::vector<std::uint8_t> registers_;
  std::vector<std::vector<Made>> made_;  // by line
  Version read_ = 0;                     // by the load that has just hit
};

}  // namespace cdrsim::verify
