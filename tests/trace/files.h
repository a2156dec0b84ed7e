// SPDX-License-Identifier: BSD-3-Clause
// Files for the tests of traces: a scratch folder of the test's own, and what to put there.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "trace/importer.h"
#include "trace/text_format.h"
#include "trace/trace.h"

namespace cdrsim::testing {

/// A folder that goes with the test.
class Scratch {
 public:
  Scratch() {
    std::string name = ::testing::TempDir() + "cdrsim-trace-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~Scratch() { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path(name);
  }
  /// Names of the files in the folder.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  /// Imports `text` and gives the path of the native trace.
  std::string import(const std::string& text, const std::string& format = "text", const ImportOptions& options = {}) {
    const std::string out = path("t" + std::to_string(++made_) + ".cdrt");
    import_trace(format, write("input.txt", text), out, options);
    return out;
  }

 private:
  std::string folder_;
  int made_ = 0;
};

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline std::string dump(const std::string& path, const DumpOptions& options = {}) {
  std::ostringstream out;
  dump_trace(*Trace::open(path), options, out);
  return out.str();
}

inline std::string gzip(const std::string& bytes) {
  z_stream z{};
  deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, bytes.size()) + 64, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

/// The message of the UserError that `action` throws; a failure if it throws none.
template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no UserError";
  return "";
}

/// All records of a trace, thread after thread, with their places.
struct Placed {
  std::uint32_t thread;
  std::uint64_t place;
  Record record;
  friend bool operator==(const Placed&, const Placed&) = default;
};
inline std::vector<Placed> records_of(Trace& trace) {
  std::vector<Placed> all;
  for (std::uint32_t t = 0; t < trace.info().threads; ++t)
    for (auto c = trace.cursor(t); c.peek() != nullptr; c.next()) all.push_back({t, c.order(), *c.peek()});
  return all;
}

}  // namespace cdrsim::testing
