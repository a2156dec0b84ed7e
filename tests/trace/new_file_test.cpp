// SPDX-License-Identifier: BSD-3-Clause
// Does a file appear whole or not at all, even when the program that writes it is killed?
#include "trace/new_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"

namespace cdrsim {
namespace {

using namespace testing;

using Names = std::vector<std::string>;

TEST(NewFile, GivenACommitThenItReplacesTheFileBefore) {
  Scratch scratch;
  scratch.write("a", "old");
  NewFile file(scratch.path("a"));
  file.write("new");
  EXPECT_EQ(read_file(scratch.path("a")), "old");
  file.commit();
  EXPECT_EQ(read_file(scratch.path("a")), "new");
  EXPECT_EQ(scratch.files(), Names{"a"});
}

TEST(NewFile, GivenNoCommitThenNothingIsLeft) {
  Scratch scratch;
  { NewFile(scratch.path("a")).write("new"); }
  EXPECT_EQ(scratch.files(), Names{});
}

TEST(NewFile, GivenAKilledWriterThenNothingIsLeft) {
  Scratch scratch;
  const int probe = ::open(scratch.path("").c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (probe < 0) GTEST_SKIP() << "this file system has no files without a name";
  ::close(probe);
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    NewFile file(scratch.path("a"));
    file.write(std::string(1 << 20, 'x'));
    (void)!::write(ready[1], "!", 1);
    for (;;) ::pause();
  }
  ASSERT_GT(child, 0);
  char byte;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ::close(ready[0]);
  ::close(ready[1]);
  EXPECT_EQ(scratch.files(), Names{});
}

// GIVEN a file left by a killed process of the same number THEN it is in nobody's way.
TEST(NewFile, GivenAStaleNameThenTheCommitTakesIt) {
  Scratch scratch;
  scratch.write("a.partial-" + std::to_string(::getpid()), "stale");
  NewFile file(scratch.path("a"));
  file.write("new");
  file.commit();
  EXPECT_EQ(read_file(scratch.path("a")), "new");
  EXPECT_EQ(scratch.files(), Names{"a"});
}

TEST(NewFile, GivenTheUmaskThenTheFileHasTheRightsOfAnyOther) {
  Scratch scratch;
  const mode_t before = ::umask(027);
  NewFile file(scratch.path("a"));
  file.commit();
  ::umask(before);
  struct stat status {};
  ASSERT_EQ(::stat(scratch.path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(NewFile, GivenNowhereToWriteThenTheErrorNamesThePath) {
  Scratch scratch;
  const std::string path = scratch.path("missing/a");
  EXPECT_TRUE(error_of([&] { NewFile file(path); }).starts_with(path + ": cannot create a file there: "));
  EXPECT_NE(error_of([&] { NewFile file(scratch.path("")); }).find("not a regular file"), std::string::npos);
}

}  // namespace
}  // namespace cdrsim
