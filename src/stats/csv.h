// SPDX-License-Identifier: BSD-3-Clause
// A cell of a CSV file (RFC 4180).
//
//   csv_cell("radix.0")    radix.0
//   csv_cell("a, \"b\"")   "a, ""b"""
#pragma once

#include <string>
#include <string_view>

namespace cdrsim {

/// In quotes where it has to be.
inline std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace cdrsim
