// SPDX-License-Identifier: BSD-3-Clause
// `cdrsim verify`: explores every state of a small machine of the shipped controllers, or replays a counterexample.
#pragma once

#include <cstdint>
#include <string>

#include "verify/shape.h"

namespace CLI {
class App;
}

namespace cdrsim {

struct VerifyOptions {
  verify::Shape shape;
  std::string evict_notice = "exclusive", restriction = "none", scope = "machine", evictions = "both";  // of the shape
  std::string search = "bfs";
  bool symmetry = true;
  std::string memory = "4GiB";
  std::uint64_t max_states = 0;
  std::string save, replay, coverage;  // files; empty: none
  std::string format = "text";
  bool quiet = false;
};

void add_verify_verb(CLI::App& app);

/// Prints the result. InternalError for a violation, UserError when a bound was reached or an option is wrong.
void run_verification(const VerifyOptions& options);

}  // namespace cdrsim
