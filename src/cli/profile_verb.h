// SPDX-License-Identifier: BSD-3-Clause
// `cdrsim trace profile`: the sharing behaviour of traces, or of a configuration's workload.
#pragma once

#include <CLI/App.hpp>
#include <functional>

namespace cdrsim {

/// Adds the verb to `cdrsim trace`. Parsing a command line that uses it sets `action` to what it does.
void declare_profile(CLI::App& trace, std::function<void()>& action);

}  // namespace cdrsim
