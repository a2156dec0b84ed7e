// SPDX-License-Identifier: BSD-3-Clause
#include "system/output_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.h"

namespace cdrsim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLast = "result.json";
constexpr const char* kLock = ".lock";
/// What any run may leave, so that a later one can take it away.
constexpr std::array kOutputFiles{"result.json", "summary.txt",      "config.toml",
                                  "tiles.csv",   "applications.csv", "timeline.csv"};

[[noreturn]] void cannot_write(const fs::path& path, const std::string& why) {
  throw UserError("--out: cannot write " + path.string() + ": " + why);
}

std::string last_error() {
  return errno != 0 ? std::strerror(errno) : "unknown error";
}

}  // namespace

OutputFolder::OutputFolder(fs::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) throw UserError("--out: the folder's name is empty");
  if (!folder_.has_filename()) folder_ = folder_.parent_path();  // "out/a/" is out/a
  std::error_code error;
  created_ = fs::create_directories(folder_, error);
  if (!error && !fs::is_directory(folder_)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) cannot_write(folder_, error.message());
  // Permissions, read-only file systems, quotas: only writing tells.
  const fs::path probe = partial("probe");
  errno = 0;
  const bool writable = static_cast<bool>(std::ofstream(probe) << std::flush);
  const std::string why = last_error();
  fs::remove(probe, error);
  if (!writable) {
    if (created_) fs::remove(folder_, error);
    cannot_write(folder_, why);
  }
  lock();
}

/// One run at a time: two would each replace some of the other's files.
void OutputFolder::lock() {
  const fs::path path = folder_ / kLock;
  for (;;) {
    lock_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ < 0) cannot_write(folder_, last_error());
    if (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
      const std::string why = errno == EWOULDBLOCK ? "another run is at work there" : "cannot lock: " + last_error();
      close(lock_);
      cannot_write(folder_, why);
    }
    // The holder before may have removed the file between our open and our lock.
    struct stat held {
    }, there{};
    if (fstat(lock_, &held) == 0 && stat(path.c_str(), &there) == 0 && held.st_ino == there.st_ino) return;
    close(lock_);
  }
}

void OutputFolder::unlock() {
  if (lock_ < 0) return;
  std::error_code ignored;
  fs::remove(folder_ / kLock, ignored);
  close(lock_);
  lock_ = -1;
}

OutputFolder::~OutputFolder() {
  unlock();
  if (committed_) return;
  std::error_code ignored;
  for (const std::string& name : written_) fs::remove(partial(name), ignored);
  if (created_) fs::remove(folder_, ignored);  // does nothing to a folder that is not empty
}

/// The process id keeps two runs into one folder from mixing their files before either is complete.
fs::path OutputFolder::partial(const std::string& name) const {
  return folder_ / ("." + name + ".partial." + std::to_string(getpid()));
}

void OutputFolder::write(const std::string& name, const std::function<void(std::ostream&)>& content) {
  written_.push_back(name);
  errno = 0;
  std::ofstream file(partial(name), std::ios::binary);
  if (file) content(file);
  file.close();
  if (!file) cannot_write(folder_ / name, last_error());
}

void OutputFolder::commit() {
  auto is_written = [&](const std::string& name) {
    return std::find(written_.begin(), written_.end(), name) != written_.end();
  };
  fs::path at;
  try {
    // Nothing is taken away before it is clear that everything can be put in its place.
    for (const char* name : kOutputFiles)
      if (fs::is_directory(fs::symlink_status(at = folder_ / name))) cannot_write(at, "a folder is in its place");
    if (is_written(kLast)) fs::remove(at = folder_ / kLast);
    for (const char* name : kOutputFiles)
      if (!is_written(name)) fs::remove(at = folder_ / name);
    for (const std::string& name : written_)
      if (name != kLast) fs::rename(partial(name), at = folder_ / name);
    if (is_written(kLast)) fs::rename(partial(kLast), at = folder_ / kLast);
  } catch (const fs::filesystem_error& e) {
    cannot_write(at, e.code().message());
  }
  committed_ = true;
  unlock();
}

}  // namespace cdrsim
