// SPDX-License-Identifier: BSD-3-Clause
#include "cli/describe_stats.h"

#include "config/declaration.h"
#include "system/machine.h"
#include "system/sums.h"

namespace cdrsim {
namespace {

/// The statistics of the smallest machine: a machine of any size has the same ones.
std::vector<StatValue> statistics() {
  Config config = default_config();
  config.system.cores_per_chip = 1;
  WorkloadConfig workload = config::defaults(&declare_workload);
  workload.synthetic = "uniform";
  workload.threads = 1;
  workload.references = 1;
  config.workload.push_back(workload);
  return Machine(config).results().stats;
}

}  // namespace

std::vector<Listing> describe_stats() {
  Listing stats{"statistics", {"name", "unit", "meaning"}, {}};
  for (const StatValue& s : statistics()) {
    const bool histogram = std::holds_alternative<stats::Summary>(s.value);
    stats.rows.push_back({s.name, s.unit, s.description + (histogram ? " (count, mean, p50, p95, p99, max)" : "")});
  }
  Listing sums{"what must add up", {"rule", "why"}, {}};
  for (const SumRule& rule : sum_rules()) sums.rows.push_back({rule.text(), std::string(rule.why)});
  return {stats, sums};
}

}  // namespace cdrsim
