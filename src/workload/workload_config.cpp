// SPDX-License-Identifier: BSD-3-Clause
#include "workload/workload_config.h"

#include "config/declaration.h"
#include "trace/synthetic.h"
#include "workload/workload.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kMostThreads = 1u << 24;
constexpr std::uint64_t kLargestFootprint = std::uint64_t{1} << 46;  // bytes

bool is_synthetic(const WorkloadConfig& w) {
  return !w.synthetic.empty();
}

}  // namespace

void declare_workload(config::Section<WorkloadConfig>& s) {
  using W = WorkloadConfig;
  static constexpr auto only = "with a synthetic pattern";
  s.help("Copies of one program. Each copy is an application instance. A block has a trace or a synthetic pattern.");
  s.path("trace", &W::trace).help("a file of `cdrsim trace import` or `cdrsim trace synth`");
  s.optional_name("synthetic", &W::synthetic, &config::registered<PatternFactory>)
      .help("a pattern made while the simulation runs");
  s.integer("threads", &W::threads, "auto")
      .range(1, kMostThreads)
      .help("of each copy, one to a core; auto: as many as the trace has");
  s.integer("copies", &W::copies).default_value(1).range(1, kMostThreads).help("application instances");
  s.integer("vm", &W::vm, "auto").help("id of the virtual machine that the copies run in; auto: one of their own");
  s.boolean("share_address_space", &W::share_address_space)
      .default_value(false)
      .help("all copies of the block see the same memory");
  s.name("placement", &W::placement, &config::registered<PlacementPolicy>)
      .default_value("block")
      .help("which cores the threads run on");
  s.integer("first_core", &W::first_core, "auto").help("where the block starts; auto: at the first free core");
  s.integer("references", &W::references)
      .unit("per thread")
      .default_value(10000)
      .only_when(&is_synthetic, only)
      .help("length of the pattern");
  s.size("private_bytes", &W::private_bytes)
      .default_value(64 * 1024)
      .range(0, kLargestFootprint)
      .only_when(&is_synthetic, only)
      .help("memory of each thread's own");
  s.size("shared_bytes", &W::shared_bytes)
      .default_value(1024 * 1024)
      .range(0, kLargestFootprint)
      .only_when(&is_synthetic, only)
      .help("memory that the threads of a copy share");
  s.real("shared_fraction", &W::shared_fraction)
      .default_value(0.2)
      .range(0, 1)
      .only_when(&is_synthetic, only)
      .help("of the references: to shared memory");
  s.real("write_fraction", &W::write_fraction)
      .default_value(0.3)
      .range(0, 1)
      .only_when(&is_synthetic, only)
      .help("of the references: writes");
  s.integer("gap", &W::gap)
      .unit("instructions")
      .default_value(0)
      .only_when(&is_synthetic, only)
      .help("other instructions between two references");
}

}  // namespace cdrsim
