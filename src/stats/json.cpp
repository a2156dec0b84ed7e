// SPDX-License-Identifier: BSD-3-Clause
#include "stats/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"

namespace cdrsim {

std::string count_text(WideCount count) {
  std::string digits;
  do digits += static_cast<char>('0' + static_cast<unsigned>(count % 10));
  while (count /= 10);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string number_text(double value, std::string_view undefined) {
  if (!std::isfinite(value)) return std::string(undefined);
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9).ptr;
  return {digits, end};
}

std::string json_string(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

JsonValue::JsonValue(Object members) : value_(std::move(members)) {}
JsonValue::JsonValue(Array elements) : value_(std::move(elements)) {}

JsonValue JsonValue::object() {
  return JsonValue(Object{});
}
JsonValue JsonValue::array() {
  return JsonValue(Array{});
}

JsonValue& JsonValue::add(std::string name, JsonValue value) {
  Object* members = std::get_if<Object>(&value_);
  invariant(members, "a member added to what is no JSON object");
  if (std::find(members->names.begin(), members->names.end(), name) != members->names.end())
    throw InternalError("JSON member added twice: " + name);
  members->names.push_back(std::move(name));
  members->values.push_back(std::move(value));
  return *this;
}

JsonValue& JsonValue::append(const JsonValue& object) {
  const Object* members = std::get_if<Object>(&object.value_);
  invariant(members, "what is appended is no JSON object");
  for (std::size_t i = 0; i < members->names.size(); ++i) add(members->names[i], members->values[i]);
  return *this;
}

JsonValue& JsonValue::push(JsonValue value) {
  Array* elements = std::get_if<Array>(&value_);
  invariant(elements, "an element added to what is no JSON array");
  elements->push_back(std::move(value));
  return *this;
}

std::string JsonValue::text() const {
  if (const WideCount* n = std::get_if<WideCount>(&value_)) return count_text(*n);
  if (const double* x = std::get_if<double>(&value_)) return number_text(*x, "null");
  if (const std::string* s = std::get_if<std::string>(&value_)) return json_string(*s);
  return std::holds_alternative<std::monostate>(value_) ? "null" : joined("", ", ", "");
}

std::string JsonValue::text(unsigned column) const {
  const Object* members = std::get_if<Object>(&value_);
  const Array* elements = std::get_if<Array>(&value_);
  if ((members && !members->names.empty()) || (elements && !elements->empty())) {
    const std::string line = "\n" + std::string(column, ' ');
    return joined(line + "  ", "," + line + "  ", line);
  }
  return text();
}

std::string JsonValue::joined(std::string_view open, std::string_view separator, std::string_view close) const {
  std::string out;
  const auto append = [&](const std::string& item) { out += std::string(out.empty() ? open : separator) + item; };
  const Object* members = std::get_if<Object>(&value_);
  if (members) {
    for (std::size_t i = 0; i < members->names.size(); ++i)
      append(json_string(members->names[i]) + ": " + members->values[i].text());
    return "{" + out + std::string(close) + "}";
  }
  for (const JsonValue& e : std::get<Array>(value_)) append(e.text());
  return "[" + out + std::string(close) + "]";
}

}  // namespace cdrsim
