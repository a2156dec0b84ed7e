// SPDX-License-Identifier: BSD-3-Clause
#include "config/writer.h"

namespace cdrsim::config {

std::string write_toml(const Schema& schema, const void* root, bool paths) {
  std::string out;
  for (const SectionDeclaration& section : schema.sections()) {
    for (std::size_t i = 0; i < section.count(root); ++i) {
      // object() serves readers too; nothing is written through it here.
      const void* object = section.object(const_cast<void*>(root), i);
      out += out.empty() ? "" : "\n";
      out += section.repeated ? "[[" + section.path + "]]\n" : "[" + section.path + "]\n";
      for (const auto& p : section.parameters) {
        if ((p->is_path() && !paths) || !p->unused(object).empty()) continue;
        if (const std::string text = p->write(object); !text.empty()) out += p->key() + " = " + text + "\n";
      }
    }
  }
  return out;
}

}  // namespace cdrsim::config
