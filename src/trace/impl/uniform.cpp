// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic.h"

namespace cdrsim {
namespace {

/// Every thread reads and writes all over the shared region.
class Uniform : public SyntheticPattern {
 public:
  explicit Uniform(const SyntheticSpec& spec) : SyntheticPattern(spec) {
    require("shared_bytes", spec.shared_bytes, SyntheticLayout::kWord);
  }

  Record record(std::uint32_t thread, std::uint64_t index) const override {
    RecordRandom r = random(thread, index);
    const Operation operation = r.chance(spec_.write_fraction) ? Operation::write : Operation::read;
    return reference(operation, layout_.shared_word(r.below(layout_.shared_words())));
  }
};

const Registered<PatternFactory> uniform{
    "uniform", "all threads all over the shared region; uses shared_bytes, write_fraction", make_pattern<Uniform>};

}  // namespace
}  // namespace cdrsim
