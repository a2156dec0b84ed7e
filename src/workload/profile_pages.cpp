// SPDX-License-Identifier: BSD-3-Clause
// The profiling pass for page-level domains.
#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>

#include "base/error.h"
#include "domain/page_members.h"
#include "trace/block_counts.h"
#include "workload/workload.h"

namespace cdrsim {

namespace {

struct ThreadTouch {
  std::uint64_t page;
  std::uint32_t thread;
  std::uint64_t references;
};

/// By page, references (most first), thread: the order of touch_before() where cores ascend with threads.
std::vector<ThreadTouch> profile(Trace& trace, std::uint32_t threads, unsigned page_shift, bool sync) {
  std::vector<ThreadTouch> touches;
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    BlockCounts pages(page_shift, sync);
    for (auto cursor = trace.cursor(thread); const Record* r = cursor.peek(); cursor.next()) pages.add(*r);
    pages.for_each([&](std::uint64_t page, const ReferenceCount& n) { touches.push_back({page, thread, n.total()}); });
  }
  std::sort(touches.begin(), touches.end(), [](const ThreadTouch& a, const ThreadTouch& b) {
    return std::tie(a.page, b.references, a.thread) < std::tie(b.page, a.references, b.thread);
  });
  return touches;
}

}  // namespace

std::vector<PageTouch> profile_pages(const std::vector<Application>& applications, std::uint32_t page_size, bool sync) {
  invariant(std::has_single_bit(page_size), "the page size is a power of two");
  const auto page_shift = static_cast<unsigned>(std::countr_zero(page_size));

  struct TraceProfile {
    std::uint32_t threads = 0;
    bool read = false;
    std::vector<ThreadTouch> touches;
  };
  std::unordered_map<const Trace*, TraceProfile> profiles;  // looked up, never iterated
  for (const Application& a : applications) {
    TraceProfile& p = profiles[a.trace.get()];
    p.threads = std::max(p.threads, static_cast<std::uint32_t>(a.cores.size()));
  }

  std::vector<PageTouch> result;
  for (const Application& a : applications) {
    TraceProfile& p = profiles[a.trace.get()];
    if (!p.read) {
      p.touches = profile(*a.trace, p.threads, page_shift, sync);
      p.read = true;
    }
    for (const ThreadTouch& t : p.touches)
      if (t.thread < a.cores.size()) result.push_back({a.space, t.page, a.cores[t.thread], t.references});
  }
  if (!std::is_sorted(result.begin(), result.end(), touch_before))
    std::sort(result.begin(), result.end(), touch_before);
  return result;
}

}  // namespace cdrsim
