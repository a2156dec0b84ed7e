// SPDX-License-Identifier: BSD-3-Clause
// What a machine has to say about its run. Every statistic comes from a declaration beside the model that counts it;
// those that only the whole machine knows are declared here.
#include <algorithm>

#include "system/machine.h"

namespace cdrsim {
namespace {

template <class Counters>
void append(std::vector<StatValue>& stats, const Counters& counters) {
  for (const auto& d : Counters::declarations())
    stats.push_back({std::string(d.name), std::string(d.unit), std::string(d.description), counters.*(d.member)});
}

template <class Counters>
void append_columns(std::vector<std::string>& columns) {
  for (const auto& d : Counters::declarations()) columns.emplace_back(d.name);
}

template <class Counters>
void append_cells(std::vector<std::uint64_t>& cells, const Counters& counters) {
  for (const auto& d : Counters::declarations()) cells.push_back(counters.*(d.member));
}

}  // namespace

Results Machine::results() const {
  Results r;
  r.finished = finished_;
  r.config_hash = config_hash(config_, trace_checksums(applications_, config_.workload.size()));
  r.seed = config_.run.seed;
  r.resolved_config = resolved_toml(config_);
  r.stats = statistics();
  r.tiles = tile_table();
  r.applications = application_rows();
  if (config_.run.interval) r.timeline = complete_timeline();
  return r;
}

std::vector<StatValue> Machine::statistics() const {
  CoreCounters core;
  CacheCounters cache;
  HomeCounters home;
  TlbCounters tlb;
  HmcCounters hmc;
  StackCounters stack;
  DramCounters dram;
  Cycle end = finished_ ? start_ : now();
  for (const Thread& t : threads_) {
    core += t.counters;
    if (finished_) end = std::max(end, t.core->finish_cycle());
  }
  for (const auto& t : tiles_) {
    if (!t) continue;
    if (const CorePort* port = t->core_port()) {
      cache += port->cache().counters;
      tlb += port->tlb_counters;
      stack += port->stack;
      hmc += port->requests().counters;
    }
    if (t->home()) home += t->home()->counters;
  }
  for (const DramController& d : dram_) dram += d.counters;
  cache.l1_hits += core.forwarded;  // loads that the store buffer served

  std::vector<StatValue> stats;
  stats.push_back(
      {"sim.cycles", "cycles", "from the start of what is measured to the end of the last core", end - start_});
  append(stats, core);
  append(stats, cache);
  append(stats, home);
  append(stats, tlb);
  append(stats, hmc);
  append(stats, stack);
  append(stats, dram);
  append(stats, domains_->counters);
  append(stats, sync_counters_);
  append(stats, transport_->network().counters);
  stats.push_back({"noc.flits_ejected", "flits", "flits that have arrived; noc.flits, once nothing is under way",
                   transport_->flits_ejected()});
  for (std::size_t c = 0; c < static_cast<std::size_t>(TrafficClass::count); ++c)
    stats.push_back({"noc.flits_by_class." + std::string(name(static_cast<TrafficClass>(c))), "flits",
                     std::string(help(static_cast<TrafficClass>(c))), transport_->flits_by_class()[c]});
  for (std::size_t c = 0; c < static_cast<std::size_t>(TrafficClass::count); ++c)
    stats.push_back({"noc.flit_hops_by_class." + std::string(name(static_cast<TrafficClass>(c))), "flit-hops",
                     std::string(help(static_cast<TrafficClass>(c))), transport_->flit_hops_by_class()[c]});
  append(stats, transport_->broadcasts());
  stats.push_back({"memory.latency", "cycles", "of references, from issue to completion", latency_.all().summary()});
  stats.push_back({"memory.load_latency", "cycles", "of loads, from issue to data", latency_.loads.summary()});
  stats.push_back({"memory.store_latency", "cycles", "of stores and atomics, from issue to globally performed",
                   latency_.stores.summary()});
  stats.push_back({"noc.latency", "cycles", "of messages, from the network interface to the tail's arrival",
                   transport_->network().latency.summary()});
  return stats;
}

CounterTable Machine::tile_table() const {
  CounterTable table;
  table.columns = {"tile", "x", "y"};
  append_columns<CoreCounters>(table.columns);
  append_columns<CacheCounters>(table.columns);
  append_columns<TlbCounters>(table.columns);
  append_columns<HmcCounters>(table.columns);
  append_columns<HomeCounters>(table.columns);
  for (const char* direction : {"east", "west", "north", "south"})
    table.columns.push_back(std::string("noc.link_flits.") + direction);

  std::vector<const CoreCounters*> core_of(tiles_.size(), nullptr);
  for (const Thread& t : threads_) core_of[t.tile.value] = &t.counters;
  const std::span<const std::uint64_t> links = transport_->network().link_flits();
  for (std::uint32_t i = 0; i < tiles_.size(); ++i) {
    const Tile* t = tiles_[i].get();
    const bool routed = !links.empty() && (links[4 * i] || links[4 * i + 1] || links[4 * i + 2] || links[4 * i + 3]);
    if (!t && !routed) continue;  // nothing ever touched it
    const Coordinates at = mesh_.at(TileId{i});
    table.cells.insert(table.cells.end(), {i, at.x, at.y});
    const CorePort* port = t ? t->core_port() : nullptr;
    append_cells(table.cells, core_of[i] ? *core_of[i] : CoreCounters{});
    CacheCounters cache = port ? port->cache().counters : CacheCounters{};
    if (core_of[i]) cache.l1_hits += core_of[i]->forwarded;
    append_cells(table.cells, cache);
    append_cells(table.cells, port ? port->tlb_counters : TlbCounters{});
    append_cells(table.cells, port ? port->requests().counters : HmcCounters{});
    append_cells(table.cells, t && t->home() ? t->home()->counters : HomeCounters{});
    for (std::uint32_t d = 0; d < 4; ++d) table.cells.push_back(links.empty() ? 0 : links[4 * i + d]);
  }
  return table;
}

std::vector<ApplicationRow> Machine::application_rows() const {
  std::vector<ApplicationRow> rows;
  for (const Application& a : applications_) {
    ApplicationRow row;
    row.application = a.name;
    row.workload = a.workload;
    row.copy = a.copy;
    row.vm = a.vm;
    row.cores = a.cores;
    rows.push_back(std::move(row));
  }
  std::vector<std::uint64_t> latency(rows.size());
  std::vector<Cycle> end(rows.size());
  std::vector<bool> done(rows.size(), true);
  for (const Thread& t : threads_) {
    ApplicationRow& row = rows[t.application];
    done[t.application] = done[t.application] && t.core->finished();
    end[t.application] = std::max(end[t.application], (t.core->finished() ? t.core->finish_cycle() : now()) - start_);
    row.references += t.counters.accesses;
    row.instructions += t.counters.instructions;
    latency[t.application] += t.counters.latency_cycles;
    row.l1_misses += tiles_[t.tile.value]->core_port()->cache().counters.l1_misses;
  }
  for (std::size_t a = 0; a < rows.size(); ++a) {
    if (done[a]) rows[a].finish_cycle = end[a];
    rows[a].ipc = ratio(static_cast<double>(rows[a].instructions), static_cast<double>(end[a]));
    rows[a].mean_latency = ratio(static_cast<double>(latency[a]), static_cast<double>(rows[a].references));
  }
  return rows;
}

/// Totals since the start of what is measured, without what happens in cycle `at`.
void Machine::sample_timeline(Cycle at) {
  const std::vector<std::uint64_t> row = timeline_row(at);
  timeline_.insert(timeline_.end(), row.begin(), row.end());
  next_sample_ = config_.run.interval ? at + *config_.run.interval : kNever;
}

std::vector<std::uint64_t> Machine::timeline_row(Cycle at) const {
  std::vector<std::uint64_t> row{at - start_};
  for (const StatValue& s : statistics())
    if (const auto* n = std::get_if<std::uint64_t>(&s.value); n && s.name != "sim.cycles") row.push_back(*n);
  return row;
}

/// The samples so far, and where the run stands now as the last row.
CounterTable Machine::complete_timeline() const {
  CounterTable table{{"cycle"}, timeline_};
  for (const StatValue& s : statistics())
    if (std::holds_alternative<std::uint64_t>(s.value) && s.name != "sim.cycles") table.columns.push_back(s.name);
  const std::vector<std::uint64_t> last = timeline_row(now());
  const std::size_t width = table.columns.size();
  if (!table.cells.empty() && table.cells[table.cells.size() - width] == last[0])
    table.cells.resize(table.cells.size() - width);
  table.cells.insert(table.cells.end(), last.begin(), last.end());
  return table;
}

}  // namespace cdrsim
