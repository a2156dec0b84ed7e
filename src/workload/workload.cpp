// SPDX-License-Identifier: BSD-3-Clause
#include "workload/workload.h"

#include <filesystem>
#include <map>
#include <set>

#include "base/error.h"
#include "base/registry.h"
#include "trace/synthetic.h"

namespace cdrsim {

namespace {

/// A block with everything looked up and checked, not yet placed.
struct Resolved {
  std::shared_ptr<Trace> trace;
  std::string program;  // names its applications
  std::uint32_t threads;
  PlacementPolicy policy;
  std::uint32_t vm;
};

std::string block_name(std::size_t index) {
  return "workload." + std::to_string(index);
}

std::string counted(std::uint64_t n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

class Resolver {
 public:
  Resolver(const std::vector<WorkloadConfig>& blocks, std::uint32_t cores, std::uint64_t seed, const TraceOpener& open)
      : blocks_(blocks), cores_(cores), seed_(seed), open_(open) {
    for (const WorkloadConfig& b : blocks)
      if (b.vm) named_vms_.insert(*b.vm);
  }

  std::vector<Resolved> resolve() {
    std::vector<Resolved> result;
    for (std::size_t i = 0; i < blocks_.size(); ++i) result.push_back(resolve(i));
    return result;
  }

 private:
  Resolved resolve(std::size_t index) {
    const WorkloadConfig& b = blocks_[index];
    const std::string name = block_name(index);
    if (b.trace.empty() == b.synthetic.empty())
      throw UserError(name + ": " + (b.trace.empty() ? "neither" : "both") +
                      " of trace and synthetic given; give exactly one");
    if (b.copies == 0) throw UserError(name + ".copies: 0 copies; use 1 or more");
    if (b.threads && *b.threads == 0) throw UserError(name + ".threads: 0 threads; use 1 or more");
    if (b.first_core && *b.first_core >= cores_)
      throw UserError(name + ".first_core: core " + std::to_string(*b.first_core) +
                      " does not exist; the machine has " + counted(cores_, "core") + ", 0 to " +
                      std::to_string(cores_ - 1));

    Resolved r;
    r.policy = Registry<PlacementPolicy>::instance().get(b.placement, name + ".placement");
    if (b.synthetic.empty()) {
      std::shared_ptr<Trace>& opened = traces_[b.trace];
      if (!opened) opened = open_(b.trace);
      r.trace = opened;
      r.program = std::filesystem::path(b.trace).stem().string();
    } else {
      // Checked before the pattern is made: a machine's worth of threads too many is expensive to make.
      if (!b.threads) throw UserError(name + ".threads: a synthetic pattern has no thread count of its own; give one");
      check_fits(name, *b.threads, b.copies, 0);
      r.trace = synthesize(index);
      r.program = b.synthetic;
    }
    const std::uint32_t available = r.trace->info().threads;
    r.threads = b.threads.value_or(available);
    if (r.threads > available)
      throw UserError(name + ".threads: " + counted(r.threads, "thread") + ", but the trace " + b.trace + " has " +
                      std::to_string(available));
    check_fits(name, r.threads, b.copies, wanted_);
    wanted_ += std::uint64_t{r.threads} * b.copies;
    r.vm = b.vm ? *b.vm : free_vm();
    return r;
  }

  void check_fits(const std::string& name, std::uint32_t threads, std::uint32_t copies, std::uint64_t before) const {
    const std::uint64_t needed = std::uint64_t{threads} * copies;
    if (needed <= cores_ - before) return;
    throw UserError(name + ": " + counted(threads, "thread") + " x " + std::to_string(copies) + " copies need " +
                    counted(needed, "core") + "; the machine has " + counted(cores_, "core") +
                    (before > 0 ? ", of which earlier blocks take " + std::to_string(before) : ""));
  }

  std::shared_ptr<Trace> synthesize(std::size_t index) const {
    const WorkloadConfig& b = blocks_[index];
    try {
      return make_synthetic({.pattern = b.synthetic,
                             .threads = *b.threads,
                             .references = b.references,
                             .seed = seed_ + index,  // two blocks of one pattern differ
                             .private_bytes = b.private_bytes,
                             .shared_bytes = b.shared_bytes,
                             .shared_fraction = b.shared_fraction,
                             .write_fraction = b.write_fraction,
                             .gap = b.gap});
    } catch (const UserError& e) {
      throw UserError(block_name(index) + ": " + e.what());
    }
  }

  std::uint32_t free_vm() {
    while (named_vms_.contains(next_vm_)) ++next_vm_;
    return next_vm_++;
  }

  const std::vector<WorkloadConfig>& blocks_;
  std::uint32_t cores_;
  std::uint64_t seed_;
  const TraceOpener& open_;
  std::map<std::string, std::shared_ptr<Trace>> traces_;
  std::set<std::uint32_t> named_vms_;
  std::uint32_t next_vm_ = 0;
  std::uint64_t wanted_ = 0;  // cores of the blocks so far
};

}  // namespace

std::vector<Application> place_workloads(const std::vector<WorkloadConfig>& blocks, const Mesh& mesh,
                                         std::uint32_t cores, std::uint64_t seed, const TraceOpener& open) {
  const std::vector<Resolved> resolved = Resolver(blocks, cores, seed, open).resolve();
  std::uint64_t total_applications = 0, total_threads = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    total_applications += blocks[i].copies;
    total_threads += std::uint64_t{blocks[i].copies} * resolved[i].threads;
  }

  std::vector<Application> result;
  result.reserve(total_applications);
  std::vector<bool> taken(cores);
  std::map<std::string, std::uint32_t> named;  // applications by program, over all blocks
  std::uint32_t next_space = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const WorkloadConfig& b = blocks[i];
    const Resolved& r = resolved[i];
    std::uint32_t start = b.first_core.value_or(0);
    for (std::uint32_t copy = 0; copy < b.copies; ++copy) {
      Application a;
      a.workload = static_cast<std::uint32_t>(i);
      a.copy = copy;
      a.vm = r.vm;
      a.space = copy > 0 && b.share_address_space ? next_space - 1 : next_space++;
      a.trace = r.trace;
      a.name = r.program + "." + std::to_string(named[r.program]++);
      a.cores = r.policy({.mesh = mesh,
                          .cores = cores,
                          .threads = r.threads,
                          .application = static_cast<std::uint32_t>(result.size()),
                          .applications = static_cast<std::uint32_t>(total_applications),
                          .total_threads = total_threads,
                          .first_core = b.first_core,
                          .start = start,
                          .seed = seed,
                          .taken = taken});
      invariant(a.cores.size() == r.threads, "a placement gives each thread a core");
      for (TileId core : a.cores) {
        invariant(core.value < cores && !taken[core.value], "a placement takes free cores, each once");
        taken[core.value] = true;
      }
      start = a.cores.front().value;
      result.push_back(std::move(a));
    }
  }
  return result;
}

std::vector<std::uint32_t> trace_checksums(const std::vector<Application>& applications, std::size_t blocks) {
  std::vector<std::uint32_t> checksums(blocks);
  for (const Application& a : applications) checksums[a.workload] = a.trace->info().checksum;
  return checksums;
}

}  // namespace cdrsim
