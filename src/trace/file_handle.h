// SPDX-License-Identifier: BSD-3-Clause
// A regular file opened for reading, closed when it goes.
//
//   FileHandle file("radix.cdrt");                  // UserError if it is missing, a folder, a pipe
//   std::size_t n = file.read_at(offset, buffer, length);
#pragma once

#include <cstdint>
#include <string>

namespace cdrsim {

class FileHandle {
 public:
  explicit FileHandle(const std::string& path);
  ~FileHandle();
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }

  /// Reads up to `length` bytes; fewer only at the end of the file. UserError if the system cannot read.
  std::size_t read_at(std::uint64_t offset, void* buffer, std::size_t length) const;

 private:
  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace cdrsim
