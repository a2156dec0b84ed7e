// SPDX-License-Identifier: BSD-3-Clause
// A trace whose records are at hand: what a test writes down, or a random tester draws.
//
//   auto trace = std::make_shared<MemoryTrace>(std::vector<std::vector<Record>>{{read(0x1000)}, {write(0x1000)}});
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "trace/trace.h"

namespace cdrsim {

class MemoryTrace : public Trace {
 public:
  /// A stream of records for each thread, each stream one block, and the place of each record in the order of the whole
  /// trace. Without orders the threads take turns, a record each.
  explicit MemoryTrace(std::vector<std::vector<Record>> threads, std::vector<std::vector<std::uint64_t>> orders = {});

  const TraceInfo& info() const override { return info_; }
  std::shared_ptr<const TraceBlock> block(std::uint32_t thread, std::uint64_t index) override;

 private:
  TraceInfo info_;
  std::vector<std::shared_ptr<const TraceBlock>> blocks_;  // by thread; null: no records
};

}  // namespace cdrsim
