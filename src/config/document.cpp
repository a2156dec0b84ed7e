// SPDX-License-Identifier: BSD-3-Clause
// The only file that includes toml++: it is slow to compile.
#include "config/document.h"

#include <toml++/toml.h>

#include <algorithm>

#include "base/error.h"

namespace cdrsim::config {
namespace {

bool is_bare(std::string_view key) {
  return !key.empty() && key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
                             std::string_view::npos;
}

Value value_of(const toml::node& node) {
  if (auto v = node.as_boolean()) return v->get();
  if (auto v = node.as_integer()) return v->get();
  if (auto v = node.as_floating_point()) return v->get();
  if (auto v = node.as_string()) return v->get();
  return Unusable{node.is_array() ? "an array" : "a date or time"};
}

void flatten(const toml::table& table, const std::string& prefix, std::vector<Entry>& out);

void flatten_node(const toml::node& node, const std::string& path, unsigned line, std::vector<Entry>& out) {
  if (auto table = node.as_table()) {
    out.push_back({path, Entry::Kind::table, Unusable{"a table"}, line});
    flatten(*table, path + '.', out);
  } else if (auto array = node.as_array(); array && !array->empty() && array->is_homogeneous<toml::table>()) {
    out.push_back({path, Entry::Kind::table_array, Unusable{"an array of tables"}, line});
    for (std::size_t i = 0; i < array->size(); ++i) {
      const toml::node& element = (*array)[i];
      flatten_node(element, path + '.' + std::to_string(i), element.source().begin.line, out);
    }
  } else {
    out.push_back({path, Entry::Kind::value, value_of(node), line});
  }
}

void flatten(const toml::table& table, const std::string& prefix, std::vector<Entry>& out) {
  for (const auto& [key, node] : table) {
    const std::string name = is_bare(key.str()) ? std::string(key.str()) : toml_string(key.str());
    flatten_node(node, prefix + name, key.source().begin.line, out);
  }
}

}  // namespace

std::vector<Entry> parse_toml(const std::string& text, const std::string& name) {
  try {
    const toml::table table = toml::parse(text, name);
    std::vector<Entry> entries;
    flatten(table, "", entries);
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.line < b.line; });
    return entries;
  } catch (const toml::parse_error& e) {
    const auto at = e.source().begin;
    throw UserError(name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) +
                    ": not valid TOML: " + std::string(e.description()));
  }
}

}  // namespace cdrsim::config
