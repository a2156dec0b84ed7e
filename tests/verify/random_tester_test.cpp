// SPDX-License-Identifier: BSD-3-Clause
// Does the random tester find what is broken, say how to see it again, and pass what is sound?
#include "verify/random_tester.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <sstream>

#include "base/registry.h"
#include "directory/sharer_scheme.h"
#include "protocol/protocol.h"

namespace cdrsim::verify {
namespace {

State state(const PrivateTable& table, const std::string& name) {
  for (State s = 0; s < table.states().size(); ++s)
    if (table.info(s).name == name) return s;
  throw InternalError("no state " + name);
}
State state(const HomeTable& table, const std::string& name) {
  for (State s = 0; s < table.states().size(); ++s)
    if (table.info(s).name == name) return s;
  throw InternalError("no state " + name);
}

/// Breaks a row of MESI as long as it lives: what "fragile" runs. At other times that is MESI.
class Break {
 public:
  using Change = void (*)(Protocol&);
  explicit Break(Change change) { change_ = change; }
  ~Break() { change_ = nullptr; }

  static std::shared_ptr<const Protocol> protocol(EvictNotice notice) {
    auto made = std::make_shared<Protocol>(*make_protocol({"mesi", notice}));
    if (change_) change_(*made);
    return made;
  }

 private:
  static inline Change change_ = nullptr;
};

const Registered<ProtocolFactory> fragile{"fragile", "MESI, of which a test breaks a row", &Break::protocol};

struct Broken {
  const char* name;
  Break::Change change;
  std::uint64_t most_references;
};
void PrintTo(const Broken& b, std::ostream* out) {
  *out << b.name;
}

class RandomTesterFinds : public ::testing::TestWithParam<Broken> {};

// GIVEN MESI with one wrong row THEN a hundred machines show it, and what is left of the failure is a few references.
TEST_P(RandomTesterFinds, A_broken_row) {
  const Break broken(GetParam().change);
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const RandomMachine machine =
        draw_machine({.seed = seed, .cores = 4, .references = 60, .settings = {"protocol.name=fragile"}});
    const std::optional<Failure> failure = run_random_machine(machine);
    if (!failure) continue;
    const ShrunkFailure shrunk = shrink(machine, *failure, 2000);
    EXPECT_LE(shrunk.machine.references(), GetParam().most_references)
        << shrunk.machine.programs[0].text("") << shrunk.failure.text;
    const std::optional<Failure> again = run_random_machine(shrunk.machine);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->text, shrunk.failure.text);
    EXPECT_EQ(again->kind, failure->kind);
    return;
  }
  ADD_FAILURE() << "no machine showed it";
}

INSTANTIATE_TEST_SUITE_P(Rows, RandomTesterFinds,
                         ::testing::Values(Broken{"a_sharer_ignores_Inv",
                                                  [](Protocol& p) {
                                                    const State s = state(p.cache, "S");
                                                    p.cache.replace(s, PrivateEvent::inv, {PrivateAction::send_inv_ack},
                                                                    s);
                                                  },
                                                  6},
                                           Broken{"an_Inv_is_not_acknowledged",
                                                  [](Protocol& p) {
                                                    p.cache.replace(state(p.cache, "S"), PrivateEvent::inv, {},
                                                                    state(p.cache, "I"));
                                                  },
                                                  6},
                                           Broken{"the_home_forgets_a_sharer",
                                                  [](Protocol& p) {
                                                    const State s = state(p.home, "S");
                                                    p.home.replace(s, HomeEvent::get_s, {HomeAction::send_data_s}, s);
                                                  },
                                                  6},
                                           Broken{"a_modified_line_leaves_without_its_data",
                                                  [](Protocol& p) {
                                                    p.cache.replace(state(p.cache, "M"), PrivateEvent::evict,
                                                                    {PrivateAction::send_put_e},
                                                                    state(p.cache, "MI_A"));
                                                  },
                                                  6}),
                         [](const auto& info) { return std::string(info.param.name); });

// GIVEN a failure THEN the report has the command that makes it again with no option too many, the settings, the
// references by thread and what they mean, and the violation; and the seed alone makes the same failure again.
TEST(RandomTester, A_report_is_reproducible_from_its_seed) {
  const Break broken([](Protocol& p) {
    const State s = state(p.cache, "S");
    p.cache.replace(s, PrivateEvent::inv, {PrivateAction::send_inv_ack}, s);
  });
  RandomTestOptions options{
      .machines = 20, .cores = 2, .shrink_runs = 300, .show = true, .settings = {"protocol.name=fragile"}};
  std::ostringstream all, one;
  ASSERT_GT(run_random_tests(options, all), 0) << all.str();
  const std::string text = all.str();
  const auto at = text.find("FAILED: seed ");
  ASSERT_NE(at, std::string::npos) << text;
  options.first_seed = std::strtoull(text.c_str() + at + 13, nullptr, 10);
  options.machines = 1;
  EXPECT_EQ(run_random_tests(options, one), 1);
  EXPECT_NE(text.find(one.str().substr(0, one.str().find("\nseeds "))), std::string::npos) << text << one.str();
  const std::string seed = std::to_string(options.first_seed);
  for (const std::string& part :
       {"  cdrsim stress --seed " + seed + " --machines 1 --cores 2 --shrink-runs 300 --set protocol.name=fragile\n",
        "seed " + seed + ": 2 cores, fragile, ", std::string("R read, W write"), std::string("thread 0: "),
        std::string("coherence violation")})
    EXPECT_NE(one.str().find(part), std::string::npos) << part << "\n" << one.str();
}

// GIVEN too few runs to shrink a failure THEN the report says that they stopped it.
// GIVEN an event that a table calls impossible THEN the report ends with what happened last.
TEST(RandomTester, A_report_says_what_stopped_shrinking_and_what_came_before) {
  const Break broken([](Protocol& p) {
    const State s = state(p.home, "X_S");
    p.home.replace(s, HomeEvent::put_stale, {HomeAction::remove_sharer, HomeAction::send_put_ack}, s);
  });
  std::ostringstream out;
  RandomTestOptions options{.machines = 100, .cores = 2, .shrink_runs = 3, .settings = {"protocol.name=fragile"}};
  ASSERT_GT(run_random_tests(options, out), 0);
  EXPECT_NE(out.str().find("stopped by --shrink-runs"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("the last events"), std::string::npos) << out.str();
}

// GIVEN one shape THEN it is one machine; another seed is another.
TEST(RandomMachine, Depends_on_its_shape_only) {
  const RandomMachine a = draw_machine({.seed = 5}), b = draw_machine({.seed = 5}), c = draw_machine({.seed = 6});
  EXPECT_EQ(a.settings, b.settings);
  EXPECT_NE(a.settings, c.settings);
  ASSERT_EQ(a.programs.size(), b.programs.size());
  EXPECT_EQ(a.programs[0].text(""), b.programs[0].text(""));
}

// THEN whatever is registered or declared comes up: protocols, schemes, stores, levels, models.
TEST(RandomMachine, Draws_all_there_is) {
  std::set<std::string> drawn;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Config c = configure(draw_machine({.seed = seed, .cores = 4, .references = 1}));
    for (const std::string& name : {"protocol " + c.protocol.name, "sharers " + c.directory.sharers,
                                    "store " + c.directory.store, "network " + c.network.model})
      drawn.insert(name);
    drawn.insert("level " + std::to_string(static_cast<int>(c.cdr.sharers.level)) +
                 std::to_string(static_cast<int>(c.cdr.homes.level)));
    if (c.network.jitter) drawn.insert("jitter");
    if (c.run.restart) drawn.insert("restart");
    if (c.core.timing == CoreTiming::serial) drawn.insert("serial");
  }
  std::set<std::string> all{"jitter",        "restart",      "serial",      "network packet",
                            "network ideal", "store in-llc", "store sparse"};
  for (const std::string& n : Registry<ProtocolFactory>::instance().names()) all.insert("protocol " + n);
  for (const std::string& n : Registry<SharerSchemeFactory>::instance().names()) all.insert("sharers " + n);
  for (int sharers = 0; sharers < 4; ++sharers)
    for (int homes = 0; homes < 4; ++homes) all.insert("level " + std::to_string(sharers) + std::to_string(homes));
  for (const std::string& name : all) EXPECT_TRUE(drawn.contains(name)) << name;
}

class RandomTesterSize : public ::testing::TestWithParam<std::uint32_t> {};

// GIVEN a sound machine of any size THEN random machines of that size pass.
TEST_P(RandomTesterSize, Passes) {
  std::ostringstream out;
  EXPECT_EQ(run_random_tests({.machines = 6, .cores = GetParam(), .references = 50}, out), 0) << out.str();
}

INSTANTIATE_TEST_SUITE_P(Cores, RandomTesterSize, ::testing::Values(2, 18, 19, 64, 129));

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

// GIVEN any legal machine and program THEN it runs coherently to its end. The long runs of tests/full draw more seeds,
// or one size.
TEST(RandomTester, Any_machine_runs_coherently_to_its_end) {
  std::ostringstream out;
  const RandomTestOptions options{
      .first_seed = from_environment("CDRSIM_RANDOM_FIRST", 1),
      .machines = from_environment("CDRSIM_RANDOM_MACHINES", 60),
      .cores = static_cast<std::uint32_t>(from_environment("CDRSIM_RANDOM_CORES", 0)),
  };
  EXPECT_EQ(run_random_tests(options, out), 0) << out.str();
}

}  // namespace
}  // namespace cdrsim::verify
