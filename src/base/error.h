// SPDX-License-Identifier: BSD-3-Clause
// How things fail. The exit code of the program is the kind of the failure:
//   UserError (1)      the config, the trace or the command line; the message says where and what would be legal.
//   InternalError (2)  a bug of ours: a broken invariant, a coherence violation.
//   StuckError (3)     no forward progress; the message is the dump of who waits for whom.
#pragma once

#include <stdexcept>
#include <string>

namespace cdrsim {

struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

struct StuckError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws InternalError unless `condition`. Use only off the hot path: `what` is built before the call.
inline void invariant(bool condition, const char* what) {
  if (!condition) [[unlikely]]
    throw InternalError(what);
}

}  // namespace cdrsim
