// SPDX-License-Identifier: BSD-3-Clause
#include "trace/file_handle.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/file_error.h"

namespace cdrsim {

FileHandle::FileHandle(const std::string& path) : path_(path) {
  // O_NONBLOCK: a pipe without a writer is refused below instead of waited for.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) fail_with_errno(path, "open");
  struct stat status {};
  const bool known = ::fstat(descriptor_, &status) == 0;
  if (!known || !S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    throw UserError(path + ": is not a regular file" + (known && S_ISDIR(status.st_mode) ? " but a folder" : ""));
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

FileHandle::~FileHandle() {
  ::close(descriptor_);
}

std::size_t FileHandle::read_at(std::uint64_t offset, void* buffer, std::size_t length) const {
  std::size_t done = 0;
  while (done < length) {
    const ssize_t n =
        ::pread(descriptor_, static_cast<char*>(buffer) + done, length - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_with_errno(path_, "read");
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

}  // namespace cdrsim
