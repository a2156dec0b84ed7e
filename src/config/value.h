// SPDX-License-Identifier: BSD-3-Clause
// One value as the user wrote it, before a declaration says what it means.
//
// A value of a TOML file carries the type it was written with; a value of `--set key=value` is bare text that the
// key's declaration will type. BadValue says what is wrong with a value; whoever knows the place and the key adds them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

namespace cdrsim::config {

struct BadValue : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Text of a `--set`, its optional quotes removed.
struct BareText {
  std::string text;
};

/// What no parameter accepts: "an array", "a date", "a table".
struct Unusable {
  std::string what;
};

using Value = std::variant<bool, std::int64_t, double, std::string, BareText, Unusable>;

/// The value as an error message shows it: 3, "4KiB", an array.
std::string shown(const Value& value);

/// A TOML basic string, quotes and escapes included.
std::string toml_string(std::string_view text);

/// Whether a TOML file may hold `text`.
bool is_utf8(std::string_view text);

// These read a value as the plain type they name, or throw BadValue.
bool as_boolean(const Value& value);
std::int64_t as_integer(const Value& value);
double as_real(const Value& value);
std::string as_string(const Value& value);

/// The shortest decimal that reads back to the same double, as a TOML float ("1.0", "0.3", "1e+20").
std::string real_text(double value);

}  // namespace cdrsim::config
