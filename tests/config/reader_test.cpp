// SPDX-License-Identifier: BSD-3-Clause
// A schema of one small struct, read from files and --set texts.
#include "config/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "config/describe.h"
#include "config/document.h"
#include "config/writer.h"

namespace cdrsim::config {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

enum class Colour { red, blue };

struct Box {
  std::uint32_t ways;
  std::uint64_t size;
  double fraction;
  bool open;
  Cycle delay;
  std::optional<Cycle> limit;
  std::optional<std::uint32_t> count;
  Colour colour;
  double clock;
  std::uint32_t width;
  std::string kind;
};
struct Job {
  std::string file;
  std::uint32_t copies, gap;
};
struct Root {
  Box box;
  std::vector<Job> jobs;
};

void declare_box(Section<Box>& s) {
  s.help("A box.");
  s.frequency("clock", &Box::clock).default_value(1e9).range(1, 1e12).help("clock");
  s.integer("ways", &Box::ways).default_value(4).range(1, 64).help("ways");
  s.size("size", &Box::size).default_value(16384).help("size");
  s.real("fraction", &Box::fraction).default_value(0.3).range(0, 1).help("fraction");
  s.boolean("open", &Box::open).default_value(false).help("open");
  s.choice("colour", &Box::colour, {{"red", Colour::red, "like blood"}, {"blue", Colour::blue, "like the sky"}})
      .default_value(Colour::blue)
      .help("colour");
  s.bits("width", &Box::width).default_value(64).help("width");
  s.integer("count", &Box::count, "auto").range(1, 9).help("count");
  s.name("kind", &Box::kind,
         [] {
           return std::vector<Choice>{{"plain", ""}, {"fancy", ""}};
         })
      .default_value("plain")
      .help("kind");
}
void declare_times(Section<Box>& s) {
  s.time("delay", &Box::delay).default_value(50).help("delay");
  s.time("limit", &Box::limit, "none").help("limit");
}
void declare_job(Section<Job>& s) {
  s.path("file", &Job::file).help("file");
  s.integer("copies", &Job::copies).default_value(1).range(1, 100).help("copies");
  s.integer("gap", &Job::gap).only_when([](const Job& j) { return j.file.empty(); }, "without a file").help("gap");
}

const Schema& schema() {
  static const SchemaOf<Root> s = [] {
    SchemaOf<Root> made;
    made.section(
        "box", +[](Root& r) -> Box& { return r.box; }, &declare_box);
    made.section(
        "box.times", +[](Root& r) -> Box& { return r.box; }, &declare_times);
    made.blocks("job", &Root::jobs, &declare_job);
    made.frequency([](const Root& r) { return r.box.clock; });
    return made;
  }();
  return s;
}

class Reader : public testing::Test {
 protected:
  Reader() : folder_(std::filesystem::path(testing::TempDir()) / "cdrsim-reader-test") {
    std::filesystem::create_directories(folder_);
  }
  ~Reader() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& text, const std::string& name = "c.toml") {
    const auto path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  Root read(const std::string& text, const std::vector<std::string>& sets = {}) {
    Root root{};
    Reading(schema(), &root, write(text), sets).finish();
    return root;
  }
  std::string error(const std::string& text, const std::vector<std::string>& sets = {}) {
    try {
      read(text, sets);
    } catch (const UserError& e) {
      return e.what();
    }
    return "no error";
  }

  std::filesystem::path folder_;
};

TEST_F(Reader, AnEmptyFileGivesTheDefaults) {
  const Root r = read("");
  EXPECT_EQ(r.box.ways, 4u);
  EXPECT_EQ(r.box.size, 16384u);
  EXPECT_EQ(r.box.fraction, 0.3);
  EXPECT_FALSE(r.box.open);
  EXPECT_EQ(r.box.delay, 50u);
  EXPECT_FALSE(r.box.limit);
  EXPECT_FALSE(r.box.count);
  EXPECT_EQ(r.box.colour, Colour::blue);
  EXPECT_EQ(r.box.kind, "plain");
  EXPECT_TRUE(r.jobs.empty());
}

TEST_F(Reader, EveryTypeIsReadFromTheFile) {
  const Root r = read(R"(
[box]
ways = 3
size = "1.5KiB"
fraction = 1
open = true
colour = "red"
clock = "2.5GHz"
width = "128b"
count = 7
kind = "fancy"
[box.times]
delay = "1us"
limit = 99
[[job]]
copies = 2
[[job]]
file = "sub/../t.cdrt"
)");
  EXPECT_EQ(r.box.ways, 3u);
  EXPECT_EQ(r.box.size, 1536u);
  EXPECT_EQ(r.box.fraction, 1.0);
  EXPECT_TRUE(r.box.open);
  EXPECT_EQ(r.box.colour, Colour::red);
  EXPECT_EQ(r.box.width, 128u);
  EXPECT_EQ(r.box.count, 7u);
  EXPECT_EQ(r.box.delay, 2500u);  // at 2.5 GHz
  EXPECT_EQ(r.box.limit, 99u);
  ASSERT_EQ(r.jobs.size(), 2u);
  EXPECT_EQ(r.jobs[0].copies, 2u);
  EXPECT_EQ(r.jobs[0].file, "");
  EXPECT_EQ(r.jobs[1].copies, 1u);
  EXPECT_EQ(r.jobs[1].file, (folder_ / "t.cdrt").string());  // relative paths start at the file
}

TEST_F(Reader, SetsAreTypedByTheDeclarationAndTheLastOneWins) {
  const Root r = read("[box]\nways = 2\n[[job]]\n",
                      {"box.ways=8", "box.ways=16", "box.size=\"2KiB\"", "box.colour='red'", "box.times.delay=\"70\"",
                       "box.times.limit=3ns", "box.open=true", "box.count=auto", "job.0.copies = 16",
                       "box.fraction=5e-1", "box.width=32", "job.0.file=12"});
  EXPECT_EQ(r.box.ways, 16u);
  EXPECT_EQ(r.box.size, 2048u);
  EXPECT_EQ(r.box.colour, Colour::red);
  EXPECT_EQ(r.box.delay, 70u);
  EXPECT_EQ(r.box.limit, 3u);
  EXPECT_TRUE(r.box.open);
  EXPECT_FALSE(r.box.count);
  EXPECT_EQ(r.jobs[0].copies, 16u);
  EXPECT_EQ(r.box.fraction, 0.5);
  EXPECT_EQ(r.box.width, 32u);
  EXPECT_EQ(r.jobs[0].file, (folder_ / "12").string());
}

// GIVEN the clock and a time on the command line THEN the time is in cycles of that clock, not of the file's.
TEST_F(Reader, ASetOfTheClockReachesTimes) {
  EXPECT_EQ(read("[box]\nclock = \"1GHz\"\n[box.times]\ndelay = \"10ns\"\n", {"box.clock=4GHz"}).box.delay, 40u);
}

TEST_F(Reader, CrlfAndBomAreRead) {
  EXPECT_EQ(read("[box]\r\nways = 3\r\n").box.ways, 3u);
  EXPECT_EQ(read("\xef\xbb\xbf[box]\nways = 3\n").box.ways, 3u);
}

TEST_F(Reader, AllErrorsAreListedAtOnceInOrderWithTheirLines) {
  const std::string e =
      error("[box]\nszie = 3\nways = 'x'\n[bix]\nways = 1\n[[job]]\ncopys = 1\n", {"box.colour=green"});
  EXPECT_THAT(e, ContainsRegex("c.toml:2: box.szie: unknown key; did you mean box.size\\?\n"
                               ".*c.toml:3: box.ways: expected an integer.*\n"
                               ".*c.toml:4: bix: unknown section; did you mean box\\?\n"
                               ".*c.toml:7: job.0.copys: unknown key; did you mean job.0.copies\\?\n"
                               "--set box.colour=green: \"green\" is not legal here; legal: \"red\", \"blue\""));
}

TEST_F(Reader, WrongValuesAreRefusedWithWhatIsLegal) {
  EXPECT_THAT(error("[box]\nways = 65\n"), HasSubstr("c.toml:2: box.ways: 65 is out of range: 1 to 64"));
  EXPECT_THAT(error("[box]\nways = 0\n"), HasSubstr("0 is out of range"));
  EXPECT_THAT(error("[box]\nways = -1\n"), HasSubstr("negative"));
  EXPECT_THAT(error("[box]\nways = 4294967297\n"), HasSubstr("too large"));
  EXPECT_THAT(error("[box]\nways = 4.0\n"), HasSubstr("expected an integer without unit, got 4.0"));
  EXPECT_THAT(error("[box]\nways = \"4KiB\"\n"), HasSubstr("got \"4KiB\""));
  EXPECT_THAT(error("[box]\nways = [4]\n"), HasSubstr("got an array"));
  EXPECT_THAT(error("[box]\nways = 1979-05-27\n"), HasSubstr("got a date"));
  EXPECT_THAT(error("[box]\nsize = \"4\"\n"), HasSubstr("no unit"));
  EXPECT_THAT(error("[box]\nsize = 4.5\n"), HasSubstr("expected an integer"));
  EXPECT_THAT(error("[box]\nfraction = nan\n"), HasSubstr("finite"));
  EXPECT_THAT(error("[box]\nfraction = -0.1\n"), HasSubstr("0.0 to 1.0"));
  EXPECT_THAT(error("[box]\nopen = 1\n"), HasSubstr("true or false"));
  EXPECT_THAT(error("[box]\ncount = \"aut\"\n"), HasSubstr("or \"auto\""));
  EXPECT_THAT(error("[box]\ncount = 10\n"), HasSubstr("1 to 9"));
  EXPECT_THAT(error("[box]\nkind = \"plian\"\n"), HasSubstr("did you mean \"plain\"?"));
  EXPECT_THAT(error("[box]\nclock = 1000\n"), HasSubstr("expected a string"));
  EXPECT_THAT(error("[box]\nclock = \"0Hz\"\n"), HasSubstr("out of range"));
  EXPECT_THAT(error("", {"box.ways=4x"}), HasSubstr("--set box.ways=4x: expected an integer without unit, got \"4x\""));
  EXPECT_THAT(error("", {"box.ways="}), HasSubstr("--set box.ways=:"));
}

// GIVEN any character where a key, a value or the rest of one should begin THEN it is read or refused: some of these
// the TOML parser once took for impossible.
TEST_F(Reader, EveryCharacterIsReadOrRefused) {
  std::vector<std::string> characters;
  for (int c = 0; c < 0x80; ++c) characters.push_back(std::string(1, static_cast<char>(c)));
  for (const int c : {0x80, 0x85, 0xa0, 0xa1, 0xe9, 0x3b1, 0x499, 0x49a, 0x7ff})
    characters.push_back({static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 0x3f))});
  for (const int c : {0x1680, 0x180e, 0x2000, 0x2028, 0x2060, 0x20ac, 0x3000, 0xd7ff, 0xfee1, 0xfeff, 0xffff})
    characters.push_back({static_cast<char>(0xe0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3f)),
                          static_cast<char>(0x80 | (c & 0x3f))});
  characters.push_back("\xf0\x9f\x99\x82");
  for (const std::string& c : characters)
    for (const std::string before : {"",
                                     "[",
                                     "[[",
                                     "[x.",
                                     "[x",
                                     "x.",
                                     "x",
                                     "x ",
                                     "x = {",
                                     "x = {y = 1,",
                                     "x = ",
                                     "x = [",
                                     "x = [1",
                                     "x = 1",
                                     "x = 0",
                                     "x = 0x",
                                     "x = -",
                                     "x = 1e",
                                     "x = 1.",
                                     "x = 1_",
                                     "x = i",
                                     "x = t",
                                     "x = 1979-05-27T",
                                     "x = \"\\",
                                     "x = \"\"\"\\\n"})
      for (const char* behind : {"", "\n", "x]\n", " = 1\n"}) {
        try {
          parse_toml(before + c + behind, "c.toml");
        } catch (const UserError& e) {
          EXPECT_THAT(e.what(), StartsWith("c.toml:"));
        }
      }
}

TEST_F(Reader, MisplacedSectionsAndKeysAreExplained) {
  EXPECT_THAT(error("box = 3\n"), HasSubstr("is a section: write [box]"));
  EXPECT_THAT(error("[job]\ncopies = 3\n"), HasSubstr("write [[job]]"));
  EXPECT_THAT(error("job = 3\n"), HasSubstr("write [[job]]"));
  EXPECT_THAT(error("[[box]]\nways = 3\n"), HasSubstr("write [box]"));
  EXPECT_THAT(error("[box.ways]\nx = 3\n"), HasSubstr("box.ways: is a key, not a section"));
  EXPECT_THAT(error("[job2]\ndelay = 3\n"), Not(HasSubstr("job2.delay")));  // one error for the whole section
  EXPECT_THAT(error("[box]\ndelay = 3\n"), HasSubstr("there is box.times.delay"));
  EXPECT_THAT(error("\"box.ways\" = 3\n"), HasSubstr("unknown key"));
  EXPECT_THAT(error("", {"nonsense"}), HasSubstr("--set nonsense: expected key=value"));
  EXPECT_THAT(error("[[job]]\n", {"job.1.copies=2"}), HasSubstr("the file has 1 [[job]]"));
  EXPECT_THAT(error("[[job]]\nfile = \"x\"\ngap = 3\n"),
              HasSubstr("c.toml:3: job.0.gap: has no effect here: it applies without a file"));
}

// GIVEN a block's number with zeros before it THEN it is no other name of the block: it was once read and then ignored.
TEST_F(Reader, EveryKeyHasOneName) {
  EXPECT_THAT(error("[[job]]\n", {"job.00.copies=2"}), HasSubstr("unknown key; did you mean job.0.copies?"));
  EXPECT_THAT(error("[[job]]\n", {"job.0x.copies=2"}), HasSubstr("unknown key"));
  EXPECT_THAT(error("[[job]]\n", {"job..copies=2"}), HasSubstr("unknown key; did you mean job.0.copies?"));
  EXPECT_THAT(error("[[job]]\n", {"job.99999999999999999999.copies=2"}), HasSubstr("unknown key"));
  EXPECT_THAT(error("[[job]]\n", {"job.=2"}), HasSubstr("unknown key"));
}

TEST_F(Reader, NumbersBeyondTheirTypeAreRefusedWithItsLimits) {
  const std::string beyond = "18446744073709551615", largest = "the largest integer is 9223372036854775807";
  EXPECT_THAT(error("", {"box.ways=" + beyond}), HasSubstr(beyond + " is out of range: " + largest));
  EXPECT_THAT(error("", {"box.size=+" + beyond}), HasSubstr(largest));
  EXPECT_THAT(error("", {"box.times.delay=" + beyond}), HasSubstr(largest));
  EXPECT_THAT(error("", {"box.ways=-" + beyond}), HasSubstr("the smallest -9223372036854775808"));
  EXPECT_THAT(error("[box]\nways = " + beyond + "\n"), HasSubstr(largest));
  EXPECT_THAT(error("", {"box.fraction=1e999"}), HasSubstr("1e999 is out of range: from 2.3e-308 to 1.7e308"));
  EXPECT_THAT(error("", {"box.ways=" + beyond + "x"}), HasSubstr("expected an integer without unit"));
}

// GIVEN a key of so many parts that walking its tables would overflow the stack THEN it is an error as any other.
TEST_F(Reader, KeysOfThousandsOfPartsAreRefused) {
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  EXPECT_THAT(error("[box]\n" + deep + " = 1\n"), HasSubstr("c.toml:2: a key of more than 9 parts"));
  EXPECT_THAT(error("[box]\n\n[" + deep + "]\n"), HasSubstr("c.toml:3: a key of more than 9 parts"));
  EXPECT_THAT(error("x = [{y = {" + deep + " = 1}}]\n"), HasSubstr("c.toml:1: a key of more than 9 parts"));
  EXPECT_THAT(error("[" + deep + "]\n["), HasSubstr("a key of more than 9 parts"));
}

// GIVEN values nested in values, as deep as TOML's parser lets them, THEN nothing overflows.
TEST_F(Reader, DeepValuesAreRefused) {
  for (const std::string open : {"[", "{a = ", "{a.b.c.d.e.f.g.h = ", "[{a.b.c.d.e.f.g.h = "}) {
    std::string text = "x = ";
    for (int i = 0; i < 100'000; ++i) text += open;
    EXPECT_THAT(error(text + "\n"), HasSubstr("c.toml:1:")) << open;
  }
}

// GIVEN dots in strings and comments THEN they are none of a key's, however the string is quoted and closed.
TEST_F(Reader, DotsInStringsAndCommentsDoNotCount) {
  const std::string dots = ".................";
  const std::string quoted[] = {
      '"' + dots + '"',       "'" + dots + "'",      R"(""")" + dots + "\n" + dots + R"(""")",
      "'''\n" + dots + "'''", R"("\")" + dots + '"', R"("""a"")" + dots + R"(\""""")",
      R"('\'  # )" + dots,    R"(""  # )" + dots,
  };
  for (const std::string& value : quoted)
    EXPECT_NO_THROW(read("# " + dots + "\n[box]\nways = 3\n[[job]]\nfile = " + value + "\n")) << value;
  EXPECT_NO_THROW(read("[box]\nways = 3 # " + dots + "\nfraction = 0.5 # '\n"));
  // Behind each kind of string the count goes on.
  for (const char* value : {R"("")", "''", R"("a")", R"("""a""""")", "''''''", R"("\"")"})
    EXPECT_THAT(error(std::string("x = ") + value + "\na" + dots + "a = 1\n"),
                HasSubstr("c.toml:2: a key of more than 9 parts"))
        << value;
}

// GIVEN control characters in a --set THEN the message shows none of them, so that each of its lines is one error.
TEST_F(Reader, MessagesHoldNoControlCharacters) {
  const std::string e =
      error("[box]\n\"\\u001b\\n\" = 1\n", {"box.ways=\x1b[2J\n2", "\n\t", "box\n.ways=\x7f", "box.kind=\r"});
  EXPECT_EQ(std::count(e.begin(), e.end(), '\n'), 4) << e;
  for (char c = 0; c < ' '; ++c) {
    const std::string control(3, c);
    for (const std::string& text :
         {"[" + control, "[box]\nways" + control + "=2", "[box]\nways =" + control + "2", "[box.x" + control + "]",
          "x = \"" + control + "\"", "#" + control, "x = 1" + control, "x = 0x" + control, "x = 1979-" + control}) {
      const std::string parsed = error(text);
      EXPECT_TRUE(std::none_of(parsed.begin(), parsed.end(),
                               [](char p) { return (p >= 0 && p < ' ' && p != '\n') || p == 0x7f; }))
          << "control character " << static_cast<int>(c) << " in " << parsed;
    }
  }
  EXPECT_TRUE(std::none_of(e.begin(), e.end(), [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 0x7f; }))
      << e;
}

// GIVEN a path that the written configuration could not hold, or the system would cut, THEN it is refused.
TEST_F(Reader, PathsAreUtf8WithoutZeroBytes) {
  const std::string legal = "\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82";
  EXPECT_EQ(read("[[job]]\n", {"job.0.file=" + legal}).jobs[0].file, (folder_ / legal).string());
  for (const char* bytes :
       {"\xff", "\xc3", "a\xc3(", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"})
    EXPECT_THAT(error("[[job]]\n", {std::string("job.0.file=") + bytes}), HasSubstr("must be UTF-8")) << bytes;
  EXPECT_THAT(error("[[job]]\nfile = \"a\\u0000b\"\n"),
              HasSubstr("c.toml:2: job.0.file: a path cannot hold a zero byte"));
}

// GIVEN a name that the system does not even look up THEN that is the user's error, as a missing file is.
TEST_F(Reader, ANameTooLongForTheSystemIsTheUsersError) {
  EXPECT_THROW(Reading(schema(), nullptr, (folder_ / std::string(300, 'a')).string(), {}), UserError);
}

TEST_F(Reader, WhatIsNoTomlIsOneErrorWithItsPlace) {
  EXPECT_THAT(error("[box\n"), ContainsRegex("c.toml:[0-9]+:[0-9]+: not valid TOML"));
  EXPECT_THAT(error("[box]\nways = 2\nways = 2\n"), ContainsRegex("c.toml:3:[0-9]+: not valid TOML.*ways"));
  EXPECT_THAT(error(std::string("\x00\x01\x02", 3)), HasSubstr("not valid TOML"));
  EXPECT_THAT(error("[box]\nways = 99999999999999999999\n"), HasSubstr("c.toml:2"));
  EXPECT_THROW(Reading(schema(), nullptr, (folder_ / "missing.toml").string(), {}), UserError);
  EXPECT_THROW(Reading(schema(), nullptr, folder_.string(), {}), UserError);
}

// GIVEN a configuration written out THEN it reads back to the same text, and every key that applies is in it.
TEST_F(Reader, WrittenConfigurationsReadBackToTheSameBytes) {
  Root r = read(
      "[box]\nfraction = 0.1\ncount = 3\nclock = \"2.5GHz\"\n[box.times]\ndelay = \"1.5us\"\n[[job]]\nfile = \"a "
      "\\\"b\\\\\\u0001\"\n"
      "[[job]]\ngap = 2\n");
  const std::string text = write_toml(schema(), &r);
  Root again = read(text);
  EXPECT_EQ(write_toml(schema(), &again), text);
  EXPECT_THAT(text, HasSubstr("delay = 3750\n"));
  EXPECT_THAT(text, HasSubstr("limit = \"none\"\n"));
  EXPECT_THAT(text, HasSubstr("fraction = 0.1\n"));
  EXPECT_EQ(again.jobs[0].file, r.jobs[0].file);
  EXPECT_THAT(write_toml(schema(), &r, false), Not(HasSubstr("file =")));
}

TEST_F(Reader, ChecksAcrossKeysBlameWhatTheUserGave) {
  Root r{};
  Reading reading(schema(), &r, write("[box]\nways = 3\nsize = \"x\"\n"), {"box.width=16"});
  EXPECT_FALSE(reading.sound({"box.ways", "box.size"}));
  EXPECT_TRUE(reading.sound({"box.ways", "box.width"}));
  reading.problem({"box.colour", "box.ways"}, "do not fit");
  reading.problem({"box.width"}, "is odd");
  reading.problem({"box.open"}, "was not given");
  try {
    reading.finish();
    FAIL();
  } catch (const UserError& e) {
    EXPECT_THAT(e.what(), ContainsRegex("c.toml: box.open: was not given\n"
                                        ".*c.toml:2: box.ways: do not fit\n"
                                        ".*c.toml:3: box.size: .*\n"
                                        "--set box.width=16: is odd"));
  }
}

TEST_F(Reader, DescriptionsNameEveryKeyWithDefaultAndChoices) {
  for (const std::string& text : {describe_text(schema()), describe_markdown(schema()), describe_json(schema())}) {
    for (const char* word : {"ways", "delay", "copies", "16KiB", "like the sky", "1 to 64", "without a file"})
      EXPECT_THAT(text, HasSubstr(word));
  }
}

}  // namespace
}  // namespace cdrsim::config
