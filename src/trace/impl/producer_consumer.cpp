// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "trace/synthetic.h"

namespace cdrsim {
namespace {

/// Threads form a ring. Each writes a batch of words into its own region; all meet at a barrier; each reads the batch
/// of its predecessor. Batches go round the region. A round is: batch writes, the barrier, batch reads.
class ProducerConsumer : public SyntheticPattern {
 public:
  explicit ProducerConsumer(const SyntheticSpec& spec)
      : SyntheticPattern(spec), batch_(std::min<std::uint64_t>(kLongestBatch, layout_.private_words())) {
    require("private_bytes", spec.private_bytes, SyntheticLayout::kWord);
  }

  std::uint64_t records() const override {
    const std::uint64_t rounds = spec_.references / (2 * batch_), rest = spec_.references % (2 * batch_);
    return spec_.references + rounds + (rest > batch_ ? 1 : 0);
  }

  Record record(std::uint32_t thread, std::uint64_t index) const override {
    const std::uint64_t round = index / (2 * batch_ + 1), step = index % (2 * batch_ + 1);
    if (step == batch_) return barrier();
    const bool produces = step < batch_;
    const std::uint64_t word = (round * batch_ + (produces ? step : step - batch_ - 1)) % layout_.private_words();
    const std::uint32_t producer = produces ? thread : (thread + spec_.threads - 1) % spec_.threads;
    return reference(produces ? Operation::write : Operation::read, layout_.private_word(producer, word));
  }

 private:
  static constexpr std::uint64_t kLongestBatch = 128;  // words: a KiB
  std::uint64_t batch_;
};

const Registered<PatternFactory> producer_consumer{
    "producer-consumer",
    "threads in a ring, each reads what the one before it wrote, a barrier between; uses private_bytes",
    make_pattern<ProducerConsumer>};

}  // namespace
}  // namespace cdrsim
