// SPDX-License-Identifier: BSD-3-Clause
// Fills a configuration struct from a TOML file and `--set key=value` texts, and collects every error on the way.
//
//   Reading reading(schema, &config, "c.toml", {"l1.ways=2"});
//   if (reading.sound({"l1.ways"}) && odd(config.l1.ways)) reading.problem({"l1.ways"}, "must be even");
//   reading.finish();                      // throws one UserError with all of them, or returns
//
// A later --set of a key replaces an earlier one and the file's.
#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "config/document.h"
#include "config/schema.h"

namespace cdrsim::config {

class Reading {
 public:
  /// Throws UserError at once only when the file cannot be read or is no TOML.
  Reading(const Schema& schema, void* root, const std::string& path, const std::vector<std::string>& sets);

  /// Whether none of these keys has a problem yet, so that a check across them makes sense.
  bool sound(std::initializer_list<std::string> keys) const;
  /// Notes what is wrong with these keys together, at the first that the user gave (at the first, if none was).
  void problem(std::initializer_list<std::string> keys, const std::string& what);
  void finish() const;

 private:
  struct Given {
    std::string where;  // "c.toml:12", "--set l1.ways=2"
    unsigned line;      // orders the messages
    Value value;
  };
  struct Problem {
    unsigned line;
    std::string text;
  };

  /// Where a dotted path leads: a parameter of a section, of its `index`th block if the section is repeated.
  struct Target {
    const SectionDeclaration* section = nullptr;
    std::size_t index = 0;
    const Parameter* parameter = nullptr;
  };

  void take_entries(const std::vector<Entry>& entries);
  void take_table(const Entry& entry);
  void take_array(const Entry& entry);
  void take_set(const std::string& text);
  /// Files the value under its key, or notes why there is no such key.
  void take(const std::string& key, Given given);
  void fill();
  void fill_block(const SectionDeclaration& section, std::size_t index, const ReadContext& context);
  void note(const std::string& key, const Given& given, const std::string& what);

  Target find(const std::string& path) const;
  const SectionDeclaration* find_section(const std::string& path) const;
  std::string explain_unknown_key(const std::string& key) const;
  std::string explain_unknown_section(const std::string& path) const;

  const Schema& schema_;
  void* root_;
  std::string path_;
  std::map<std::string, std::vector<Given>> given_;  // by full key
  std::map<std::string, std::size_t> blocks_;        // by repeated section: how many there are
  std::vector<std::string> skipped_;                 // unknown tables, whose content is not looked at
  std::set<std::string> bad_;
  std::vector<Problem> problems_;
};

}  // namespace cdrsim::config
