// SPDX-License-Identifier: BSD-3-Clause
#include "trace/byte_source.h"

#include <zlib.h>

#include <vector>

#include "trace/file_error.h"
#include "trace/input_kind.h"

namespace cdrsim {

struct ByteSource::Inflater {
  z_stream stream{};
  std::vector<Bytef> input = std::vector<Bytef>(1 << 16);
  bool inside = true;  // a member has begun and not ended

  Inflater() { invariant(inflateInit2(&stream, 16 + MAX_WBITS) == Z_OK, "zlib: inflateInit2"); }
  ~Inflater() { inflateEnd(&stream); }
};

ByteSource::ByteSource(const std::string& path) : file_(path) {
  std::string start(512, '\0');
  start.resize(file_.read_at(0, start.data(), start.size()));
  if (start.empty()) fail_at_byte(path, 0, "the file is empty");
  const InputKind kind = kind_of(start);
  if (kind == InputKind::gzip) {
    inflater_ = std::make_unique<Inflater>();
    start.resize(512);
    start.resize(read_inflated(start.data(), start.size()));
    const InputKind inner = kind_of(start);
    if (start.empty()) fail_at_byte(path, 0, "the gzip file is empty inside");
    if (inner != InputKind::text)
      fail_at_byte(path, 0, "a gzip file that holds " + std::string(name_of(inner)) + ", not a text trace");
    inflater_ = std::make_unique<Inflater>();
    offset_ = 0;
  } else if (kind == InputKind::native) {
    fail_at_byte(path, 0, "is a native cdrsim trace already");
  } else if (kind != InputKind::text) {
    fail_at_byte(path, 0, "is " + std::string(name_of(kind)) + "; a trace to import is text, plain or gzip'd");
  }
}

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read(char* buffer, std::size_t length) {
  return inflater_ ? read_inflated(buffer, length) : read_plain(buffer, length);
}

std::size_t ByteSource::read_plain(char* buffer, std::size_t length) {
  const std::size_t n = file_.read_at(offset_, buffer, length);
  offset_ += n;
  return n;
}

std::size_t ByteSource::read_inflated(char* buffer, std::size_t length) {
  Inflater& z = *inflater_;
  z.stream.next_out = reinterpret_cast<Bytef*>(buffer);
  z.stream.avail_out = static_cast<uInt>(length);
  while (z.stream.avail_out == length) {
    if (z.stream.avail_in == 0) {
      z.stream.next_in = z.input.data();
      z.stream.avail_in = static_cast<uInt>(read_plain(reinterpret_cast<char*>(z.input.data()), z.input.size()));
    }
    if (z.stream.avail_in == 0) {
      if (z.inside) fail_at_byte(file_.path(), offset_, "the gzip file is cut");
      break;
    }
    const auto here = [&] { return offset_ - z.stream.avail_in; };
    if (!z.inside) {  // gzip files may be several, one after the other
      if (*z.stream.next_in != 0x1f) fail_at_byte(file_.path(), here(), "something follows the end of the gzip file");
      inflateReset(&z.stream);
      z.inside = true;
    }
    const int status = inflate(&z.stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END)
      z.inside = false;
    else if (status != Z_OK)
      fail_at_byte(
          file_.path(), here(),
          "the gzip file is damaged: " + std::string(z.stream.msg != nullptr ? z.stream.msg : "cannot inflate"));
  }
  return length - z.stream.avail_out;
}

}  // namespace cdrsim
