// SPDX-License-Identifier: BSD-3-Clause
// Do explored machines show exactly what their memory model allows, and would a machine that does not be caught?
#include "verify/litmus.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/error.h"
#include "verify/litmus_reference.h"

namespace cdrsim::verify {
namespace {

bool shows(const LitmusTest& test, const Outcomes& outcomes) {
  const LitmusProgram program = parse_program(test.program);
  const Condition condition = parse_condition(program, test.condition);
  for (const Outcome& o : outcomes)
    if (holds(condition, o)) return true;
  return false;
}

// --- Programs and the reference --------------------------------------------------------------------------------------

TEST(LitmusReference, GIVEN_every_test_THEN_the_models_by_definition_agree_with_its_verdicts) {
  for (const LitmusTest& t : litmus_tests()) {
    const LitmusProgram program = parse_program(t.program);
    EXPECT_EQ(shows(t, allowed_outcomes(program, MemoryModel::sc)), t.sc == Verdict::allowed) << t.name;
    EXPECT_EQ(shows(t, allowed_outcomes(program, MemoryModel::tso)), t.tso == Verdict::allowed) << t.name;
  }
}

TEST(LitmusReference, GIVEN_store_buffering_THEN_TSO_adds_one_outcome_to_the_three_of_SC) {
  const LitmusProgram program = parse_program("x=1; r0=y | y=1; r1=x");
  const Outcomes sc{{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 1, 1}};
  EXPECT_EQ(allowed_outcomes(program, MemoryModel::sc), sc);
  Outcomes tso = sc;
  tso.insert({0, 0, 1, 1});
  EXPECT_EQ(allowed_outcomes(program, MemoryModel::tso), tso);
}

TEST(LitmusProgram, GIVEN_text_that_is_no_operation_THEN_the_error_quotes_it) {
  for (const char* text : {"x", "x=y", "r0=1", "x+=", "xy=1", "r=x", "x=1000"}) {
    try {
      parse_program(text);
      ADD_FAILURE() << text;
    } catch (const UserError& e) {
      EXPECT_NE(std::string(e.what()).find("\"" + std::string(text) + "\""), std::string::npos) << e.what();
    }
  }
  EXPECT_THROW(parse_condition(parse_program("x=1"), "y=1"), UserError);
  EXPECT_THROW(litmus_test("SBB"), UserError);
}

// --- The explored machine --------------------------------------------------------------------------------------------

LitmusOptions quick(std::uint32_t evictions) {
  LitmusOptions o;
  o.protocols = {"mesi", "piton"};
  o.evictions = evictions;
  return o;
}

TEST(Litmus, GIVEN_two_threads_and_no_evictions_THEN_exactly_the_allowed_outcomes_occur) {
  for (const LitmusTest& t : litmus_tests()) {
    if (parse_program(t.program).threads.size() > 2) continue;
    for (MemoryModel model : {MemoryModel::sc, MemoryModel::tso}) {
      const LitmusReport r = run_litmus_test(t, model, quick(0));
      for (const LitmusReport::Machine& m : r.machines) {
        EXPECT_EQ(m.failure, "");
        EXPECT_EQ(m.incomplete, 0u);
        EXPECT_EQ(m.seen, r.allowed) << t.name << " " << m.protocol;
      }
    }
  }
}

TEST(Litmus, GIVEN_an_eviction_at_any_moment_THEN_exactly_the_allowed_outcomes_occur) {
  for (const char* name : {"SB", "n6", "MP+warm reader", "2+2W"}) {
    const LitmusReport r = run_litmus_test(litmus_test(name), MemoryModel::tso, quick(1));
    for (const LitmusReport::Machine& m : r.machines) {
      EXPECT_EQ(m.failure, "");
      EXPECT_EQ(m.seen, r.allowed) << m.protocol;
    }
  }
}

TEST(Litmus, GIVEN_three_threads_THEN_exactly_the_allowed_outcomes_occur) {
  LitmusOptions o = quick(0);
  o.loads_in_flight = 1;
  for (const char* name : {"WRC", "RWC", "RWC+po+mf"}) {
    const LitmusReport r = run_litmus_test(litmus_test(name), MemoryModel::tso, o);
    for (const LitmusReport::Machine& m : r.machines) {
      EXPECT_EQ(m.failure, "");
      EXPECT_EQ(m.seen, r.allowed) << name << " " << m.protocol;
    }
  }
}

TEST(Litmus, GIVEN_tests_by_name_THEN_the_table_has_a_row_for_each_model) {
  LitmusOptions o = quick(0);
  o.tests = {"SB"};
  o.protocols = {"msi"};
  o.markdown = true;
  std::ostringstream out;
  EXPECT_EQ(run_litmus(o, out), 0);
  EXPECT_NE(out.str().find("| SB | x=1; r0=y \\| y=1; r1=x | r0=0 r1=0 | SC | forbidden | no | 3/3 ("),
            std::string::npos)
      << out.str();
  EXPECT_NE(out.str().find("| TSO | allowed | yes | 4/4 ("), std::string::npos) << out.str();
}

// --- Wrong machines must be caught -----------------------------------------------------------------------------------

LitmusRun run_wrong(const char* test, LitmusMachine machine, const CoresFactory& cores,
                    std::shared_ptr<const Protocol> protocol = {}) {
  const LitmusProgram program = parse_program(litmus_test(test).program);
  const Outcomes allowed = allowed_outcomes(program, machine.model);
  machine.evictions = 0;
  return explore_program(program, machine, &allowed, std::move(protocol), cores);
}

template <class Cores>
std::unique_ptr<ProgramCores> make(const LitmusProgram& p, std::vector<std::uint32_t> lines, const CoreConfig& c) {
  return std::make_unique<Cores>(p, std::move(lines), c);
}

class ForwardsNothing final : public ProgramCores {
 public:
  using ProgramCores::ProgramCores;

 private:
  StoreBuffer::Match match(const StoreBuffer&, std::uint64_t, std::uint64_t) const override {
    return StoreBuffer::Match::none;
  }
};

TEST(WrongMachine, GIVEN_a_store_buffer_that_forwards_nothing_THEN_a_thread_that_misses_its_own_store_is_found) {
  const LitmusRun r = run_wrong("CoWR0", {}, &make<ForwardsNothing>);
  ASSERT_TRUE(r.violation);
  EXPECT_EQ(r.violation->property, "memory-model");
}

/// The youngest store leaves first.
class DrainsBackwards final : public ProgramCores {
 public:
  using ProgramCores::ProgramCores;

 private:
  void enter(StoreBuffer& buffer, const BufferedStore& store, bool head_is_under_way) const override {
    StoreBuffer old = buffer;
    while (!buffer.empty()) buffer.pop();
    if (head_is_under_way) {
      buffer.push(old.front());
      old.pop();
    }
    buffer.push(store);
    for (; !old.empty(); old.pop()) buffer.push(old.front());
  }
};

TEST(WrongMachine, GIVEN_a_store_buffer_that_drains_backwards_THEN_message_passing_finds_it) {
  const LitmusRun r = run_wrong("MP", {}, &make<DrainsBackwards>);
  ASSERT_TRUE(r.violation);
  EXPECT_EQ(r.violation->property, "memory-model");
}

TEST(WrongMachine, GIVEN_store_buffers_that_claim_to_be_SC_THEN_store_buffering_finds_them) {
  const LitmusProgram program = parse_program(litmus_test("SB").program);
  const Outcomes sc = allowed_outcomes(program, MemoryModel::sc);
  const LitmusMachine machine{.evictions = 0};
  const LitmusRun r = explore_program(program, machine, &sc);
  ASSERT_TRUE(r.violation);
  std::ostringstream chart;
  draw(chart, program, machine, r.steps);
  EXPECT_NE(chart.str().find("buffer store x"), std::string::npos) << chart.str();
}

/// Takes no notice of data that is taken away while under way.
class KeepsTakenData final : public ProgramCores {
 public:
  using ProgramCores::ProgramCores;

 private:
  void on(const TransitionEvent&) override {}
};

TEST(WrongMachine, GIVEN_a_younger_load_that_keeps_data_invalidated_under_way_THEN_message_passing_finds_it) {
  LitmusMachine machine;
  machine.outstanding_loads = 2;
  machine.protocol.name = "msi";
  EXPECT_FALSE(run_wrong("MP", machine, {}).violation);
  const LitmusRun r = run_wrong("MP", machine, &make<KeepsTakenData>);
  ASSERT_TRUE(r.violation);
  EXPECT_EQ(r.violation->property, "memory-model");
}

std::shared_ptr<const Protocol> ignores_inv(const char* name) {
  auto wrong = std::make_shared<Protocol>(*make_protocol({name, EvictNotice::exclusive}));
  for (State s = 0; s < wrong->cache.states().size(); ++s)
    if (wrong->cache.info(s).name == "S") wrong->cache.replace(s, PrivateEvent::inv, {PrivateAction::send_inv_ack}, s);
  return wrong;
}

TEST(WrongMachine, GIVEN_a_cache_that_acknowledges_an_Inv_and_keeps_its_copy_THEN_a_forbidden_outcome_is_found) {
  for (const char* protocol : {"mesi", "msi", "piton"}) {
    LitmusMachine machine;
    machine.protocol.name = protocol;
    EXPECT_TRUE(run_wrong("MP+warm both", machine, {}, ignores_inv(protocol)).violation) << protocol;
    // Without the coherence properties, by its outcome alone.
    machine.outcomes_alone = true;
    const LitmusRun r = run_wrong("MP+warm both", machine, {}, ignores_inv(protocol));
    ASSERT_TRUE(r.violation) << protocol;
    EXPECT_EQ(r.violation->property, "memory-model") << protocol;
  }
}

}  // namespace
}  // namespace cdrsim::verify
