// SPDX-License-Identifier: BSD-3-Clause
// Whether a trace is what it claims: every record decoded, counted and compared; and what looks odd in it.
#pragma once

#include <string>
#include <vector>

#include "trace/trace.h"

namespace cdrsim {

/// Decodes every block. UserError if records contradict the footer's counts, its highest address, or do not fill the
/// global order without gap or repetition. Returns warnings about programs that cannot have run like this: barriers
/// that stay incomplete, locks that are not released, not held, or taken twice by one thread.
std::vector<std::string> check_trace(Trace& trace);

}  // namespace cdrsim
