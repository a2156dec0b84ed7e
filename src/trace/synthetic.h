// SPDX-License-Identifier: BSD-3-Clause
// Synthetic sharing patterns as traces: generated block by block when they are read, from nothing but the spec.
//
//   SyntheticSpec spec{.pattern = "private-shared", .threads = 64, .references = 10000};
//   std::shared_ptr<Trace> trace = make_synthetic(spec);      // UserError names the key that is wrong
//
// Equal specs give equal records on every machine. All threads have the same number of records, and their global order
// takes turns: thread 0's first turn, thread 1's, ... A turn is one record, or a whole critical section.
//
// Address layout (virtual; all words are 8 bytes and every reference reads or writes one):
//
//   0x10000000                      the barrier
//   0x40000000 (1 GiB)              the shared region, up to 512 GiB
//   0x8040000000 (513 GiB)          lock words, one per 64 bytes of shared region and 64 bytes apart
//   0x20000000000 (2 TiB) + t * S   the private region of thread t; S: private_bytes rounded up to 2 MiB
//
// One file of impl/ adds one pattern: see SyntheticPattern.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/registry.h"
#include "trace/trace.h"

namespace cdrsim {

/// Which of the numbers a pattern uses, its help says; the others are ignored.
struct SyntheticSpec {
  std::string pattern;
  std::uint32_t threads = 16;
  std::uint64_t references = 10000;  // per thread
  std::uint64_t seed = 1;
  std::uint64_t private_bytes = 65536;   // per thread
  std::uint64_t shared_bytes = 1 << 20;  // of all threads together
  double shared_fraction = 0.2;          // of the references
  double write_fraction = 0.3;
  std::uint32_t gap = 0;  // instructions before each reference
};

/// Where the regions of a spec lie, in words of 8 bytes.
class SyntheticLayout {
 public:
  static constexpr std::uint64_t kWord = 8;
  static constexpr std::uint64_t kObject = 64;  // what one lock protects
  static constexpr std::uint64_t kBarrier = 0x10000000;
  static constexpr std::uint64_t kShared = 0x40000000;
  static constexpr std::uint64_t kMaxShared = std::uint64_t{512} << 30;
  static constexpr std::uint64_t kLocks = kShared + kMaxShared;
  static constexpr std::uint64_t kPrivate = std::uint64_t{2} << 40;
  static constexpr std::uint64_t kAlignment = std::uint64_t{2} << 20;

  explicit SyntheticLayout(const SyntheticSpec& spec)
      : private_words_(spec.private_bytes / kWord),
        shared_words_(spec.shared_bytes / kWord),
        stride_((spec.private_bytes + kAlignment - 1) / kAlignment * kAlignment) {}

  std::uint64_t private_words() const { return private_words_; }
  std::uint64_t shared_words() const { return shared_words_; }
  std::uint64_t objects() const { return shared_words_ * kWord / kObject; }
  std::uint64_t private_word(std::uint32_t thread, std::uint64_t word) const {
    return kPrivate + thread * stride_ + word * kWord;
  }
  std::uint64_t shared_word(std::uint64_t word) const { return kShared + word * kWord; }
  std::uint64_t lock(std::uint64_t object) const { return kLocks + object * kObject; }

 private:
  std::uint64_t private_words_, shared_words_, stride_;
};

/// The random numbers of one record: a function of seed, thread and record only, so any block can be made first.
class RecordRandom {
 public:
  RecordRandom(std::uint64_t seed, std::uint32_t thread, std::uint64_t index);
  /// Uniform in [0, n); n > 0.
  std::uint64_t below(std::uint64_t n);
  /// True with probability `fraction`, in [0, 1].
  bool chance(double fraction);

 private:
  std::uint64_t next();
  std::uint64_t state_;
};

class SyntheticPattern {
 public:
  explicit SyntheticPattern(const SyntheticSpec& spec) : spec_(spec), layout_(spec) {}
  virtual ~SyntheticPattern() = default;

  /// How many records each thread has: its references and what synchronises them.
  virtual std::uint64_t records() const { return spec_.references; }
  /// How many records of one thread follow each other in the global order.
  virtual std::uint64_t turn() const { return 1; }
  /// The `index`th record of `thread`. A pure function.
  virtual Record record(std::uint32_t thread, std::uint64_t index) const = 0;

 protected:
  Record reference(Operation operation, std::uint64_t address) const {
    return make_record(operation, address, SyntheticLayout::kWord, spec_.gap);
  }
  Record barrier() const { return make_record(Operation::barrier, SyntheticLayout::kBarrier, spec_.threads, 0); }
  RecordRandom random(std::uint32_t thread, std::uint64_t index) const { return {spec_.seed, thread, index}; }
  /// UserError unless `bytes`, the spec's `key`, holds at least `least`.
  void require(const char* key, std::uint64_t bytes, std::uint64_t least) const;

  const SyntheticSpec spec_;
  const SyntheticLayout layout_;
};

using PatternFactory = std::unique_ptr<SyntheticPattern> (*)(const SyntheticSpec&);

/// For a pattern's registration: const Registered<PatternFactory> uniform{"uniform", "help", make_pattern<Uniform>};
template <class Pattern>
std::unique_ptr<SyntheticPattern> make_pattern(const SyntheticSpec& spec) {
  return std::make_unique<Pattern>(spec);
}

std::shared_ptr<Trace> make_synthetic(const SyntheticSpec& spec);

/// Writes any trace as a native file, its global order included.
TraceInfo write_trace(Trace& trace, const std::string& path);

}  // namespace cdrsim
