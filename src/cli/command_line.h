// SPDX-License-Identifier: BSD-3-Clause
// Reads the words of a command line into what an App declares, more strictly than CLI11, which takes whatever comes
// next as an option's value, another option too.
//
//   parse(app, argc, argv);   // cost CONFIG --cores --format json: UserError "cost: --cores: no value, ..."
//
// A value that begins like an option is written behind "=": --out=--strange. An empty value is none: what a script
// makes of a variable that is not set.
#pragma once

#include <CLI/CLI.hpp>

namespace cdrsim {

/// UserError for an option without its value; else what app.parse throws.
void parse(CLI::App& app, int argc, char** argv);

}  // namespace cdrsim
