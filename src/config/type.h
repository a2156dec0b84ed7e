// SPDX-License-Identifier: BSD-3-Clause
// How a parameter's value is read from what the user wrote, and written back. One Type per kind of value; a
// declaration (declaration.h) picks one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/registry.h"
#include "base/types.h"
#include "config/value.h"

namespace cdrsim::config {

/// What reading a value may need besides the value.
struct ReadContext {
  double frequency = 0;             // hertz: turns times into cycles
  std::filesystem::path directory;  // of the config file: relative paths start here
};

/// A legal word and what it means.
struct Choice {
  std::string name, help;
};

template <class V>
struct Type {
  std::string name;  // for documentation: "integer", "size"
  std::function<V(const Value&, const ReadContext&)> read;
  std::function<std::string(const V&)> write;  // a TOML value; empty: the key is left out
};

// Readers of one plain type each, shared by the templates below.
std::uint64_t read_count(const Value& value, std::uint64_t maximum);
std::uint64_t read_size_value(const Value& value, std::uint64_t maximum);
std::uint64_t read_bits_value(const Value& value, std::uint64_t maximum);
Cycle read_time_value(const Value& value, double frequency);
bool is_word(const Value& value, const std::string& word);

Type<bool> boolean_type();
Type<double> real_type();
Type<double> frequency_type();
Type<Cycle> time_type();
Type<std::string> path_type();

/// One of the names that `legal` lists when it is asked. With `may_be_empty`, "" means none.
Type<std::string> name_type(std::function<std::vector<Choice>()> legal, bool may_be_empty = false);

/// Throws BadValue that lists the legal words and the nearest of them.
[[noreturn]] void refuse_word(const std::string& word, const std::vector<Choice>& legal);

/// The names of a registry: name_type(&registered<NetworkFactory>).
template <class T>
std::vector<Choice> registered() {
  std::vector<Choice> result;
  const auto& registry = Registry<T>::instance();
  for (const std::string& name : registry.names()) result.push_back({name, registry.find(name)->help});
  return result;
}

/// The largest value of an unsigned type that TOML's signed 64 bits can write down.
template <class V>
constexpr std::uint64_t largest() {
  constexpr auto toml = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return std::numeric_limits<V>::max() < toml ? std::numeric_limits<V>::max() : toml;
}

template <class V>
Type<V> integer_type() {
  return {"integer", [](const Value& v, const ReadContext&) { return static_cast<V>(read_count(v, largest<V>())); },
          [](const V& v) { return std::to_string(v); }};
}

std::string quoted_size(std::uint64_t bytes);
std::string quoted_bits(std::uint64_t bits);

template <class V>
Type<V> size_type() {
  return {"size", [](const Value& v, const ReadContext&) { return static_cast<V>(read_size_value(v, largest<V>())); },
          [](const V& v) { return quoted_size(v); }};
}

template <class V>
Type<V> bits_type() {
  return {"bits", [](const Value& v, const ReadContext&) { return static_cast<V>(read_bits_value(v, largest<V>())); },
          [](const V& v) { return quoted_bits(v); }};
}

/// A value, or a word that stands for "nothing given".
template <class V>
Type<std::optional<V>> optional_type(Type<V> inner, std::string word) {
  return {inner.name + " or \"" + word + "\"",
          [inner, word](const Value& v, const ReadContext& c) -> std::optional<V> {
            if (is_word(v, word)) return std::nullopt;
            try {
              return inner.read(v, c);
            } catch (const BadValue& e) {
              throw BadValue(std::string(e.what()) + " (or " + toml_string(word) + ")");
            }
          },
          [inner, word](const std::optional<V>& v) { return v ? inner.write(*v) : toml_string(word); }};
}

template <class E>
struct Option {
  std::string name;
  E value;
  std::string help;
};

template <class E>
Type<E> choice_type(std::vector<Option<E>> options) {
  return {"choice",
          [options](const Value& v, const ReadContext&) {
            const std::string word = as_string(v);
            std::vector<Choice> legal;
            for (const auto& o : options) {
              if (o.name == word) return o.value;
              legal.push_back({o.name, o.help});
            }
            refuse_word(word, legal);
          },
          [options](const E& value) -> std::string {
            for (const auto& o : options)
              if (o.value == value) return toml_string(o.name);
            throw InternalError("a configuration holds a choice that is not declared");
          }};
}

}  // namespace cdrsim::config
