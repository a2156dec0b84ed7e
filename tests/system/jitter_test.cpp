// SPDX-License-Identifier: BSD-3-Clause
// Does network.jitter delay messages so that they overtake each other, the same way each time, and nothing without it?
#include <set>
#include <tuple>

#include "system/experiment.h"

namespace cdrsim {
namespace {

using namespace testing;

/// When messages arrive. Those of one type between two tiles are of one size: without jitter they stay in order.
class Overtaking : public Observer {
 public:
  void on(const MessageEvent& e) override {
    Cycle& last = last_[{e.source.value, e.destination.value, e.type}];
    overtaken += e.arrives < last;
    last = std::max(last, e.arrives);
    longest = std::max(longest, e.arrives - e.now);
    arrivals += std::to_string(e.arrives) + " ";
  }

  std::uint64_t overtaken = 0;
  Cycle longest = 0;
  std::string arrivals;

 private:
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::string_view>, Cycle> last_;
};

Overtaking run(const Settings& sets) {
  const ConfigFile file(chip(2) + synthetic("uniform", 2, "references = 500\nshared_bytes = 65536\n"));
  const Settings busy{"network.model=ideal", "core.outstanding_loads=8", "l1.mshrs=8", "l1.size=512B"};
  Machine machine(load_config(file.path(), busy + sets));
  Overtaking seen;
  ValueOracle oracle;
  machine.observers().add(seen);
  machine.observers().add(oracle);
  machine.warm_up();
  machine.run_until(kNever);
  oracle.audit(machine.now(), machine.drained());
  return seen;
}

TEST(Jitter, GIVEN_jitter_THEN_messages_between_two_tiles_overtake_each_other) {
  EXPECT_GT(run({"network.jitter=40"}).overtaken, 20u);
  EXPECT_EQ(run({}).overtaken, 0u);
}

TEST(Jitter, GIVEN_one_seed_THEN_every_message_arrives_in_the_same_cycle_and_another_seed_differs) {
  const std::string once = run({"network.jitter=40"}).arrivals;
  EXPECT_EQ(once, run({"network.jitter=40"}).arrivals);
  EXPECT_NE(once, run({"network.jitter=40", "run.seed=2"}).arrivals);
}

TEST(Jitter, GIVEN_a_lone_reference_THEN_each_of_its_messages_takes_up_to_the_jitter_longer) {
  const Settings lone{"workload.0.threads=1", "workload.0.references=1", "run.seed=3"};
  std::set<Cycle> longest;
  const Cycle without = run(lone).longest;
  for (unsigned jitter : {1u, 5u, 1000u}) {
    const Cycle with = run(lone + Settings{"network.jitter=" + std::to_string(jitter)}).longest;
    EXPECT_GE(with, without);
    EXPECT_LE(with, without + jitter);
    longest.insert(with);
  }
  EXPECT_GT(longest.size(), 1u);
}

}  // namespace
}  // namespace cdrsim
