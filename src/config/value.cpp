// SPDX-License-Identifier: BSD-3-Clause
#include "config/value.h"

#include <charconv>
#include <cmath>

namespace cdrsim::config {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;  // clang 14 does not find it by itself

constexpr const char* kIntegerLimits = "the largest integer is 9223372036854775807, the smallest -9223372036854775808";
constexpr const char* kRealLimits = "from 2.3e-308 to 1.7e308, 0 and the negatives of these";

[[noreturn]] void expected(const std::string& what, const Value& value) {
  throw BadValue("expected " + what + ", got " + shown(value));
}

const std::string* bare(const Value& value) {
  const auto* text = std::get_if<BareText>(&value);
  return text ? &text->text : nullptr;
}

/// The whole of `text` as a number; false when anything else stands before, after or within it. BadValue when it is a
/// number that N cannot hold; `limits` says what it can.
template <class N>
bool whole_number(const std::string& text, N& number, const char* limits) {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (end != digits.data() + digits.size()) return false;
  if (error == std::errc::result_out_of_range) throw BadValue(text + " is out of range: " + limits);
  return error == std::errc();
}

}  // namespace

std::string toml_string(std::string_view text) {
  static constexpr char hex[] = "0123456789ABCDEF";
  std::string result = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      result += "\\u00";
      result += hex[byte >> 4];
      result += hex[byte & 15];
    } else {
      result += c;
    }
  }
  return result + '"';
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    if (first < 0x80) {
      ++i;
      continue;
    }
    const unsigned length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || length > text.size() - i) return false;
    std::uint32_t code = first & (0x7fu >> length);
    for (unsigned k = 1; k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xc0) != 0x80) return false;
      code = code << 6 | (next & 0x3f);
    }
    constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // else a shorter form exists
    if (code < kLeast[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    i += length;
  }
  return true;
}

std::string real_text(double value) {
  char buffer[32];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string text(buffer, end);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string shown(const Value& value) {
  return std::visit(
      Overloaded{[](bool b) -> std::string { return b ? "true" : "false"; },
                 [](std::int64_t i) { return std::to_string(i); }, [](double d) { return real_text(d); },
                 [](const std::string& s) { return toml_string(s); },
                 [](const BareText& t) { return toml_string(t.text); }, [](const Unusable& u) { return u.what; }},
      value);
}

bool as_boolean(const Value& value) {
  if (const bool* b = std::get_if<bool>(&value)) return *b;
  if (const std::string* text = bare(value)) {
    if (*text == "true") return true;
    if (*text == "false") return false;
  }
  expected("true or false", value);
}

std::int64_t as_integer(const Value& value) {
  if (const auto* i = std::get_if<std::int64_t>(&value)) return *i;
  std::int64_t number = 0;
  if (const std::string* text = bare(value); text && whole_number(*text, number, kIntegerLimits)) return number;
  expected("an integer without unit", value);
}

double as_real(const Value& value) {
  double number = 0;
  if (const auto* i = std::get_if<std::int64_t>(&value)) return static_cast<double>(*i);
  if (const auto* d = std::get_if<double>(&value))
    number = *d;
  else if (const std::string* text = bare(value); !text || !whole_number(*text, number, kRealLimits))
    expected("a number without unit", value);
  if (!std::isfinite(number)) expected("a finite number", value);
  return number;
}

std::string as_string(const Value& value) {
  if (const auto* s = std::get_if<std::string>(&value)) return *s;
  if (const std::string* text = bare(value)) return *text;
  expected("a string", value);
}

}  // namespace cdrsim::config
