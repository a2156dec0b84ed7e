// SPDX-License-Identifier: BSD-3-Clause
// What a user wrote, fit for an error message: one line, and nothing in it moves a terminal's cursor.
#pragma once

#include <string>

namespace cdrsim::config {

/// `text` with '?' in place of every control character.
inline std::string printable(std::string text) {
  for (char& c : text)
    if ((c >= 0 && c < ' ') || c == 0x7f) c = '?';
  return text;
}

}  // namespace cdrsim::config
