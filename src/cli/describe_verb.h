// SPDX-License-Identifier: BSD-3-Clause
// `cdrsim describe TOPIC`: everything that is declared, as text, --markdown or --json.
#pragma once

#include <CLI/App.hpp>

namespace cdrsim {

/// Adds the verb; parsing a command line that uses it prints the description. Failures are thrown (base/error.h).
void add_describe_verb(CLI::App& app);

}  // namespace cdrsim
