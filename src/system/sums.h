// SPDX-License-Identifier: BSD-3-Clause
// What must add up at the end of every run. Each rule is stated once: check_sums() enforces it, `describe stats` lists
// it.
//
//   check_sums(results.stats, config.system.line_size, finished);   // InternalError: a wrong number never gets out
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "system/results.h"

namespace cdrsim {

struct SumRule {
  enum class Relation { equal, at_least };
  std::vector<std::string_view> left;  // statistics that are added; "miss.*" is all whose name starts with "miss."
  Relation relation = Relation::equal;
  std::vector<std::string_view> right;
  bool times_line = false;     // the right side is multiplied by the bytes of a line
  bool finished_only = false;  // holds once nothing is under way, not after run.max_cycles
  std::string_view why;

  /// "dram.bytes = line size × (dram.reads + dram.writes)"
  std::string text() const;
};

std::span<const SumRule> sum_rules();

/// Throws InternalError that states the rule and both sides for every rule that does not hold, or that names a
/// statistic there is none of. A histogram counts with its number of samples.
void check_sums(const std::vector<StatValue>& stats, std::uint64_t line_bytes, bool finished);

}  // namespace cdrsim
