// SPDX-License-Identifier: BSD-3-Clause
// "Did you mean": the legal names closest to what was typed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cdrsim::config {

/// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name nearest to `typed`, the first of equals; empty when none is near enough to be meant.
std::string nearest(std::string_view typed, const std::vector<std::string>& names);

}  // namespace cdrsim::config
