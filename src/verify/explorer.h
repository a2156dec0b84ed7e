// SPDX-License-Identifier: BSD-3-Clause
// Visits every state that a model can reach, and checks each step and each state. Breadth first, a violation is found
// by the fewest steps; depth first needs less of a queue.
//
// When all states were visited and none is wrong, one question is left: can each come to rest (nothing in flight,
// nobody waits) by deliveries alone? A state that cannot is a livelock; one where nothing can be delivered and
// something is unfinished is a deadlock, and reported at once.
//
//   Explorer explorer(model, {});
//   Result r = explorer.run();
//   if (r.counterexample) replay(fresh_model, r.counterexample->steps, &std::cout);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify/counterexample.h"
#include "verify/model.h"
#include "verify/state_store.h"
#include "verify/symmetry.h"

namespace cdrsim::verify {

struct ExploreProgress {
  std::uint64_t states, queue, steps, depth, memory;
};

struct ExploreOptions {
  enum class Search { breadth_first, depth_first } search = Search::breadth_first;
  bool symmetry = true;
  std::uint64_t memory = 0;      // bytes for states and what goes with them; 0: no bound
  std::uint64_t max_states = 0;  // 0: no bound
  Fingerprint fingerprint = &verify::fingerprint;
  std::function<void(const ExploreProgress&)> progress = {};  // called now and then
  std::function<void(const Model&)> each_state = {};          // called with every new state, the initial one too
};

struct Result {
  enum class Outcome { verified, violated, out_of_bounds } outcome = Outcome::verified;
  std::string bound;  // that was reached: "--memory 2GiB"
  std::uint64_t states = 0, steps = 0;
  std::uint64_t depth = 0;  // most steps to a state, along the paths by which they were found
  std::uint64_t memory = 0;
  std::uint64_t renamings = 1;  // that symmetry knows
  std::optional<Counterexample> counterexample;
};

class Explorer {
 public:
  Explorer(Model& model, ExploreOptions options);

  Result run();
  const StateStore& states() const { return store_; }

 private:
  /// Where a violation was met: after a step out of `state`, or in it.
  struct Found {
    StateIndex state;
    bool in_step;
    Violation violation;
  };

  void add_state(StateIndex parent, bool delivered);
  void expand(StateIndex state);
  bool out_of_bounds();
  void check_rest();
  Counterexample path_to(const Found& found);
  std::uint64_t edge_memory() const;

  Model& model_;
  ExploreOptions options_;
  Symmetry symmetry_;
  StateStore store_;
  Result result_;
  std::optional<Found> found_;
  std::vector<std::uint8_t> initial_, bytes_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> depth_;  // by state, depth first only
  std::vector<StateIndex> stack_;     // depth first: states to expand

  // Deliveries, for check_rest(): of each expanded state, in the order of expansion.
  std::vector<StateIndex> expanded_;  // depth first only; breadth first it is the order of states
  std::vector<std::uint16_t> deliveries_;
  std::vector<StateIndex> targets_;
  std::vector<bool> quiet_;  // by state
};

/// Whether the state the model is in is a deadlock, or cannot come to rest. Leaves the model in that state.
std::optional<Violation> rest_violation(Model& model);

}  // namespace cdrsim::verify
