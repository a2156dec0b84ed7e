// SPDX-License-Identifier: BSD-3-Clause
// Native traces with right checksums around wrong content: a fuzzer does not find a CRC-32, so without these every
// invented file would end at the first one.
#pragma once

#include <string>
#include <string_view>

namespace cdrsim::fuzz {

/// The file with the checksums of its blocks, footer and body made right, and the footer where the trailer says that it
/// starts. As it was, where that makes no sense.
std::string with_right_checksums(std::string_view file);

/// A file of one thread and one block, which holds these bytes as its message Block. Everything else agrees with them
/// as far as they can be read.
std::string file_of_block(std::string_view message, bool global_order);

}  // namespace cdrsim::fuzz
