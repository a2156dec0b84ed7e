// SPDX-License-Identifier: BSD-3-Clause
#include "trace/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "trace/file_error.h"

namespace cdrsim {
namespace {

// Where the target really is (a symbolic link stays one), and that replacing it is harmless.
std::string resolved(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return path;
  if (!std::filesystem::is_regular_file(status))
    throw UserError(path + ": cannot write a trace there: it exists and is not a regular file");
  const auto real = std::filesystem::canonical(path, error);
  return error ? path : real.string();
}

int open_without_name(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

int open_with_name(std::string& name) {
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) return descriptor;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor, 0666 & ~mask);
  return descriptor;
}

}  // namespace

NewFile::NewFile(const std::string& path) : path_(resolved(path)) {
  int descriptor = open_without_name(path_);
  if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    std::string name = path_ + ".partial-XXXXXX";
    descriptor = open_with_name(name);
    if (descriptor >= 0) temporary_ = name;
  }
  if (descriptor < 0) fail_with_errno(path_, "create a file there");
  file_ = ::fdopen(descriptor, "wb");
  invariant(file_ != nullptr, "new file: fdopen");
}

NewFile::~NewFile() {
  if (file_ != nullptr) std::fclose(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail_with_errno(path_, "write");
}

/// A name of this process beside the target: a link cannot replace a file, only a renaming can.
void NewFile::give_name() {
  const std::string self = "/proc/self/fd/" + std::to_string(::fileno(file_));
  const std::string name = path_ + ".partial-" + std::to_string(::getpid());
  ::unlink(name.c_str());  // of a process of that number that was killed between link and rename
  if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0)
    fail_with_errno(path_, "put the finished file in place");
  temporary_ = name;
}

void NewFile::commit() {
  if (std::fflush(file_) != 0) fail_with_errno(path_, "write");
  if (temporary_.empty()) give_name();
  std::FILE* const file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail_with_errno(path_, "write");
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail_with_errno(path_, "put the finished file in place");
  temporary_.clear();
}

}  // namespace cdrsim
