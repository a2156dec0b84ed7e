// SPDX-License-Identifier: BSD-3-Clause
// What goes wrong with files, said one way: "radix.cdrt: byte 200: ..." and "x.txt:2: ...".
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/error.h"

namespace cdrsim {

[[noreturn]] inline void fail_at_byte(const std::string& path, std::uint64_t offset, const std::string& what) {
  throw UserError(path + ": byte " + std::to_string(offset) + ": " + what);
}

[[noreturn]] inline void fail_at_line(const std::string& path, std::uint64_t line, const std::string& what) {
  throw UserError(path + ":" + std::to_string(line) + ": " + what);
}

/// For a system call that has just failed: "radix.cdrt: cannot open: No such file or directory".
[[noreturn]] inline void fail_with_errno(const std::string& path, const std::string& what) {
  throw UserError(path + ": cannot " + what + ": " + std::strerror(errno));
}

/// A piece of a file in quotes, fit for a message: what is not printable becomes '?', what is long is cut.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string result = "\"";
  for (char c : text.substr(0, kLongest)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > kLongest ? "...\"" : "\"");
}

}  // namespace cdrsim
