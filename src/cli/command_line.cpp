// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.h"

#include <string>

#include "base/error.h"

namespace cdrsim {
namespace {

const CLI::App* find_verb(const CLI::App& app, const std::string& name) {
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (verb->get_name() == name) return verb;
  return nullptr;
}

/// "trace profile"
std::string words_of(const CLI::App& app, const CLI::App& verb) {
  return (app.get_name() + " " + verb.get_name()).substr(std::string("cdrsim ").size());
}

bool begins_like_option(const CLI::App& verb, const std::string& word) {
  return word.starts_with("--") || (word.starts_with("-") && verb.get_option_no_throw(word));
}

void refuse_missing_values(const CLI::App& app, const CLI::App& verb, int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") return;  // no options from here on
    const std::string name = word.substr(0, word.find('='));
    const CLI::Option* option = word.starts_with("--") ? verb.get_option_no_throw(name) : nullptr;
    if (!option || option->get_items_expected_min() == 0) continue;
    const bool joined = name != word;
    if (!joined) ++i;
    const std::string value = joined ? word.substr(name.size() + 1) : i < argc ? argv[i] : "";
    const std::string complaint = words_of(app, verb) + ": " + name + ": no value";
    if (value.empty()) throw UserError(complaint);
    if (!joined && begins_like_option(verb, value))
      throw UserError(complaint + ", but " + value + "; if that is the value, write " + name + "=" + value);
  }
}

}  // namespace

void parse(CLI::App& app, int argc, char** argv) {
  if (const CLI::App* verb = argc > 1 ? find_verb(app, argv[1]) : nullptr)
    refuse_missing_values(app, *verb, argc, argv);
  app.parse(argc, argv);
}

}  // namespace cdrsim
