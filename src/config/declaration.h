// SPDX-License-Identifier: BSD-3-Clause
// A parameter is declared once: its key, where it lives, type, unit, default, range and help. The TOML reader, `--set`,
// `describe config`, docs/config.md and the resolved configuration are all made from that declaration.
//
//   struct CoreConfig { double cpi; MemoryModel memory_model; std::optional<Cycle> limit; };
//
//   void declare(config::Section<CoreConfig>& s) {
//     s.help("The cores.");
//     s.real("cpi", &CoreConfig::cpi).unit("cycles").default_value(1.0).range(0, 1000).help("cycles an instruction");
//     s.choice("memory_model", &CoreConfig::memory_model, {{"tso", MemoryModel::tso, "loads pass older stores"},
//              {"sc", MemoryModel::sc, "none does"}}).default_value(MemoryModel::tso).help("order of references");
//     s.time("limit", &CoreConfig::limit, "none").help("when to stop");   // optional: "none" is the default
//   }
//
// Every parameter needs a default; an optional one has "nothing" unless told otherwise.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>

#include "config/type.h"

namespace cdrsim::config {

/// A declared parameter, whatever its type. `object` is always the struct that its Section was declared for.
class Parameter {
 public:
  virtual ~Parameter() = default;

  const std::string& key() const { return key_; }
  const std::string& type() const { return type_; }
  const std::string& unit() const { return unit_; }
  const std::string& help() const { return help_; }
  bool is_path() const { return type_ == "path"; }

  virtual void set_default(void* object) const = 0;
  /// Throws BadValue and leaves the object alone when the value is not legal.
  virtual void read(void* object, const Value& value, const ReadContext& context) const = 0;
  /// As TOML; empty when the key is to be left out.
  virtual std::string write(const void* object) const = 0;
  /// Why this parameter means nothing in `object` ("only with a synthetic pattern"); empty when it applies.
  virtual std::string unused(const void* object) const = 0;

  virtual std::string default_text() const = 0;
  virtual std::string range_text() const = 0;
  virtual std::string condition_text() const = 0;
  /// The legal words of a choice or a name.
  virtual std::vector<Choice> choices() const = 0;

 protected:
  std::string key_, type_, unit_, help_;
};

template <class V>
struct BoundOf {
  using type = V;
};
template <class V>
struct BoundOf<std::optional<V>> {
  using type = V;
};

template <class S, class V>
class Field final : public Parameter {
 public:
  using Bound = typename BoundOf<V>::type;

  Field(std::string key, V S::*member, Type<V> type, std::function<std::vector<Choice>()> choices = {})
      : member_(member), value_type_(std::move(type)), choices_(std::move(choices)) {
    key_ = std::move(key);
    type_ = value_type_.name;
  }

  Field& unit(std::string text) {
    unit_ = std::move(text);
    return *this;
  }
  Field& default_value(V value) {
    default_ = std::move(value);
    return *this;
  }
  /// Both ends are legal.
  Field& range(Bound low, Bound high) {
    range_.emplace(std::move(low), std::move(high));
    return *this;
  }
  Field& help(std::string text) {
    help_ = std::move(text);
    return *this;
  }
  /// The parameter applies only where `condition` holds; elsewhere, setting it is an error that says `text`.
  Field& only_when(bool (*condition)(const S&), std::string text) {
    condition_ = condition;
    condition_text_ = std::move(text);
    return *this;
  }

  void set_default(void* object) const override { static_cast<S*>(object)->*member_ = default_; }

  void read(void* object, const Value& value, const ReadContext& context) const override {
    V result = value_type_.read(value, context);
    if (range_ && !in_range(result))
      throw BadValue(value_type_.write(result) + " is out of range: " + (single() ? "only " : "") + range_text());
    static_cast<S*>(object)->*member_ = std::move(result);
  }

  std::string write(const void* object) const override {
    return value_type_.write(static_cast<const S*>(object)->*member_);
  }
  std::string unused(const void* object) const override {
    return condition_ && !condition_(*static_cast<const S*>(object)) ? condition_text_ : std::string();
  }
  std::string default_text() const override { return value_type_.write(default_); }
  std::string condition_text() const override { return condition_text_; }
  std::string range_text() const override {
    if (!range_) return {};
    const std::string low = value_type_.write(V(range_->first));
    return single() ? low + " is legal in this version" : low + " to " + value_type_.write(V(range_->second));
  }
  std::vector<Choice> choices() const override { return choices_ ? choices_() : std::vector<Choice>(); }

 private:
  bool single() const {
    if constexpr (std::equality_comparable<Bound>) return range_->first == range_->second;
    return false;
  }
  bool in_range(const V& value) const {
    if constexpr (std::is_arithmetic_v<Bound>) {
      if constexpr (std::is_same_v<V, Bound>)
        return range_->first <= value && value <= range_->second;
      else
        return !value || (range_->first <= *value && *value <= range_->second);
    }
    return true;
  }

  V S::*member_;
  Type<V> value_type_;
  std::function<std::vector<Choice>()> choices_;
  V default_{};
  std::optional<std::pair<Bound, Bound>> range_;
  bool (*condition_)(const S&) = nullptr;
  std::string condition_text_;
};

/// The parameters of one struct. A room fills it in its declare() function.
template <class S>
class Section {
 public:
  void help(std::string text) { help_ = std::move(text); }

  template <class V>
  Field<S, V>& integer(std::string key, V S::*member) {
    return add(std::move(key), member, integer_type<V>());
  }
  template <class V>
  Field<S, std::optional<V>>& integer(std::string key, std::optional<V> S::*member, std::string word) {
    return add(std::move(key), member, optional_type(integer_type<V>(), std::move(word)));
  }
  Field<S, double>& real(std::string key, double S::*member) { return add(std::move(key), member, real_type()); }
  Field<S, bool>& boolean(std::string key, bool S::*member) { return add(std::move(key), member, boolean_type()); }
  /// "32KiB", or bytes as an integer.
  template <class V>
  Field<S, V>& size(std::string key, V S::*member) {
    return add(std::move(key), member, size_type<V>());
  }
  /// Cycles as an integer, or "1.5us".
  Field<S, Cycle>& time(std::string key, Cycle S::*member) { return add_time(std::move(key), member, time_type()); }
  Field<S, std::optional<Cycle>>& time(std::string key, std::optional<Cycle> S::*member, std::string word) {
    return add_time(std::move(key), member, optional_type(time_type(), std::move(word)));
  }
  /// "2GHz".
  Field<S, double>& frequency(std::string key, double S::*member) {
    return add(std::move(key), member, frequency_type());
  }
  /// "64b", or bits as an integer.
  template <class V>
  Field<S, V>& bits(std::string key, V S::*member) {
    return add(std::move(key), member, bits_type<V>());
  }
  /// A file; relative to the config file's folder.
  Field<S, std::string>& path(std::string key, std::string S::*member) {
    return add(std::move(key), member, path_type());
  }
  template <class E>
  Field<S, E>& choice(std::string key, E S::*member, std::vector<Option<E>> options) {
    std::vector<Choice> choices;
    for (const Option<E>& o : options) choices.push_back({o.name, o.help});
    return add(std::move(key), member, choice_type(std::move(options)), [choices] { return choices; });
  }
  /// One of the names that `legal` lists: &registered<T> for those of a registry.
  Field<S, std::string>& name(std::string key, std::string S::*member, std::function<std::vector<Choice>()> legal) {
    return add(std::move(key), member, name_type(legal), legal);
  }
  Field<S, std::string>& optional_name(std::string key, std::string S::*member,
                                       std::function<std::vector<Choice>()> legal) {
    return add(std::move(key), member, name_type(legal, true), legal);
  }
  /// Any other type: the room brings how to read and write it.
  template <class V>
  Field<S, V>& add(std::string key, V S::*member, Type<V> type, std::function<std::vector<Choice>()> choices = {}) {
    auto field = std::make_shared<Field<S, V>>(std::move(key), member, std::move(type), std::move(choices));
    Field<S, V>& result = *field;
    parameters_.push_back(std::move(field));
    return result;
  }

  const std::string& help() const { return help_; }
  const std::vector<std::shared_ptr<const Parameter>>& parameters() const { return parameters_; }

 private:
  template <class V>
  Field<S, V>& add_time(std::string key, V S::*member, Type<V> type) {
    return add(std::move(key), member, std::move(type)).unit("cycles");
  }

  std::string help_;
  std::vector<std::shared_ptr<const Parameter>> parameters_;
};

/// The struct with every parameter at its default. `declare` is the room's function: defaults(&declare_core).
template <class S>
S defaults(void (*declare)(Section<S>&)) {
  Section<S> section;
  declare(section);
  S result{};
  for (const auto& p : section.parameters()) p->set_default(&result);
  return result;
}

}  // namespace cdrsim::config
