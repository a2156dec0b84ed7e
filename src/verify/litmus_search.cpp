// SPDX-License-Identifier: BSD-3-Clause
#include "verify/litmus_search.h"

#include <algorithm>

#include "verify/chart.h"
#include "verify/properties.h"
#include "verify/state_store.h"

namespace cdrsim::verify {
namespace {

std::vector<std::uint32_t> lines_of(const LitmusProgram& program, bool one_line) {
  std::vector<std::uint32_t> lines(program.variables.size());
  for (std::uint32_t v = 0; v < lines.size(); ++v) lines[v] = one_line ? 0 : v;
  return lines;
}

CoreConfig core_config(const LitmusMachine& m) {
  return {0, m.model, 4, m.outstanding_loads, CoreTiming::normal};
}

Shape shape_of(const LitmusMachine& machine, const ProgramCores& cores, std::uint32_t threads) {
  Shape shape;
  shape.protocol = machine.protocol;
  shape.cores = threads;
  shape.lines = cores.lines();
  shape.slots = cores.slots();
  shape.inbox = 4;
  return shape;
}

bool is_eviction(const Step& step) {
  return step.kind == Step::Kind::cache_evict || step.kind == Step::Kind::home_evict;
}

/// A state: the model's bytes, then how many evictions are left.
class Search {
 public:
  Search(Model& model, ProgramCores& cores, const LitmusMachine& machine, const Outcomes* allowed)
      : model_(model), cores_(cores), machine_(machine), allowed_(allowed) {}

  LitmusRun run() {
    save(machine_.evictions);
    states_.insert(bytes_, kNoState);
    StateIndex next = 0;
    for (; next < states_.size() && !found_; ++next) {
      if (machine_.max_states && states_.size() > machine_.max_states) break;
      expand(next);
    }
    run_.states = states_.size();
    run_.complete = !found_ && next == states_.size();
    if (found_) run_.steps = path();
    return std::move(run_);
  }

 private:
  void save(std::uint32_t evictions) {
    model_.save(bytes_);
    bytes_.push_back(static_cast<std::uint8_t>(evictions));
  }
  std::uint32_t load(StateIndex state) {
    const std::span<const std::uint8_t> bytes = states_.bytes(state);
    model_.load(bytes.first(bytes.size() - 1));
    return bytes.back();
  }

  /// Calls `each(step, choices, evictions left)` after every step that the state allows, until it returns true.
  template <class F>
  void each_step(StateIndex state, F each) {
    std::vector<Step> steps;
    load(state);
    model_.offer(steps);
    for (const Step& step : steps) {
      Choices choices;
      do {
        std::uint32_t evictions = load(state);
        if (is_eviction(step) && evictions-- == 0) break;
        name_ = naming_ ? model_.name(step) : std::string();
        if (model_.take(step, choices) && each(choices, evictions)) return;
      } while (choices.next());
    }
  }

  void expand(StateIndex state) {
    each_step(state, [&](const Choices&, std::uint32_t evictions) {
      if (const auto& v = model_.violation())
        if (!machine_.outcomes_alone || v->property == "possible-events") return violated(*v, state, kNoState);
      save(evictions);
      const auto [index, is_new] = states_.insert(bytes_, state);
      if (!is_new) return false;
      if (!machine_.outcomes_alone)
        if (auto v = check_state(model_)) return violated(*v, state, index);
      if (!cores_.finished()) return false;
      const Outcome outcome = cores_.outcome();
      run_.seen.insert(outcome);
      if (!allowed_ || allowed_->contains(outcome)) return false;
      return violated({"memory-model", "the outcome is not allowed"}, state, index);
    });
  }

  bool violated(Violation v, StateIndex from, StateIndex to) {
    if (machine_.outcomes_alone && v.property == "possible-events") return false;  // a wrong protocol ends here
    run_.violation = std::move(v);
    found_ = {from, to};
    return true;
  }

  std::vector<StepRecord> path() {
    std::vector<StateIndex> states{found_->to};
    for (StateIndex s = found_->from; s != kNoState; s = states_.parent(s)) states.push_back(s);
    std::reverse(states.begin(), states.end());
    std::vector<StepRecord> steps;
    naming_ = true;
    for (std::size_t i = 0; i + 1 < states.size(); ++i)
      each_step(states[i], [&](const Choices& choices, std::uint32_t evictions) {
        if (states[i + 1] == kNoState) {
          if (!model_.violation()) return false;
        } else {
          save(evictions);
          if (states_.find(bytes_) != states[i + 1]) return false;
        }
        steps.push_back({name_, choices.made()});
        return true;
      });
    return steps;
  }

  struct Found {
    StateIndex from, to;  // to kNoState: the step itself is wrong
  };

  Model& model_;
  ProgramCores& cores_;
  const LitmusMachine& machine_;
  const Outcomes* allowed_;
  StateStore states_;
  LitmusRun run_;
  std::optional<Found> found_;
  std::vector<std::uint8_t> bytes_;
  bool naming_ = false;
  std::string name_;
};

}  // namespace

LitmusRun explore_program(const LitmusProgram& program, const LitmusMachine& machine, const Outcomes* allowed,
                          std::shared_ptr<const Protocol> protocol, const CoresFactory& factory) {
  const auto lines = lines_of(program, machine.one_line);
  const CoreConfig config = core_config(machine);
  const std::unique_ptr<ProgramCores> cores =
      factory ? factory(program, lines, config) : std::make_unique<ProgramCores>(program, lines, config);
  if (!protocol) protocol = make_protocol(machine.protocol);
  const Shape shape = shape_of(machine, *cores, static_cast<std::uint32_t>(program.threads.size()));
  Model model(shape, protocol, *cores);
  model.observers().add(*cores);
  return Search(model, *cores, machine, allowed).run();
}

void draw(std::ostream& out, const LitmusProgram& program, const LitmusMachine& machine,
          const std::vector<StepRecord>& steps) {
  ProgramCores cores(program, lines_of(program, machine.one_line), core_config(machine));
  Model model(shape_of(machine, cores, static_cast<std::uint32_t>(program.threads.size())),
              make_protocol(machine.protocol), cores);
  model.observers().add(cores);
  Chart chart(out, model);
  std::vector<std::uint8_t> bytes;
  std::vector<Step> offered;
  for (const StepRecord& record : steps) {
    model.save(bytes);
    model.load(bytes);
    model.offer(offered);
    const auto step =
        std::find_if(offered.begin(), offered.end(), [&](const Step& s) { return model.name(s) == record.name; });
    invariant(step != offered.end(), "a step of a litmus run cannot be taken again");
    chart.begin(*step);
    Choices choices(record.choices);
    model.take(*step, choices);
    chart.end();
  }
}

}  // namespace cdrsim::verify
