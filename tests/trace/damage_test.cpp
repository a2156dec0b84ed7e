// SPDX-License-Identifier: BSD-3-Clause
// Is every damaged, cut, empty, mislabelled or absurd native trace refused, with one message that names file and byte?
#include <functional>

#include "files.h"
#include "trace/block_codec.h"
#include "trace/format.h"
#include "trace/trace.pb.h"
#include "trace/trace_check.h"

namespace cdrsim {
namespace {

using namespace testing;
namespace format = trace_format;

/// The message with which a file is refused. Every one must name the file and a byte of it.
std::string refusal(const Scratch& scratch, const std::string& bytes) {
  const std::string path = scratch.write("bad.cdrt", bytes);
  const std::string message = error_of([&] { Trace::open(path); });
  EXPECT_TRUE(message.starts_with(path + ": byte ")) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  return message;
}

std::string good_trace() {
  Scratch scratch;
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += std::to_string(i % 3) + " R " + std::to_string(1000 + i * 37 % 911) + " 8 " + std::to_string(i % 5) + "\n";
  return read_file(scratch.import(text));
}

TEST(Damage, GivenAnyByteFlippedThenOpenRefuses) {
  Scratch scratch;
  const std::string good = good_trace();
  for (std::size_t at = 0; at < good.size(); at += at < 64 || good.size() - at < 400 ? 1 : 7) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (at % 3 == 0 ? 0xff : 1 << at % 8));
    refusal(scratch, bad);
    if (HasFailure()) FAIL() << "byte " << at << " of " << good.size();
  }
}

TEST(Damage, GivenAFlippedByteInABlockThenTheErrorPointsAtThatBlock) {
  Scratch scratch;
  std::string bad = good_trace();
  const std::size_t header = format::load32(&bad[12]);
  bad[format::kPrefixBytes + header + 30] ^= 4;
  const std::string message = refusal(scratch, bad);
  EXPECT_NE(message.find("byte " + std::to_string(format::kPrefixBytes + header) + ": block of thread 0"),
            std::string::npos)
      << message;
}

TEST(Damage, GivenAFileCutAnywhereThenOpenRefuses) {
  Scratch scratch;
  const std::string good = good_trace();
  for (std::size_t length = 0; length < good.size(); length += length < 64 || good.size() - length < 100 ? 1 : 11) {
    refusal(scratch, good.substr(0, length));
    if (HasFailure()) FAIL() << "cut to " << length << " of " << good.size();
  }
}

TEST(Damage, GivenJunkBehindOrInsideThenOpenRefuses) {
  Scratch scratch;
  const std::string good = good_trace();
  EXPECT_NE(refusal(scratch, good + "junk").find("behind its end"), std::string::npos);
  refusal(scratch, good + "\n");
  refusal(scratch, good + good);
  refusal(scratch, good.substr(0, 300) + "x" + good.substr(300));
  refusal(scratch, good.substr(0, 300) + good.substr(301));
}

TEST(Damage, GivenSomethingElseThenTheMessageSaysWhatItIs) {
  Scratch scratch;
  const auto says = [&](const std::string& bytes, const std::string& what) {
    const std::string message = refusal(scratch, bytes);
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  says("", "empty");
  says("0 R 10 8 0\n", "trace import");
  says(gzip("0 R 10 8 0\n"), "gzip");
  says(std::string("\x00\x01\x02", 3), "binary");
  says(std::string(100, '\0'), "binary");
  says("\x89", "cut");
  std::string other = good_trace();
  other[8] = 2;
  says(other, "byte 8: format version 2; this program reads version 1");
}

TEST(Damage, GivenAFolderAPipeOrNothingThenTheErrorNamesIt) {
  Scratch scratch;
  EXPECT_NE(error_of([&] { Trace::open(scratch.path("none.cdrt")); }).find("none.cdrt"), std::string::npos);
  EXPECT_NE(error_of([&] { Trace::open(scratch.path("")); }).find("folder"), std::string::npos);
  EXPECT_NE(error_of([&] { Trace::open("/dev/null"); }).find("regular"), std::string::npos);
}

/// A file whose checksums all hold, made from parts that a test may falsify first.
struct Forgery {
  std::vector<Record> records = {make_record(Operation::read, 64, 8, 0), make_record(Operation::write, 128, 8, 1)};
  std::vector<std::uint64_t> order = {0, 1};
  std::function<void(trace::Footer&)> falsify = [](trace::Footer&) {};
  std::function<void(std::string&)> falsify_block = [](std::string&) {};
  bool global_order = true, fix_content_checksum = true;

  std::string bytes() const {
    trace::Header header;
    header.set_global_order(global_order);
    const std::string head = header.SerializeAsString();
    std::string file(format::kMagic);
    file.resize(format::kPrefixBytes);
    format::store32(&file[8], format::kVersion);
    format::store32(&file[12], static_cast<std::uint32_t>(head.size()));
    file += head;
    std::string raw, deflated;
    encode_block(records, order, raw);
    falsify_block(raw);
    format::deflate_block(raw, deflated);
    trace::Footer f;
    f.add_reads(1), f.add_writes(1), f.add_atomics(0), f.add_barriers(0), f.add_locks(0), f.add_unlocks(0);
    f.set_max_address(135);
    f.add_block_thread(0);
    f.add_block_offset(file.size());
    f.add_block_length(static_cast<std::uint32_t>(deflated.size()));
    f.add_block_raw_length(static_cast<std::uint32_t>(raw.size()));
    f.add_block_records(static_cast<std::uint32_t>(records.size()));
    f.add_block_checksum(format::crc(0, raw));
    falsify(f);
    if (fix_content_checksum) {
      format::ContentChecksum checksum(static_cast<std::uint32_t>(f.reads_size()));
      for (int i = 0; i < f.block_thread_size(); ++i)
        checksum.add_block(f.block_thread(i), f.block_records(i), f.block_checksum(i));
      f.set_content_checksum(checksum.value());
    }
    file += deflated;
    const std::string footer = f.SerializeAsString();
    const auto trailer = format::encode(format::Trailer{.footer_offset = file.size(),
                                                        .footer_length = static_cast<std::uint32_t>(footer.size()),
                                                        .footer_checksum = format::crc(0, footer),
                                                        .body_checksum = format::crc(0, file)});
    return file + footer + std::string(trailer.data(), trailer.size());
  }
};

TEST(Forgery, GivenNothingFalsifiedThenTheFileIsRead) {
  Scratch scratch;
  const auto trace = Trace::open(scratch.write("good.cdrt", Forgery{}.bytes()));
  EXPECT_TRUE(check_trace(*trace).empty());
}

TEST(Forgery, GivenAFooterThatContradictsItselfThenOpenRefusesBeforeItAllocates) {
  Scratch scratch;
  const auto refused = [&](std::function<void(trace::Footer&)> falsify, const std::string& what) {
    Forgery forgery;
    forgery.falsify = std::move(falsify);
    const std::string message = refusal(scratch, forgery.bytes());
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  using F = trace::Footer;
  refused([](F& f) { f.set_block_thread(0, 1); }, "does not exist");
  refused([](F& f) { f.set_block_offset(0, f.block_offset(0) + 1); }, "does not lie");
  refused([](F& f) { f.set_block_offset(0, ~0ull); }, "does not lie");
  refused([](F& f) { f.set_block_length(0, f.block_length(0) - 1); }, "does not end");
  refused([](F& f) { f.set_block_length(0, 0xffffffff); }, "does not lie");
  refused([](F& f) { f.set_block_length(0, 0); }, "does not lie");
  refused([](F& f) { f.set_block_records(0, 0); }, "claims");
  refused([](F& f) { f.set_block_records(0, 0xffffffff); }, "claims");
  refused([](F& f) { f.set_block_records(0, 3); }, "blocks but 2 in counts");
  refused([](F& f) { f.set_block_raw_length(0, 0xffffffff); }, "impossible length");
  refused([](F& f) { f.set_block_raw_length(0, 4 * f.block_records(0) - 1); }, "impossible length");
  refused(  // what a few deflated bytes cannot stand for
      [](F& f) {
        f.set_block_raw_length(0, 1032 * f.block_length(0) + 1), f.set_block_records(0, f.block_raw_length(0) / 5);
        f.set_reads(0, f.block_records(0) - 1);
      },
      "impossible length");
  refused([](F& f) { f.set_reads(0, 2), f.set_writes(0, 2); }, "in counts");
  refused([](F& f) { f.set_reads(0, ~0ull), f.set_writes(0, 3); }, "exceed");
  refused([](F& f) { f.add_reads(0); }, "differ in length");
  refused([](F& f) { f.clear_reads(); }, "0 threads");
  refused([](F& f) { f.add_block_records(1); }, "differ in length");
  refused([](F& f) { f.mutable_reads()->Resize(static_cast<int>(kMaxTraceThreads) + 1, 0); }, "threads; 1 to");
  refused(  // a second block over the first one
      [](F& f) {
        f.add_block_thread(0), f.add_block_offset(f.block_offset(0)), f.add_block_length(f.block_length(0));
        f.add_block_raw_length(f.block_raw_length(0)), f.add_block_records(2), f.add_block_checksum(0);
        f.set_reads(0, 2), f.set_writes(0, 2);
      },
      "does not lie");
  refused(
      [](F& f) {
        f.clear_block_thread(), f.clear_block_offset(), f.clear_block_length(), f.clear_block_raw_length();
        f.clear_block_records(), f.clear_block_checksum();
      },
      "no records");
  Forgery checksum;
  checksum.fix_content_checksum = false;
  EXPECT_NE(refusal(scratch, checksum.bytes()).find("content"), std::string::npos);
}

TEST(Forgery, GivenABlockThatIsNoLegalBlockThenReadingItIsRefused) {
  Scratch scratch;
  const auto refused = [&](const Forgery& forgery, const std::string& what) {
    const std::string path = scratch.write("bad.cdrt", forgery.bytes());
    const std::string message = error_of([&] { Trace::open(path)->cursor(0); });
    EXPECT_TRUE(message.starts_with(path + ": byte ")) << message;
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  Forgery f;
  f.records[0] = make_record(Operation::read, 64, 0, 0);
  refused(f, "size");
  f.records[0] = make_record(Operation::read, ~0ull, 2, 0);
  refused(f, "wraps");
  f.records[0] = make_record(Operation::barrier, 64, 0, 0);
  refused(f, "barrier");
  f.records[0] = make_record(Operation::lock, 64, 0, 1);
  refused(f, "gap");
  f.records[0] = make_record(Operation::unlock, 64, 1, 0);
  refused(f, "size");
  f = {};
  f.order = {1, 1};
  refused(f, "rise");
  f = {};
  f.order.clear();
  refused(f, "order");
  f = {};
  f.global_order = false;
  refused(f, "order");
  f = {};
  f.falsify_block = [](std::string& raw) { raw[2] = 6; };  // the first operation
  refused(f, "operation");
  f.falsify_block = [](std::string& raw) { raw[2] = 64; };  // the first slot
  refused(f, "slot");
  f.falsify_block = [](std::string& raw) { raw += raw; };  // every column twice
  refused(f, "five columns");
  f.falsify_block = [](std::string& raw) { raw.resize(raw.size() - 1); };
  refused(f, "five columns");
  f.falsify_block = [](std::string& raw) { raw.clear(); };
  refused(f, "");
  f.falsify_block = [](std::string& raw) { raw.back() = static_cast<char>(0x80); };  // a number that does not end
  refused(f, "broken");
  f.falsify_block = [](std::string& raw) { raw[raw.find("\x1a\x02")] = 0x32; };  // a field that does not exist
  refused(f, "five columns");
}

TEST(Check, GivenClaimsThatOnlyTheRecordsRefuteThenCheckFindsThem) {
  Scratch scratch;
  const auto found = [&](const Forgery& forgery, const std::string& what) {
    const std::string path = scratch.write("bad.cdrt", forgery.bytes());
    const std::string message = error_of([&] { check_trace(*Trace::open(path)); });
    EXPECT_NE(message.find("bad.cdrt"), std::string::npos) << message;
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  Forgery f;
  f.falsify = [](trace::Footer& footer) { footer.set_max_address(134); };
  found(f, "0x87");
  f.falsify = [](trace::Footer& footer) { footer.set_reads(0, 2), footer.set_writes(0, 0); };
  found(f, "kinds");
  f.falsify = [](trace::Footer& footer) { footer.set_reads(0, 1), footer.set_writes(0, 0), footer.set_locks(0, 1); };
  found(f, "counts");
  f = {};
  f.order = {0, 2};
  found(f, "place 2");
}

TEST(Check, GivenProgramsThatCannotHaveRunThenItWarns) {
  Scratch scratch;
  const auto warnings = [&](const std::string& text) {
    std::string all;
    for (const std::string& w : check_trace(*Trace::open(scratch.import(text)))) all += w + "\n";
    return all;
  };
  EXPECT_EQ(warnings("0 B 100 2 0\n1 B 100 2 0\n0 L 40\n0 U 40\n1 L 40\n1 U 40\n"), "");
  EXPECT_NE(warnings("0 B 100 2 0\n1 R 40 8 0\n").find("barrier 0x100: 1 arrivals"), std::string::npos);
  EXPECT_NE(warnings("0 B 100 3 0\n1 R 40 8 0\n").find("waits for 3 threads; the trace has 2"), std::string::npos);
  EXPECT_NE(warnings("0 B 100 2 0\n1 B 100 1 0\n").find("different counts"), std::string::npos);
  EXPECT_NE(warnings("0 L 40\n1 R 40 8 0\n").find("thread 0 never releases lock 0x40"), std::string::npos);
  EXPECT_NE(warnings("0 L 40\n1 U 40\n").find("thread 1 releases lock 0x40 without"), std::string::npos);
  EXPECT_NE(warnings("0 L 40\n0 L 40\n0 U 40\n0 U 40\n").find("while it holds it"), std::string::npos);
  std::string many;
  for (int i = 0; i < 100; ++i) many += "0 U " + std::to_string(i) + "\n";
  EXPECT_NE(warnings(many).find("and 80 more"), std::string::npos);
}

}  // namespace
}  // namespace cdrsim
