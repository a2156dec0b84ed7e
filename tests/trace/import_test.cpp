// SPDX-License-Identifier: BSD-3-Clause
// Do importers read what they promise, refuse everything else with file and line, and leave nothing when they fail?
#include "files.h"
#include "trace/trace_check.h"

namespace cdrsim {
namespace {

using namespace testing;

/// The message with which `bytes` is refused as `format`; no output may be left.
std::string refusal(const std::string& bytes, const std::string& format = "text") {
  Scratch scratch;
  const std::string in = scratch.write("x.txt", bytes);
  std::string message = error_of([&] { import_trace(format, in, scratch.path("x.cdrt")); });
  EXPECT_EQ(scratch.files(), (std::vector<std::string>{"x.txt"})) << "something is left behind";
  EXPECT_NE(message.find("x.txt"), std::string::npos) << message;
  return message;
}

std::string dumped(const std::string& input, const std::string& format = "text", const ImportOptions& options = {}) {
  Scratch scratch;
  return dump(scratch.import(input, format, options));
}

TEST(TextImport, GivenEveryKindOfLineThenAllAreReadInOrder) {
  const std::string text =
      "0 R 40 8 0\n1 W ffffffffffffffff 1 4294967295\n0 A 0 65536 1\n1 B 99 268435455 3\n0 L 7f00\n0 U 7f00\n";
  EXPECT_EQ(dumped(text), text);
}

TEST(TextImport, GivenCrlfBomCommentsBlanksAndPrefixesThenTheRecordsAreTheSame) {
  const std::string plain = "0 R 40 8 0\n1 W 80 4 2\n";
  EXPECT_EQ(dumped("0 R 40 8 0\r\n\r\n1 W 80 4 2\r\n"), plain);
  EXPECT_EQ(dumped("\xef\xbb\xbf"
                   "0 R 40 8 0\n1 W 80 4 2"),
            plain);
  EXPECT_EQ(dumped("0 R 0x40 8 0\n# in between\n   \n1 W 0X80 4 2\n"), plain);
  EXPECT_EQ(dumped("  0\tR  40 8   0 \n\t1 W 80 4 2\t\n"), plain);
  EXPECT_EQ(dumped("0 R 000000000000000000000040 8 0\n1 W 80 04 2\n"), plain);
  EXPECT_EQ(dumped("# about\r\n#\r\n" + plain), "# about\n# \n" + plain);
}

TEST(TextImport, GivenAWrongFieldThenTheErrorNamesFileLineAndField) {
  const std::pair<const char*, const char*> kWrong[] = {
      {"0 X 10 8 0", "operation \"X\""},
      {"0 RR 10 8 0", "operation"},
      {"0 r 10 8 0", "operation"},
      {"0 R 10 8", "gap is missing"},
      {"0 R 10", "size is missing"},
      {"0", "operation is missing"},
      {"0 R 10 8 0 0", "follows"},
      {"0 L 10 8", "follows"},
      {"0 U 10 0", "follows"},
      {"0 R zz 8 0", "address \"zz\""},
      {"0 R 0x 8 0", "address"},
      {"0 R -10 8 0", "address"},
      {"0 R 10 eight 0", "size"},
      {"0 R 10 8 -1", "gap"},
      {"0 R 10 8 +1", "gap"},
      {"0 R 10 8 1.5", "gap"},
      {"-1 R 10 8 0", "thread id \"-1\""},
      {"1048576 R 10 8 0", "thread id"},
      {"99999999999999999999999 R 10 8 0", "thread id"},
      {"zero R 10 8 0", "thread id"},
      {"0x0 R 10 8 0", "thread id"},
      {"0 R 1ffffffffffffffff 8 0", "64 bits"},
      {"0 R ffffffffffffffff 2 0", "wraps"},
      {"0 R 10 0 0", "size \"0\""},
      {"0 R 10 65537 0", "size"},
      {"0 R 10 8 4294967296", "gap"},
      {"0 R 10 8 18446744073709551616", "gap"},
      {"0 B 10 0 0", "barrier count"},
      {"0 B 10 268435456 0", "barrier count"},
      {"0 B 10 2", "gap is missing"},
      {"0 B 10", "barrier count is missing"},
      {"0x12345680 R", "thread id"},
      {"0 R 10 8 0\r1 R 10 8 0", "gap"},
  };
  for (const auto& [line, what] : kWrong) {
    const std::string message = refusal("0 R 40 8 0\n" + std::string(line) + "\n0 R 40 8 0\n");
    EXPECT_NE(message.find("x.txt:2: "), std::string::npos) << line << ": " << message;
    EXPECT_NE(message.find(what), std::string::npos) << line << ": " << message;
  }
}

TEST(TextImport, GivenNothingToReadThenItIsRefused) {
  EXPECT_NE(refusal("").find("empty"), std::string::npos);
  EXPECT_NE(refusal("\xef\xbb\xbf").find("no records"), std::string::npos);
  EXPECT_NE(refusal("# only\n# comments\n").find("no records"), std::string::npos);
  EXPECT_NE(refusal("\n\r\n\n").find("no records"), std::string::npos);
}

TEST(TextImport, GivenBinaryOrAnotherEncodingThenItIsSaid) {
  EXPECT_NE(refusal(std::string("\x00\x01\x02", 3)).find("binary"), std::string::npos);
  EXPECT_NE(refusal("\x7f"
                    "ELF\x02\x01\x01")
                .find("binary"),
            std::string::npos);
  EXPECT_NE(refusal(std::string("\xff\xfe"
                                "0\0 \0R\0",
                                8))
                .find("UTF-16"),
            std::string::npos);
  EXPECT_NE(refusal("0 R 40 8 0\n" + std::string(600, ' ') + std::string("\0\0", 2)).find("x.txt:2"),
            std::string::npos);
  EXPECT_NE(refusal("0 R 40 8 0\n" + std::string(1 << 20, '7')).find("x.txt:2"), std::string::npos);
}

TEST(TextImport, GivenLinesAcrossManyBuffersThenNoneIsLostOrSplit) {
  std::string text;
  for (int i = 0; i < 60000; ++i) text += "0 R " + std::to_string(100000 + i) + " 8 0\n";
  EXPECT_EQ(dumped(text), text);
  EXPECT_EQ(dumped(gzip(text)), text);
}

TEST(TextImport, GivenALatinCommentThenItIsKept) {
  EXPECT_EQ(dumped("# caf\xe9\n0 R 0 1 0\n"), "# caf\xe9\n0 R 0 1 0\n");
}

TEST(Compression, GivenGzipUnderAnyNameThenTheBytesDecide) {
  Scratch scratch;
  const std::string text = "0 R 40 8 0\n1 W 80 4 2\n";
  for (const auto& [name, bytes] : {std::pair{"a.txt", gzip(text)},
                                    {"b.gz", text},
                                    {"c", gzip("\xef\xbb\xbf" + text)},
                                    {"d.txt.gz", gzip(text.substr(0, 15)) + gzip(text.substr(15))}}) {
    import_trace("text", scratch.write(name, bytes), scratch.path("o.cdrt"));
    EXPECT_EQ(dump(scratch.path("o.cdrt")), text) << name;
  }
}

TEST(Compression, GivenACutOrDamagedGzipThenItIsRefused) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "0 R " + std::to_string(i * 7919 % 100003) + " 8 0\n";
  const std::string good = gzip(text);
  for (std::size_t length : {std::size_t{3}, std::size_t{12}, good.size() / 2, good.size() - 9, good.size() - 1}) {
    const std::string message = refusal(good.substr(0, length));
    EXPECT_NE(message.find("cut"), std::string::npos) << length << ": " << message;
    EXPECT_NE(message.find(": byte "), std::string::npos) << message;
  }
  std::string bad = good;
  bad[good.size() - 6] ^= 1;  // its own checksum
  EXPECT_NE(refusal(bad).find("damaged"), std::string::npos);
  EXPECT_NE(refusal(good + "junk").find("follows"), std::string::npos);
  EXPECT_NE(refusal(gzip("")).find("empty"), std::string::npos);
  EXPECT_NE(refusal(gzip(gzip(text))).find("gzip file that holds a gzip file"), std::string::npos);
}

TEST(Compression, GivenAnotherCompressionOrArchiveThenItIsNamed) {
  std::string tar(512, '\0');
  tar.replace(0, 5, "trace");
  tar.replace(257, 5, "ustar");
  const std::pair<std::string, const char*> kKinds[] = {
      {std::string("\xfd"
                   "7zXZ\0\0\4",
                   8),
       "xz"},  // of a tar.xz, too
      {"BZh91AY&SY", "bzip2"},
      {std::string("\x28\xb5\x2f\xfd\0\0", 6), "zstd"},
      {std::string("PK\3\4\0\0", 6), "zip"},
      {"7z\xbc\xaf\x27\x1c", "7z"},
      {"\x04\x22\x4d\x18@@", "lz4"},
      {"\x1f\x9d\x90", "compress"},
      {tar, "tar"},
      {gzip(tar), "tar"},
  };
  for (const auto& [bytes, name] : kKinds) EXPECT_NE(refusal(bytes).find(name), std::string::npos) << name;
}

TEST(Compression, GivenANativeTraceThenItSaysSo) {
  Scratch scratch;
  EXPECT_NE(refusal(read_file(scratch.import("0 R 0 1 0\n"))).find("native"), std::string::npos);
}

TEST(Import, GivenAnUnknownFormatThenTheKnownOnesAreListed) {
  Scratch scratch;
  const std::string in = scratch.write("x.txt", "0 R 0 1 0\n");
  EXPECT_EQ(error_of([&] { import_trace("txt", in, scratch.path("o")); }),
            "unknown trace format \"txt\"; known: din, lackey, text");
  EXPECT_NE(error_of([&] { import_trace("text", in, in); }).find("itself"), std::string::npos);
  EXPECT_NE(error_of([&] { import_trace("text", scratch.path("none"), scratch.path("o")); }).find("none"),
            std::string::npos);
}

TEST(LackeyImport, GivenItsOutputThenInstructionsBecomeGaps) {
  EXPECT_EQ(dumped("==7== Lackey, an example Valgrind tool\n"
                   "I  04010d3f,3\nI  04010d42,5\n L 1ffefff7e8,8\nI  04010d47,3\n S 1ffefff7e0,4\n M 0421c7cc,4\n"
                   "==7== \n",
                   "lackey"),
            "0 R 1ffefff7e8 8 1\n0 W 1ffefff7e0 4 0\n0 R 421c7cc 4 0\n0 W 421c7cc 4 0\n");
}

TEST(LackeyImport, GivenAWrongLineThenTheErrorNamesIt) {
  for (const char* line : {" X 40,8", " L 40", " L 40,", " L ,8", " L 40,8 9", " L zz,8", " L 40,0", " L 40,65537",
                           " L ffffffffffffffff,2", "I 1ffffffffffffffff,1", "hello world", " L"})
    EXPECT_NE(refusal(" L 40,8\n" + std::string(line) + "\n", "lackey").find("x.txt:2: "), std::string::npos) << line;
}

TEST(DinImport, GivenItsLinesThenFetchesBecomeGaps) {
  EXPECT_EQ(dumped("2 400000\n0 1fff50\n2 400004\n2 400008\n2 40000c\n1 0x1fff58 8\n1 10\n", "din"),
            "0 R 1fff50 4 0\n0 W 1fff58 8 2\n0 W 10 4 0\n");
}

TEST(DinImport, GivenAWrongLineThenTheErrorNamesIt) {
  for (const char* line : {"3 40", "4 0", "-1 40", "0", "0 zz", "0 40 8 9", "0 40 0", "r 40", "0 fffffffffffffffe"})
    EXPECT_NE(refusal("0 40\n" + std::string(line) + "\n", "din").find("x.txt:2: "), std::string::npos) << line;
}

TEST(Limit, GivenALimitThenUnfinishedBarriersAndHeldLocksAreLeftOut) {
  const std::string text =
      "0 R 10 8 0\n0 B 900 2 0\n1 B 900 2 0\n1 L 500\n1 W 20 8 0\n1 U 500\n0 L 500\n0 W 20 8 0\n"
      "1 B 900 2 0\n0 U 500\n0 B 900 2 0\n0 R 30 8 0\n";
  const auto cut = [&](std::uint64_t limit) { return dumped(text, "text", {.limit_references = limit}); };
  const std::string all = "0 R 10 8 0\n0 B 900 2 0\n1 B 900 2 0\n1 L 500\n1 W 20 8 0\n1 U 500\n";
  const auto note = [](int n) {
    return "# cut to the first " + std::to_string(n) + " references by cdrsim trace import\n";
  };
  EXPECT_EQ(cut(1), note(1) + "0 R 10 8 0\n0 B 900 2 0\n1 B 900 2 0\n") << "the lock that thread 1 then holds is out";
  EXPECT_EQ(cut(2), note(2) + all);
  EXPECT_EQ(cut(3), note(3) + all + "0 L 500\n0 W 20 8 0\n1 B 900 2 0\n0 U 500\n0 B 900 2 0\n");
  EXPECT_EQ(cut(100), note(100) + text);
  Scratch scratch;
  for (std::uint64_t limit = 1; limit < 5; ++limit) {
    const auto trace = Trace::open(scratch.import(text, "text", {.limit_references = limit}));
    EXPECT_TRUE(check_trace(*trace).empty()) << limit;
  }
}

TEST(Limit, GivenABarrierThatOnlySomeHaveReachedThenTheirArrivalsAreLeftOutAndTheThreadsStay) {
  const std::string note = "# cut to the first 1 references by cdrsim trace import\n";
  EXPECT_EQ(dumped("0 R 10 8 0\n1 B 900 2 0\n0 R 20 8 0\n0 B 900 2 0\n", "text", {.limit_references = 1}),
            note + "# threads: 2\n0 R 10 8 0\n");
}

}  // namespace
}  // namespace cdrsim
