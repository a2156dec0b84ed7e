// SPDX-License-Identifier: BSD-3-Clause
#include "config/nearest.h"

#include <algorithm>

namespace cdrsim::config {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the usual table; `before` is two rows up, for swaps.
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above[b.size()];
}

std::string nearest(std::string_view typed, const std::vector<std::string>& names) {
  if (typed.size() > 200) return {};  // nobody means that
  std::size_t best = std::max<std::size_t>(2, typed.size() / 3) + 1;
  std::string result;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(typed, name);
    if (distance < best) {
      best = distance;
      result = name;
    }
  }
  return result;
}

}  // namespace cdrsim::config
