// SPDX-License-Identifier: BSD-3-Clause
// Are the mutants of a protocol what they say, and does the check tell those that are wrong from those that are not?
#include "verify/mutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/error.h"
#include "protocol/table_rules.h"
#include "verify/mutation_check.h"

namespace cdrsim::verify {
namespace {

using Outcome = MutantResult::Outcome;

const ProtocolConfig kMesi{"mesi", EvictNotice::exclusive};

template <class Event, class Action>
std::size_t rows_that_differ(const Table<Event, Action>& a, const Table<Event, Action>& b) {
  std::size_t n = 0;
  for (State s = 0; s < a.states().size(); ++s)
    for (std::size_t e = 0; e < Table<Event, Action>::kEvents; ++e) {
      const auto &x = a.at(s, static_cast<Event>(e)), &y = b.at(s, static_cast<Event>(e));
      n += x.next != y.next || x.action_count != y.action_count || x.actions != y.actions || x.possible != y.possible;
    }
  return n;
}

// GIVEN every protocol THEN each mutant differs from it in one row, or sends one of a row's messages to somebody else,
// and no two are called the same.
TEST(Mutation, BreaksOneRowUnderANameOfItsOwn) {
  for (const std::string& name : Registry<ProtocolFactory>::instance().names()) {
    SCOPED_TRACE(name);
    const auto protocol = make_protocol({name, EvictNotice::all});
    std::set<std::string> ids;
    for (const Mutation& m : mutations_of(*protocol)) {
      EXPECT_TRUE(ids.insert(m.id).second) << m.id;
      const auto wrong = mutated(*protocol, m);
      ASSERT_EQ(m.misdirection.has_value(), m.way == Mutation::Way::misdirect) << m.id;
      const std::size_t row = m.misdirection ? 0 : 1;
      ASSERT_EQ(rows_that_differ(protocol->cache, wrong->cache), m.at_home ? 0 : row) << m.id;
      ASSERT_EQ(rows_that_differ(protocol->home, wrong->home), m.at_home ? row : 0) << m.id;
    }
    EXPECT_GT(ids.size(), 1000u);
  }
}

// GIVEN a row with two actions THEN it is broken in each of the ways, and rows that are impossible in none.
TEST(Mutation, TriesEveryWay) {
  const auto protocol = make_protocol(kMesi);
  std::set<std::string> ids;
  for (const Mutation& m : mutations_of(*protocol)) {
    ids.insert(m.id);
    EXPECT_TRUE(m.at_home ? m.home_row.possible : m.cache_row.possible);
  }
  for (const char* id :
       {"cache M x Fwd-GetS: next S -> I", "cache M x Fwd-GetS: drop send_data_s",
        "cache M x Fwd-GetS: duplicate send_copy_back", "cache M x Fwd-GetS: swap send_data_s, send_copy_back",
        "cache M x Fwd-GetS: replace send_copy_back -> send_recall_data",
        "home S x GetS: replace add_sharer -> set_owner", "cache S x Inv: misdirect send_inv_ack to another core",
        "cache S x Inv: misdirect send_inv_ack to another home",
        "home X x GetS: misdirect send_fwd_get_s to the requester"})
    EXPECT_TRUE(ids.count(id)) << id;
  EXPECT_FALSE(ids.count("cache I x Evict: next I -> S"));
  EXPECT_FALSE(ids.count("home S x GetS: misdirect send_data_s to another home")) << "no home takes data";
  EXPECT_FALSE(ids.count("home S x GetS: misdirect send_data_s to the requester")) << "that is right";
  EXPECT_FALSE(ids.count("cache I x Load: misdirect send_get_s to another home")) << "the maps say which";
  EXPECT_FALSE(ids.count("cache M x Fwd-GetS: replace send_copy_back -> send_owned_ack")) << "MESI has no Owned-Ack";
}

class CheckOfMesi : public ::testing::Test {
 protected:
  static const MutationCheck& check() {
    static const MutationCheck c(kMesi, 300);
    return c;
  }
  static MutantResult run(const std::string& id, bool from_start = false) {
    const std::vector<Mutation> all = mutations_of(check().protocol());
    const auto m = std::find_if(all.begin(), all.end(), [&](const Mutation& x) { return x.id == id; });
    if (m == all.end()) throw InternalError("no mutant " + id);
    return check().run(*m, from_start);
  }
};

// GIVEN mutants that lose data, copies or messages WHEN they are checked THEN they are killed, by what they violate.
TEST_F(CheckOfMesi, KillsWhatIsWrong) {
  for (auto [id, property] : {std::pair{"cache M x Evict: drop send_put_m", "conservation"},
                              std::pair{"home X x Put-owner: drop take_put_data", "load-value"},
                              std::pair{"home S x GetM: drop send_data_m", "deadlock"},
                              std::pair{"home NP x GetS: drop fetch", "table-rules"},
                              std::pair{"cache M x Evict: misdirect send_put_m to another home", "conservation"},
                              std::pair{"home X x GetS: misdirect send_fwd_get_s to the requester", "deadlock"},
                              std::pair{"home S x GetM: misdirect start_walk to another core", "sharers-covered"}}) {
    const MutantResult r = run(id);
    EXPECT_EQ(r.outcome, Outcome::killed) << id;
    EXPECT_EQ(r.property, property) << id << ": " << r.text;
  }
}

// WHEN a mutant is checked from the start THEN the steps that kill it begin with a reference.
TEST_F(CheckOfMesi, ShowsTheStepsThatKill) {
  const MutantResult r = run("cache M x Evict: drop send_put_m", true);
  EXPECT_EQ(r.outcome, Outcome::killed);
  ASSERT_FALSE(r.steps.empty());
  EXPECT_NE(r.steps.front().name.find("store 0"), std::string::npos) << r.steps.front().name;
  EXPECT_NE(r.steps.back().name.find("evict 0"), std::string::npos) << r.steps.back().name;
}

// GIVEN a row whose message goes astray WHEN the mutant is checked from the start THEN the last step delivers that
// message to the wrong core, and what other rows sent went where it should.
TEST_F(CheckOfMesi, MisdirectsTheRowsMessageOnly) {
  const MutantResult r = run("home X x GetS: misdirect send_fwd_get_s to the requester", true);
  EXPECT_EQ(r.outcome, Outcome::killed);
  ASSERT_GE(r.steps.size(), 3u);
  std::size_t astray = 0;
  for (const StepRecord& s : r.steps) astray += s.name.find("Fwd-GetS") != std::string::npos;
  EXPECT_EQ(astray, 1u);
  const std::string& reader = r.steps[r.steps.size() - 2].name;  // "GetS of line 0, core C -> home 2"
  const std::string core = reader.substr(reader.find("core"), 6);
  EXPECT_NE(r.steps.back().name.find("-> " + core), std::string::npos) << r.steps.back().name;
}

// GIVEN a change that no load, store or message can tell THEN it is not killed.
TEST_F(CheckOfMesi, LeavesWhatIsNotWrong) {
  EXPECT_NE(run("cache IS_D x DataS: duplicate take_data").outcome, Outcome::killed);
}

// GIVEN the list of mutants in three parts WHEN each is written THEN together they are all, as CSV.
TEST(MutationCheckOutput, PartsAddUp) {
  MutationOptions options;
  options.protocol = {"msi", EvictNotice::exclusive};
  options.max_states = 50;
  const std::size_t all = mutations_of(*make_protocol(options.protocol)).size();
  std::size_t lines = 0;
  for (options.first = 0; options.first < 3; ++options.first) {
    options.every = 300;
    std::ostringstream out;
    EXPECT_EQ(check_mutants(options, out), 0);
    const std::string text = out.str();
    EXPECT_EQ(text.substr(0, text.find('\n')), "mutant,way,outcome,property,machine,states");
    lines += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1;
  }
  std::size_t expected = 0;
  for (std::size_t i = 0; i < all; ++i) expected += i % 300 < 3;
  EXPECT_EQ(lines, expected);
  options.only = "cache S x Inv: next I -> Q";
  std::ostringstream out;
  EXPECT_THROW(check_mutants(options, out), UserError);
}

}  // namespace
}  // namespace cdrsim::verify
