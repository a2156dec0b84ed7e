// SPDX-License-Identifier: BSD-3-Clause
// The fixed parts of a native trace file, and the limits that a reader holds it to before it allocates anything.
// docs/trace-format.md is the specification; keep the two alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cdrsim::trace_format {

using namespace std::string_view_literals;

// Not text in any encoding; the line ends and the 0x1a show what a transfer in text mode has done.
inline constexpr std::string_view kMagic =
    "\x89"
    "CDRT\r\n\x1a"sv;
inline constexpr std::string_view kEndMagic = "CDRT-END"sv;
inline constexpr std::uint32_t kVersion = 1;

inline constexpr std::size_t kPrefixBytes = 16;   // magic, version, length of the header
inline constexpr std::size_t kTrailerBytes = 32;  // see Trailer

inline constexpr std::uint32_t kMaxHeaderBytes = 1u << 20;
inline constexpr std::uint32_t kMaxFooterBytes = 1u << 30;
inline constexpr std::uint32_t kMaxBlockRecords = 65536;
/// The longest message Block of so many records: 1 + 10 + 5 + 5 + 10 bytes a record, and the five fields' tags.
constexpr std::uint64_t max_raw_length(std::uint64_t records) {
  return 31 * records + 64;
}
/// The shortest: four columns of a byte each.
constexpr std::uint64_t min_raw_length(std::uint64_t records) {
  return 4 * records;
}
/// What so many bytes of deflate can stand for: 258 bytes are two bits at least. With min_raw_length() it keeps a small
/// file from claiming more records than a reader has memory for.
constexpr std::uint64_t max_inflated(std::uint64_t length) {
  return 1032 * length;
}

/// What the writer puts into one block. Small enough that a reader of a thousand threads stays small.
inline constexpr std::uint32_t kBlockRecords = 2048;

/// The last 32 bytes: four numbers, a checksum of these and kEndMagic.
struct Trailer {
  std::uint64_t footer_offset;
  std::uint32_t footer_length;
  std::uint32_t footer_checksum;  // of the footer's bytes
  std::uint32_t body_checksum;    // of all bytes before the footer
};

/// Raw deflate (RFC 1951, no zlib or gzip frame: blocks have checksums of their own).
void deflate_block(std::string_view raw, std::string& out);
/// False unless `deflated` inflates to exactly `raw.size()` bytes with nothing left over.
bool inflate_block(std::string_view deflated, std::span<std::uint8_t> raw);

std::array<char, kTrailerBytes> encode(const Trailer& trailer);
/// False if the trailer's own checksum does not hold.
bool decode(const std::array<char, kTrailerBytes>& bytes, Trailer& trailer);

std::uint32_t load32(const char* bytes);
void store32(char* bytes, std::uint32_t value);

std::uint32_t crc(std::uint32_t so_far, std::string_view bytes);

/// The checksum of a whole trace's records: CRC-32 over the number of threads, then thread, records and checksum of
/// every block, ordered by thread; each number as four bytes, least significant first.
class ContentChecksum {
 public:
  explicit ContentChecksum(std::uint32_t threads) { add(threads); }
  void add_block(std::uint32_t thread, std::uint32_t records, std::uint32_t checksum) {
    add(thread);
    add(records);
    add(checksum);
  }
  std::uint32_t value() const { return value_; }

 private:
  void add(std::uint32_t number);
  std::uint32_t value_ = 0;
};

}  // namespace cdrsim::trace_format
