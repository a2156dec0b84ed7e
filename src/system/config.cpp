// SPDX-License-Identifier: BSD-3-Clause
#include "system/config.h"

#include <bit>
#include <cstdio>

#include "base/random.h"
#include "config/quantity.h"
#include "config/reader.h"
#include "config/schema.h"
#include "config/writer.h"
#include "network/mesh.h"

namespace cdrsim {
namespace {

using config::Reading;
using config::size_text;

config::SchemaOf<Config> make_schema() {
  config::SchemaOf<Config> s;
  s.section(
      "system", +[](Config& c) -> SystemConfig& { return c.system; }, &declare_system);
  s.section(
      "core", +[](Config& c) -> CoreConfig& { return c.core; }, &declare_core);
  s.section(
      "sync", +[](Config& c) -> SyncConfig& { return c.sync; }, &declare_sync);
  s.section(
      "tlb", +[](Config& c) -> TlbConfig& { return c.tlb; }, &declare_tlb);
  s.section(
      "l1", +[](Config& c) -> CacheConfig& { return c.l1; }, &declare_l1);
  s.section(
      "l2", +[](Config& c) -> CacheConfig& { return c.l2; }, &declare_l2);
  s.section(
      "llc", +[](Config& c) -> LlcConfig& { return c.llc; }, &declare_llc);
  s.section(
      "protocol", +[](Config& c) -> ProtocolConfig& { return c.protocol; }, &declare_protocol);
  s.section(
      "directory", +[](Config& c) -> DirectoryConfig& { return c.directory; }, &declare_directory);
  s.section(
      "cdr", +[](Config& c) -> CdrConfig& { return c.cdr; }, &declare_cdr);
  s.section(
      "cdr.sharers", +[](Config& c) -> SharerRestrictionConfig& { return c.cdr.sharers; }, &declare_sharer_restriction);
  s.section(
      "cdr.homes", +[](Config& c) -> HomeRestrictionConfig& { return c.cdr.homes; }, &declare_home_restriction);
  s.section(
      "network", +[](Config& c) -> NetworkConfig& { return c.network; }, &declare_network);
  s.section(
      "dram", +[](Config& c) -> DramConfig& { return c.dram; }, &declare_dram);
  s.section(
      "memory", +[](Config& c) -> MemoryMapConfig& { return c.memory; }, &declare_memory_map);
  s.section(
      "cost", +[](Config& c) -> CostConfig& { return c.cost; }, &declare_cost);
  s.section(
      "run", +[](Config& c) -> RunConfig& { return c.run; }, &declare_run);
  s.blocks("workload", &Config::workload, &declare_workload);
  s.frequency([](const Config& c) { return c.system.frequency; });
  return s;
}

const config::SchemaOf<Config>& schema() {
  static const config::SchemaOf<Config> s = make_schema();
  return s;
}

void check_lines_and_pages(const SystemConfig& system, Reading& reading) {
  const bool line = reading.sound({"system.line_size"}), page = reading.sound({"system.page_size"});
  if (line && !std::has_single_bit(system.line_size))
    reading.problem({"system.line_size"}, size_text(system.line_size) + " is no power of two; the nearest is " +
                                              size_text(std::bit_floor(system.line_size)));
  if (page && !std::has_single_bit(system.page_size))
    reading.problem({"system.page_size"}, size_text(system.page_size) + " is no power of two; the nearest is " +
                                              size_text(std::bit_floor(system.page_size)));
  if (reading.sound({"system.line_size", "system.page_size"}) && system.page_size < system.line_size)
    reading.problem(
        {"system.page_size", "system.line_size"},
        "a page (" + size_text(system.page_size) + ") must hold at least a line (" + size_text(system.line_size) + ")");
}

/// A cache is a whole number of sets, at least one.
void check_geometry(std::uint64_t size, const std::string& size_key, std::uint32_t ways, const std::string& ways_key,
                    std::uint32_t line, Reading& reading) {
  if (!reading.sound({size_key, ways_key, "system.line_size"})) return;
  const std::uint64_t set = std::uint64_t{ways} * line;
  constexpr std::uint64_t kMostSets = 1 << 24;  // far beyond any cache; each costs the host a pointer
  if (size / set > kMostSets) {
    reading.problem({size_key, ways_key, "system.line_size"},
                    size_key + " of " + size_text(size) + " has " + std::to_string(size / set) + " sets of " +
                        std::to_string(ways) + " ways; legal: at most " + std::to_string(kMostSets) + " sets, " +
                        size_text(kMostSets * set));
    return;
  }
  if (size >= set && size % set == 0) return;
  const std::uint64_t below = size / set * set;
  const std::uint64_t legal = below != 0 && size - below <= set / 2 ? below : below + set;
  reading.problem({size_key, ways_key, "system.line_size"},
                  size_key + " of " + size_text(size) + " is no whole number of sets of " + std::to_string(ways) +
                      " ways of " + size_text(line) + "; the nearest legal size is " + size_text(legal));
}

void check_caches(const Config& c, Reading& reading) {
  const std::uint32_t line = c.system.line_size;
  check_geometry(c.l1.size, "l1.size", c.l1.ways, "l1.ways", line, reading);
  check_geometry(c.llc.size_per_tile, "llc.size_per_tile", c.llc.ways, "llc.ways", line, reading);
  if (!reading.sound({"l2.size"}) || c.l2.size == 0) return;
  check_geometry(c.l2.size, "l2.size", c.l2.ways, "l2.ways", line, reading);
  if (reading.sound({"l1.size", "l2.size"}) && c.l2.size < c.l1.size)
    reading.problem({"l2.size", "l1.size"}, "the L2 (" + size_text(c.l2.size) + ") includes the L1 (" +
                                                size_text(c.l1.size) + "), so it cannot be smaller");
}

/// A sparse directory is a whole number of sets of entries, at least one.
void check_directory(const DirectoryConfig& d, Reading& reading) {
  if (!reading.sound({"directory.entries", "directory.ways"}) || d.entries % d.ways == 0) return;
  const std::uint32_t below = d.entries / d.ways * d.ways;
  const std::uint32_t legal = below != 0 && d.entries - below <= d.ways / 2 ? below : below + d.ways;
  reading.problem({"directory.entries", "directory.ways"},
                  "directory.entries of " + std::to_string(d.entries) + " is no whole number of sets of " +
                      std::to_string(d.ways) + " ways; the nearest legal number is " + std::to_string(legal));
}

void check_machine(const Config& c, Reading& reading) {
  if (!reading.sound({"system.cores_per_chip"})) return;
  const std::uint32_t cores = c.system.cores_per_chip;
  if (c.system.mesh && reading.sound({"system.mesh"})) {
    const auto [width, height] = *c.system.mesh;
    const std::uint64_t tiles = std::uint64_t{width} * height;
    if (tiles < cores || tiles > (1u << 25))
      reading.problem({"system.mesh", "system.cores_per_chip"},
                      "a mesh of " + std::to_string(width) + "x" + std::to_string(height) + " has " +
                          std::to_string(tiles) + " tiles for " + std::to_string(cores) +
                          " cores; legal: that many to 33554432, or \"auto\"");
  }
  if (c.cdr.homes.count && *c.cdr.homes.count > cores && reading.sound({"cdr.homes.count"}))
    reading.problem({"cdr.homes.count"}, std::to_string(*c.cdr.homes.count) +
                                             " homes (cdr.homes.count) in a machine of " + std::to_string(cores) +
                                             " cores; legal: 1 to " + std::to_string(cores) + ", or \"auto\"");
  if (c.dram.controllers && *c.dram.controllers > cores && reading.sound({"dram.controllers"}))
    reading.problem({"dram.controllers"}, std::to_string(*c.dram.controllers) + " controllers on a chip of " +
                                              std::to_string(cores) + " cores; legal: 1 to " + std::to_string(cores) +
                                              ", or \"auto\"");
}

void check_run(const Config& c, Reading& reading) {
  if (c.run.restart && c.core.timing == CoreTiming::serial && reading.sound({"run.restart", "core.timing"}))
    reading.problem(
        {"run.restart", "core.timing"},
        "threads do not start over in a serial run; legal: run.restart = false, or core.timing = \"normal\"");
}

void check_workloads(const Config& c, Reading& reading) {
  if (c.workload.empty() && reading.sound({"workload"}))
    reading.problem({"workload"}, "there is none: add a [[workload]] block with a trace or a synthetic pattern");
  for (std::size_t i = 0; i < c.workload.size(); ++i) {
    const WorkloadConfig& w = c.workload[i];
    const std::string block = "workload." + std::to_string(i) + ".";
    if (!reading.sound({block + "trace", block + "synthetic"})) continue;
    if (w.trace.empty() && w.synthetic.empty())
      reading.problem({block + "trace"}, "the block has neither a trace nor a synthetic pattern; it needs one");
    if (!w.trace.empty() && !w.synthetic.empty())
      reading.problem({block + "synthetic", block + "trace"},
                      "the block has both a trace and a synthetic pattern; it needs one of them");
    if (!w.synthetic.empty() && !w.threads && reading.sound({block + "threads"}))
      reading.problem({block + "threads"}, "a synthetic pattern has no thread count of its own; give one");
  }
}

}  // namespace

const config::Schema& config_schema() {
  return schema();
}

Config load_config(const std::string& path, const std::vector<std::string>& sets) {
  Config c{};
  Reading reading(schema(), &c, path, sets);
  check_lines_and_pages(c.system, reading);
  check_caches(c, reading);
  check_directory(c.directory, reading);
  check_machine(c, reading);
  check_run(c, reading);
  check_workloads(c, reading);
  reading.finish();
  return c;
}

Config default_config() {
  Config c{};
  for (const config::SectionDeclaration& section : schema().sections()) {
    if (section.repeated) continue;
    for (const auto& p : section.parameters) p->set_default(section.object(&c, 0));
  }
  return c;
}

std::string resolved_toml(const Config& config) {
  return config::write_toml(schema(), &config);
}

std::string config_hash(const Config& config, const std::vector<std::uint32_t>& trace_checksums) {
  std::string text = config::write_toml(schema(), &config, false);
  for (const std::uint32_t checksum : trace_checksums) text += std::to_string(checksum) + "\n";
  // FNV-1a, and a final mix because its high bits are weak for short differences at the end.
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(mix64(hash)));
  return digits;
}

}  // namespace cdrsim
