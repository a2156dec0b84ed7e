// SPDX-License-Identifier: BSD-3-Clause
// A trace as the simulator reads it: one stream of records per thread, decoded block by block.
//
//   auto trace = Trace::open("radix.cdrt");              // UserError names the file and what is wrong with it
//   Trace::Cursor c = trace->cursor(thread);
//   while (const Record* r = c.peek()) { use(*r, c.order()); c.next(); }
//
// Memory stays bounded however long the trace is. Many cursors of one thread (copies of one application) share its
// decoded blocks, so a trace replicated onto a thousand address spaces is decoded once as long as the copies stay
// within the window of blocks that is kept. A Trace is immutable but for that cache, which is locked.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trace/record.h"

namespace cdrsim {

struct TraceInfo {
  std::string path;
  std::string description;  // where the trace comes from
  std::uint32_t threads = 0;
  std::uint64_t records = 0, reads = 0, writes = 0, atomics = 0, barriers = 0, locks = 0, unlocks = 0;
  std::uint64_t max_address = 0;                 // the highest byte that any record touches
  std::uint32_t checksum = 0;                    // of the whole content; part of the config's hash
  bool global_order = true;                      // else Cursor::order() counts within the thread
  std::vector<std::uint64_t> thread_records;     // per thread
  std::vector<std::uint64_t> thread_references;  // reads + writes + atomics, per thread
  std::uint64_t file_bytes = 0, blocks = 0;      // 0 bytes when there is no file

  std::uint64_t references() const { return reads + writes + atomics; }
  /// Adds one record of `thread` to every count and to max_address. The vectors must be long enough.
  void count(std::uint32_t thread, const Record& record);
  /// The total of one kind.
  std::uint64_t& of(Operation operation);
  std::uint64_t of(Operation operation) const { return const_cast<TraceInfo&>(*this).of(operation); }
};

/// Decoded records of one block of one thread, and each one's place in the order of the whole trace.
struct TraceBlock {
  std::vector<Record> records;
  std::vector<std::uint64_t> order;  // empty when the trace has no global order
};

class Trace {
 public:
  virtual ~Trace() = default;

  /// Opens a native trace, verifies the checksum of every byte and validates header, footer and index.
  static std::shared_ptr<Trace> open(const std::string& path);

  virtual const TraceInfo& info() const = 0;

  /// The `index`th block of `thread`, never empty; null past the end. Throws UserError for a damaged block.
  virtual std::shared_ptr<const TraceBlock> block(std::uint32_t thread, std::uint64_t index) = 0;

  class Cursor {
   public:
    Cursor() = default;
    Cursor(Trace& trace, std::uint32_t thread) : trace_(&trace), thread_(thread) { load(); }

    /// The next record, or null at the end of the stream. Valid until next() or rewind().
    const Record* peek() const { return at_ != end_ ? at_ : nullptr; }
    /// Only when peek() is not null.
    void next() {
      if (++at_ == end_) [[unlikely]]
        advance_block();
    }
    void rewind() {
      index_ = first_ = 0;
      load();
    }
    /// The place of peek()'s record in the order of the whole trace (of the thread, where the trace keeps none).
    std::uint64_t order() const {
      const auto i = static_cast<std::uint64_t>(at_ - block_->records.data());
      return block_->order.empty() ? first_ + i : block_->order[i];
    }
    std::uint32_t thread() const { return thread_; }

   private:
    void load();
    void advance_block();

    Trace* trace_ = nullptr;
    std::uint32_t thread_ = 0;
    std::uint64_t index_ = 0, first_ = 0;  // block, and the thread's records before it
    std::shared_ptr<const TraceBlock> block_;
    const Record *at_ = nullptr, *end_ = nullptr;
  };

  Cursor cursor(std::uint32_t thread) { return Cursor(*this, thread); }
};

}  // namespace cdrsim
