// SPDX-License-Identifier: BSD-3-Clause
// A TOML file as a flat list: every key and every table with its dotted path and the line it stands on.
//
//   [l1]            ->  {"l1", table, line 1}
//   ways = 4            {"l1.ways", 4, line 2}
//   [[workload]]        {"workload", array of tables}, {"workload.0", table}
//   copies = 16         {"workload.0.copies", 16, line 4}
//
// A part of a path that is no bare TOML key stays in quotes, so "l1.ways" = 4 at the top is not l1.ways.
#pragma once

#include <string>
#include <vector>

#include "config/value.h"

namespace cdrsim::config {

struct Entry {
  enum class Kind { value, table, table_array };
  std::string path;
  Kind kind = Kind::value;
  Value value;
  unsigned line = 0;
};

/// Entries in the order of their lines. Throws UserError "name:line:column: ..." when `text` is no TOML.
std::vector<Entry> parse_toml(const std::string& text, const std::string& name);

}  // namespace cdrsim::config
