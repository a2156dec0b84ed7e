// SPDX-License-Identifier: BSD-3-Clause
// Random replacement, from a stream of the cache's own.
#include "base/random.h"
#include "cache/replacement.h"

namespace cdrsim {
namespace {

class RandomReplacement final : public Replacement {
 public:
  explicit RandomReplacement(std::uint64_t seed) : random_(seed) {}
  std::unique_ptr<Replacement> clone() const override { return std::make_unique<RandomReplacement>(*this); }
  void hit(std::span<std::uint32_t>, std::uint32_t) override {}
  void fill(std::span<std::uint32_t>, std::uint32_t) override {}

  std::uint32_t victim(std::span<std::uint32_t>, std::span<const std::uint8_t> allowed) override {
    std::uint64_t n = 0;
    for (std::uint8_t a : allowed) n += a != 0;
    std::uint64_t pick = random_.below(n);
    for (std::uint32_t w = 0;; ++w)
      if (allowed[w] && pick-- == 0) return w;
  }

 private:
  Random random_;
};

const Registered<ReplacementFactory> random{
    "random", "a seeded random way",
    [](std::uint64_t seed) -> std::unique_ptr<Replacement> { return std::make_unique<RandomReplacement>(seed); }};

}  // namespace
}  // namespace cdrsim
