// SPDX-License-Identifier: BSD-3-Clause
// Is the energy of a run the sum of its parts, linear in what was counted, and of nothing that was not?
#include "cost/run_cost.h"

#include "system/experiment.h"

namespace cdrsim {
namespace {

using namespace testing;

constexpr double kSeconds = 1e-3;

std::map<std::string, double> by_key(const EnergyReport& report) {
  std::map<std::string, double> lines;
  for (const EnergyLine& line : report.lines)
    if (line.energy.known()) lines[line.key] = line.energy.value();
  return lines;
}

const Settings kRestricted{"cdr.sharers.level=application", "cdr.sharers.capacity=3", "cdr.homes.level=application",
                           "cdr.homes.count=2"};

/// Sixteen cores that share and write, with members beyond the capacity when restricted.
std::string busy() {
  return chip(16) + synthetic("uniform", 16, "references = 400\nshared_bytes = 16384\nwrite_fraction = 0.3\n");
}

struct Simulated {
  Config config;
  std::vector<StatValue> stats;

  explicit Simulated(const Settings& sets, const std::string& toml = busy()) {
    const ConfigFile file(toml);
    config = load_config(file.path(), sets);
    stats = run_checked(config).results.stats;
  }
  EnergyReport energy() const { return run_energy(chip_cost(config, config.system.cores_per_chip), stats, kSeconds); }
  std::uint64_t operator[](const std::string& name) const {
    for (const StatValue& s : stats)
      if (s.name == name) return std::get<std::uint64_t>(s.value);
    ADD_FAILURE() << name;
    return 0;
  }
};

TEST(RunCost, THEN_the_parts_add_up_to_the_total) {
  const EnergyReport report = Simulated(kRestricted).energy();
  double sum = 0;
  for (const auto& [key, nj] : by_key(report)) sum += nj;
  EXPECT_NEAR(report.total, sum, 1e-9 * sum);
  EXPECT_GT(report.total, 0);
}

TEST(RunCost, GIVEN_every_event_twice_THEN_dynamic_energy_doubles_and_static_stays) {
  Simulated run(kRestricted);
  const auto once = by_key(run.energy());
  for (StatValue& s : run.stats)
    if (auto* n = std::get_if<std::uint64_t>(&s.value)) *n *= 2;
  const auto twice = by_key(run.energy());
  ASSERT_EQ(once.size(), twice.size());
  for (const auto& [key, nj] : once)
    EXPECT_NEAR(twice.at(key), key.ends_with(".dynamic") ? 2 * nj : nj, 1e-9 * twice.at(key)) << key;
}

TEST(RunCost, GIVEN_twice_the_time_THEN_static_energy_doubles_and_dynamic_stays) {
  const Simulated run(kRestricted);
  const ChipCost chip = chip_cost(run.config, 16);
  const auto once = by_key(run_energy(chip, run.stats, kSeconds));
  for (const auto& [key, nj] : by_key(run_energy(chip, run.stats, 2 * kSeconds)))
    EXPECT_NEAR(nj, key.ends_with(".dynamic") ? once.at(key) : 2 * once.at(key), 1e-9 * nj) << key;
}

TEST(RunCost, GIVEN_no_restriction_THEN_nothing_of_its_overhead) {
  for (const auto& [key, nj] : by_key(Simulated({}).energy()))
    if (key.starts_with("cdr.")) {
      EXPECT_EQ(nj, 0) << key;
    }
}

TEST(RunCost, GIVEN_restriction_with_overflow_THEN_each_part_of_its_overhead_costs_something) {
  const auto lines = by_key(Simulated(kRestricted).energy());
  for (const char* key : {"cdr.smc.dynamic", "cdr.smc.leakage", "cdr.hmc.dynamic", "cdr.hmc.leakage", "cdr.tlb.dynamic",
                          "cdr.tlb.leakage", "cdr.lines.dynamic", "cdr.refills.dynamic", "cdr.broadcasts.dynamic"})
    EXPECT_GT(lines.at(key), 0) << key;
}

TEST(RunCost, GIVEN_traffic_of_restriction_THEN_it_is_taken_out_of_the_network_and_no_flit_is_lost) {
  const Simulated run(kRestricted);
  const ChipCost chip = chip_cost(run.config, 16);
  const auto lines = by_key(run.energy());
  double flit = 0, hop = 0, probe = 0, map_line = 0;
  for (const EventCost& e : chip.events) {
    if (e.component == "router") flit = e.energy.value();
    if (e.component == "link") hop = e.energy.value();
    if (e.component == "cdr.broadcasts" && e.event == "probe") probe = e.energy.value();
    if (e.component == "cdr.refills" && e.event == "map-table line read") map_line = e.energy.value();
  }
  const double network = lines.at("router.dynamic") + lines.at("link.dynamic") + lines.at("cdr.refills.dynamic") +
                         lines.at("cdr.broadcasts.dynamic") -
                         probe * static_cast<double>(run["cache.broadcast_probes"]) -
                         map_line * static_cast<double>(run["dram.map_reads"]);
  const double flits = static_cast<double>(run["noc.flits"]), hops = static_cast<double>(run["noc.flit_hops"]);
  EXPECT_NEAR(network, flit * (flits + hops) + hop * hops, 1e-6 * network);
}

TEST(RunCost, GIVEN_a_private_L2_THEN_it_costs_and_the_directory_probes_it_instead_of_the_L1) {
  const Simulated run({"l2.size=64KiB"});
  const auto lines = by_key(run.energy());
  EXPECT_GT(lines.at("l2.dynamic"), 0);
  EXPECT_GT(lines.at("l2.leakage"), 0);
  for (const EventCost& e : chip_cost(run.config, 16).events)
    if (e.event == "probe") {
      EXPECT_NE(e.component, "l1");
    }
  EXPECT_GT(run["l2.lookups"], 0u);
  EXPECT_GE(run["l1.fills"], run["l2.hits"] / 2);
}

TEST(RunCost, GIVEN_a_part_beyond_the_tables_THEN_null_a_reason_and_a_partial_total) {
  const Simulated run({"llc.ways=32"});
  const EnergyReport report = run.energy();
  const std::string json = energy_json(report).text();
  EXPECT_NE(json.find("\"llc.dynamic\": null"), std::string::npos);
  EXPECT_NE(json.find("\"llc.leakage\": null"), std::string::npos);
  EXPECT_NE(json.find("\"llc.dynamic\": \"sram_cache.csv"), std::string::npos);
  EXPECT_NE(json.find("\"partial\": \"total leaves out llc.dynamic, llc.leakage\""), std::string::npos);
  EXPECT_EQ(energy_json(Simulated({}).energy()).text().find("partial"), std::string::npos);
}

TEST(RunCost, GIVEN_what_is_unknown_but_did_not_happen_THEN_it_cost_nothing) {
  ChipCost chip;
  chip.events.push_back({"x", "never", Estimate::unknown("beyond"), {{1, "none"}}});
  chip.statics.push_back({"x", "leakage", Estimate::unknown("beyond"), 0});
  const auto lines = by_key(run_energy(chip, {{"none", "", "", std::uint64_t{0}}}, 1));
  EXPECT_EQ(lines.at("x.dynamic"), 0);
  EXPECT_EQ(lines.at("x.leakage"), 0);
}

TEST(RunCost, GIVEN_an_event_that_no_statistic_counts_THEN_an_internal_error) {
  ChipCost chip;
  chip.events.push_back({"x", "e", Estimate(1, "t"), {{1, "no.such"}}});
  EXPECT_THROW(run_energy(chip, {}, 1), InternalError);
}

TEST(RunCost, GIVEN_other_cost_keys_THEN_the_simulation_is_the_same) {
  const ConfigFile file(busy());
  const Outcome a = run_checked(load_config(file.path(), {}));
  const Outcome b =
      run_checked(load_config(file.path(), {"cost.technology=22nm", "cost.noc_scale=1", "cost.tile_pitch=2",
                                            "cost.dram=hbm2", "cost.temperature=400", "cost.bit_flips=0.1",
                                            "cost.interchip=optical", "cost.core_device=lstp", "cost.llc_device=hp"}));
  EXPECT_EQ(differences(a, b, {}), "");
}

TEST(ChipCost, GIVEN_the_default_chip_THEN_every_figure_is_known_and_names_its_rows) {
  Config c = default_config();
  c.cdr.sharers.level = c.cdr.homes.level = DomainLevel::application;
  for (const Technology node : {Technology::nm45, Technology::nm32, Technology::nm22}) {
    c.cost.technology = node;
    const ChipCost chip = chip_cost(c, 1024);
    for (const EventCost& e : chip.events) {
      EXPECT_TRUE(e.energy.known()) << e.component << ", " << e.event << ": " << e.energy.reason();
      EXPECT_NE(e.energy.source().find(".csv "), std::string::npos) << e.component << ", " << e.event;
    }
    for (const StaticCost& s : chip.statics) EXPECT_TRUE(s.power.known()) << s.component << ": " << s.power.reason();
    for (const AreaCost& a : chip.areas) EXPECT_TRUE(a.area.known()) << a.component << ": " << a.area.reason();
  }
}

TEST(ChipCost, GIVEN_more_cores_THEN_a_full_map_grows_and_leaves_the_tables_while_a_restricted_entry_stays) {
  Config c = default_config();
  const auto read = [&](std::uint32_t cores) {
    for (const EventCost& e : chip_cost(c, cores).events)
      if (e.component == "directory" && e.event == "entry read") return e.energy;
    return Estimate::unknown("none");
  };
  EXPECT_GT(read(1024).value(), 2 * read(256).value());
  EXPECT_NE(read(4096).reason().find("1088 bits"), std::string::npos);
  c.cdr.sharers.level = DomainLevel::application;
  EXPECT_EQ(read(1024).value(), read(256).value());
  EXPECT_EQ(read(65536).value(), read(256).value());
}

}  // namespace
}  // namespace cdrsim
