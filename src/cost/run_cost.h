// SPDX-License-Identifier: BSD-3-Clause
// What a run cost: the sections `energy` and `area` of result.json, out of its statistics and a ChipCost.
//
//   const ChipCost chip = chip_cost(config, cores);
//   const EnergyReport energy = run_energy(chip, results.stats, seconds);
//   results.sections.push_back({"energy", energy_json(energy)});
//   results.sections.push_back({"area", area_json(chip)});
//
// A component without a number is null in JSON with a reason beside it, and the total says that it leaves it out. What
// did not happen costs nothing, whether or not it is known what it would cost.
#pragma once

#include <string>
#include <vector>

#include "cost/chip_cost.h"
#include "system/results.h"

namespace cdrsim {

struct EnergyLine {
  std::string key;  // "llc.dynamic", "llc.leakage", "router.clock"
  Estimate energy;  // nJ
};

struct EnergyReport {
  std::vector<EnergyLine> lines;
  double total = 0;  // of the known ones
};

/// `stats`: of the run; InternalError when one that counts an event is missing.
EnergyReport run_energy(const ChipCost& chip, const std::vector<StatValue>& stats, double seconds);

JsonValue energy_json(const EnergyReport& report);
JsonValue area_json(const ChipCost& chip);

/// The total, its dynamic part, what restriction adds, and the components that take most: lines of summary.txt.
std::vector<std::pair<std::string, std::string>> energy_summary(const EnergyReport& report);

/// Adds both sections to the results of a run of `config`.
void add_cost_sections(const Config& config, Results& results);

}  // namespace cdrsim
