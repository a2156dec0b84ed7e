// SPDX-License-Identifier: BSD-3-Clause
// A configuration struct as TOML that reads back to the same struct.
#pragma once

#include <string>

#include "config/schema.h"

namespace cdrsim::config {

/// Every parameter that applies, in declaration order. Without `paths`, parameters that are paths are left out.
std::string write_toml(const Schema& schema, const void* root, bool paths = true);

}  // namespace cdrsim::config
