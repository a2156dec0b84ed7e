// SPDX-License-Identifier: BSD-3-Clause
// The bytes of a text file, or of a gzip'd one, inflated on the way. Which of the two it is, the bytes say.
//
//   ByteSource source("trace.txt");
//   while (std::size_t n = source.read(buffer, sizeof buffer)) { ... }
//
// UserError for anything that is neither (archives, other compressions, binary files, native traces), for an empty
// file, for a gzip file that is cut, damaged or followed by something else.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "trace/file_handle.h"

namespace cdrsim {

class ByteSource {
 public:
  explicit ByteSource(const std::string& path);
  ~ByteSource();

  const std::string& path() const { return file_.path(); }

  /// The next bytes; 0 only at the end.
  std::size_t read(char* buffer, std::size_t length);

 private:
  struct Inflater;

  std::size_t read_plain(char* buffer, std::size_t length);
  std::size_t read_inflated(char* buffer, std::size_t length);

  FileHandle file_;
  std::uint64_t offset_ = 0;            // in the file, of what is read next
  std::unique_ptr<Inflater> inflater_;  // null for plain text
};

}  // namespace cdrsim
