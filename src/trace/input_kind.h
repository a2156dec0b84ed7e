// SPDX-License-Identifier: BSD-3-Clause
// What a file is, by its first bytes; never by its name.
#pragma once

#include <string_view>

namespace cdrsim {

enum class InputKind { text, gzip, bzip2, xz, zstd, lz4, compress, zip, seven_zip, tar, native, utf16, binary };

/// `start`: the file's first 512 bytes, or all of a shorter file.
InputKind kind_of(std::string_view start);

/// "a bzip2 archive", for messages.
std::string_view name_of(InputKind kind);

}  // namespace cdrsim
