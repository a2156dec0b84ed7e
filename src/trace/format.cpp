// SPDX-License-Identifier: BSD-3-Clause
#include "trace/format.h"

#include <zlib.h>

#include <algorithm>

#include "base/error.h"

namespace cdrsim::trace_format {

std::uint32_t load32(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

void store32(char* bytes, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) bytes[i] = static_cast<char>(value >> 8 * i & 0xff);
}

std::uint32_t crc(std::uint32_t so_far, std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(so_far, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

void deflate_block(std::string_view raw, std::string& out) {
  z_stream z{};
  invariant(deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) == Z_OK,
            "zlib: deflateInit2");
  out.resize(deflateBound(&z, raw.size()));
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(raw.data()));
  z.avail_in = static_cast<uInt>(raw.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  invariant(status == Z_STREAM_END, "zlib: deflate");
}

bool inflate_block(std::string_view deflated, std::span<std::uint8_t> raw) {
  z_stream z{};
  invariant(inflateInit2(&z, -MAX_WBITS) == Z_OK, "zlib: inflateInit2");
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(deflated.data()));
  z.avail_in = static_cast<uInt>(deflated.size());
  z.next_out = raw.data();
  z.avail_out = static_cast<uInt>(raw.size());
  const int status = inflate(&z, Z_FINISH);
  inflateEnd(&z);
  return status == Z_STREAM_END && z.avail_in == 0 && z.avail_out == 0;
}

std::array<char, kTrailerBytes> encode(const Trailer& t) {
  std::array<char, kTrailerBytes> out{};
  store32(&out[0], static_cast<std::uint32_t>(t.footer_offset));
  store32(&out[4], static_cast<std::uint32_t>(t.footer_offset >> 32));
  store32(&out[8], t.footer_length);
  store32(&out[12], t.footer_checksum);
  store32(&out[16], t.body_checksum);
  store32(&out[20], crc(0, {out.data(), 20}));
  std::copy(kEndMagic.begin(), kEndMagic.end(), &out[24]);
  return out;
}

bool decode(const std::array<char, kTrailerBytes>& in, Trailer& t) {
  if (load32(&in[20]) != crc(0, {in.data(), 20})) return false;
  t.footer_offset = load32(&in[0]) | std::uint64_t{load32(&in[4])} << 32;
  t.footer_length = load32(&in[8]);
  t.footer_checksum = load32(&in[12]);
  t.body_checksum = load32(&in[16]);
  return true;
}

void ContentChecksum::add(std::uint32_t number) {
  std::array<char, 4> bytes;
  store32(bytes.data(), number);
  value_ = crc(value_, {bytes.data(), bytes.size()});
}

}  // namespace cdrsim::trace_format
