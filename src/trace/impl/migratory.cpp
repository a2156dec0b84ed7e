// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "trace/synthetic.h"

namespace cdrsim {
namespace {

/// Objects of 64 bytes wander from thread to thread: take a random object's lock, read and write its first words one
/// after the other, release the lock. A turn in the global order is one such section, so locks are free when taken.
class Migratory : public SyntheticPattern {
 public:
  explicit Migratory(const SyntheticSpec& spec) : SyntheticPattern(spec) {
    require("shared_bytes", spec.shared_bytes, SyntheticLayout::kObject);
  }

  std::uint64_t records() const override {
    const std::uint64_t sections = (spec_.references + kReferences - 1) / kReferences;
    return spec_.references + 2 * sections;
  }
  std::uint64_t turn() const override { return kSection; }

  Record record(std::uint32_t thread, std::uint64_t index) const override {
    const std::uint64_t section = index / kSection, step = index % kSection;
    const std::uint64_t object = random(thread, section).below(layout_.objects());
    const std::uint64_t references = std::min(kReferences, spec_.references - section * kReferences);
    if (step == 0) return make_record(Operation::lock, layout_.lock(object), 0, 0);
    if (step <= references) {
      const std::uint64_t word = object * (SyntheticLayout::kObject / SyntheticLayout::kWord) + (step - 1) / 2;
      return reference(step % 2 == 1 ? Operation::read : Operation::write, layout_.shared_word(word));
    }
    return make_record(Operation::unlock, layout_.lock(object), 0, 0);
  }

 private:
  static constexpr std::uint64_t kReferences = 8;  // four words, each read and written
  static constexpr std::uint64_t kSection = kReferences + 2;
};

const Registered<PatternFactory> migratory{
    "migratory", "objects under locks that one thread after the other reads and writes; uses shared_bytes",
    make_pattern<Migratory>};

}  // namespace
}  // namespace cdrsim
