// SPDX-License-Identifier: BSD-3-Clause
#include "config/describe.h"

#include <nlohmann/json.hpp>

namespace cdrsim::config {
namespace {

std::string heading(const SectionDeclaration& section) {
  return section.repeated ? "[[" + section.path + "]]" : "[" + section.path + "]";
}

std::string default_of(const Parameter& p) {
  const std::string text = p.default_text();
  return text.empty() ? "(not set)" : text;
}

/// Type, unit and range in one phrase: "integer, cycles, 0 to 1000".
std::string kind_of(const Parameter& p) {
  std::string text = p.type();
  if (!p.unit().empty()) text += ", " + p.unit();
  if (!p.range_text().empty()) text += ", " + p.range_text();
  return text;
}

std::string sentence_of(const Parameter& p) {
  return p.help() + (p.condition_text().empty() ? "" : " (applies " + p.condition_text() + ")");
}

/// A table cell cannot hold a bar or a line break.
std::string cell(const std::string& text) {
  std::string result;
  for (char c : text) {
    if (c == '|')
      result += "\\|";
    else
      result += c == '\n' ? ' ' : c;
  }
  return result;
}

}  // namespace

std::string describe_text(const Schema& schema) {
  std::string out;
  for (const SectionDeclaration& section : schema.sections()) {
    out += (out.empty() ? "" : "\n") + heading(section) + "  " + section.help + "\n";
    for (const auto& p : section.parameters) {
      out += "  " + p->key() + " = " + default_of(*p) + "    " + kind_of(*p) + "\n      " + sentence_of(*p) + "\n";
      for (const Choice& c : p->choices()) out += "        " + toml_string(c.name) + ": " + c.help + "\n";
    }
  }
  return out;
}

std::string describe_markdown(const Schema& schema) {
  std::string out =
      "# Configuration\n\n"
      "<!-- Made by `cdrsim describe config --markdown`; change the declarations in src/, not this file. -->\n\n"
      "A configuration is a TOML file. Every key has a default; only a `[[workload]]` block must be there.\n\n"
      "- Sizes are strings with B, KiB, MiB, GiB or TiB, or integers in bytes.\n"
      "- Times are integers in cycles, or strings with ps, ns, us, ms or s, which `system.frequency` turns into "
      "cycles,\n"
      "  rounded up to whole ones.\n"
      "- Frequencies are strings with Hz, kHz, MHz, GHz or THz. Widths are strings such as `\"64b\"`, or integers in "
      "bits.\n"
      "- Relative paths start at the folder of the configuration file.\n"
      "- `cdrsim run FILE --set key=value` overrides a key; `workload.0.copies=16` one of the first block. The last "
      "one\n"
      "  wins. Quotes around the value are optional.\n"
      "- Unknown keys, wrong types and values out of range are errors, and all of them are listed at once.\n"
      "- Every run writes the resolved configuration, in which every key is spelled out, to its output folder.\n";
  for (const SectionDeclaration& section : schema.sections()) {
    out += "\n## `" + heading(section) + "`\n\n" + section.help + "\n\n";
    out += "| key | default | type and range | meaning |\n| --- | --- | --- | --- |\n";
    for (const auto& p : section.parameters) {
      std::string meaning = sentence_of(*p);
      for (const Choice& c : p->choices()) meaning += "<br>`" + toml_string(c.name) + "`: " + c.help;
      out += "| `" + p->key() + "` | " + (p->default_text().empty() ? "(not set)" : "`" + p->default_text() + "`") +
             " | " + cell(kind_of(*p)) + " | " + cell(meaning) + " |\n";
    }
  }
  return out;
}

std::string describe_json(const Schema& schema) {
  auto list = nlohmann::ordered_json::array();
  for (const SectionDeclaration& section : schema.sections()) {
    for (const auto& p : section.parameters) {
      nlohmann::ordered_json entry{{"section", section.path},  {"key", p->key()},        {"repeated", section.repeated},
                                   {"type", p->type()},        {"unit", p->unit()},      {"default", p->default_text()},
                                   {"range", p->range_text()}, {"help", sentence_of(*p)}};
      auto choices = nlohmann::ordered_json::array();
      for (const Choice& c : p->choices()) choices.push_back({{"name", c.name}, {"help", c.help}});
      entry["choices"] = choices;
      list.push_back(entry);
    }
  }
  return list.dump(2) + "\n";
}

}  // namespace cdrsim::config
