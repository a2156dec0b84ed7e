// SPDX-License-Identifier: BSD-3-Clause
#include "directory/directory_config.h"

#include "config/declaration.h"
#include "directory/sharer_scheme.h"

namespace cdrsim {

void declare_directory(config::Section<DirectoryConfig>& s) {
  s.help("Where a home keeps who shares a line, and how.");
  s.name("store", &DirectoryConfig::store,
         [] {
           return std::vector<config::Choice>{{"in-llc", "an entry beside each line of the LLC slice"}};
         })
      .default_value("in-llc")
      .help("where directory entries are");
  s.name("sharers", &DirectoryConfig::sharers, &config::registered<SharerSchemeFactory>)
      .default_value("full-map")
      .help("how an entry records the sharers");
}

}  // namespace cdrsim
