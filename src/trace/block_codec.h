// SPDX-License-Identifier: BSD-3-Clause
// Records to the bytes of a message Block (trace.proto) and back. Written by hand because it runs for every record of
// every run; the bytes are what protobuf itself would write, and tests hold it to that.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "trace/trace.h"

namespace cdrsim {

/// `order` is empty or as long as `records`, and rises strictly.
void encode_block(std::span<const Record> records, std::span<const std::uint64_t> order, std::string& out);

/// Bytes that must be readable behind a block's own: columns are read a machine word at a time.
inline constexpr std::size_t kBlockPadding = 16;

/// Reads a message Block of `records` records; `bytes` has kBlockPadding readable bytes behind its end. Returns null,
/// or what is wrong with it: a broken message, a column of another length, an illegal record, an order that does not
/// rise.
const char* decode_block(std::span<const std::uint8_t> bytes, std::uint32_t records, bool global_order,
                         TraceBlock& out);

}  // namespace cdrsim
