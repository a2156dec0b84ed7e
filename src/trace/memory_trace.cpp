// SPDX-License-Identifier: BSD-3-Clause
#include "trace/memory_trace.h"

#include <utility>

#include "base/error.h"

namespace cdrsim {

MemoryTrace::MemoryTrace(std::vector<std::vector<Record>> threads, std::vector<std::vector<std::uint64_t>> orders) {
  const std::size_t count = threads.size();
  invariant(orders.empty() || orders.size() == count, "every thread of a trace has an order, or none has");
  info_.path = "memory";
  info_.threads = static_cast<std::uint32_t>(count);
  info_.thread_records.resize(count);
  info_.thread_references.resize(count);
  blocks_.resize(count);
  for (std::uint32_t t = 0; t < count; ++t) {
    if (threads[t].empty()) continue;
    for (const Record& r : threads[t]) info_.count(t, r);
    auto block = std::make_shared<TraceBlock>();
    if (orders.empty())
      for (std::size_t i = 0; i < threads[t].size(); ++i) block->order.push_back(i * count + t);
    else
      block->order = std::move(orders[t]);
    invariant(block->order.size() == threads[t].size(), "every record of a trace has a place");
    block->records = std::move(threads[t]);
    blocks_[t] = std::move(block);
    ++info_.blocks;
  }
}

std::shared_ptr<const TraceBlock> MemoryTrace::block(std::uint32_t thread, std::uint64_t index) {
  return index == 0 ? blocks_[thread] : nullptr;
}

}  // namespace cdrsim
