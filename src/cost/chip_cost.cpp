// SPDX-License-Identifier: BSD-3-Clause
#include "cost/chip_cost.h"

#include "cost/array_model.h"
#include "cost/noc_model.h"
#include "cost/offchip_model.h"
#include "cost/tile_structures.h"

namespace cdrsim {
namespace {

const Estimate kNothing(0, "");

/// Adds the parts of a chip to the three lists, one function for each kind of part.
class Builder {
 public:
  Builder(const Config& config, std::uint32_t cores)
      : config_(config),
        tile_(tile_structures(config, cores)),
        arrays_(config.cost),
        noc_(config.cost, config.network, config.system.frequency),
        dram_(config.cost, config.system.line_size) {}

  ChipCost build() {
    private_caches();
    llc();
    directory();
    tlb();
    private_line_identities();
    map_cache("cdr.smc", "smc", tile_.smc, {{1, "smc.lookups"}}, {{1, "smc.misses"}});
    map_cache("cdr.hmc", "hmc", tile_.hmc, {{1, "hmc.lookups"}}, {{1, "hmc.misses"}});
    network();
    off_chip();
    restriction_traffic();
    return std::move(chip_);
  }

 private:
  void event(std::string component, std::string name, const Estimate& nj, Count count) {
    chip_.events.push_back({std::move(component), std::move(name), nj, std::move(count)});
  }
  void leaks(std::string component, const Estimate& milliwatts, std::uint64_t how_many) {
    chip_.statics.push_back({std::move(component), "leakage", milliwatts, how_many});
  }
  void area(std::string component, const Estimate& mm2) { chip_.areas.push_back({std::move(component), mm2}); }

  void private_caches() {
    const bool has_l2 = tile_.l2.bytes != 0;
    const CacheCost l1 = arrays_.cache(config_.cost.core_device, CacheMode::word, tile_.l1);
    event("l1", "load looks up", l1.word_read, {{1, "l1.load_lookups"}});
    event("l1", "store looks up", l1.tag_read, {{1, "l1.store_lookups"}});
    event("l1", "store writes", l1.word_write, {{1, "l1.store_writes"}});
    leaks("l1", l1.leakage, tile_.cores);
    area("l1", l1.area);
    if (!has_l2) {
      outermost("l1", l1);
      leaks("l2", kNothing, 0);
      area("l2", kNothing);
      return;
    }
    event("l1", "line filled", l1.line_write, {{1, "l1.fills"}});
    event("l1", "line lost by the L2", l1.tag_read, {{1, "l1.back_probes"}});
    const CacheCost l2 = arrays_.cache(config_.cost.llc_device, CacheMode::line, tile_.l2);
    event("l2", "access looks up", l2.tag_read, {{1, "l2.lookups"}});
    event("l2", "store writes through", l2.word_write, {{1, "l1.store_writes"}});
    outermost("l2", l2);
    leaks("l2", l2.leakage, tile_.cores);
    area("l2", l2.area);
  }

  /// What the private cache that the directory knows does for others.
  void outermost(const std::string& name, const CacheCost& c) {
    event(name, "line filled from the home", c.line_write, {{1, "cache.fills"}});
    event(name, "line read", c.line_read, {{1, "cache.line_reads"}});
    event(name, "probe", c.tag_read, {{1, "cache.probes"}, {-1, "cache.broadcast_probes"}});
    probe_ = c.tag_read;
  }

  void llc() {
    const CacheCost c = arrays_.cache(config_.cost.llc_device, CacheMode::line, tile_.llc);
    event("llc", "tag look-up", c.tag_read, {{1, "llc.tag_lookups"}});
    event("llc", "line read", c.line_read, {{1, "llc.line_reads"}});
    event("llc", "line written", c.line_write, {{1, "llc.line_writes"}});
    leaks("llc", c.leakage, tile_.cores);
    area("llc", c.area);
  }

  /// A RAM of one entry a line (a slice's, or a sparse directory's), read once the tags have told the way.
  void directory() {
    const Device device = config_.cost.llc_device;
    const RamCost entries = arrays_.ram(device, tile_.directory_entries, tile_.directory_bits);
    event("directory", "entry read", entries.read, {{1, "directory.reads"}});
    event("directory", "entry written", entries.write, {{1, "directory.writes"}});
    Estimate leakage = entries.leakage, mm2 = entries.area;
    if (tile_.directory_sets != 0) {
      const RamCost tags = arrays_.ram(device, tile_.directory_sets, tile_.directory_tag_bits);
      event("directory", "tag look-up (sparse)", tags.read, {{1, "llc.tag_lookups"}});
      leakage += tags.leakage;
      mm2 += tags.area;
    }
    leaks("directory", leakage, tile_.cores);
    area("directory", mm2);
  }

  /// The TLB of a machine without restriction, and beside it the RAM of the domain attributes.
  void tlb() {
    const Device device = config_.cost.core_device;
    const CamCost c = arrays_.cam(device, tile_.tlb_entries, tile_.tlb_tag, tile_.tlb_payload);
    event("tlb", "look-up", c.search, {{1, "tlb.lookups"}});
    event("tlb", "fill", c.write, {{1, "tlb.fills"}});
    leaks("tlb", c.leakage, tile_.cores);
    area("tlb", c.area);
    if (tile_.tlb_widening == 0) {
      leaks("cdr.tlb", kNothing, 0);
      area("tlb_widening", kNothing);
      return;
    }
    const RamCost wider = arrays_.ram(device, tile_.tlb_entries, tile_.tlb_widening);
    event("cdr.tlb", "look-up", wider.read, {{1, "tlb.lookups"}});
    event("cdr.tlb", "fill", wider.write, {{1, "tlb.fills"}});
    leaks("cdr.tlb", wider.leakage, tile_.cores);
    area("tlb_widening", wider.area);
  }

  /// Beside the private lines: what restriction has their evictions bring along.
  void private_line_identities() {
    if (tile_.line_widening == 0) {
      leaks("cdr.lines", kNothing, 0);
      area("line_widening", kNothing);
      return;
    }
    const RamCost c = arrays_.ram(config_.cost.core_device, tile_.private_lines, tile_.line_widening);
    event("cdr.lines", "line filled", c.write, {{1, "cache.fills"}});
    event("cdr.lines", "line evicted", c.read, {{1, "cache.evictions"}});
    leaks("cdr.lines", c.leakage, tile_.cores);
    area("line_widening", c.area);
  }

  void map_cache(const std::string& component, const std::string& name, const MapCacheShape& shape, Count lookups,
                 Count fills) {
    if (shape.entries == 0) {
      leaks(component, kNothing, 0);
      area(name, kNothing);
      return;
    }
    const CamCost c = arrays_.cam(config_.cost.core_device, shape.entries, shape.tag, shape.payload);
    event(component, "look-up", c.search, std::move(lookups));
    event(component, "fill", c.write, std::move(fills));
    leaks(component, c.leakage, tile_.cores);
    area(name, c.area);
  }

  /// A flit passes a router for each link that it crosses, and one more. What restriction adds is counted apart.
  void network() {
    event("router", "flit through a router", noc_.router_flit(),
          {{1, "noc.flits"},
           {1, "noc.flit_hops"},
           {-1, "noc.flits_by_class.map_refill"},
           {-1, "noc.flit_hops_by_class.map_refill"},
           {-1, "noc.broadcast_flits"},
           {-1, "noc.broadcast_flit_hops"}});
    event("link", "flit over a link", noc_.link_flit(),
          {{1, "noc.flit_hops"}, {-1, "noc.flit_hops_by_class.map_refill"}, {-1, "noc.broadcast_flit_hops"}});
    leaks("router", noc_.router_leakage(), tile_.routers);
    const double megahertz = config_.system.frequency / 1e6;  // nJ a cycle x MHz = mW
    chip_.statics.push_back({"router", "clock", megahertz * noc_.router_clock(), tile_.routers});
    leaks("link", noc_.link_leakage(), tile_.links);
    area("router", noc_.router_area());
  }

  void off_chip() {
    // A machine of one chip has no such statistic.
    event("interchip", "byte between chips", interchip_byte(config_.cost.interchip),
          config_.system.chips > 1 ? Count{{1, "interchip.bytes"}} : Count{});
    leaks("interchip", kNothing, 0);
    event("dram", "line read", dram_.read(), {{1, "dram.reads"}});
    event("dram", "line written", dram_.write(), {{1, "dram.writes"}});
    leaks("dram", dram_.standby(), tile_.controllers);
  }

  void restriction_traffic() {
    event("cdr.refills", "flit through a router", noc_.router_flit(),
          {{1, "noc.flits_by_class.map_refill"}, {1, "noc.flit_hops_by_class.map_refill"}});
    event("cdr.refills", "flit over a link", noc_.link_flit(), {{1, "noc.flit_hops_by_class.map_refill"}});
    event("cdr.refills", "map-table line read", dram_.read(), {{1, "dram.map_reads"}});
    event("cdr.broadcasts", "flit through a router", noc_.router_flit(),
          {{1, "noc.broadcast_flits"}, {1, "noc.broadcast_flit_hops"}});
    event("cdr.broadcasts", "flit over a link", noc_.link_flit(), {{1, "noc.broadcast_flit_hops"}});
    event("cdr.broadcasts", "probe", probe_, {{1, "cache.broadcast_probes"}});
  }

  const Config& config_;
  TileStructures tile_;
  ArrayModel arrays_;
  NocModel noc_;
  DramModel dram_;
  Estimate probe_ = kNothing;
  ChipCost chip_;
};

}  // namespace

std::string count_text(const Count& count) {
  std::string text;
  for (const CountTerm& t : count) text += (t.factor < 0 ? " - " : text.empty() ? "" : " + ") + t.statistic;
  return text;
}

ChipCost chip_cost(const Config& config, std::uint32_t cores) {
  return Builder(config, cores).build();
}

}  // namespace cdrsim
