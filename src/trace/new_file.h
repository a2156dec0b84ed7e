// SPDX-License-Identifier: BSD-3-Clause
// A file that appears under its name whole or not at all.
//
//   NewFile file("radix.cdrt");   // UserError now if nothing can be written there
//   file.write(bytes);
//   file.commit();                // replaces what had the name before
//
// Until commit() the file has no name where the file system can do without one, so that a program which is killed
// leaves nothing; elsewhere it is radix.cdrt.partial-XXXXXX, and stays if the program is killed.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cdrsim {

class NewFile {
 public:
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::string& path() const { return path_; }
  void write(std::string_view bytes);
  void commit();

 private:
  void give_name();

  std::string path_, temporary_;  // empty: the file has no name yet
  std::FILE* file_ = nullptr;
};

}  // namespace cdrsim
