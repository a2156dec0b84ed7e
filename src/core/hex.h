// SPDX-License-Identifier: BSD-3-Clause
// Addresses as people read them: hex(0x100) == "0x100".
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

namespace cdrsim {

inline std::string hex(std::uint64_t value) {
  char text[18] = {'0', 'x'};
  return std::string(text, std::to_chars(text + 2, text + sizeof text, value, 16).ptr);
}

}  // namespace cdrsim
