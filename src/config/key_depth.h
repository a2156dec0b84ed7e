// SPDX-License-Identifier: BSD-3-Clause
// A look at a TOML text before it is parsed: every part of a dotted key is a table inside the table before, and a key
// of ten thousand parts overflows the stack of whatever walks or destroys them.
//
//   line_of_deep_key("[a]\nb.c.d = 1\n", 1) == 2
#pragma once

#include <string_view>

namespace cdrsim::config {

/// The line, from 1, of the first key or header with more than `most` dots outside quotes; 0 if there is none. Exact
/// for every text that is TOML, and for what stands before the first error of one that is not.
unsigned line_of_deep_key(std::string_view text, unsigned most);

}  // namespace cdrsim::config
