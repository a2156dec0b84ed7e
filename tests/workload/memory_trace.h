// SPDX-License-Identifier: BSD-3-Clause
// A trace that a test writes down, or makes up block by block.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace cdrsim {

/// `block(thread, index)` makes a block of records; an empty one ends the stream.
class MemoryTrace : public Trace {
 public:
  using Maker = std::function<std::vector<Record>(std::uint32_t, std::uint64_t)>;

  MemoryTrace(std::uint32_t threads, Maker make) : make_(std::move(make)) {
    info_.path = "memory";
    info_.threads = threads;
  }
  explicit MemoryTrace(const std::vector<std::vector<Record>>& streams)
      : MemoryTrace(static_cast<std::uint32_t>(streams.size()), [streams](std::uint32_t thread, std::uint64_t index) {
          return index == 0 ? streams[thread] : std::vector<Record>{};
        }) {}

  const TraceInfo& info() const override { return info_; }

  std::shared_ptr<const TraceBlock> block(std::uint32_t thread, std::uint64_t index) override {
    ++blocks_read;
    auto result = std::make_shared<TraceBlock>();
    result->records = make_(thread, index);
    return result->records.empty() ? nullptr : result;
  }

  std::uint64_t blocks_read = 0;

 private:
  Maker make_;
  TraceInfo info_;
};

}  // namespace cdrsim
