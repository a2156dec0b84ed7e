// SPDX-License-Identifier: BSD-3-Clause
#include "trace/trace_writer.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "trace/block_codec.h"
#include "trace/format.h"
#include "trace/trace.pb.h"

namespace cdrsim {
namespace {

namespace format = trace_format;

// Records held back for all threads together, 24 bytes each. Beyond it every thread's block is written, full or not.
constexpr std::uint64_t kMaxPending = 1u << 21;

}  // namespace

TraceWriter::TraceWriter(const std::string& path, TraceWriterOptions options)
    : file_(path), options_(std::move(options)) {
  trace::Header header;
  header.set_global_order(options_.global_order);
  header.set_description(options_.description);
  const std::string bytes = header.SerializeAsString();
  if (bytes.size() > format::kMaxHeaderBytes) throw UserError(path + ": the description is longer than a mebibyte");

  std::string prefix(format::kMagic);
  prefix.resize(format::kPrefixBytes);
  format::store32(&prefix[8], format::kVersion);
  format::store32(&prefix[12], static_cast<std::uint32_t>(bytes.size()));
  write(prefix);
  write(bytes);
  body_start_ = offset_;
}

void TraceWriter::write(std::string_view bytes) {
  file_.write(bytes);
  offset_ += bytes.size();
  body_checksum_ = format::crc(body_checksum_, bytes);
}

void TraceWriter::require_threads(std::uint32_t threads) {
  invariant(threads <= kMaxTraceThreads, "trace writer: too many threads");
  if (threads <= threads_.size()) return;
  threads_.resize(threads);
  info_.thread_records.resize(threads);
  info_.thread_references.resize(threads);
  info_.threads = threads;
}

void TraceWriter::add(std::uint32_t thread, const Record& record, std::uint64_t place) {
  if (const char* problem = record_problem(record)) throw InternalError(std::string("trace writer: ") + problem);
  if (thread >= threads_.size()) require_threads(thread + 1);
  Thread& t = threads_[thread];
  t.records.push_back(record);
  if (options_.global_order) {
    invariant(place >= t.next_place, "trace writer: the order does not rise within a thread");
    t.next_place = place + 1;
    t.order.push_back(place);
  }
  ++t.counts[static_cast<unsigned>(record.operation)];
  info_.count(thread, record);
  ++pending_;
  if (t.records.size() == format::kBlockRecords) flush(thread);
  if (pending_ == kMaxPending)
    for (std::uint32_t i = 0; i < threads_.size(); ++i) flush(i);
}

void TraceWriter::flush(std::uint32_t thread) {
  Thread& t = threads_[thread];
  if (t.records.empty()) return;
  encode_block(t.records, t.order, raw_);
  format::deflate_block(raw_, deflated_);
  blocks_.push_back({thread, static_cast<std::uint32_t>(deflated_.size()), static_cast<std::uint32_t>(raw_.size()),
                     static_cast<std::uint32_t>(t.records.size()), format::crc(0, raw_)});
  write(deflated_);
  pending_ -= t.records.size();
  // Their memory goes too: a million threads that each filled a block once must not keep it.
  std::vector<Record>().swap(t.records);
  std::vector<std::uint64_t>().swap(t.order);
}

std::string TraceWriter::footer() const {
  trace::Footer footer;
  google::protobuf::RepeatedField<std::uint64_t>* const counts[kOperations] = {
      footer.mutable_reads(),    footer.mutable_writes(), footer.mutable_atomics(),
      footer.mutable_barriers(), footer.mutable_locks(),  footer.mutable_unlocks()};
  for (const Thread& t : threads_)
    for (unsigned k = 0; k < kOperations; ++k) counts[k]->Add(t.counts[k]);
  footer.set_max_address(info_.max_address);
  std::uint64_t offset = body_start_;
  for (const Block& b : blocks_) {
    footer.add_block_thread(b.thread);
    footer.add_block_offset(offset);
    footer.add_block_length(b.length);
    footer.add_block_raw_length(b.raw_length);
    footer.add_block_records(b.records);
    footer.add_block_checksum(b.checksum);
    offset += b.length;
  }
  std::vector<std::uint32_t> by_thread(blocks_.size());
  std::iota(by_thread.begin(), by_thread.end(), 0u);
  std::stable_sort(by_thread.begin(), by_thread.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return blocks_[a].thread < blocks_[b].thread; });
  format::ContentChecksum checksum(info_.threads);
  for (std::uint32_t i : by_thread) checksum.add_block(blocks_[i].thread, blocks_[i].records, blocks_[i].checksum);
  footer.set_content_checksum(checksum.value());
  return footer.SerializeAsString();
}

void TraceWriter::finish() {
  if (info_.records == 0) throw UserError(file_.path() + ": not written: the trace would have no records");
  for (std::uint32_t i = 0; i < threads_.size(); ++i) flush(i);
  const std::string bytes = footer();
  if (bytes.size() > format::kMaxFooterBytes)
    throw UserError(file_.path() + ": not written: the index exceeds a gibibyte");
  const auto trailer = format::encode(format::Trailer{.footer_offset = offset_,
                                                      .footer_length = static_cast<std::uint32_t>(bytes.size()),
                                                      .footer_checksum = format::crc(0, bytes),
                                                      .body_checksum = body_checksum_});
  write(bytes);
  write({trailer.data(), trailer.size()});
  file_.commit();
}

}  // namespace cdrsim
