// SPDX-License-Identifier: BSD-3-Clause
// Traces of other tools into the native format. An importer turns lines into records; everything around it (reading,
// inflating, limits, the global order, writing) is done once, here.
//
//   import_trace("text", "radix.txt.gz", "radix.cdrt");   // UserError "radix.txt.gz:7: ..." leaves no radix.cdrt
//
// One file of impl/ adds one format:
//
//   void import_mine(LineReader& lines, ImportSink& sink) {
//     for (std::string_view line; lines.next(line);) { ...; if (!sink.add(thread, record)) return; }
//   }
//   const Registered<Importer> mine{"mine", "what it reads", import_mine};
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/registry.h"
#include "trace/line_reader.h"
#include "trace/trace.h"

namespace cdrsim {

/// Takes what an importer reads.
class ImportSink {
 public:
  virtual ~ImportSink() = default;
  /// The next record of the source's global order. False: the limit is reached, stop reading.
  virtual bool add(std::uint32_t thread, const Record& record) = 0;
  /// A line about where the trace comes from.
  virtual void describe(std::string_view) {}
  /// The trace has at least so many threads, even if the last ones do nothing.
  virtual void require_threads(std::uint32_t) {}
};

using Importer = void (*)(LineReader& lines, ImportSink& sink);

struct ImportOptions {
  /// Keep only the beginning: up to this many references of all threads together. Arrivals at a barrier that then
  /// stays incomplete, and locks that then stay held, are left out, so that what remains can run.
  std::optional<std::uint64_t> limit_references;
};

/// Converts `in` to the native trace `out`, whole or not at all, and returns what it holds.
TraceInfo import_trace(std::string_view format, const std::string& in, const std::string& out,
                       const ImportOptions& options = {});

/// For formats that list instruction fetches: how many instructions lie between two references. The instruction that
/// makes a reference is fetched before it and is not part of the gap; each further reference of the same instruction
/// counts as an instruction of its own.
class FetchCounter {
 public:
  void fetch() { ++fetched_; }
  /// The gap of the reference that comes now. UserError through `lines` above 2^32 - 1.
  std::uint32_t take_gap(const LineReader& lines) {
    const std::uint64_t gap = fetched_ > 0 ? fetched_ - 1 : 0;
    if (gap > 0xffffffffu) lines.fail("more than 2^32 - 1 instructions between two references");
    fetched_ = 0;
    return static_cast<std::uint32_t>(gap);
  }

 private:
  std::uint64_t fetched_ = 0;
};

/// Fails through `lines` if the record is not legal, as when it wraps past the last address.
inline void check_legal(const LineReader& lines, const Record& record) {
  if (const char* problem = record_problem(record)) [[unlikely]]
    lines.fail(problem);
}

}  // namespace cdrsim
