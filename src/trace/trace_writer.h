// SPDX-License-Identifier: BSD-3-Clause
// Writes a native trace, streaming: records of any threads in any interleaving, in bounded memory.
//
//   TraceWriter writer("radix.cdrt", {.description = "radix, 64 threads"});
//   writer.add(thread, record, place);   // place in the order of the whole trace; rises within a thread
//   writer.finish();
//
// The file appears under its name at the end; without finish() nothing is left (new_file.h). UserError when the file
// cannot be written; adding an illegal record is a bug of the caller (InternalError).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trace/new_file.h"
#include "trace/trace.h"

namespace cdrsim {

struct TraceWriterOptions {
  std::string description;
  bool global_order = true;  // false: `place` is not kept
};

class TraceWriter {
 public:
  explicit TraceWriter(const std::string& path, TraceWriterOptions options = {});

  void add(std::uint32_t thread, const Record& record, std::uint64_t place);

  /// Makes the trace have at least so many threads, those without records included.
  void require_threads(std::uint32_t threads);

  /// Writes what is pending and the footer and puts the file in its place. UserError if there was no record.
  void finish();

  /// The counts so far.
  const TraceInfo& info() const { return info_; }

 private:
  struct Thread {
    std::vector<Record> records;
    std::vector<std::uint64_t> order;
    std::uint64_t next_place = 0;  // the least that is legal
    std::uint64_t counts[kOperations] = {};
  };
  struct Block {
    std::uint32_t thread, length, raw_length, records, checksum;
  };

  void flush(std::uint32_t thread);
  void write(std::string_view bytes);
  std::string footer() const;

  NewFile file_;
  TraceWriterOptions options_;
  std::uint64_t offset_ = 0, body_start_ = 0;
  std::uint32_t body_checksum_ = 0;
  std::uint64_t pending_ = 0;  // records not yet in a block, of all threads
  std::vector<Thread> threads_;
  std::vector<Block> blocks_;
  TraceInfo info_;
  std::string raw_, deflated_;
};

}  // namespace cdrsim
