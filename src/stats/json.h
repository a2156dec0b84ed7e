// SPDX-License-Identifier: BSD-3-Clause
// A JSON value to be printed: objects keep the order in which their members were added, whole numbers of any size stay
// exact, other numbers have nine significant digits, and an undefined number is null.
//
//   JsonValue row = JsonValue::object();
//   row.add("scheme", "full-map");
//   row.add("bits_per_line", std::uint64_t{1024});
//   row.text();      // {"scheme": "full-map", "bits_per_line": 1024}
//   row.text(2);     // the same, a member a line, for what stands two columns in; inner values on one line
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cdrsim {

/// Wide enough for the bits of every directory of a machine.
using WideCount = unsigned __int128;

std::string count_text(WideCount count);

/// Nine significant digits, as printf's %.9g in any locale; `undefined` for what is not a finite number.
std::string number_text(double value, std::string_view undefined);

/// In quotes, with what JSON reserves escaped.
std::string json_string(std::string_view text);

class JsonValue {
 public:
  JsonValue() = default;  // null
  JsonValue(std::unsigned_integral auto count) : value_(WideCount{count}) {}
  JsonValue(WideCount count) : value_(count) {}
  JsonValue(std::floating_point auto number) : value_(double{number}) {}
  JsonValue(std::string text) : value_(std::move(text)) {}
  JsonValue(const char* text) : value_(std::string(text)) {}
  template <class T>
  JsonValue(T) = delete;  // signed numbers, booleans: nothing here has them

  static JsonValue object();
  static JsonValue array();

  /// Of an object. A name that is there already is a bug.
  JsonValue& add(std::string name, JsonValue value);
  /// The members of another object, behind those of this one.
  JsonValue& append(const JsonValue& object);
  /// Of an array.
  JsonValue& push(JsonValue value);

  /// On one line.
  std::string text() const;
  /// An object or array with a member a line, the closing bracket `column` spaces in.
  std::string text(unsigned column) const;

 private:
  using Array = std::vector<JsonValue>;
  /// Names beside values: not every compiler takes a vector of pairs of what is not declared to its end.
  struct Object {
    std::vector<std::string> names;
    std::vector<JsonValue> values;
  };

  explicit JsonValue(Object members);
  explicit JsonValue(Array elements);
  std::string joined(std::string_view open, std::string_view separator, std::string_view close) const;

  std::variant<std::monostate, WideCount, double, std::string, Object, Array> value_;
};

}  // namespace cdrsim
