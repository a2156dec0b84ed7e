// SPDX-License-Identifier: BSD-3-Clause
// Everything a schema declares, for people and for programs.
#pragma once

#include <string>

#include "config/schema.h"

namespace cdrsim::config {

std::string describe_text(const Schema& schema);
std::string describe_markdown(const Schema& schema);
std::string describe_json(const Schema& schema);

}  // namespace cdrsim::config
