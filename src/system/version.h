// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string_view>

namespace cdrsim {

/// The content of the file VERSION, for --version and result.json.
std::string_view version();

}  // namespace cdrsim
