// SPDX-License-Identifier: BSD-3-Clause
#include "config/reader.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include "config/nearest.h"
#include "config/printable.h"

namespace cdrsim::config {
namespace {

constexpr unsigned kAfterTheFile = std::numeric_limits<unsigned>::max();

std::string read_file(const std::string& path) {
  std::error_code ignored;  // what cannot be asked about cannot be opened either
  if (std::filesystem::is_directory(path, ignored)) throw UserError(path + ": is a folder, not a config file");
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  // An empty file sets failbit on the destination; only the source's badbit is a read error.
  if (!file.is_open() || file.bad()) throw UserError(path + ": cannot be read: " + std::strerror(errno));
  return text.str();
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::string without_quotes(std::string text) {
  const bool in_quotes =
      text.size() >= 2 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
  return in_quotes ? text.substr(1, text.size() - 2) : text;
}

std::string prefix_of(const SectionDeclaration& section, std::size_t index) {
  return section.path + "." + (section.repeated ? std::to_string(index) + "." : "");
}

std::string last_part(const std::string& path) {
  return path.substr(path.rfind('.') + 1);
}

bool is_block_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::string parent(const std::string& path) {
  const auto dot = path.rfind('.');
  return dot == std::string::npos ? std::string() : path.substr(0, dot);
}

}  // namespace

Reading::Reading(const Schema& schema, void* root, const std::string& path, const std::vector<std::string>& sets)
    : schema_(schema), root_(root), path_(path) {
  take_entries(parse_toml(read_file(path), path));
  for (const std::string& text : sets) take_set(text);
  fill();
}

void Reading::take_entries(const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    const auto within = [&](const std::string& table) { return entry.path.starts_with(table + "."); };
    if (std::any_of(skipped_.begin(), skipped_.end(), within)) continue;
    if (entry.kind == Entry::Kind::table)
      take_table(entry);
    else if (entry.kind == Entry::Kind::table_array)
      take_array(entry);
    else
      take(entry.path, {path_ + ":" + std::to_string(entry.line), entry.line, entry.value});
  }
}

void Reading::take_table(const Entry& entry) {
  const SectionDeclaration* section = find_section(entry.path);
  if (section && !section->repeated) return;
  if (section && entry.path != section->path) {  // one of its blocks
    ++blocks_[section->path];
    return;
  }
  for (const SectionDeclaration& s : schema_.sections())
    if (s.path.starts_with(entry.path + ".")) return;  // [cdr] is there for [cdr.sharers]
  std::string what;
  if (section)
    what = "is repeated: write [[" + section->path + "]], with two brackets";
  else if (find(entry.path).parameter)
    what = "is a key, not a section";
  else
    what = explain_unknown_section(entry.path);
  skipped_.push_back(entry.path);
  note(entry.path, {path_ + ":" + std::to_string(entry.line), entry.line, entry.value}, what);
}

void Reading::take_array(const Entry& entry) {
  const SectionDeclaration* section = find_section(entry.path);
  const Given given{path_ + ":" + std::to_string(entry.line), entry.line, entry.value};
  if (section && section->repeated) return;
  skipped_.push_back(entry.path);
  note(entry.path, given,
       section ? "is not repeated: write [" + section->path + "], with one bracket"
               : explain_unknown_section(entry.path));
}

void Reading::take_set(const std::string& text) {
  const auto equals = text.find('=');
  const Given given{"--set " + printable(text), kAfterTheFile, {}};
  if (equals == std::string::npos) return note("", given, "expected key=value, for example l1.ways=8");
  const std::string key = trimmed(std::string_view(text).substr(0, equals));
  take(key, {given.where, given.line, BareText{without_quotes(trimmed(std::string_view(text).substr(equals + 1)))}});
}

void Reading::take(const std::string& key, Given given) {
  const Target target = find(key);
  if (target.parameter) {
    const std::size_t blocks = target.section->repeated ? blocks_[target.section->path] : 1;
    if (target.index < blocks) {
      given_[key].push_back(std::move(given));
    } else {
      note(key, given,
           "there is no such block: the file has " + std::to_string(blocks) + " [[" + target.section->path +
               "]], counted from 0");
    }
  } else if (const SectionDeclaration* section = find_section(key)) {
    note(key, given,
         section->repeated ? "is a block: write [[" + section->path + "]] and its keys below"
                           : "is a section: write [" + section->path + "] and its keys below");
  } else {
    note(key, given, explain_unknown_key(key));
  }
}

Reading::Target Reading::find(const std::string& path) const {
  for (const SectionDeclaration& section : schema_.sections()) {
    if (!path.starts_with(section.path + ".")) continue;
    std::string rest = path.substr(section.path.size() + 1);
    std::size_t index = 0;
    if (section.repeated) {
      auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
      const auto length = static_cast<std::size_t>(end - rest.data());
      // One key has one name: workload.00.copies is none.
      if (error != std::errc() || rest.compare(0, length + 1, std::to_string(index) + ".") != 0) continue;
      rest.erase(0, length + 1);
    }
    for (const auto& p : section.parameters)
      if (p->key() == rest) return {&section, index, p.get()};
  }
  return {};
}

const SectionDeclaration* Reading::find_section(const std::string& path) const {
  for (const SectionDeclaration& section : schema_.sections()) {
    if (section.path == path) return &section;
    if (section.repeated && parent(path) == section.path && is_block_number(last_part(path))) return &section;
  }
  return nullptr;
}

std::string Reading::explain_unknown_key(const std::string& key) const {
  std::vector<std::string> keys, same_name, siblings;
  for (const SectionDeclaration& section : schema_.sections()) {
    // A misspelt key of a block is meant for that block.
    auto asked = section.repeated && find_section(parent(key)) == &section ? last_part(parent(key)) : "0";
    asked.erase(0, std::min(asked.find_first_not_of('0'), asked.size() - 1));
    const std::string prefix = section.repeated ? section.path + "." + asked + "." : section.path + ".";
    for (const auto& p : section.parameters) {
      keys.push_back(prefix + p->key());
      if (p->key() == last_part(key)) same_name.push_back(keys.back());
      if (parent(key) + "." == prefix) siblings.push_back(p->key());
    }
  }
  const std::string meant = nearest(key, keys);
  if (!meant.empty()) return "unknown key; did you mean " + meant + "?";
  std::string list;
  for (const std::string& name : same_name.empty() ? siblings : same_name) list += (list.empty() ? "" : ", ") + name;
  if (!same_name.empty()) return "unknown key; there is " + list;
  if (!siblings.empty()) return "unknown key; [" + parent(key) + "] has " + list;
  return "unknown key; " + explain_unknown_section(parent(key));
}

std::string Reading::explain_unknown_section(const std::string& path) const {
  std::vector<std::string> names;
  std::string list;
  for (const SectionDeclaration& section : schema_.sections()) {
    names.push_back(section.path);
    list += (list.empty() ? "" : ", ") + section.path;
  }
  const std::string meant = nearest(path, names);
  if (!meant.empty()) return "unknown section; did you mean " + meant + "?";
  return "unknown section; sections: " + list;
}

void Reading::fill() {
  ReadContext context{0, std::filesystem::absolute(path_).parent_path()};
  for (const SectionDeclaration& section : schema_.sections()) {
    const std::size_t count = section.repeated ? blocks_[section.path] : 1;
    section.resize(root_, count);
    for (std::size_t i = 0; i < count; ++i) fill_block(section, i, context);
    context.frequency = schema_.frequency(root_);
  }
}

void Reading::fill_block(const SectionDeclaration& section, std::size_t index, const ReadContext& context) {
  void* object = section.object(root_, index);
  const std::string prefix = prefix_of(section, index);
  for (const auto& p : section.parameters) {
    p->set_default(object);
    const auto given = given_.find(prefix + p->key());
    if (given == given_.end()) continue;
    for (const Given& g : given->second) {
      try {
        p->read(object, g.value, context);
      } catch (const BadValue& e) {
        note(given->first, g, e.what());
      }
    }
  }
  for (const auto& p : section.parameters) {
    const auto given = given_.find(prefix + p->key());
    if (given == given_.end() || p->unused(object).empty()) continue;
    note(given->first, given->second.back(), "has no effect here: it applies " + p->unused(object));
  }
}

void Reading::note(const std::string& key, const Given& given, const std::string& what) {
  bad_.insert(key);
  const bool names_key = given.where.starts_with("--set ") || key.empty();
  problems_.push_back({given.line, given.where + ": " + (names_key ? "" : key + ": ") + what});
}

bool Reading::sound(std::initializer_list<std::string> keys) const {
  return std::none_of(keys.begin(), keys.end(), [&](const std::string& key) { return bad_.contains(key); });
}

void Reading::problem(std::initializer_list<std::string> keys, const std::string& what) {
  std::string blamed = *keys.begin();
  for (const std::string& key : keys) {
    if (given_.contains(key)) {
      blamed = key;
      break;
    }
  }
  const auto given = given_.find(blamed);
  note(blamed, given == given_.end() ? Given{path_, 0, {}} : given->second.back(), what);
}

void Reading::finish() const {
  if (problems_.empty()) return;
  std::vector<Problem> sorted = problems_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) { return a.line < b.line; });
  std::string text;
  for (const Problem& p : sorted) text += (text.empty() ? "" : "\n") + p.text;
  throw UserError(text);
}

}  // namespace cdrsim::config
