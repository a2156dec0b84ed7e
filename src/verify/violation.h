// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace cdrsim::verify {

/// A property that does not hold, and how.
struct Violation {
  std::string property, text;
};

}  // namespace cdrsim::verify
