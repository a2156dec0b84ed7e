// SPDX-License-Identifier: BSD-3-Clause
// The text form of a trace: what `trace dump` writes and the importer "text" reads back to the same trace.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string_view>

#include "trace/trace.h"

namespace cdrsim {

/// By Operation.
inline constexpr std::string_view kOperationLetters = "RWABLU";
/// A comment "# threads: N" keeps threads at the end that do nothing.
inline constexpr std::string_view kThreadsComment = "threads: ";

struct DumpOptions {
  std::optional<std::uint32_t> thread;                              // nothing: all of them
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();  // records
};

/// Writes description and records in the order of the whole trace (thread by thread where the trace keeps none).
void dump_trace(Trace& trace, const DumpOptions& options, std::ostream& out);

}  // namespace cdrsim
