// SPDX-License-Identifier: BSD-3-Clause
// Static re-reference interval prediction with two bits and hit priority (Jaleel, Theobald, Steely, Emer, ISCA 2010).
// A mark is the way's predicted re-reference interval: 0 soon, 3 distant.
#include <algorithm>

#include "cache/replacement.h"

namespace cdrsim {
namespace {

class Srrip final : public Replacement {
 public:
  std::unique_ptr<Replacement> clone() const override { return std::make_unique<Srrip>(*this); }
  void hit(std::span<std::uint32_t> marks, std::uint32_t way) override { marks[way] = 0; }
  void fill(std::span<std::uint32_t> marks, std::uint32_t way) override { marks[way] = kDistant - 1; }

  std::uint32_t victim(std::span<std::uint32_t> marks, std::span<const std::uint8_t> allowed) override {
    std::uint32_t furthest = 0;
    for (std::uint32_t w = 0; w < marks.size(); ++w)
      if (allowed[w]) furthest = std::max(furthest, marks[w]);
    // Ageing every way until an evictable one is distant, in one step.
    for (std::uint32_t& m : marks) m = std::min(m + (kDistant - furthest), kDistant);
    for (std::uint32_t w = 0;; ++w)
      if (allowed[w] && marks[w] == kDistant) return w;
  }

 private:
  static constexpr std::uint32_t kDistant = 3;
};

const Registered<ReplacementFactory> srrip{
    "srrip", "static re-reference interval prediction, two bits",
    [](std::uint64_t) -> std::unique_ptr<Replacement> { return std::make_unique<Srrip>(); }};

}  // namespace
}  // namespace cdrsim
