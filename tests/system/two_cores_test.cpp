// SPDX-License-Identifier: BSD-3-Clause
// Do two cores that take turns walk through the states of the textbook, and does a lone miss take the sum of its parts?
#include <gmock/gmock.h>

#include "system/experiment.h"
#include "trace/files.h"

namespace cdrsim {
namespace {

using namespace testing;
using ::testing::ElementsAre;

/// What the private caches go through, from one stable state to the next: "A 0 E>S".
class StableStates : public Observer {
 public:
  StableStates(LineAddress a, LineAddress b) : a_(a), b_(b) {}

  void on(const TransitionEvent& e) override {
    if (e.home || e.after.find('_') != e.after.npos) return;
    std::string& state = state_[{e.line.value, e.tile.value}];
    const std::string before = state.empty() ? "I" : state;
    state = e.after;
    if (before == state) return;
    steps.push_back(std::string(e.line == a_   ? "A "
                                : e.line == b_ ? "B "
                                               : "? ") +
                    std::to_string(e.tile.value) + " " + before + ">" + state);
  }
  void on(const MessageEvent& e) override {
    if (e.unit == "home" && e.carries_data && e.source_unit == "cache") steps.push_back("written back");
  }

  std::vector<std::string> steps;

 private:
  LineAddress a_, b_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::string> state_;
};

/// One reference at a time: the nth, "0 R 1000", issues about cycle 5000 n.
std::string in_turns(const std::vector<std::string>& references) {
  std::string text;
  std::map<char, unsigned> last;
  unsigned n = 0;
  for (const std::string& r : references) {
    text += r + " 8 " + std::to_string((++n - last[r[0]]) * 5000) + "\n";
    last[r[0]] = n;
  }
  return text;
}

std::vector<std::string> stable_states(const std::vector<std::string>& references, const Settings& sets) {
  Scratch scratch;
  const std::string trace = scratch.import(in_turns(references));
  const ConfigFile file(chip(2) + "[core]\nmemory_model = \"sc\"\n[[workload]]\ntrace = \"" + trace + "\"\n");
  Machine machine(load_config(file.path(), sets));
  StableStates states(machine.line_of(0, 0x1000), machine.line_of(0, 0x2000));
  ValueOracle oracle;
  machine.observers().add(oracle);
  machine.observers().add(states);
  machine.warm_up();
  machine.run_until(kNever);
  oracle.audit(machine.now(), true);
  return states.steps;
}

const std::vector<std::string> kTurns{"0 R 1000", "1 R 1000", "0 W 1000", "1 R 1000",
                                      "1 R 2000", "0 W 2000", "1 R 2000"};

TEST(TwoCores, GIVEN_mesi_WHEN_they_take_turns_THEN_states_are_those_of_the_textbook) {
  for (const char* level : {"none", "application", "page"})
    for (const char* network : {"packet", "ideal"})
      EXPECT_THAT(
          stable_states(kTurns, {std::string("cdr.sharers.level=") + level, std::string("cdr.homes.level=") + level,
                                 std::string("network.model=") + network}),
          ElementsAre("A 0 I>E",                             // reads a line that nobody has
                      "A 0 E>S", "A 1 I>S",                  // a second reader
                      "A 1 S>I", "A 0 S>M",                  // an upgrade
                      "A 0 M>S", "written back", "A 1 I>S",  // a reader of a modified line
                      "B 1 I>E",                             //
                      "B 1 E>I", "B 0 I>M",                  // a clean owner hands over
                      "B 0 M>S", "written back", "B 1 I>S"))
          << level << ", " << network;
}

TEST(TwoCores, GIVEN_msi_WHEN_they_take_turns_THEN_there_is_no_exclusive_state) {
  EXPECT_THAT(stable_states(kTurns, {"protocol.name=msi"}),
              ElementsAre("A 0 I>S", "A 1 I>S", "A 1 S>I", "A 0 S>M", "A 0 M>S", "written back", "A 1 I>S", "B 1 I>S",
                          "B 1 S>I", "B 0 I>M", "B 0 M>S", "written back", "B 1 I>S"));
}

TEST(TwoCores, GIVEN_a_lone_miss_THEN_its_latency_is_the_sum_of_its_parts) {
  // One core: its home, its DRAM controller and the page's owner are on its own tile.
  Scratch scratch;
  const std::string toml =
      chip(1) + "[[workload]]\ntrace = \"" + scratch.import("0 R 1000 8 100\n0 R 1008 8 1000\n") + "\"\n";
  auto latency = [&](const Settings& sets) {
    const Outcome r = run_checked(toml, sets);
    EXPECT_EQ(r["l1.hits"], 1u);
    EXPECT_EQ(r["l1.misses"], 1u);
    return r["core.latency_cycles"] - 1;  // the hit's cycle
  };
  const std::uint64_t base = latency({"network.model=ideal"});
  EXPECT_EQ(latency({}), base) << "nothing queues";
  EXPECT_EQ(latency({"dram.latency=350"}), base + 250);
  EXPECT_EQ(latency({"tlb.miss_latency=51"}), base + 1);
  EXPECT_EQ(latency({"network.link_latency=9"}), base) << "no link is crossed";
  // Six messages: to the page's owner and back, to the home, to DRAM (192 bits: 3 flits each), and the line twice on
  // its way back (64 + 512 bits: 9 flits each).
  EXPECT_EQ(latency({"network.flit_width=65536b"}), base - 4 * (3 - 1) - 2 * (9 - 1));
  EXPECT_EQ(latency({"network.flit_width=65536b", "network.router_latency=11"}),
            latency({"network.flit_width=65536b"}) + 6 * 10);
}

}  // namespace
}  // namespace cdrsim
