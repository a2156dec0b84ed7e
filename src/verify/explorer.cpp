// SPDX-License-Identifier: BSD-3-Clause
#include "verify/explorer.h"

#include <algorithm>

#include "config/quantity.h"
#include "verify/properties.h"

namespace cdrsim::verify {
namespace {

using Search = ExploreOptions::Search;

constexpr std::uint64_t kStatesBetweenReports = 1024;

bool has_delivery(const std::vector<Step>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Step& s) { return s.kind == Step::Kind::delivery; });
}

Violation deadlock() {
  return {"deadlock", "nothing can be delivered, and something is unfinished"};
}

Violation livelock() {
  return {"livelock", "no sequence of deliveries brings everything to rest from here"};
}

}  // namespace

Explorer::Explorer(Model& model, ExploreOptions options)
    : model_(model), options_(std::move(options)), symmetry_(model, options_.symmetry), store_(options_.fingerprint) {}

/// The model is in a state reached from `parent`: keeps and checks it if it is new.
void Explorer::add_state(StateIndex parent, bool delivered) {
  symmetry_.canonical(model_, bytes_);
  const auto [index, is_new] = store_.insert(bytes_, parent);
  if (delivered && index != parent) targets_.push_back(index);
  if (!is_new) return;
  quiet_.push_back(model_.quiet());
  if (options_.search == Search::depth_first) {
    stack_.push_back(index);
    depth_.push_back(parent == kNoState ? 0 : depth_[parent] + 1);
    result_.depth = std::max<std::uint64_t>(result_.depth, depth_.back());
  }
  if (auto violation = check_state(model_)) found_ = {index, false, *violation};
  if (options_.each_state) options_.each_state(model_);
}

void Explorer::expand(StateIndex state) {
  const std::size_t first_target = targets_.size();
  model_.load(store_.bytes(state));
  model_.offer(steps_);
  if (!has_delivery(steps_) && !quiet_[state]) {
    found_ = {state, false, deadlock()};
    return;
  }
  bool loaded = true;
  for (const Step& step : steps_) {
    Choices choices;
    do {
      if (!loaded) model_.load(store_.bytes(state));
      loaded = !model_.take(step, choices);
      if (loaded) continue;
      ++result_.steps;
      if (model_.violation()) {
        found_ = {state, true, *model_.violation()};
        return;
      }
      add_state(state, step.kind == Step::Kind::delivery);
      if (found_) return;
    } while (choices.next());
  }
  std::sort(targets_.begin() + static_cast<std::ptrdiff_t>(first_target), targets_.end());
  targets_.erase(std::unique(targets_.begin() + static_cast<std::ptrdiff_t>(first_target), targets_.end()),
                 targets_.end());
  invariant(targets_.size() - first_target < 65536, "a state with more than 65535 deliveries");
  deliveries_.push_back(static_cast<std::uint16_t>(targets_.size() - first_target));
  if (options_.search == Search::depth_first) expanded_.push_back(state);
}

std::uint64_t Explorer::edge_memory() const {
  return targets_.capacity() * sizeof(StateIndex) + deliveries_.capacity() * 2 +
         (stack_.capacity() + depth_.capacity() + expanded_.capacity()) * 4 + quiet_.capacity() / 8;
}

bool Explorer::out_of_bounds() {
  if (options_.max_states && store_.size() > options_.max_states) {
    result_.bound = "--max-states " + std::to_string(options_.max_states);
  } else if (options_.memory) {
    std::uint64_t need = store_.memory_to_insert() + edge_memory();
    if (targets_.size() + 65536 > targets_.capacity()) need += 2 * targets_.capacity() * sizeof(StateIndex);
    if (need > options_.memory) result_.bound = "--memory " + config::size_text(options_.memory);
  }
  return !result_.bound.empty();
}

Result Explorer::run() {
  result_ = {};
  result_.renamings = symmetry_.size();
  model_.save(initial_);
  add_state(kNoState, false);
  const bool breadth = options_.search == Search::breadth_first;
  StateIndex next = 0, level_end = 1;
  std::uint64_t expanded = 0;
  while (!found_ && (breadth ? next < store_.size() : !stack_.empty())) {
    if (out_of_bounds()) break;
    StateIndex state;
    if (breadth) {
      if (next == level_end) {
        ++result_.depth;
        level_end = store_.size();
      }
      state = next++;
    } else {
      state = stack_.back();
      stack_.pop_back();
    }
    expand(state);
    if (++expanded % kStatesBetweenReports == 0 && options_.progress)
      options_.progress(
          {store_.size(), store_.size() - expanded, result_.steps, result_.depth, store_.memory() + edge_memory()});
  }
  result_.states = store_.size();
  result_.memory = store_.memory() + edge_memory();
  if (!found_ && result_.bound.empty()) check_rest();
  if (found_) {
    result_.outcome = Result::Outcome::violated;
    result_.counterexample = path_to(*found_);
  } else if (!result_.bound.empty()) {
    result_.outcome = Result::Outcome::out_of_bounds;
  }
  return result_;
}

/// Which states can come to rest: the quiet ones, and those that a delivery brings to one that can. Found in sweeps
/// over all states, to and fro, until one changes nothing.
void Explorer::check_rest() {
  std::vector<bool> rests = quiet_;
  for (bool changed = true; changed;) {
    changed = false;
    std::size_t end = targets_.size();
    for (std::size_t i = deliveries_.size(); i-- > 0;) {
      const std::size_t begin = end - deliveries_[i];
      const StateIndex state = expanded_.empty() ? static_cast<StateIndex>(i) : expanded_[i];
      for (std::size_t t = begin; t < end && !rests[state]; ++t)
        if (rests[targets_[t]]) rests[state] = changed = true;
      end = begin;
    }
  }
  for (StateIndex s = 0; s < store_.size(); ++s)
    if (!rests[s]) {
      found_ = {s, false, livelock()};
      return;
    }
}

/// The steps that lead there. States are stored under names of their own choosing, so each step is looked for again
/// among those of the machine with its own names.
Counterexample Explorer::path_to(const Found& found) {
  std::vector<StateIndex> states;
  for (StateIndex s = found.state; s != kNoState; s = store_.parent(s)) states.push_back(s);
  std::reverse(states.begin(), states.end());

  Counterexample c;
  c.violation = found.violation;
  std::vector<std::uint8_t> here;
  Model& m = model_;
  m.load(initial_);
  // `wanted`: whether the model, after a step, is where the path goes.
  const auto go = [&](const auto& wanted) {
    m.save(here);
    m.load(here);
    m.offer(steps_);
    for (const Step& step : steps_) {
      Choices choices;
      do {
        m.load(here);
        const std::string name = m.name(step);
        if (!m.take(step, choices) || !wanted()) continue;
        c.steps.push_back({name, choices.made()});
        return;
      } while (choices.next());
    }
    throw InternalError("a path cannot be walked again: states that symmetry takes for one do not behave alike");
  };
  for (std::size_t i = 1; i < states.size(); ++i)
    go([&] {
      if (m.violation()) return false;
      symmetry_.canonical(m, bytes_);
      return std::equal(bytes_.begin(), bytes_.end(), store_.bytes(states[i]).begin(), store_.bytes(states[i]).end());
    });
  if (found.in_step) {
    go([&] { return m.violation() && m.violation()->property == found.violation.property; });
    c.violation = *m.violation();
  } else if (auto violation = check_state(m)) {
    c.violation = *violation;
  }
  return c;
}

std::optional<Violation> rest_violation(Model& model) {
  std::vector<std::uint8_t> bytes;
  model.save(bytes);
  const std::vector<std::uint8_t> start = bytes;
  StateStore store;
  store.insert(bytes, kNoState);
  std::vector<Step> steps;
  bool rests = false, dead = false;
  for (StateIndex s = 0; s < store.size() && !rests; ++s) {
    model.load(store.bytes(s));
    rests = model.quiet();
    model.offer(steps);
    if (s == 0) dead = !rests && !has_delivery(steps);
    for (const Step& step : steps) {
      if (step.kind != Step::Kind::delivery) continue;
      Choices choices;
      do {
        model.load(store.bytes(s));
        model.take(step, choices);
        if (model.violation()) continue;
        model.save(bytes);
        store.insert(bytes, s);
      } while (choices.next());
    }
  }
  model.load(start);
  if (rests) return {};
  return dead ? deadlock() : livelock();
}

}  // namespace cdrsim::verify
