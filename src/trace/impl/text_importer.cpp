// SPDX-License-Identifier: BSD-3-Clause
// The text format, one record a line in the order of the whole trace; what `cdrsim trace dump` writes:
//
//   <thread> R|W|A <hex address> <size> <gap>
//   <thread> B <hex barrier> <count> <gap>
//   <thread> L|U <hex lock>
//
// Blank lines and lines that begin with # are comments. Those before the first record are kept as the description, but
// for "# threads: N", which says that the last threads exist even though they do nothing.
#include "trace/field_parser.h"
#include "trace/importer.h"
#include "trace/text_format.h"

namespace cdrsim {
namespace {

void read_comment(const LineReader& lines, std::string_view line, ImportSink& sink) {
  line.remove_prefix(1);
  if (line.starts_with(' ')) line.remove_prefix(1);
  if (!line.starts_with(kThreadsComment)) return sink.describe(line);
  const std::string_view number = line.substr(kThreadsComment.size());
  if (number.find_first_not_of("0123456789") != std::string_view::npos) return sink.describe(line);
  Fields fields(lines, number);
  sink.require_threads(static_cast<std::uint32_t>(fields.decimal("number of threads", 1, kMaxTraceThreads)));
}

void import_text(LineReader& lines, ImportSink& sink) {
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with('#')) {
      read_comment(lines, line, sink);
      continue;
    }
    Fields fields(lines, line);
    if (fields.done() || fields.front() == '#') continue;
    const auto thread = static_cast<std::uint32_t>(fields.decimal("thread id", 0, kMaxTraceThreads - 1));
    const std::string_view operation = fields.word("operation");
    const auto at = operation.size() == 1 ? kOperationLetters.find(operation[0]) : std::string_view::npos;
    if (at == std::string_view::npos) lines.fail("operation " + quoted(operation) + " is none of R, W, A, B, L, U");
    const auto kind = static_cast<Operation>(at);
    const std::uint64_t address = fields.hexadecimal("address");
    std::uint64_t size = 0, gap = 0;
    if (kind == Operation::barrier)
      size = fields.decimal("barrier count", 1, kMaxBarrierCount);
    else if (is_reference(kind))
      size = fields.decimal("size", 1, kMaxReferenceSize);
    if (size != 0) gap = fields.decimal("gap", 0, 0xffffffffu);
    fields.end();
    const Record record = make_record(kind, address, size, static_cast<std::uint32_t>(gap));
    check_legal(lines, record);
    if (!sink.add(thread, record)) return;
  }
}

const Registered<Importer> text{
    "text", "one record a line: <thread> R|W|A <hex address> <size> <gap>, B with a count, L and U", import_text};

}  // namespace
}  // namespace cdrsim
