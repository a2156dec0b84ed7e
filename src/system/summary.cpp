// SPDX-License-Identifier: BSD-3-Clause
#include "system/summary.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "config/document.h"
#include "network/mesh.h"
#include "system/version.h"

namespace cdrsim {
namespace {

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, ",");
  return text;
}

/// Rounded for reading; result.json has the digits. What prints as zero but is not keeps three digits.
std::string rounded(double value, int decimals, const char* suffix = "") {
  if (!std::isfinite(value)) return "n/a";
  char text[64];
  if (value != 0 && std::fabs(value) < 0.5 * std::pow(10.0, -decimals))
    std::snprintf(text, sizeof text, "%.3g%s", value, suffix);
  else
    std::snprintf(text, sizeof text, "%.*f%s", decimals, value, suffix);
  return text;
}

std::string percent(double part, double whole) {
  return rounded(100 * ratio(part, whole), 2, "%");
}

class Page {
 public:
  explicit Page(const Results& results) : results_(results) {
    for (const StatValue& s : results.stats) stats_.emplace(s.name, &s);
    for (const config::Entry& e : config::parse_toml(results.resolved_config, "resolved configuration"))
      if (e.kind == config::Entry::Kind::value) config_.emplace(e.path, plain(e.value));
  }

  std::string text() {
    out_ = "cdrsim " + std::string(version()) + ", config " + results_.config_hash + ", seed " +
           std::to_string(results_.seed) + "\n";
    if (!results_.finished) out_ += "CUT SHORT by run.max_cycles: the workload did not finish.\n";
    if (count("sim.accesses") == 0)
      out_ += "NOTHING MEASURED: the warm-up covers every reference, or there are none.\n";
    machine();
    workload();
    performance();
    misses();
    directory_and_cdr();
    network_and_memory();
    cost();
    return out_;
  }

 private:
  static std::string plain(const config::Value& value) {
    const std::string* text = std::get_if<std::string>(&value);
    return text ? *text : config::shown(value);
  }

  void heading(const std::string& name) { out_ += "\n" + name + "\n"; }
  void line(std::string label, const std::string& text) {
    label.resize(std::max<std::size_t>(label.size(), 20), ' ');
    out_ += "  " + label + " " + text + "\n";
  }

  std::string key(const std::string& path) const {
    auto it = config_.find(path);
    return it == config_.end() ? "" : it->second;
  }
  /// "size 16KiB, ways 4": those of the keys that the resolved configuration has.
  std::string keys(const std::string& section, std::initializer_list<const char*> names) const {
    std::string text;
    for (const char* name : names)
      if (const std::string value = key(section + "." + name); !value.empty())
        text += (text.empty() ? "" : ", ") + std::string(name) + " " + value;
    return text;
  }

  const StatValue& stat(std::string_view name) const {
    auto it = stats_.find(name);
    if (it == stats_.end()) throw InternalError("summary.txt needs the statistic " + std::string(name));
    return *it->second;
  }
  std::uint64_t count(std::string_view name) const {
    const auto* n = std::get_if<std::uint64_t>(&stat(name).value);
    if (!n) throw InternalError("summary.txt needs a count in " + std::string(name));
    return *n;
  }
  double real(std::string_view name) const { return static_cast<double>(count(name)); }
  std::string distribution(std::string_view name) const {
    const auto* s = std::get_if<stats::Summary>(&stat(name).value);
    if (!s) throw InternalError("summary.txt needs a histogram in " + std::string(name));
    if (s->count == 0) return "n/a";
    return rounded(s->mean, 2) + " cycles (median " + grouped(s->p50) + ", p95 " + grouped(s->p95) + ", p99 " +
           grouped(s->p99) + ", max " + grouped(s->max) + ")";
  }

  /// "cold 12.00%, capacity 40.00%": the shares of the counts under a prefix (its own total aside), zeros left out.
  std::string shares(std::string_view prefix) const {
    std::vector<std::pair<std::string_view, double>> parts;
    double whole = 0;
    for (auto it = stats_.lower_bound(prefix); it != stats_.end() && it->first.starts_with(prefix); ++it) {
      const std::string_view part = it->first.substr(prefix.size());
      if (part == "total") continue;
      parts.emplace_back(part, real(it->first));
      whole += parts.back().second;
    }
    if (whole == 0) return "n/a";
    std::string text;
    for (const auto& [part, n] : parts)
      if (n != 0) text += (text.empty() ? "" : ", ") + std::string(part) + " " + percent(n, whole);
    return text;
  }

  std::string misses_of(std::string_view structure) const {
    const std::string name(structure);
    return grouped(count(name + ".lookups")) + " look-ups, " +
           percent(real(name + ".misses"), real(name + ".lookups")) + " miss";
  }

  void machine() {
    heading("Machine");
    std::string mesh = key("system.mesh");
    const std::string cores = key("system.cores_per_chip");
    if (mesh == "auto") {
      const Mesh m = Mesh::automatic(static_cast<std::uint32_t>(std::stoul(cores)));
      mesh = std::to_string(m.width()) + "x" + std::to_string(m.height());
    }
    line("chip", cores + " cores, mesh " + mesh + ", " + keys("system", {"frequency", "line_size", "page_size"}));
    line("core", keys("core", {"cpi", "memory_model", "store_buffer", "outstanding_loads", "timing"}));
    line("L1", keys("l1", {"size", "ways", "latency", "replacement", "mshrs"}));
    if (!key("l2.ways").empty() && !key("l2.size").starts_with("0"))
      line("L2", keys("l2", {"size", "ways", "latency", "replacement", "mshrs"}));
    line("LLC", keys("llc", {"size_per_tile", "ways", "latency", "replacement", "mshrs"}));
    const std::string sharers = key("directory.sharers");
    line("protocol", key("protocol.name") + ", directory " + keys("directory", {"store", "sharers"}) +
                         (sharers == "full-map" ? "" : ", " + keys("directory", {"pointers"})) +
                         (sharers == "coarse" ? ", " + keys("directory", {"coarse_region"}) : "") +
                         (key("directory.store") == "sparse" ? ", " + keys("directory", {"entries", "ways"}) : ""));
    line("sharer restriction", keys("cdr.sharers", {"level", "capacity", "overflow", "smc_entries"}));
    line("home restriction", keys("cdr.homes", {"level", "count", "placement", "hash", "hmc_entries"}));
    line("network", keys("network", {"model", "flit_width", "router_latency", "link_latency"}));
    line("DRAM", keys("dram", {"controllers", "latency", "bandwidth", "location"}));
  }

  void workload() {
    heading("Workload");
    for (std::size_t i = 0; !key("workload." + std::to_string(i) + ".copies").empty(); ++i) {
      const std::string block = "workload." + std::to_string(i);
      std::string what = std::filesystem::path(key(block + ".trace")).filename().string();
      if (what.empty()) what = key(block + ".synthetic");
      line(block, what + ", " + keys(block, {"threads", "copies", "placement"}));
    }
    line("applications", grouped(results_.applications.size()));
  }

  void performance() {
    heading("Performance");
    line("cycles", grouped(count("sim.cycles")));
    line("references", grouped(count("sim.accesses")) + " (" + grouped(count("core.loads")) + " loads, " +
                           grouped(count("core.stores")) + " stores, " + grouped(count("core.atomics")) +
                           " atomics), " + rounded(ratio(real("sim.accesses"), real("sim.cycles")), 3) + " a cycle");
    if (count("core.later_references") != 0)
      line("started over", grouped(count("core.later_references")) +
                               " references of later passes: in traffic and energy, not in latencies");
    line("instructions", grouped(count("core.instructions")) + ", " +
                             rounded(ratio(real("core.instructions"), real("sim.cycles")), 3) + " a cycle");
    line("reference latency", distribution("memory.latency"));
    line("load latency", distribution("memory.load_latency"));
    line("store latency", distribution("memory.store_latency"));
    line("synchronisation", grouped(count("sync.barriers")) + " barriers, " + grouped(count("sync.lock_acquires")) +
                                " locks, " + grouped(count("sync.wait_cycles")) + " core cycles of waiting");
  }

  void misses() {
    heading("Caches");
    line("L1 hits", percent(real("l1.hits"), real("l1.hits") + real("l1.misses")) + " of " +
                        grouped(count("l1.hits") + count("l1.misses")));
    line("LLC hits", percent(real("llc.hits"), real("llc.hits") + real("llc.misses")) + " of " +
                         grouped(count("llc.hits") + count("llc.misses")));
    line("L1 misses by class", shares("miss."));
    line("miss cycles in", shares("stack."));
  }

  void directory_and_cdr() {
    heading("Directory and coherence domains");
    line("directory", grouped(count("directory.invalidations")) + " invalidations, " +
                          grouped(count("directory.forwards")) + " forwards, " + grouped(count("directory.recalls")) +
                          " recalls, " + grouped(count("directory.broadcasts")) + " broadcasts");
    line("domains", grouped(count("domain.sharer_domains")) + " of sharers, " + grouped(count("domain.home_domains")) +
                        " of homes, " + grouped(count("domain.overflows")) + " members beyond capacity");
    line("TLB", misses_of("tlb"));
    line("HMC", misses_of("hmc"));
    line("SMC", misses_of("smc"));
  }

  void network_and_memory() {
    heading("Network and memory");
    line("messages", grouped(count("noc.messages")) + ", " + grouped(count("noc.flits")) + " flits, " +
                         rounded(ratio(real("noc.flit_hops"), real("noc.flits")), 2) + " hops a flit");
    line("message latency", distribution("noc.latency"));
    line("flits by class", shares("noc.flits_by_class."));
    line("DRAM", grouped(count("dram.reads")) + " lines read, " + grouped(count("dram.writes")) + " written");
  }

  void cost() {
    bool headed = false;
    for (const Section& section : results_.sections)
      for (const auto& [label, text] : section.summary) {
        if (!std::exchange(headed, true)) heading("Cost");
        line(label, text);
      }
  }

  const Results& results_;
  std::map<std::string_view, const StatValue*> stats_;
  std::map<std::string, std::string> config_;
  std::string out_;
};

}  // namespace

std::string summary_text(const Results& results) {
  return Page(results).text();
}

}  // namespace cdrsim
