// SPDX-License-Identifier: BSD-3-Clause
// The lines of a text file, plain or gzip'd, and where each one stands.
//
//   LineReader lines("trace.txt");
//   std::string_view line;
//   while (lines.next(line)) { ... lines.fail("no such operation"); }   // "trace.txt:7: no such operation"
//
// A line comes without its end ("\n" or "\r\n"); a UTF-8 byte order mark before the first one is dropped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trace/byte_source.h"

namespace cdrsim {

class LineReader {
 public:
  explicit LineReader(const std::string& path);

  /// False at the end. `line` is valid until the next call.
  bool next(std::string_view& line);

  /// Throws UserError that names file and current line.
  [[noreturn]] void fail(const std::string& what) const;

  const std::string& path() const { return source_.path(); }

 private:
  bool refill();

  ByteSource source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what of the buffer is still to come
  std::uint64_t line_ = 0;
  bool at_end_ = false;
};

}  // namespace cdrsim
