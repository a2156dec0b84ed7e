// SPDX-License-Identifier: BSD-3-Clause
// Dinero's traditional format; one thread, a label, an address in hexadecimal and, if given, a size in decimal:
//
//   0 1fffff50      a read
//   1 1fffff58 8    a write of 8 bytes; 4 bytes when there is no size, Dinero's word
//   2 10000         an instruction fetch
#include "trace/field_parser.h"
#include "trace/importer.h"

namespace cdrsim {
namespace {

constexpr std::uint64_t kWord = 4;

void import_din(LineReader& lines, ImportSink& sink) {
  FetchCounter fetches;
  for (std::string_view line; lines.next(line);) {
    Fields fields(lines, line);
    if (fields.done() || fields.front() == '#') continue;
    const auto label = fields.decimal("label (0 read, 1 write, 2 instruction fetch)", 0, 2);
    const std::uint64_t address = fields.hexadecimal("address");
    const std::uint64_t size = fields.done() ? kWord : fields.decimal("size", 1, kMaxReferenceSize);
    fields.end();
    const Operation operation = label == 1 ? Operation::write : Operation::read;
    check_legal(lines, make_record(operation, address, size, 0));
    if (label == 2)
      fetches.fetch();
    else if (!sink.add(0, make_record(operation, address, size, fetches.take_gap(lines))))
      return;
  }
}

const Registered<Importer> din{"din", "Dinero: <0 read, 1 write, 2 fetch> <hex address> [<size>]; one thread",
                               import_din};

}  // namespace
}  // namespace cdrsim
