// SPDX-License-Identifier: BSD-3-Clause
// A machine built from a resolved config, with its programs loaded: the whole of one experiment.
//
//   Machine machine(load_config(path, sets));      // UserError: traces, placements, sizes that do not fit
//   machine.observers().add(oracle);               // before anything runs
//   machine.warm_up();
//   while (machine.run_until(machine.now() + 100000)) report(machine.references_done());
//   Results results = machine.results();
//
// StuckError: no forward progress, with a dump of who waits for whom. InternalError: a broken invariant.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "core/serial_driver.h"
#include "core/synchronization.h"
#include "core/trace_core.h"
#include "system/config.h"
#include "system/results.h"
#include "system/tile.h"
#include "workload/workload.h"

namespace cdrsim {

class Machine final : private CoreOwner {
 public:
  /// The tiles of a chip: system.mesh, or what "auto" means.
  static Mesh mesh_of(const SystemConfig& config);

  /// `open` gives the traces that the config names.
  explicit Machine(const Config& config, const TraceOpener& open = &Trace::open);
  ~Machine() override;

  Observers& observers() { return observers_; }

  /// Performs run.warmup references of each thread serially and forgets what they counted. Then starts the cores.
  void warm_up();

  /// Simulates every cycle up to `limit`. False once the machine has finished; it may then be before `limit`.
  bool run_until(Cycle limit);

  Cycle now() const { return std::max(queue_.now(), reached_); }
  /// All threads are done (with run.restart: with their first pass).
  bool finished() const { return finished_; }
  /// Nothing is under way any more. A run with run.restart ends before.
  bool drained() const { return finished_ && queue_.empty(); }

  /// References of the first passes, without the warm-up's.
  std::uint64_t references_total() const { return references_total_; }
  std::uint64_t references_done() const;

  /// The physical line of a virtual address in an application. UserError for an application that does not exist.
  LineAddress line_of(std::uint32_t application, std::uint64_t address) const;

  Results results() const;

 private:
  struct Thread {
    std::unique_ptr<TraceCore> core;
    std::uint32_t application;
    TileId tile;
    CoreCounters counters;
  };

  Tile& tile(TileId id);
  void place_cores();
  void clear_statistics();
  void check_progress();
  [[noreturn]] void stuck(const std::string& why) const;
  std::string who_waits() const;
  void finish();
  void sample_timeline(Cycle at);
  std::vector<std::uint64_t> timeline_row(Cycle at) const;
  CounterTable complete_timeline() const;
  bool pass_finished(Cycle now, TraceCore& core) override;
  std::vector<StatValue> statistics() const;
  CounterTable tile_table() const;
  std::vector<ApplicationRow> application_rows() const;

  Config config_;
  Observers observers_;
  EventQueue queue_;
  Mesh mesh_;
  std::uint32_t cores_;  // core tiles are 0 .. cores_-1
  std::vector<Application> applications_;
  std::vector<CoreAssignment> assignments_;  // by core tile
  std::vector<std::vector<TileId>> space_cores_;
  std::optional<FrameMap> frames_;
  std::unique_ptr<DomainTables> domains_;
  std::shared_ptr<const Protocol> protocol_;
  std::unique_ptr<MemoryMap> memory_map_;
  HomeEnvironment home_environment_;
  std::unique_ptr<Transport> transport_;
  std::unique_ptr<Chip> chip_;
  std::vector<std::unique_ptr<Tile>> tiles_;
  std::vector<DramController> dram_;
  DramVersions dram_versions_;
  SyncCounters sync_counters_;
  std::unique_ptr<Synchronization> sync_;
  LatencyRecorder latency_;
  std::vector<Thread> threads_;
  std::unique_ptr<SerialDriver> serial_;

  Cycle start_ = 0;       // of what is measured
  Cycle reached_ = 0;     // simulated up to here, though nothing may have happened since queue_.now()
  Cycle next_check_ = 0;  // of forward progress
  std::uint32_t first_passes_left_ = 0;
  std::vector<std::size_t> first_thread_;  // by application
  std::vector<std::uint32_t> running_;     // by application: threads whose pass is not over
  std::uint64_t references_total_ = 0;
  bool finished_ = false;
  std::vector<std::uint64_t> timeline_;  // rows of timeline.csv so far
  Cycle next_sample_ = kNever;
};

}  // namespace cdrsim
