// SPDX-License-Identifier: BSD-3-Clause
#include "system/output_folder.h"

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
}

OutputFolder::~OutputFolder() {
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
}

}  // namespace cdrsim
