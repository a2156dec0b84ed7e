// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz/native_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <vector>

#include "trace/block_codec.h"
#include "trace/format.h"
#include "trace/trace.pb.h"

namespace cdrsim::fuzz {
namespace {

namespace format = trace_format;

std::string assembled(std::string body, const trace::Footer& footer) {
  const std::string bytes = footer.SerializeAsString();
  const auto trailer = format::encode(format::Trailer{.footer_offset = body.size(),
                                                      .footer_length = static_cast<std::uint32_t>(bytes.size()),
                                                      .footer_checksum = format::crc(0, bytes),
                                                      .body_checksum = format::crc(0, body)});
  return body + bytes + std::string(trailer.data(), trailer.size());
}

/// Over as many blocks as all columns have.
void correct_checksums(trace::Footer& footer, std::string_view body) {
  const int blocks =
      std::min({footer.block_thread_size(), footer.block_offset_size(), footer.block_length_size(),
                footer.block_raw_length_size(), footer.block_records_size(), footer.block_checksum_size()});
  for (int i = 0; i < blocks; ++i) {
    const std::uint64_t offset = footer.block_offset(i), length = footer.block_length(i);
    const std::uint64_t raw_length = footer.block_raw_length(i);
    if (offset > body.size() || length > body.size() - offset) continue;
    if (raw_length > format::max_raw_length(format::kMaxBlockRecords)) continue;
    std::string raw(raw_length, '\0');
    if (format::inflate_block(body.substr(offset, length), {reinterpret_cast<std::uint8_t*>(raw.data()), raw.size()}))
      footer.set_block_checksum(i, format::crc(0, raw));
  }
  std::vector<int> by_thread(static_cast<std::size_t>(blocks));
  std::iota(by_thread.begin(), by_thread.end(), 0);
  std::stable_sort(by_thread.begin(), by_thread.end(),
                   [&](int a, int b) { return footer.block_thread(a) < footer.block_thread(b); });
  format::ContentChecksum content(static_cast<std::uint32_t>(footer.reads_size()));
  for (const int i : by_thread)
    content.add_block(footer.block_thread(i), footer.block_records(i), footer.block_checksum(i));
  footer.set_content_checksum(content.value());
}

/// The highest byte that the block's records touch; 0 when it cannot be decoded.
std::uint64_t max_address(std::string_view message, std::uint32_t records, bool global_order) {
  const std::string padded = std::string(message) + std::string(kBlockPadding, '\0');
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(padded.data()), message.size());
  TraceBlock block;
  if (decode_block(bytes, records, global_order, block) != nullptr) return 0;
  std::uint64_t result = 0;
  for (const Record& r : block.records) result = std::max(result, last_byte(r));
  return result;
}

}  // namespace

std::string with_right_checksums(std::string_view file) {
  if (file.size() < format::kPrefixBytes + format::kTrailerBytes) return std::string(file);
  const std::string_view trailer = file.substr(file.size() - format::kTrailerBytes);
  const std::uint64_t start = format::load32(&trailer[0]) | std::uint64_t{format::load32(&trailer[4])} << 32;
  const std::uint64_t end = file.size() - format::kTrailerBytes;
  trace::Footer footer;
  if (start > end || !footer.ParseFromArray(&file[start], static_cast<int>(end - start))) return std::string(file);
  const std::string_view body = file.substr(0, start);
  correct_checksums(footer, body);
  return assembled(std::string(body), footer);
}

std::string file_of_block(std::string_view message, bool global_order) {
  trace::Block block;
  const bool readable = block.ParseFromArray(message.data(), static_cast<int>(message.size()));
  const auto records = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(readable ? block.kind().size() : 1, 1, format::kMaxBlockRecords));
  std::array<std::uint64_t, kOperations> counts{};
  for (std::uint32_t i = 0; i < records; ++i) {
    const unsigned kind = i < block.kind().size() ? static_cast<unsigned char>(block.kind()[i]) & 7u : 0;
    ++counts[kind < kOperations ? kind : 0];
  }

  trace::Header header;
  header.set_global_order(global_order);
  const std::string header_bytes = header.SerializeAsString();
  std::string body(format::kMagic), deflated;
  body.resize(format::kPrefixBytes);
  format::store32(&body[8], format::kVersion);
  format::store32(&body[12], static_cast<std::uint32_t>(header_bytes.size()));
  body += header_bytes;
  format::deflate_block(message, deflated);

  trace::Footer footer;
  google::protobuf::RepeatedField<std::uint64_t>* const columns[kOperations] = {
      footer.mutable_reads(),    footer.mutable_writes(), footer.mutable_atomics(),
      footer.mutable_barriers(), footer.mutable_locks(),  footer.mutable_unlocks()};
  for (unsigned k = 0; k < kOperations; ++k) columns[k]->Add(counts[k]);
  footer.set_max_address(max_address(message, records, global_order));
  footer.add_block_thread(0);
  footer.add_block_offset(body.size());
  footer.add_block_length(static_cast<std::uint32_t>(deflated.size()));
  footer.add_block_raw_length(static_cast<std::uint32_t>(message.size()));
  footer.add_block_records(records);
  footer.add_block_checksum(0);
  body += deflated;
  correct_checksums(footer, body);
  return assembled(std::move(body), footer);
}

}  // namespace cdrsim::fuzz
