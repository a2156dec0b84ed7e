// SPDX-License-Identifier: BSD-3-Clause
#include "config/type.h"

#include "config/nearest.h"
#include "config/quantity.h"

namespace cdrsim::config {
namespace {

/// The text of a value that was written as a string, or as the bare text of a --set that is no plain number.
const std::string* text_with_unit(const Value& value) {
  if (const auto* s = std::get_if<std::string>(&value)) return s;
  const auto* bare = std::get_if<BareText>(&value);
  if (!bare || bare->text.find_first_not_of("+-0123456789") == std::string::npos) return nullptr;
  return &bare->text;
}

std::uint64_t limited(std::uint64_t number, std::uint64_t maximum, const Value& value) {
  if (number > maximum) throw BadValue(shown(value) + " is too large: at most " + std::to_string(maximum));
  return number;
}

}  // namespace

std::uint64_t read_count(const Value& value, std::uint64_t maximum) {
  const std::int64_t number = as_integer(value);
  if (number < 0) throw BadValue(std::to_string(number) + " is negative");
  return limited(static_cast<std::uint64_t>(number), maximum, value);
}

std::uint64_t read_size_value(const Value& value, std::uint64_t maximum) {
  if (const std::string* text = text_with_unit(value)) return limited(read_size(*text), maximum, value);
  return read_count(value, maximum);
}

std::uint64_t read_bits_value(const Value& value, std::uint64_t maximum) {
  if (const std::string* text = text_with_unit(value)) return limited(read_bits(*text), maximum, value);
  return read_count(value, maximum);
}

Cycle read_time_value(const Value& value, double frequency) {
  if (const std::string* text = text_with_unit(value)) return read_time(*text, frequency);
  return read_count(value, largest<Cycle>());
}

bool is_word(const Value& value, const std::string& word) {
  if (const auto* s = std::get_if<std::string>(&value)) return *s == word;
  const auto* bare = std::get_if<BareText>(&value);
  return bare && bare->text == word;
}

std::string quoted_size(std::uint64_t bytes) {
  return toml_string(size_text(bytes));
}

std::string quoted_bits(std::uint64_t bits) {
  return toml_string(bits_text(bits));
}

Type<bool> boolean_type() {
  return {"boolean", [](const Value& v, const ReadContext&) { return as_boolean(v); },
          [](const bool& v) { return std::string(v ? "true" : "false"); }};
}

Type<double> real_type() {
  return {"real", [](const Value& v, const ReadContext&) { return as_real(v); },
          [](const double& v) { return real_text(v); }};
}

Type<double> frequency_type() {
  return {"frequency", [](const Value& v, const ReadContext&) { return read_frequency(as_string(v)); },
          [](const double& v) { return toml_string(frequency_text(v)); }};
}

Type<Cycle> time_type() {
  return {"time", [](const Value& v, const ReadContext& c) { return read_time_value(v, c.frequency); },
          [](const Cycle& v) { return std::to_string(v); }};
}

Type<std::string> path_type() {
  return {"path",
          [](const Value& v, const ReadContext& c) -> std::string {
            const std::filesystem::path path = as_string(v);
            if (path.empty()) return {};
            std::string whole = (c.directory / path).lexically_normal().string();
            if (whole.find('\0') != std::string::npos) throw BadValue("a path cannot hold a zero byte");
            if (!is_utf8(whole)) throw BadValue("a path must be UTF-8: the resolved configuration could not hold it");
            return whole;
          },
          [](const std::string& v) { return v.empty() ? std::string() : toml_string(v); }};
}

Type<std::string> name_type(std::function<std::vector<Choice>()> legal, bool may_be_empty) {
  return {"name",
          [legal, may_be_empty](const Value& v, const ReadContext&) {
            std::string word = as_string(v);
            if (word.empty() && may_be_empty) return word;
            const std::vector<Choice> choices = legal();
            for (const Choice& c : choices)
              if (c.name == word) return word;
            refuse_word(word, choices);
          },
          [](const std::string& v) { return v.empty() ? std::string() : toml_string(v); }};
}

void refuse_word(const std::string& word, const std::vector<Choice>& legal) {
  std::string list;
  std::vector<std::string> names;
  for (const Choice& c : legal) {
    names.push_back(c.name);
    list += (list.empty() ? "" : ", ") + toml_string(c.name);
  }
  const std::string meant = nearest(word, names);
  throw BadValue(toml_string(word) + " is not legal here" +
                 (meant.empty() ? "" : "; did you mean " + toml_string(meant) + "?") +
                 (meant.empty() ? "; legal: " : " Legal: ") + list);
}

}  // namespace cdrsim::config
