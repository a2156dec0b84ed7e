// SPDX-License-Identifier: BSD-3-Clause
// The sharing behaviour of what runs in one address space: how many threads share each line and each page, over the
// whole run, by interval of time and by region of addresses. docs/trace-profile.md defines every number.
//
//   SharingProfile p = profile_sharing({{trace, 64}}, {.line_shift = 6, .page_shift = 12});
//   p.line.whole.by_sharers[1].blocks        // private lines
//   up_to(p.page.whole.by_sharers, 64)       // pages that a domain of 64 holds
//
// The traces are read twice, thread by thread. Memory is proportional to the lines and pages touched (in each
// interval), not to the references and hardly to the threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "trace/sharing.h"
#include "trace/trace.h"

namespace cdrsim {

/// The first `threads` threads of a trace.
struct ProfiledThreads {
  std::shared_ptr<Trace> trace;
  std::uint32_t threads = 0;
};

struct ProfileOptions {
  unsigned line_shift = 6, page_shift = 12;  // sizes are 2^shift; a page is at least a line
  std::uint32_t intervals = 10;              // equal parts of each trace's records, in its own order
  std::uint32_t regions = 32;                // at most so many
  bool sync = false;                         // lock and barrier words count as atomics
};

struct BlockProfile {
  Distribution whole;
  std::vector<Distribution> intervals;  // blocks touched in the interval, by their sharers within it
  std::uint64_t crossing = 0;           // references that touch more than one block
};

/// A stretch of touched pages. Pages inside that nobody touched are not counted.
struct RegionProfile {
  std::uint64_t first_page = 0, last_page = 0;
  Distribution line, page;
};

struct SharingProfile {
  std::uint32_t threads = 0;  // of all traces together; thread t of the second follows the last of the first
  std::uint64_t reads = 0, writes = 0, atomics = 0;
  BlockProfile line, page;
  std::vector<RegionProfile> regions;  // in ascending order of address
  std::uint64_t region_gap = 0;        // untouched pages between two regions: more than so many

  /// Lines by the place (from 0) of their last sharer in thread order.
  Tallies lines_by_last_sharer;
  /// Lines by the smallest capacity at which each sharer has an LSID of its own in the static domain of its page.
  Tallies lines_by_page_capacity;
  std::uint64_t page_lists = 0;          // different member lists of static page-level domains
  std::uint64_t most_private_lines = 0;  // of one thread: lines in pages that only it touches

  std::uint64_t references() const { return reads + writes + atomics; }
};

SharingProfile profile_sharing(const std::vector<ProfiledThreads>& traces, const ProfileOptions& options);

}  // namespace cdrsim
