// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/random.h"
#include "trace/block_cache.h"
#include "trace/format.h"
#include "trace/trace_writer.h"

namespace cdrsim {
namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ull;  // SplitMix64's step

class SyntheticTrace : public Trace {
 public:
  SyntheticTrace(const SyntheticSpec& spec, std::unique_ptr<SyntheticPattern> pattern)
      : pattern_(std::move(pattern)), records_(pattern_->records()), turn_(pattern_->turn()) {
    info_.path = "synthetic " + spec.pattern;
    info_.description = describe(spec);
    info_.checksum = trace_format::crc(0, info_.description);
    info_.threads = spec.threads;
    info_.blocks = spec.threads * blocks();
    info_.thread_records.resize(spec.threads);
    info_.thread_references.resize(spec.threads);
    // Exact counts need every record once. That costs a few nanoseconds each, little beside simulating them.
    for (std::uint32_t t = 0; t < spec.threads; ++t)
      for (std::uint64_t i = 0; i < records_; ++i) info_.count(t, pattern_->record(t, i));
  }

  const TraceInfo& info() const override { return info_; }

  std::shared_ptr<const TraceBlock> block(std::uint32_t thread, std::uint64_t index) override {
    invariant(thread < info_.threads, "trace: no such thread");
    if (index >= blocks()) return nullptr;
    return cache_.get(thread * blocks() + index, [&] { return generate(thread, index); });
  }

 private:
  std::uint64_t blocks() const { return (records_ + trace_format::kBlockRecords - 1) / trace_format::kBlockRecords; }

  std::shared_ptr<const TraceBlock> generate(std::uint32_t thread, std::uint64_t index) const {
    const std::uint64_t first = index * trace_format::kBlockRecords;
    const std::uint64_t count = std::min<std::uint64_t>(trace_format::kBlockRecords, records_ - first);
    auto block = std::make_shared<TraceBlock>();
    block->records.reserve(count);
    block->order.reserve(count);
    for (std::uint64_t i = first; i < first + count; ++i) {
      block->records.push_back(pattern_->record(thread, i));
      const std::uint64_t start = i / turn_ * turn_, length = std::min(turn_, records_ - start);
      block->order.push_back(start * info_.threads + thread * length + (i - start));
    }
    return block;
  }

  /// Says everything that decides the records: its checksum stands for theirs.
  static std::string describe(const SyntheticSpec& s) {
    char text[400];
    std::snprintf(text, sizeof text,
                  "synthetic %s: threads %" PRIu32 ", references %" PRIu64 ", seed %" PRIu64 ", private_bytes %" PRIu64
                  ", shared_bytes %" PRIu64 ", shared_fraction %.17g, write_fraction %.17g, gap %" PRIu32 "\n",
                  s.pattern.c_str(), s.threads, s.references, s.seed, s.private_bytes, s.shared_bytes,
                  s.shared_fraction, s.write_fraction, s.gap);
    return text;
  }

  std::unique_ptr<SyntheticPattern> pattern_;
  std::uint64_t records_, turn_;
  TraceInfo info_;
  BlockCache cache_;
};

void validate(const SyntheticSpec& s) {
  const auto wrong = [&](const std::string& what) { throw UserError("synthetic " + s.pattern + ": " + what); };
  constexpr std::uint64_t kMaxReferences = std::uint64_t{1} << 40;
  constexpr std::uint64_t kMaxPrivate = std::uint64_t{1} << 40;  // a million threads still fit below 2^61
  if (s.threads < 1 || s.threads > kMaxTraceThreads)
    wrong("threads = " + std::to_string(s.threads) + " is not in 1 to " + std::to_string(kMaxTraceThreads));
  if (s.references < 1 || s.references > kMaxReferences)
    wrong("references = " + std::to_string(s.references) + " is not in 1 to 2^40");
  if (s.private_bytes > kMaxPrivate) wrong("private_bytes = " + std::to_string(s.private_bytes) + " exceeds 1 TiB");
  if (s.shared_bytes > SyntheticLayout::kMaxShared)
    wrong("shared_bytes = " + std::to_string(s.shared_bytes) + " exceeds 512 GiB");
  if (!(s.shared_fraction >= 0 && s.shared_fraction <= 1)) wrong("shared_fraction is not in 0 to 1");
  if (!(s.write_fraction >= 0 && s.write_fraction <= 1)) wrong("write_fraction is not in 0 to 1");
}

}  // namespace

RecordRandom::RecordRandom(std::uint64_t seed, std::uint32_t thread, std::uint64_t index)
    : state_(mix64(mix64(seed + kGolden) + (std::uint64_t{thread} + 1) * kGolden) ^ mix64(index + 1)) {}

std::uint64_t RecordRandom::next() {
  return mix64(state_ += kGolden);
}

std::uint64_t RecordRandom::below(std::uint64_t n) {
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * n) >> 64);
}

bool RecordRandom::chance(double fraction) {
  // 53 bits on both sides: exact, and never for 0, always for 1.
  return (next() >> 11) < static_cast<std::uint64_t>(fraction * 0x1p53);
}

void SyntheticPattern::require(const char* key, std::uint64_t bytes, std::uint64_t least) const {
  if (bytes < least)
    throw UserError("synthetic " + spec_.pattern + ": " + key + " = " + std::to_string(bytes) + " is less than " +
                    std::to_string(least));
}

std::shared_ptr<Trace> make_synthetic(const SyntheticSpec& spec) {
  const PatternFactory make = Registry<PatternFactory>::instance().get(spec.pattern, "synthetic pattern");
  validate(spec);
  return std::make_shared<SyntheticTrace>(spec, make(spec));
}

TraceInfo write_trace(Trace& trace, const std::string& path) {
  const TraceInfo& info = trace.info();
  TraceWriter writer(path, {.description = info.description, .global_order = info.global_order});
  writer.require_threads(info.threads);
  for (std::uint32_t t = 0; t < info.threads; ++t)
    for (auto c = trace.cursor(t); c.peek() != nullptr; c.next()) writer.add(t, *c.peek(), c.order());
  writer.finish();
  return writer.info();
}

}  // namespace cdrsim
