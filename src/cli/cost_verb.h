// SPDX-License-Identifier: BSD-3-Clause
// `cdrsim cost CONFIG`: what a configuration costs without simulating it, beside the published schemes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cdrsim {

/// Adds the verb; parsing a command line that uses it prints the sections. Failures are thrown (base/error.h).
void add_cost_verb(CLI::App& app);

/// "64,1024": each 1 to 2^24, none twice. UserError names everything that is wrong.
std::vector<std::uint32_t> parse_core_counts(const std::string& text);

}  // namespace cdrsim
