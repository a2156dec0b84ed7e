// SPDX-License-Identifier: BSD-3-Clause
#include "config/key_depth.h"

#include <algorithm>

namespace cdrsim::config {
namespace {

/// Where the string that begins at `at` has ended: behind its closing quotes, or at the error of having none.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const bool escapes = quote == '"';
  const auto quotes_from = [&](std::size_t i) {
    const std::size_t stop = std::min(text.find_first_not_of(quote, i), text.size());
    return stop - i;
  };
  const std::size_t opening = quotes_from(at);
  if (opening < 3) {  // "" or "..., on one line
    if (opening == 2) return at + 2;
    for (++at; at < text.size() && text[at] != quote && text[at] != '\n';) at += escapes && text[at] == '\\' ? 2 : 1;
    return std::min(at < text.size() && text[at] == quote ? at + 1 : at, text.size());
  }
  for (at += 3; at < text.size();) {
    if (escapes && text[at] == '\\') {
      at += 2;
    } else if (const std::size_t n = quotes_from(at); n >= 3) {
      return at + std::min<std::size_t>(n, 5);  // two quotes may stand before the closing three
    } else {
      at += std::max<std::size_t>(n, 1);
    }
  }
  return text.size();
}

}  // namespace

unsigned line_of_deep_key(std::string_view text, unsigned most) {
  unsigned dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = end_of_string(text, i);
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c == '.' && ++dots > most)
      return 1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(i), '\n'));
    if (c == '\n' || c == '=' || c == ',' || c == '{' || c == '[') dots = 0;
    ++i;
  }
  return 0;
}

}  // namespace cdrsim::config
