// SPDX-License-Identifier: BSD-3-Clause
// Named things that register themselves: protocols, sharer schemes, network models, placements, importers.
//
// A registry holds values of type T by name. One file adds one thing:
//
//   static const Registered<PlacementPolicy> block{"block", "compact rectangles", &place_block};
//
// Registering one name twice is a bug (InternalError); asking for an unknown name is the user's (UserError that lists
// the known names). Names are listed in alphabetical order, so nothing depends on link order.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace cdrsim {

template <class T>
class Registry {
 public:
  struct Entry {
    std::string help;
    T value;
  };

  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  void add(std::string name, std::string help, T value) {
    if (!entries_.emplace(name, Entry{std::move(help), std::move(value)}).second)
      throw InternalError("registered twice: " + name);
  }

  const Entry* find(std::string_view name) const {
    auto it = entries_.find(name);
    return it == entries_.end() ? nullptr : &it->second;
  }

  /// `what` names the kind of thing in the error, e.g. "protocol".
  const T& get(std::string_view name, std::string_view what) const {
    if (const Entry* e = find(name)) return e->value;
    std::string known;
    for (const auto& [n, e] : entries_) known += (known.empty() ? "" : ", ") + n;
    throw UserError("unknown " + std::string(what) + " \"" + std::string(name) + "\"; known: " + known);
  }

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& [name, entry] : entries_) result.push_back(name);
    return result;
  }

 private:
  std::map<std::string, Entry, std::less<>> entries_;
};

/// Registers at program start, from a namespace-scope object.
template <class T>
struct Registered {
  Registered(std::string name, std::string help, T value) {
    Registry<T>::instance().add(std::move(name), std::move(help), std::move(value));
  }
};

}  // namespace cdrsim
