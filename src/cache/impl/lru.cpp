// SPDX-License-Identifier: BSD-3-Clause
// Least recently used. A mark is the time of the way's last use, counted in uses of this cache.
#include <algorithm>

#include "cache/replacement.h"

namespace cdrsim {
namespace {

class Lru final : public Replacement {
 public:
  std::unique_ptr<Replacement> clone() const override { return std::make_unique<Lru>(*this); }
  void hit(std::span<std::uint32_t> marks, std::uint32_t way) override { use(marks, way); }
  void fill(std::span<std::uint32_t> marks, std::uint32_t way) override { use(marks, way); }

  std::uint32_t victim(std::span<std::uint32_t> marks, std::span<const std::uint8_t> allowed) override {
    std::uint32_t best = 0;
    bool found = false;
    for (std::uint32_t w = 0; w < marks.size(); ++w)
      if (allowed[w] && (!found || age(marks[w]) > age(marks[best]))) best = w, found = true;
    return best;
  }

 private:
  void use(std::span<std::uint32_t> marks, std::uint32_t way) { marks[way] = ++now_; }
  // Modular, so that the order survives the wrap-around of the clock for ways used within the last 2^32 uses.
  std::uint32_t age(std::uint32_t mark) const { return now_ - mark; }

  std::uint32_t now_ = 0;
};

const Registered<ReplacementFactory> lru{
    "lru", "least recently used",
    [](std::uint64_t) -> std::unique_ptr<Replacement> { return std::make_unique<Lru>(); }};

}  // namespace
}  // namespace cdrsim
