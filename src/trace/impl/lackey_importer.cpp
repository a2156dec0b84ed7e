// SPDX-License-Identifier: BSD-3-Clause
// What `valgrind --tool=lackey --trace-mem=yes` prints; one thread, addresses in hexadecimal, sizes in decimal:
//
//   I  04010d3f,3      an instruction
//    L 1ffefff7e8,8    a load,  S a store,  M a modify: a load, then a store to the same place
//
// Valgrind's own lines (==pid==, --pid--, **pid**) are skipped.
#include "trace/field_parser.h"
#include "trace/importer.h"

namespace cdrsim {
namespace {

void import_lackey(LineReader& lines, ImportSink& sink) {
  FetchCounter fetches;
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with("==") || line.starts_with("--") || line.starts_with("**")) continue;
    Fields fields(lines, line);
    if (fields.done()) continue;
    const std::string_view kind = fields.word("kind of access");
    if (kind.size() != 1 || std::string_view("ILSM").find(kind[0]) == std::string_view::npos)
      lines.fail("access " + quoted(kind) + " is none of I, L, S, M");
    const std::string_view place = fields.word("address and size");
    fields.end();
    const auto comma = place.find(',');
    if (comma == std::string_view::npos) lines.fail(quoted(place) + " is not <hex address>,<size>");
    const std::uint64_t address = fields.hexadecimal_of(place.substr(0, comma), "address");
    const std::uint64_t size = fields.decimal_of(place.substr(comma + 1), "size", 1, kMaxReferenceSize);
    check_legal(lines, make_record(Operation::read, address, size, 0));
    if (kind == "I") {
      fetches.fetch();
      continue;
    }
    const std::uint32_t gap = fetches.take_gap(lines);
    if (!sink.add(0, make_record(kind == "S" ? Operation::write : Operation::read, address, size, gap))) return;
    if (kind == "M" && !sink.add(0, make_record(Operation::write, address, size, 0))) return;
  }
}

const Registered<Importer> lackey{"lackey", "valgrind --tool=lackey --trace-mem=yes; one thread", import_lackey};

}  // namespace
}  // namespace cdrsim
