// SPDX-License-Identifier: BSD-3-Clause
// Does `cdrsim trace` do what its help says, and refuse the rest by name?
#include "cli/trace_verb.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.h"

namespace cdrsim {
namespace {

struct Outcome {
  int code;
  std::string out, error;
};

Outcome trace(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "trace");
  std::vector<char*> argv;
  for (std::string& a : arguments) argv.push_back(a.data());
  argv.push_back(nullptr);
  ::testing::internal::CaptureStdout();
  Outcome outcome{1, "", ""};
  try {
    outcome.code = trace_verb(static_cast<int>(arguments.size()), argv.data());
  } catch (const UserError& error) {
    outcome.error = error.what();
  }
  outcome.out = ::testing::internal::GetCapturedStdout();
  return outcome;
}

class TraceVerb : public ::testing::Test {
 protected:
  TraceVerb() {
    std::string name = ::testing::TempDir() + "cdrsim-trace-verb-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~TraceVerb() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  std::string folder_;
};

TEST_F(TraceVerb, GivenHelpAnywhereThenItIsPrintedAndTheCodeIsZero) {
  EXPECT_EQ(trace({"--help"}).code, 0);
  for (const char* verb : {"import", "info", "dump", "check", "synth", "profile"}) {
    const Outcome o = trace({verb, "--help"});
    EXPECT_EQ(o.code, 0) << verb;
    EXPECT_NE(o.out.find(verb), std::string::npos);
  }
  EXPECT_NE(trace({"import", "--help"}).out.find("lackey"), std::string::npos);
  EXPECT_NE(trace({"synth", "--help"}).out.find("migratory"), std::string::npos);
}

TEST_F(TraceVerb, GivenATextTraceThenImportInfoDumpAndCheckAgree) {
  const std::string text = "0 R 40 8 0\n1 W 80 4 2\n0 L 100\n0 U 100\n";
  const std::string in = write("a.txt", text), out = path("a.cdrt");
  EXPECT_NE(trace({"import", "--format", "text", in, out}).out.find("2 threads, 2 references, 4 records"),
            std::string::npos);
  EXPECT_EQ(trace({"dump", out}).out, text);
  EXPECT_EQ(trace({"dump", out, "--thread", "1"}).out, "1 W 80 4 2\n");
  EXPECT_EQ(trace({"dump", out, "--limit", "1"}).out, "0 R 40 8 0\n");
  EXPECT_EQ(trace({"dump", out, "--limit", "0"}).out, "");
  EXPECT_NE(trace({"dump", out, "--thread", "2"}).error.find("threads 0 to 1"), std::string::npos);
  EXPECT_NE(trace({"info", out}).out.find("references    2 (1 to 1 per thread)"), std::string::npos);
  EXPECT_EQ(trace({"check", out}).out, "ok " + out + ": 4 records of 2 threads\n");
}

TEST_F(TraceVerb, GivenAnOddTraceThenCheckWarnsAndSucceeds) {
  trace({"import", "--format", "text", write("a.txt", "0 L 40\n"), path("a.cdrt")});
  const Outcome o = trace({"check", path("a.cdrt")});
  EXPECT_EQ(o.code, 0);
  EXPECT_NE(o.out.find("warning: " + path("a.cdrt") + ": thread 0 never releases lock 0x40"), std::string::npos);
}

TEST_F(TraceVerb, GivenSeveralFilesThenCheckReportsTheGoodAndEveryBadOne) {
  trace({"synth", "uniform", path("good.cdrt"), "--references", "10"});
  const Outcome o = trace({"check", write("bad1.cdrt", ""), path("good.cdrt"), write("bad2.cdrt", "x")});
  EXPECT_EQ(o.code, 1);
  EXPECT_NE(o.out.find("good.cdrt"), std::string::npos);
  EXPECT_NE(o.error.find("bad1.cdrt"), std::string::npos);
  EXPECT_NE(o.error.find("bad2.cdrt"), std::string::npos);
}

TEST_F(TraceVerb, GivenALimitThenTheImportStopsThere) {
  const std::string in = write("a.txt", "0 R 40 8 0\n0 R 80 8 0\n");
  EXPECT_NE(
      trace({"import", "--format", "text", in, path("a.cdrt"), "--limit-references", "1"}).out.find("1 references"),
      std::string::npos);
  EXPECT_EQ(trace({"import", "--format", "text", in, path("b.cdrt"), "--limit-references", "0"}).code, 1);
}

TEST_F(TraceVerb, GivenSynthThenSizesMayHaveUnits) {
  EXPECT_EQ(trace({"synth", "private-shared", path("a.cdrt"), "--threads", "4", "--references", "100", "--seed", "9",
                   "--private-bytes", "4KiB", "--shared-bytes", "1MiB", "--shared-fraction", "0.5", "--write-fraction",
                   "0.1", "--gap", "2"})
                .code,
            0);
  const std::string info = trace({"info", path("a.cdrt")}).out;
  EXPECT_NE(info.find("private_bytes 4096, shared_bytes 1048576"), std::string::npos) << info;
}

TEST_F(TraceVerb, GivenWrongArgumentsThenTheErrorNamesThem) {
  EXPECT_NE(trace({}).error.find("--help"), std::string::npos);
  EXPECT_NE(trace({"frobnicate"}).error.find("frobnicate"), std::string::npos);
  EXPECT_NE(trace({"info"}).error.find("FILE"), std::string::npos);
  EXPECT_NE(trace({"info", path("none.cdrt")}).error.find("none.cdrt"), std::string::npos);
  EXPECT_NE(trace({"info", "--fast", path("none.cdrt")}).error.find("--fast"), std::string::npos);
  EXPECT_NE(trace({"import", path("a"), path("b")}).error.find("--format"), std::string::npos);
  EXPECT_NE(trace({"import", "--format", "elf", path("a"), path("b")}).error.find("din, lackey, text"),
            std::string::npos);
  EXPECT_NE(trace({"synth", "unifrom", path("a")}).error.find("uniform"), std::string::npos);
  EXPECT_NE(trace({"synth", "uniform", path("a"), "--threads", "-1"}).error.find("--threads"), std::string::npos);
  EXPECT_NE(trace({"synth", "uniform", path("a"), "--shared-bytes", "5ms"}).error.find("--shared-bytes"),
            std::string::npos);
  EXPECT_NE(trace({"synth", "uniform", path("a"), "--threads", "4x"}).error.find("--threads"), std::string::npos);
}

}  // namespace
}  // namespace cdrsim
