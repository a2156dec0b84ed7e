// SPDX-License-Identifier: BSD-3-Clause
// The fields of one line: words between blanks, numbers checked against their range.
//
//   Fields fields(lines, "0 R 7f00 8 3");
//   std::uint32_t thread = fields.decimal("thread id", 0, 1048575);
//   ...
//   fields.end();                                        // UserError "x.txt:2: ..." if something is left
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trace/file_error.h"
#include "trace/line_reader.h"

namespace cdrsim {

class Fields {
 public:
  Fields(const LineReader& lines, std::string_view line)
      : lines_(lines), p_(line.data()), end_(line.data() + line.size()) {
    skip_blanks();
  }

  bool done() const { return p_ == end_; }
  /// The next character without taking it; only if not done().
  char front() const { return *p_; }

  /// The next word; a missing one is an error that calls it `what`.
  std::string_view word(const char* what) {
    if (done()) lines_.fail(std::string("the ") + what + " is missing");
    const char* const start = p_;
    while (p_ != end_ && *p_ != ' ' && *p_ != '\t') ++p_;
    const std::string_view result(start, static_cast<std::size_t>(p_ - start));
    skip_blanks();
    return result;
  }

  /// An unsigned decimal number in [low, high].
  std::uint64_t decimal(const char* what, std::uint64_t low, std::uint64_t high) {
    return decimal_of(word(what), what, low, high);
  }

  std::uint64_t decimal_of(std::string_view text, const char* what, std::uint64_t low, std::uint64_t high) const {
    std::uint64_t value = 0;
    bool legal = !text.empty() && text.size() <= 19;
    for (char c : text) {
      legal &= c >= '0' && c <= '9';
      value = value * 10 + static_cast<std::uint64_t>(c - '0');
    }
    if (!legal || value < low || value > high) [[unlikely]]
      lines_.fail(std::string(what) + " " + quoted(text) + " is not a decimal number from " + std::to_string(low) +
                  " to " + std::to_string(high));
    return value;
  }

  /// A hexadecimal number below 2^64, with or without 0x.
  std::uint64_t hexadecimal(const char* what) { return hexadecimal_of(word(what), what); }

  std::uint64_t hexadecimal_of(std::string_view text, const char* what) const {
    std::string_view digits = text;
    if (digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) == 'x') digits.remove_prefix(2);
    std::uint64_t value = 0, lost = 0;
    bool legal = !digits.empty();
    for (char c : digits) {
      const char lower = static_cast<char>(c | 0x20);
      const bool letter = lower >= 'a' && lower <= 'f';
      legal &= letter || (c >= '0' && c <= '9');
      lost |= value >> 60;
      value = value << 4 | static_cast<std::uint64_t>(letter ? lower - 'a' + 10 : c - '0');
    }
    if (!legal || lost != 0) [[unlikely]]
      lines_.fail(std::string(what) + " " + quoted(text) +
                  (legal ? " needs more than 64 bits" : " is not a hexadecimal number"));
    return value;
  }

  /// Nothing may be left.
  void end() const {
    if (!done()) lines_.fail(quoted({p_, static_cast<std::size_t>(end_ - p_)}) + " follows the last field of the line");
  }

 private:
  void skip_blanks() {
    while (p_ != end_ && (*p_ == ' ' || *p_ == '\t')) ++p_;
  }

  const LineReader& lines_;
  const char *p_, *end_;
};

}  // namespace cdrsim
