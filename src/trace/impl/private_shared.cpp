// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic.h"

namespace cdrsim {
namespace {

/// PriME's mix: a part of the references all over one shared region, the rest all over the thread's own.
class PrivateShared : public SyntheticPattern {
 public:
  explicit PrivateShared(const SyntheticSpec& spec) : SyntheticPattern(spec) {
    if (spec.shared_fraction > 0) require("shared_bytes", spec.shared_bytes, SyntheticLayout::kWord);
    if (spec.shared_fraction < 1) require("private_bytes", spec.private_bytes, SyntheticLayout::kWord);
  }

  Record record(std::uint32_t thread, std::uint64_t index) const override {
    RecordRandom r = random(thread, index);
    const Operation operation = r.chance(spec_.write_fraction) ? Operation::write : Operation::read;
    if (r.chance(spec_.shared_fraction))
      return reference(operation, layout_.shared_word(r.below(layout_.shared_words())));
    return reference(operation, layout_.private_word(thread, r.below(layout_.private_words())));
  }
};

const Registered<PatternFactory> private_shared{
    "private-shared",
    "mostly the thread's own region, a part one shared one; uses private_bytes, shared_bytes, shared_fraction, "
    "write_fraction",
    make_pattern<PrivateShared>};

}  // namespace
}  // namespace cdrsim
