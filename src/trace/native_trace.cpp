// SPDX-License-Identifier: BSD-3-Clause
// Trace::open: the reader of the native format. docs/trace-format.md lists the checks in the order they are made here.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "trace/block_cache.h"
#include "trace/block_codec.h"
#include "trace/file_error.h"
#include "trace/file_handle.h"
#include "trace/format.h"
#include "trace/input_kind.h"
#include "trace/trace.h"
#include "trace/trace.pb.h"

namespace cdrsim {
namespace {

namespace format = trace_format;

class NativeTrace : public Trace {
 public:
  explicit NativeTrace(const std::string& path) : file_(path) {
    info_.path = path;
    info_.file_bytes = file_.size();
    read_prefix();
    const format::Trailer trailer = read_trailer();
    read_footer(trailer);
    verify_body(trailer);
    read_header();
  }

  const TraceInfo& info() const override { return info_; }

  std::shared_ptr<const TraceBlock> block(std::uint32_t thread, std::uint64_t index) override {
    invariant(thread < info_.threads, "trace: no such thread");
    const std::uint64_t at = first_block_[thread] + index;
    if (at >= first_block_[thread + 1]) return nullptr;
    return cache_.get(at, [&] { return decode(by_thread_[at]); });
  }

 private:
  struct Block {
    std::uint64_t offset;
    std::uint32_t thread, length, raw_length, records, checksum;
  };

  [[noreturn]] void damaged(std::uint64_t offset, const std::string& what) const {
    fail_at_byte(file_.path(), offset, what + "; the file is damaged");
  }

  std::string bytes_at(std::uint64_t offset, std::size_t length) const {
    std::string bytes(length, '\0');
    const std::size_t got = file_.read_at(offset, bytes.data(), length);
    if (got != length) fail_at_byte(file_.path(), offset + got, "the file was cut while it was being read");
    return bytes;
  }

  void read_prefix() {
    if (file_.size() == 0) fail_at_byte(file_.path(), 0, "the file is empty, not a trace");
    const std::string start = bytes_at(0, std::min<std::uint64_t>(file_.size(), 512));
    if (!start.starts_with(format::kMagic)) {
      if (format::kMagic.starts_with(start)) fail_at_byte(file_.path(), start.size(), "the file is cut");
      const InputKind kind = kind_of(start);
      const char* const hint = kind == InputKind::text || kind == InputKind::gzip
                                   ? "; `cdrsim trace import` converts text, lackey and din traces"
                                   : "";
      fail_at_byte(file_.path(), 0, "not a cdrsim trace but " + std::string(name_of(kind)) + hint);
    }
    if (start.size() < format::kPrefixBytes) fail_at_byte(file_.path(), start.size(), "the file is cut");
    const std::uint32_t version = format::load32(&start[8]);
    if (version != format::kVersion)
      fail_at_byte(file_.path(), 8,
                   "format version " + std::to_string(version) + "; this program reads version " +
                       std::to_string(format::kVersion));
    header_length_ = format::load32(&start[12]);
  }

  format::Trailer read_trailer() const {
    if (file_.size() < format::kPrefixBytes + format::kTrailerBytes)
      fail_at_byte(file_.path(), file_.size(), "the file is cut: it has no footer");
    const std::uint64_t at = file_.size() - format::kTrailerBytes;
    std::array<char, format::kTrailerBytes> bytes;
    const std::string read = bytes_at(at, bytes.size());
    std::copy(read.begin(), read.end(), bytes.begin());
    if (!read.ends_with(format::kEndMagic))
      fail_at_byte(file_.path(), file_.size() - format::kEndMagic.size(),
                   "the end mark is missing: the file is cut, or has something behind its end");
    format::Trailer trailer{};
    if (!format::decode(bytes, trailer)) damaged(at, "the trailer does not match its checksum");
    if (trailer.footer_length > format::kMaxFooterBytes || trailer.footer_offset > at ||
        at - trailer.footer_offset != trailer.footer_length)
      fail_at_byte(file_.path(), at,
                   "the footer does not reach from where the trailer says to the trailer: bytes are "
                   "missing or too many");
    if (header_length_ > format::kMaxHeaderBytes || format::kPrefixBytes + header_length_ > trailer.footer_offset)
      damaged(12, "the header's length is impossible");
    return trailer;
  }

  void read_footer(const format::Trailer& trailer) {
    const std::string bytes = bytes_at(trailer.footer_offset, trailer.footer_length);
    if (format::crc(0, bytes) != trailer.footer_checksum)
      damaged(trailer.footer_offset, "the footer does not match its checksum");
    const auto bad = [&](const std::string& what) { damaged(trailer.footer_offset, "footer: " + what); };
    trace::Footer footer;
    if (!footer.ParseFromString(bytes)) bad("not a message Footer");
    read_index(footer, trailer.footer_offset);
    read_counts(footer, trailer.footer_offset);
    info_.max_address = footer.max_address();
    info_.checksum = footer.content_checksum();
    format::ContentChecksum checksum(info_.threads);
    for (const Block& b : by_thread_) checksum.add_block(b.thread, b.records, b.checksum);
    if (checksum.value() != info_.checksum) bad("the checksums of the blocks do not give that of the content");
  }

  /// Blocks lie end to end from the header to the footer; then they are sorted by thread.
  void read_index(const trace::Footer& footer, std::uint64_t footer_offset) {
    const auto bad = [&](const std::string& what) { damaged(footer_offset, "footer: " + what); };
    const int blocks = footer.block_thread_size(), threads = footer.reads_size();
    if (threads == 0 || static_cast<std::uint32_t>(threads) > kMaxTraceThreads)
      bad(std::to_string(threads) + " threads; 1 to " + std::to_string(kMaxTraceThreads) + " are possible");
    if (blocks == 0) bad("the trace has no records");
    if (footer.block_offset_size() != blocks || footer.block_length_size() != blocks ||
        footer.block_raw_length_size() != blocks || footer.block_records_size() != blocks ||
        footer.block_checksum_size() != blocks)
      bad("columns of the index differ in length");
    info_.threads = static_cast<std::uint32_t>(threads);
    info_.blocks = static_cast<std::uint64_t>(blocks);
    by_thread_.reserve(info_.blocks);
    std::uint64_t expected = format::kPrefixBytes + header_length_;
    for (int i = 0; i < blocks; ++i) {
      const Block b{footer.block_offset(i),     footer.block_thread(i),  footer.block_length(i),
                    footer.block_raw_length(i), footer.block_records(i), footer.block_checksum(i)};
      const std::string name = "block " + std::to_string(i);
      if (b.thread >= info_.threads) bad(name + " belongs to a thread that does not exist");
      if (b.offset != expected || b.length == 0 || b.length > footer_offset - b.offset)
        bad(name + " does not lie where the one before it ends");
      if (b.records == 0 || b.records > format::kMaxBlockRecords)
        bad(name + " claims " + std::to_string(b.records) + " records");
      if (b.raw_length > format::max_raw_length(b.records) || b.raw_length < format::min_raw_length(b.records) ||
          b.raw_length > format::max_inflated(b.length))
        bad(name + " claims an impossible length");
      expected = b.offset + b.length;
      by_thread_.push_back(b);
    }
    if (expected != footer_offset) bad("the last block does not end where the footer starts");
    std::stable_sort(by_thread_.begin(), by_thread_.end(),
                     [](const Block& a, const Block& b) { return a.thread < b.thread; });
    first_block_.resize(info_.threads + 1);
    for (const Block& b : by_thread_) ++first_block_[b.thread + 1];
    std::partial_sum(first_block_.begin(), first_block_.end(), first_block_.begin());
  }

  void read_counts(const trace::Footer& footer, std::uint64_t footer_offset) {
    const auto bad = [&](const std::string& what) { damaged(footer_offset, "footer: " + what); };
    const google::protobuf::RepeatedField<std::uint64_t>* const counts[kOperations] = {
        &footer.reads(), &footer.writes(), &footer.atomics(), &footer.barriers(), &footer.locks(), &footer.unlocks()};
    info_.thread_records.resize(info_.threads);
    info_.thread_references.resize(info_.threads);
    for (const Block& b : by_thread_) info_.thread_records[b.thread] += b.records;
    for (unsigned k = 0; k < kOperations; ++k) {
      if (static_cast<std::uint32_t>(counts[k]->size()) != info_.threads) bad("counts of kinds differ in length");
      const auto operation = static_cast<Operation>(k);
      for (std::uint32_t t = 0; t < info_.threads; ++t) {
        const std::uint64_t n = counts[k]->Get(static_cast<int>(t));
        if (n > info_.thread_records[t]) bad("counts of thread " + std::to_string(t) + " exceed its records");
        info_.of(operation) += n;
        info_.records += n;
        if (is_reference(operation)) info_.thread_references[t] += n;
      }
    }
    for (std::uint32_t t = 0; t < info_.threads; ++t) {
      std::uint64_t sum = 0;
      for (const auto* column : counts) sum += column->Get(static_cast<int>(t));
      if (sum != info_.thread_records[t])
        bad("thread " + std::to_string(t) + " has " + std::to_string(info_.thread_records[t]) +
            " records in blocks but " + std::to_string(sum) + " in counts");
    }
  }

  void verify_body(const format::Trailer& trailer) const {
    std::string buffer(std::size_t{1} << 18, '\0');
    std::uint32_t checksum = 0;
    for (std::uint64_t at = 0; at < trailer.footer_offset;) {
      const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), trailer.footer_offset - at));
      if (file_.read_at(at, buffer.data(), length) != length) fail_at_byte(file_.path(), at, "the file was cut");
      checksum = format::crc(checksum, {buffer.data(), length});
      at += length;
    }
    if (checksum == trailer.body_checksum) return;
    for (const Block& b : by_thread_) decode(b);  // says which one it is
    damaged(0, "the header does not match the checksum");
  }

  void read_header() {
    trace::Header header;
    if (!header.ParseFromString(bytes_at(format::kPrefixBytes, header_length_)))
      damaged(format::kPrefixBytes, "not a message Header");
    info_.global_order = header.global_order();
    info_.description = header.description();
    header_read_ = true;
  }

  std::shared_ptr<const TraceBlock> decode(const Block& b) const {
    const auto bad = [&](const std::string& what) {
      damaged(b.offset, "block of thread " + std::to_string(b.thread) + ": " + what);
    };
    const std::string deflated = bytes_at(b.offset, b.length);
    const auto raw = std::make_unique_for_overwrite<std::uint8_t[]>(b.raw_length + kBlockPadding);
    const std::span<std::uint8_t> message(raw.get(), b.raw_length);
    if (!format::inflate_block(deflated, message)) bad("does not inflate to what the index says");
    std::memset(raw.get() + b.raw_length, 0, kBlockPadding);
    if (format::crc(0, {reinterpret_cast<const char*>(raw.get()), b.raw_length}) != b.checksum)
      bad("does not match its checksum");
    if (!header_read_) return nullptr;
    auto block = std::make_shared<TraceBlock>();
    if (const char* problem = decode_block(message, b.records, info_.global_order, *block)) bad(problem);
    return block;
  }

  FileHandle file_;
  TraceInfo info_;
  std::uint32_t header_length_ = 0;
  bool header_read_ = false;
  std::vector<Block> by_thread_;            // each thread's in its order
  std::vector<std::uint64_t> first_block_;  // of a thread in by_thread_, and one more
  BlockCache cache_;
};

}  // namespace

std::shared_ptr<Trace> Trace::open(const std::string& path) {
  return std::make_shared<NativeTrace>(path);
}

}  // namespace cdrsim
