// SPDX-License-Identifier: BSD-3-Clause
// `cdrsim trace import|info|dump|check|synth|profile`: trace files converted, inspected, checked, generated, profiled.
#pragma once

namespace cdrsim {

/// `argv[0]` is the verb itself, its arguments follow. Returns the exit code; wrong arguments and files are UserErrors.
int trace_verb(int argc, char** argv);

}  // namespace cdrsim
