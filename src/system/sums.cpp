// SPDX-License-Identifier: BSD-3-Clause
#include "system/sums.h"

#include <map>

#include "base/error.h"

namespace cdrsim {
namespace {

using enum SumRule::Relation;

const std::vector<SumRule>& rules() {
  static const std::vector<SumRule> all{
      {{"sim.accesses"},
       equal,
       {"core.loads", "core.stores", "core.atomics"},
       false,
       true,
       "every reference completes, once"},
      {{"memory.latency"}, equal, {"sim.accesses"}, false, true, "every reference has a latency"},
      {{"l1.hits", "l1.misses"},
       at_least,
       {"core.loads", "core.stores", "core.atomics"},
       false,
       true,
       "a reference that crosses lines is looked up once per piece"},
      {{"l1.misses"}, equal, {"miss.*"}, false, true, "every miss has one class"},
      {{"stack.total"},
       equal,
       {"stack.tlb", "stack.hmc", "stack.network", "stack.home", "stack.smc", "stack.invalidation", "stack.owner",
        "stack.dram", "stack.cache"},
       false,
       true,
       "every cycle of a miss is spent somewhere"},
      {{"noc.flits"}, equal, {"noc.flits_by_class.*"}, false, false, "every flit has one class"},
      {{"noc.flit_hops"}, equal, {"noc.flit_hops_by_class.*"}, false, false, "every flit has one class"},
      {{"noc.flits"}, equal, {"noc.flits_ejected"}, false, true, "what is injected is ejected"},
      {{"noc.latency"}, equal, {"noc.messages"}, false, true, "every message arrives, once"},
      {{"noc.flits"}, at_least, {"noc.messages"}, false, false, "a message has at least one flit"},
      {{"dram.bytes"}, equal, {"dram.reads", "dram.writes", "dram.map_reads"}, true, false, "DRAM moves whole lines"},
      {{"tlb.lookups"}, at_least, {"tlb.misses"}, false, false, "a miss is a look-up"},
      {{"tlb.misses"}, at_least, {"tlb.fills"}, false, false, "misses of one page share a fill"},
      {{"l1.store_lookups"},
       at_least,
       {"l1.store_writes"},
       false,
       false,
       "a store looks the line up before it is written"},
      {{"l1.load_lookups", "l1.store_lookups", "core.forwarded_loads"},
       at_least,
       {"l1.hits", "l1.misses"},
       false,
       false,
       "every counted access read the L1's arrays or the store buffer"},
      {{"llc.tag_lookups", "llc.evictions", "directory.evictions"},
       at_least,
       {"directory.reads"},
       false,
       false,
       "an entry is read by a look-up or an eviction"},
      {{"hmc.lookups"}, at_least, {"hmc.misses"}, false, false, "a miss is a look-up"},
      {{"smc.lookups"}, at_least, {"smc.misses"}, false, false, "a miss is a look-up"},
  };
  return all;
}

std::string sum_text(const std::vector<std::string_view>& terms) {
  std::string text;
  for (std::string_view t : terms) text += (text.empty() ? "" : " + ") + std::string(t);
  return text;
}

using Counts = std::map<std::string_view, std::uint64_t>;

std::uint64_t sum_of(const std::vector<std::string_view>& terms, const Counts& counts, const SumRule& rule) {
  std::uint64_t sum = 0;
  for (std::string_view term : terms) {
    bool found = false;
    if (term.ends_with(".*")) {
      const std::string_view prefix = term.substr(0, term.size() - 1);
      for (auto it = counts.lower_bound(prefix); it != counts.end() && it->first.starts_with(prefix); ++it) {
        sum += it->second;
        found = true;
      }
    } else if (auto it = counts.find(term); it != counts.end()) {
      sum += it->second;
      found = true;
    }
    if (!found) throw InternalError("no statistic " + std::string(term) + " for the rule " + rule.text());
  }
  return sum;
}

}  // namespace

std::string SumRule::text() const {
  std::string right_side = sum_text(right);
  if (times_line) right_side = "line size × (" + right_side + ")";
  return sum_text(left) + (relation == equal ? " = " : " >= ") + right_side;
}

std::span<const SumRule> sum_rules() {
  return rules();
}

void check_sums(const std::vector<StatValue>& stats, std::uint64_t line_bytes, bool finished) {
  Counts counts;
  for (const StatValue& s : stats) {
    if (const auto* n = std::get_if<std::uint64_t>(&s.value)) counts[s.name] = *n;
    if (const auto* h = std::get_if<stats::Summary>(&s.value)) counts[s.name] = h->count;
  }
  std::string broken;
  for (const SumRule& rule : rules()) {
    if (rule.finished_only && !finished) continue;
    const std::uint64_t left = sum_of(rule.left, counts, rule);
    const std::uint64_t right = sum_of(rule.right, counts, rule) * (rule.times_line ? line_bytes : 1);
    if (rule.relation == equal ? left != right : left < right)
      broken += "\n  " + rule.text() + ": " + std::to_string(left) + " against " + std::to_string(right) + " (" +
                std::string(rule.why) + ")";
  }
  if (!broken.empty()) throw InternalError("statistics do not add up:" + broken);
}

}  // namespace cdrsim
