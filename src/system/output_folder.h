// SPDX-License-Identifier: BSD-3-Clause
// The folder a run writes into. Files appear in it together, at the end, or not at all.
//
//   OutputFolder out("out/quickstart");          // UserError now if it cannot be written, not after hours of
//   simulation
//   ...simulate; a throw leaves the folder as it was...
//   out.write("tiles.csv", [&](std::ostream& s) { s << text; });
//   out.commit();                                // all of them appear; earlier results are gone
//
// A second run into the folder meanwhile is refused. result.json leaves first and comes last: a folder that holds one
// holds all files of one and the same run.
#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace cdrsim {

class OutputFolder {
 public:
  explicit OutputFolder(std::filesystem::path folder);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  /// Writes a file under a temporary name beside its place.
  void write(const std::string& name, const std::function<void(std::ostream&)>& content);
  /// Gives the files their names and removes output files of earlier runs that this one has not written.
  void commit();

  const std::filesystem::path& path() const { return folder_; }

 private:
  std::filesystem::path partial(const std::string& name) const;
  void lock();
  void unlock();

  std::filesystem::path folder_;
  bool created_ = false, committed_ = false;
  int lock_ = -1;
  std::vector<std::string> written_;
};

}  // namespace cdrsim
