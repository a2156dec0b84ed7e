// SPDX-License-Identifier: BSD-3-Clause
// Can earlier results be lost, or mixed with those of another run?
#include "system/output_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/error.h"

namespace cdrsim {
namespace {

namespace fs = std::filesystem;

class OutputFolderTest : public testing::Test {
 protected:
  OutputFolderTest() : folder_(fs::path(testing::TempDir()) / "cdrsim-output-folder-test") { fs::remove_all(folder_); }
  ~OutputFolderTest() override { fs::remove_all(folder_); }

  void put(OutputFolder& out, const std::string& name, const std::string& text) {
    out.write(name, [&](std::ostream& s) { s << text; });
  }
  std::string read(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }

  fs::path folder_;
};

// GIVEN a run at work in a folder WHEN another wants it THEN it is refused before it simulates, and may come later.
TEST_F(OutputFolderTest, OneRunAtATime) {
  {
    OutputFolder first(folder_);
    EXPECT_THROW(OutputFolder second(folder_), UserError);
  }
  EXPECT_NO_THROW(OutputFolder third(folder_));
}

// GIVEN earlier results and a folder where a file should go WHEN a run commits THEN it fails and they are all there.
TEST_F(OutputFolderTest, AFailingCommitLosesNothing) {
  {
    OutputFolder out(folder_);
    put(out, "result.json", "old");
    put(out, "config.toml", "old");
    out.commit();
  }
  fs::create_directory(folder_ / "tiles.csv");
  {
    OutputFolder out(folder_);
    put(out, "result.json", "new");
    put(out, "config.toml", "new");
    put(out, "tiles.csv", "new");
    EXPECT_THROW(out.commit(), UserError);
  }
  EXPECT_EQ(read("result.json"), "old");
  EXPECT_EQ(read("config.toml"), "old");
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 3u) << "something was left behind";
}

}  // namespace
}  // namespace cdrsim
