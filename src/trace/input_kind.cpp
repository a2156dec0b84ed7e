// SPDX-License-Identifier: BSD-3-Clause
#include "trace/input_kind.h"

#include "base/error.h"
#include "trace/format.h"

namespace cdrsim {

InputKind kind_of(std::string_view start) {
  using namespace std::string_view_literals;
  struct Mark {
    std::size_t at;
    std::string_view bytes;
    InputKind kind;
  };
  static constexpr Mark kMarks[] = {
      {0, trace_format::kMagic, InputKind::native},
      {0, "\x1f\x8b"sv, InputKind::gzip},
      {0, "BZh"sv, InputKind::bzip2},
      {0,
       "\xfd"
       "7zXZ\0"sv,
       InputKind::xz},
      {0, "\x28\xb5\x2f\xfd"sv, InputKind::zstd},
      {0, "\x04\x22\x4d\x18"sv, InputKind::lz4},
      {0, "\x1f\x9d"sv, InputKind::compress},
      {0, "PK\x03\x04"sv, InputKind::zip},
      {0, "PK\x05\x06"sv, InputKind::zip},
      {0, "7z\xbc\xaf\x27\x1c"sv, InputKind::seven_zip},
      {257, "ustar"sv, InputKind::tar},
      {0, "\xff\xfe"sv, InputKind::utf16},
      {0, "\xfe\xff"sv, InputKind::utf16},
  };
  for (const Mark& mark : kMarks)
    if (start.size() >= mark.at && start.substr(mark.at).starts_with(mark.bytes)) return mark.kind;
  for (char c : start) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f') return InputKind::binary;
  }
  return InputKind::text;
}

std::string_view name_of(InputKind kind) {
  switch (kind) {
    case InputKind::text:
      return "a text file";
    case InputKind::gzip:
      return "a gzip file";
    case InputKind::bzip2:
      return "a bzip2 file";
    case InputKind::xz:
      return "an xz file";
    case InputKind::zstd:
      return "a zstd file";
    case InputKind::lz4:
      return "an lz4 file";
    case InputKind::compress:
      return "a file made by compress (.Z)";
    case InputKind::zip:
      return "a zip archive";
    case InputKind::seven_zip:
      return "a 7z archive";
    case InputKind::tar:
      return "a tar archive";
    case InputKind::native:
      return "a native cdrsim trace";
    case InputKind::utf16:
      return "a text file in UTF-16";
    case InputKind::binary:
      return "a binary file";
  }
  throw InternalError("input kind: no such kind");
}

}  // namespace cdrsim
