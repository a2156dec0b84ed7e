// SPDX-License-Identifier: BSD-3-Clause
// Does each property fail when a table is wrong in the way that it is there to catch, by as few steps as there can be,
// and does the counterexample, saved and read back, reach the same violation?
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>

#include "verify/counterexample.h"
#include "verify/explore.h"
#include "verify/properties.h"

namespace cdrsim::verify {
namespace {

using P = PrivateAction;
using Pe = PrivateEvent;
using H = HomeAction;
using He = HomeEvent;

struct Case {
  const char* what;
  const char* property;
  std::function<void(Protocol&)> spoil;
  bool home_evictions = true;
};

State cache(const Protocol& p, const char* state) {
  return named(p.cache, state);
}
State home(const Protocol& p, const char* state) {
  return named(p.home, state);
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"the home gives a second copy as if it were the only one", "one-writer",
       [](Protocol& p) {
         p.home.replace(home(p, "S"), He::get_s, {H::send_data_e, H::add_sharer}, home(p, "S"));
       }},
      {"a sharer acknowledges an Inv and keeps its copy", "sharers-covered",
       [](Protocol& p) { p.cache.replace(cache(p, "S"), Pe::inv, {P::send_inv_ack}, cache(p, "S")); }},
      {"a reader is not added to the sharers", "sharers-covered",
       [](Protocol& p) { p.home.replace(home(p, "S"), He::get_s, {H::send_data_s}, home(p, "S")); }},
      {"a modified line is forwarded, and the home is told that it was clean", "load-value",
       [](Protocol& p) {
         p.cache.replace(cache(p, "M"), Pe::fwd_get_s, {P::send_data_s, P::send_downgrade_ack}, cache(p, "S"));
       }},
      {"an evicted modified line is announced as clean", "load-value",
       [](Protocol& p) { p.cache.replace(cache(p, "M"), Pe::evict, {P::send_put_e}, cache(p, "MI_A")); }},
      {"a writer performs without the data", "store-order",
       [](Protocol& p) { p.cache.replace(cache(p, "IM_AD"), Pe::data_m, {P::perform}, cache(p, "M")); }},
      {"a sharer drops its copy and does not acknowledge", "deadlock",
       [](Protocol& p) {
         for (const char* s : {"I", "S", "IS_D", "IS_D_I"})
           p.cache.replace(cache(p, s), Pe::inv, {}, p.cache.at(cache(p, s), Pe::inv).next);
       },
       false},
      {"the home evicts a shared line without a recall", "inclusion",
       [](Protocol& p) { p.home.replace(home(p, "S"), He::evict_clean, {H::drop}, home(p, "NP")); }},
      {"an eviction is acknowledged as if no forward were due", "possible-events",
       [](Protocol& p) {
         p.home.replace(home(p, "X_S"), He::put_stale, {H::remove_sharer, H::send_put_ack}, home(p, "X_S"));
       }},
      {"a Put-Ack is never sent", "conservation",
       [](Protocol& p) {
         p.home.replace(home(p, "X"), He::put_owned, {H::take_put_data, H::clear_owner}, home(p, "I"));
       }},
  };
  return all;
}

TEST(BrokenTable, IsFoundByTheProperty) {
  for (const Case& c : cases()) {
    Shape s = shape("mesi", 2);
    s.home_evictions = c.home_evictions;
    const auto protocol = copy_of(s);
    c.spoil(*protocol);
    const Result r = explore(s, protocol);
    ASSERT_EQ(r.outcome, Result::Outcome::violated) << c.what;
    EXPECT_EQ(r.counterexample->violation.property, c.property) << c.what << "\n" << wrong(r);
  }
}

/// Every number that follows `text`.
std::vector<std::size_t> numbers_after(const std::string& where, const std::string& text) {
  std::vector<std::size_t> numbers;
  for (std::size_t at = 0; (at = where.find(text, at)) != std::string::npos;) {
    at += text.size();
    numbers.push_back(std::strtoul(where.c_str() + at, nullptr, 10));
  }
  return numbers;
}

TEST(BrokenTable, CounterexampleReplaysToTheSameViolation) {
  const std::string file = testing::TempDir() + "cdrsim_counterexample.txt";
  for (const Case& c : cases()) {
    Shape s = shape("mesi", 2);
    s.home_evictions = c.home_evictions;
    const auto protocol = copy_of(s);
    c.spoil(*protocol);
    const Result r = explore(s, protocol);
    ASSERT_TRUE(r.counterexample) << c.what;
    {
      std::ofstream out(file);
      write_counterexample(out, s.options(), *r.counterexample);
    }
    const SavedCounterexample saved = read_counterexample(file);
    EXPECT_EQ(saved.options, s.options());
    EXPECT_EQ(saved.property, c.property);
    AnyReference front_end(s);
    std::ostringstream chart;
    const auto again = replay(s, protocol, front_end, saved.steps, &chart);
    ASSERT_TRUE(again) << c.what;
    EXPECT_EQ(again->property, r.counterexample->violation.property) << c.what;
    EXPECT_NE(chart.str().find("Last state:"), std::string::npos);
    // Versions are counted: 1 at the start, each store writes the next one, and the last is current.
    const std::vector<std::size_t> written = numbers_after(chart.str(), "writes version ");
    if (c.property != std::string("store-order")) {
      for (std::size_t i = 0; i < written.size(); ++i) EXPECT_EQ(written[i], i + 2) << c.what << "\n" << chart.str();
      EXPECT_EQ(numbers_after(chart.str(), "line 0: version "), std::vector{written.size() + 1}) << chart.str();
    }

    // The shipped protocol does not do this: the steps lead nowhere bad, or cannot be taken.
    AnyReference good_front_end(s);
    try {
      EXPECT_FALSE(replay(s, make_protocol(s.protocol), good_front_end, saved.steps, nullptr)) << c.what;
    } catch (const UserError&) {
    }
  }
  std::remove(file.c_str());
}

TEST(OneDomain, ALineHandledUnderAnotherDomainIsAViolation) {
  Shape s = shape("mesi", 2, 2);
  s.restrict_sharers = true;
  s.domains = 2;
  AnyReference front_end(s);
  Model model(s, make_protocol(s.protocol), front_end);
  model.observers().notify(DomainEvent{0, s.home(0), LineAddress{1}, 1});
  EXPECT_FALSE(model.violation());
  model.observers().notify(DomainEvent{0, s.home(0), LineAddress{1}, 0});
  ASSERT_TRUE(model.violation());
  EXPECT_EQ(model.violation()->property, "one-domain");
}

// GIVEN two readers' requests under way, of which the second arrives first THEN each arrow names the step that sent its
// message, and so does what is in flight at the end.
TEST(Chart, SaysInWhichStepAMessageWasSent) {
  const Shape s = shape("mesi", 2);
  AnyReference front_end(s);
  std::ostringstream chart;
  replay(s, make_protocol(s.protocol), front_end,
         {{"core 0: load 0", {}}, {"core 1: load 0", {}}, {"GetS of line 0, core 1 -> home 2", {}}}, &chart);
  const std::string text = chart.str();
  EXPECT_NE(text.find("(n): sent in step n"), std::string::npos) << text;
  EXPECT_NE(text.find(" GetS (2) "), std::string::npos) << text;
  EXPECT_NE(text.find("GetS of line 0, core 0 -> home 2, sent in step 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("MemRead of line 0, home 2 -> memory, sent in step 3\n"), std::string::npos) << text;
}

/// A front end that violates its own demand as soon as anybody has stored.
class NobodyStores final : public FrontEnd {
 public:
  explicit NobodyStores(const Shape& s) : any_(s) {}
  void offer(std::uint32_t core, const CorePorts& ports, std::vector<std::uint32_t>& steps) const override {
    any_.offer(core, ports, steps);
  }
  bool take(std::uint32_t core, std::uint32_t step, CorePorts& ports) override { return any_.take(core, step, ports); }
  std::string name(std::uint32_t core, std::uint32_t step) const override { return any_.name(core, step); }
  void done(std::uint32_t, std::uint32_t, LineAddress, bool write, Version) override { stored_ = stored_ || write; }
  bool interchangeable() const override { return true; }
  std::string check(bool) const override { return stored_ ? "somebody stored" : ""; }
  void save(StateWriter& w, const std::vector<std::uint32_t>&) const override { w.flag(stored_); }
  void load(StateReader& r) override { stored_ = r.flag(); }

 private:
  AnyReference any_;
  bool stored_ = false;
};

TEST(FrontEnd, ItsOwnDemandsAreChecked) {
  const Shape s = shape("mesi", 2);
  NobodyStores front_end(s);
  Model model(s, make_protocol(s.protocol), front_end);
  const Result r = Explorer(model, {}).run();
  ASSERT_TRUE(r.counterexample);
  EXPECT_EQ(r.counterexample->violation.property, "front-end");
  // store; GetM to the home, MemRead, MemData, DataM.
  EXPECT_EQ(r.counterexample->steps.size(), 5u);
}

/// Each core loads line 0 once.
class OneLoadEach final : public FrontEnd {
 public:
  explicit OneLoadEach(std::uint32_t cores) : loaded_(cores) {}
  void offer(std::uint32_t core, const CorePorts& ports, std::vector<std::uint32_t>& steps) const override {
    if (!loaded_[core] && ports.ready(core)) steps.push_back(0);
  }
  bool take(std::uint32_t core, std::uint32_t, CorePorts& ports) override {
    loaded_[core] = true;
    return ports.access(core, 0, ReferenceKind::load, LineAddress{0}) != CacheController::Answer::blocked;
  }
  std::string name(std::uint32_t, std::uint32_t) const override { return "load 0"; }
  bool interchangeable() const override { return true; }
  void save(StateWriter& w, const std::vector<std::uint32_t>& from) const override {
    for (std::uint32_t core : from) w.flag(loaded_[core]);
  }
  void load(StateReader& r) override {
    for (std::size_t c = 0; c < loaded_.size(); ++c) loaded_[c] = r.flag();
  }

 private:
  std::vector<bool> loaded_;
};

TEST(Livelock, MessagesThatGoToAndFroForEverAreFound) {
  // GIVEN a cache that answers a Put-Ack with a Recall-Ack, and a home that answers that with a Put-Ack.
  Shape s = shape("mesi", 1);
  s.home_evictions = false;
  const auto protocol = copy_of(s);
  for (const char* state : {"EI_A", "I"})
    protocol->cache.replace(cache(*protocol, state), Pe::put_ack, {P::send_recall_ack}, cache(*protocol, "I"));
  protocol->home.replace(home(*protocol, "I"), He::recall_ack, {H::send_put_ack}, home(*protocol, "I"));
  // WHEN the one core loads once.
  OneLoadEach front_end(1);
  Model model(s, protocol, front_end);
  const Result r = Explorer(model, {}).run();
  // THEN there is always something to deliver, and no rest.
  ASSERT_TRUE(r.counterexample);
  EXPECT_EQ(r.counterexample->violation.property, "livelock");
  OneLoadEach again(1);
  const auto violation = replay(s, protocol, again, r.counterexample->steps, nullptr);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->property, "livelock");
}

}  // namespace
}  // namespace cdrsim::verify
