// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic.h"

namespace cdrsim {
namespace {

/// A part of all references goes to one word, as atomics where they write; the rest to the thread's own region.
class HotSpot : public SyntheticPattern {
 public:
  explicit HotSpot(const SyntheticSpec& spec) : SyntheticPattern(spec) {
    if (spec.shared_fraction < 1) require("private_bytes", spec.private_bytes, SyntheticLayout::kWord);
  }

  Record record(std::uint32_t thread, std::uint64_t index) const override {
    RecordRandom r = random(thread, index);
    const bool writes = r.chance(spec_.write_fraction);
    if (r.chance(spec_.shared_fraction))
      return reference(writes ? Operation::atomic : Operation::read, layout_.shared_word(0));
    return reference(writes ? Operation::write : Operation::read,
                     layout_.private_word(thread, r.below(layout_.private_words())));
  }
};

const Registered<PatternFactory> hot_spot{
    "hot-spot",
    "a part of all references to one word, atomics where they write; uses private_bytes, shared_fraction, "
    "write_fraction",
    make_pattern<HotSpot>};

}  // namespace
}  // namespace cdrsim
