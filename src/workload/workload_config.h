// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "config/section.h"

namespace cdrsim {

/// One [[workload]] block: `copies` applications, each `threads` threads of one trace (or of one synthetic pattern).
struct WorkloadConfig {
  std::string trace;                     // path, or empty
  std::string synthetic;                 // a registered pattern, or empty; exactly one of the two is set
  std::optional<std::uint32_t> threads;  // nothing: the trace's count
  std::uint32_t copies;
  std::optional<std::uint32_t> vm;          // nothing: a VM of its own for this block
  bool share_address_space;                 // all copies of the block in one address space
  std::string placement;                    // a registered placement policy
  std::optional<std::uint32_t> first_core;  // nothing: the first free core
  // synthetic patterns only
  std::uint64_t references;  // per thread
  std::uint64_t private_bytes, shared_bytes;
  double shared_fraction, write_fraction;
  std::uint32_t gap;  // instructions between references
};

void declare_workload(config::Section<WorkloadConfig>& s);

}  // namespace cdrsim
