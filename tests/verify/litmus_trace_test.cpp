// SPDX-License-Identifier: BSD-3-Clause
// Does the whole simulator, with the cores that replay traces, keep its memory models? A trace repeats a litmus
// program on fresh lines, thousands of times, with jitter in the network and gaps at random; the versions that loads
// and stores report give the outcome of each repetition.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"
#include "system/experiment.h"
#include "trace/memory_trace.h"
#include "verify/litmus_reference.h"

namespace cdrsim::verify {
namespace {

using namespace cdrsim::testing;
using Kind = LitmusOp::Kind;

constexpr std::uint64_t kBase = 0x100000, kBarrier = 0x1000, kFences = 0x2000;
constexpr std::uint32_t kLine = 64, kSpan = 4 * kLine;  // of one repetition

struct Setting {
  MemoryModel model = MemoryModel::tso;
  std::uint32_t loads = 1;
  bool one_line = false;
  Settings more = {};
  std::uint32_t repetitions = 1500;
  std::uint64_t seed = 1;
  Cycle jitter = 60;
};

/// A load of the trace.
struct Read {
  std::uint8_t slot = 0;                   // of the load queue
  std::uint8_t destination = kNoRegister;  // none: it warms the cache
  std::uint8_t variable = 0;
  bool may_forward = false;  // its bytes may come from the store buffer, unseen
  std::uint8_t forwarded = 0;
};

class Repeated final : public Observer {
 public:
  Repeated(const LitmusProgram& program, const Setting& setting) : program_(program), setting_(setting) {
    std::vector<std::vector<Record>> records(threads());
    lines_.resize(std::size_t{setting.repetitions} * 4);
    for (Line& l : lines_) l.reads.resize(threads()), l.events.resize(threads());
    for (std::uint32_t t = 0; t < threads(); ++t) write_thread(t, records[t]);
    trace_ = std::make_shared<MemoryTrace>(records);
  }

  /// Runs it all. The outcomes, and how often each came.
  std::map<Outcome, std::uint32_t> run() {
    const ConfigFile file(chip(threads()) + "[[workload]]\ntrace = \"litmus\"\n");
    const Settings sets{std::string("core.memory_model=") + (setting_.model == MemoryModel::sc ? "sc" : "tso"),
                        "core.outstanding_loads=" + std::to_string(setting_.loads),
                        "network.model=ideal",
                        "network.jitter=" + std::to_string(setting_.jitter),
                        "dram.latency=20",
                        "run.seed=" + std::to_string(setting_.seed)};
    Machine machine(load_config(file.path(), sets + setting_.more), [&](const std::string&) { return trace_; });
    for (std::size_t l = 0; l < lines_.size(); ++l) index_[machine.line_of(0, kBase + l * kLine).value] = l;
    ValueOracle oracle;
    machine.observers().add(oracle);
    machine.observers().add(*this);
    machine.warm_up();
    machine.run_until(kNever);
    oracle.audit(machine.now(), machine.drained());
    std::map<Outcome, std::uint32_t> outcomes;
    for (std::uint32_t i = 0; i < setting_.repetitions; ++i) ++outcomes[outcome(i)];
    return outcomes;
  }

  void on(const LoadEvent& e) override {
    if (Line* l = find(e.line)) l->events[e.tile.value].push_back({e.slot, e.version});
  }
  void on(const StoreEvent& e) override {
    if (Line* l = find(e.line)) l->stored.push_back(e.tile.value);
  }

 private:
  struct Event {
    std::uint8_t slot;
    Version version;
  };
  struct Line {
    std::vector<std::uint32_t> stored;       // by whom, in order
    std::vector<std::vector<Read>> reads;    // by thread
    std::vector<std::vector<Event>> events;  // by thread
  };

  std::uint32_t threads() const { return static_cast<std::uint32_t>(program_.threads.size()); }
  std::size_t line_index(std::uint32_t repetition, std::uint8_t variable) const {
    return std::size_t{repetition} * 4 + (setting_.one_line ? 0 : variable);
  }
  std::uint64_t address(std::uint32_t repetition, std::uint8_t variable) const {
    return kBase + line_index(repetition, variable) * kLine + variable * 8u;
  }
  Line* find(LineAddress line) {
    const auto found = index_.find(line.value);
    return found == index_.end() ? nullptr : &lines_[found->second];
  }

  void write_thread(std::uint32_t thread, std::vector<Record>& records) {
    Random random(setting_.seed, thread);
    const std::vector<LitmusOp>& ops = program_.threads[thread];
    std::uint64_t loads = 0;
    for (std::uint32_t i = 0; i < setting_.repetitions; ++i) {
      const auto read = [&](Read r, std::uint32_t gap) {
        r.slot = static_cast<std::uint8_t>(loads++ % setting_.loads);
        lines_[line_index(i, r.variable)].reads[thread].push_back(r);
        records.push_back(make_record(Operation::read, address(i, r.variable), 8, gap));
      };
      const std::vector<Read> reads = reads_of(ops);
      bool any_forwards = false;
      for (const Read& r : reads) any_forwards |= r.may_forward;
      for (std::uint8_t v = 0; v < program_.variables.size(); ++v)
        if (!any_forwards && random.below(2)) read({0, kNoRegister, v, false, 0}, 0);
      records.push_back(make_record(Operation::barrier, kBarrier, threads(), 0));
      std::uint64_t gap = random.below(2) ? random.below(200) : random.below(20);
      std::size_t next_read = 0;
      for (const LitmusOp& o : ops) {
        const std::uint32_t g = static_cast<std::uint32_t>(gap);
        if (o.kind == Kind::load)
          read(reads[next_read++], g);
        else if (o.kind == Kind::fence)
          records.push_back(make_record(Operation::atomic, kFences + thread * kLine, 8, g));
        else
          records.push_back(
              make_record(o.kind == Kind::store ? Operation::write : Operation::atomic, address(i, o.variable), 8, g));
        gap = random.below(3) ? 0 : random.below(100);
      }
    }
  }

  static std::vector<Read> reads_of(const std::vector<LitmusOp>& ops) {
    std::vector<Read> reads;
    for (std::size_t i = 0; i < ops.size(); ++i) {
      if (ops[i].kind != Kind::load) continue;
      Read r{0, ops[i].destination, ops[i].variable, false, 0};
      for (std::size_t j = 0; j < i; ++j) {
        if (ops[j].kind == Kind::store && ops[j].variable == r.variable) {
          r.may_forward = true;
          r.forwarded = ops[j].value;
        } else if (ops[j].kind == Kind::fence || ops[j].kind == Kind::atomic) {
          r.may_forward = false;
        }
      }
      reads.push_back(r);
    }
    return reads;
  }

  /// The operations that made a line's versions: a thread's stores to it are performed in program order.
  std::vector<const LitmusOp*> makers(std::uint32_t repetition, std::uint8_t variable) const {
    std::vector<std::size_t> next(threads(), 0);
    std::vector<const LitmusOp*> ops;
    for (std::uint32_t t : lines_[line_index(repetition, variable)].stored) {
      const auto& thread = program_.threads[t];
      while (next[t] < thread.size() &&
             !(thread[next[t]].writes() &&
               line_index(repetition, thread[next[t]].variable) == line_index(repetition, variable)))
        ++next[t];
      if (next[t] == thread.size()) throw std::logic_error("a store that the program does not have");
      ops.push_back(&thread[next[t]++]);
    }
    return ops;
  }

  static std::uint8_t value(const std::vector<const LitmusOp*>& makers, std::uint8_t variable, std::size_t version) {
    std::uint8_t v = 0;
    for (std::size_t i = 0; i < version; ++i)
      if (makers.at(i)->variable == variable)
        v = static_cast<std::uint8_t>(makers[i]->value + (makers[i]->kind == Kind::atomic ? v : 0));
    return v;
  }

  Outcome outcome(std::uint32_t repetition) const {
    Outcome values(program_.registers + program_.variables.size(), 0);
    for (std::uint8_t v = 0; v < program_.variables.size(); ++v) {
      const auto by = makers(repetition, v);
      values[program_.registers + v] = value(by, v, by.size());
      for (std::size_t i = 0; i < by.size(); ++i)
        if (by[i]->variable == v && by[i]->destination != kNoRegister) values[by[i]->destination] = value(by, v, i);
    }
    for (std::size_t l = 0; l < 4; ++l) {
      const Line& line = lines_[std::size_t{repetition} * 4 + l];
      for (std::uint32_t t = 0; t < threads(); ++t) read_values(repetition, line.reads[t], line.events[t], values);
    }
    return values;
  }

  /// One load in flight: events come in program order, without those of forwarded loads. More: a load may be performed
  /// again, and the last event of its slot is the value that it keeps; the slot's loads before it are of older
  /// repetitions, or warmed the cache.
  void read_values(std::uint32_t repetition, const std::vector<Read>& reads, const std::vector<Event>& events,
                   Outcome& values) const {
    std::size_t forwarded = setting_.loads == 1 ? reads.size() - events.size() : 0, next = 0;
    for (const Read& r : reads) {
      const Event* found = nullptr;
      if (setting_.loads > 1) {
        for (const Event& e : events)
          if (e.slot == r.slot) found = &e;
      } else if (forwarded && r.may_forward) {
        --forwarded;
      } else {
        found = &events.at(next++);
      }
      if (!found && !r.may_forward) throw std::logic_error("a load that was never performed");
      if (r.destination == kNoRegister) continue;
      values[r.destination] =
          found ? value(makers(repetition, r.variable), r.variable, found->version - kUnwritten) : r.forwarded;
    }
  }

  const LitmusProgram& program_;
  Setting setting_;
  std::shared_ptr<MemoryTrace> trace_;
  std::vector<Line> lines_;
  std::map<std::uint64_t, std::size_t> index_;  // by physical line
};

/// Runs a test. No outcome is forbidden; returns how often the one in question occurs.
std::uint32_t run_test(const LitmusTest& test, const Setting& setting, std::set<Outcome>* seen = nullptr) {
  const LitmusProgram program = parse_program(test.program);
  const Outcomes allowed = allowed_outcomes(program, setting.model);
  const Condition condition = parse_condition(program, test.condition);
  std::uint32_t asked = 0;
  for (const auto& [outcome, times] : Repeated(program, setting).run()) {
    EXPECT_TRUE(allowed.contains(outcome))
        << test.name << ": " << test.program << " gave " << outcome_text(program, outcome) << ", " << times << " times";
    if (holds(condition, outcome)) asked += times;
    if (seen) seen->insert(outcome);
  }
  return asked;
}

class LitmusTraces : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Protocols, LitmusTraces, ::testing::Values("msi", "mesi", "moesi", "piton"),
                         [](const auto& p) { return std::string(p.param); });

TEST_P(LitmusTraces, GIVEN_every_program_WHEN_it_runs_many_times_THEN_no_outcome_is_forbidden) {
  for (const LitmusTest& test : litmus_tests())
    for (MemoryModel model : {MemoryModel::sc, MemoryModel::tso})
      for (std::uint32_t loads : {1u, 4u}) {
        Setting setting{model, loads, false, {std::string("protocol.name=") + GetParam()}, 150};
        run_test(test, setting);
        setting.one_line = true;
        setting.jitter = 1000;
        run_test(test, setting);
        if (::testing::Test::HasFailure()) return;
      }
}

TEST_P(LitmusTraces, GIVEN_store_buffers_THEN_the_outcomes_that_only_TSO_allows_do_occur) {
  for (const char* name : {"SB", "SB+mf+po", "SB+rfis", "SB+warm", "3.SB"})
    for (std::uint32_t loads : {1u, 4u}) {
      const Setting setting{MemoryModel::tso, loads, false, {std::string("protocol.name=") + GetParam()}, 1000, 2, 300};
      EXPECT_GT(run_test(litmus_test(name), setting), 0u) << name << ", " << loads << " loads";
    }
}

TEST_P(LitmusTraces, GIVEN_message_passing_and_loads_in_flight_THEN_all_three_outcomes_occur_and_no_fourth) {
  for (const char* name : {"MP", "MP+warm reader", "MP+warm writer"}) {
    std::set<Outcome> seen;
    const Setting setting{MemoryModel::tso, 4, false, {std::string("protocol.name=") + GetParam()}, 4000, 3, 1000};
    EXPECT_EQ(run_test(litmus_test(name), setting, &seen), 0u) << name;
    EXPECT_GE(seen.size(), 3u) << name;
  }
}

}  // namespace
}  // namespace cdrsim::verify
