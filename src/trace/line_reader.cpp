// SPDX-License-Identifier: BSD-3-Clause
#include "trace/line_reader.h"

#include <cstring>

#include "trace/file_error.h"

namespace cdrsim {
namespace {

constexpr std::size_t kBuffer = 1 << 18;
constexpr std::size_t kLongestLine = 1 << 16;

}  // namespace

LineReader::LineReader(const std::string& path) : source_(path), buffer_(kBuffer) {
  while (end_ < 3 && refill()) {
  }
  if (end_ >= 3 && std::memcmp(buffer_.data(), "\xef\xbb\xbf", 3) == 0) begin_ = 3;
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = 0;
  const char* stop = nullptr;
  for (;;) {
    const char* const start = buffer_.data() + begin_;
    stop = static_cast<const char*>(std::memchr(start + searched, '\n', end_ - begin_ - searched));
    if (stop != nullptr) break;
    searched = end_ - begin_;
    if (searched > kLongestLine) {
      ++line_;
      fail("a line of more than " + std::to_string(kLongestLine) + " bytes");
    }
    if (!refill()) break;
  }
  if (stop == nullptr && begin_ == end_) return false;
  ++line_;
  const char* const start = buffer_.data() + begin_;
  const std::size_t length = stop != nullptr ? static_cast<std::size_t>(stop - start) : end_ - begin_;
  begin_ += length + (stop != nullptr ? 1 : 0);
  line = {start, length};
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

bool LineReader::refill() {
  if (at_end_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t n = source_.read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += n;
  at_end_ = n == 0;
  return !at_end_;
}

void LineReader::fail(const std::string& what) const {
  fail_at_line(source_.path(), line_, what);
}

}  // namespace cdrsim
