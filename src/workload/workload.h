// SPDX-License-Identifier: BSD-3-Clause
// Threads onto cores: [[workload]] blocks become applications, each with its trace, address space, VM and cores.
//
//   auto applications = place_workloads(config.workload, mesh, cores, seed);
//   auto touches = profile_pages(applications, page_size, sync);         // for page-level domains only
//
// A placement policy is one file of workload/impl that registers a function under its name in
// Registry<PlacementPolicy>.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/types.h"
#include "domain/domain_tables.h"
#include "network/mesh.h"
#include "trace/trace.h"
#include "workload/workload_config.h"

namespace cdrsim {

/// One copy of a workload.
struct Application {
  std::uint32_t workload = 0;  // index of the [[workload]] block
  std::uint32_t copy = 0;      // within the block
  std::uint32_t vm = 0;
  std::uint32_t space = 0;       // address space
  std::vector<TileId> cores;     // by thread; a core runs at most one thread of the machine
  std::shared_ptr<Trace> trace;  // shared by all copies
  std::string name;              // "radix.0": for tables
};

/// Opens a trace by its path; what place_workloads does with it is the same whatever it opens.
using TraceOpener = std::function<std::shared_ptr<Trace>(const std::string& path)>;

/// Places everything. A path is opened once. Spaces are numbered in order of the copies; a block without `vm` gets the
/// lowest VM id that no block names and no earlier block got. UserErrors name the block (workload.0), the key and the
/// numbers: more threads than cores, threads above the trace's count, a first_core that does not exist, unknown names,
/// neither or both of trace and synthetic.
std::vector<Application> place_workloads(const std::vector<WorkloadConfig>& blocks, const Mesh& mesh,
                                         std::uint32_t cores, std::uint64_t seed,
                                         const TraceOpener& open = &Trace::open);

/// The checksums of the traces, by block: part of what identifies an experiment (config_hash).
std::vector<std::uint32_t> trace_checksums(const std::vector<Application>& applications, std::size_t blocks);

/// The profiling pass for page-level domains: how often each core touches each page over the whole traces. References
/// that cross a page boundary touch every page they cover, once each. With `sync` also lock and barrier words
/// (sync.model = "coherent" references them). Traces shared by copies are read once. In the order of touch_before().
std::vector<PageTouch> profile_pages(const std::vector<Application>& applications, std::uint32_t page_size, bool sync);

/// What a placement policy needs to place one application. Applications are placed in order, each among the cores that
/// those before it left free; there are always enough.
struct PlacementRequest {
  const Mesh& mesh;
  std::uint32_t cores;                      // core tiles are 0 .. cores-1
  std::uint32_t threads;                    // of this application
  std::uint32_t application, applications;  // which one of how many, in the whole machine
  std::uint64_t total_threads;              // of all applications
  std::optional<std::uint32_t> first_core;  // the block's
  std::uint32_t start;                      // where to search from: first_core or 0, for later copies of a block the
                                            // core of the former copy's thread 0
  std::uint64_t seed;
  const std::vector<bool>& taken;  // by core

  bool is_free(TileId tile) const { return tile.value < cores && !taken[tile.value]; }
};

/// Returns the cores of the application in thread order: free ones, each once.
using PlacementPolicy = std::vector<TileId> (*)(const PlacementRequest&);

}  // namespace cdrsim
