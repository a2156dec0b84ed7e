// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic.h"

namespace cdrsim {
namespace {

constexpr std::uint64_t integer_root(std::uint64_t n) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1)
    if ((root + bit) * (root + bit) <= n) root += bit;
  return root;
}

/// Threads form a grid that is closed at its edges, each with a square of words in its own region. An iteration reads
/// the facing edge of all four neighbours' squares, reads and writes every word of the own square, and ends at a
/// barrier of all threads.
class Stencil : public SyntheticPattern {
 public:
  explicit Stencil(const SyntheticSpec& spec) : SyntheticPattern(spec), side_(integer_root(layout_.private_words())) {
    require("private_bytes", spec.private_bytes, SyntheticLayout::kWord);
    for (std::uint32_t h = 1; std::uint64_t{h} * h <= spec.threads; ++h)
      if (spec.threads % h == 0) height_ = h;
    width_ = spec.threads / height_;
  }

  std::uint64_t records() const override { return spec_.references + spec_.references / iteration(); }

  Record record(std::uint32_t thread, std::uint64_t index) const override {
    const std::uint64_t step = index % (iteration() + 1);
    if (step == iteration()) return barrier();
    if (step < 4 * side_) return neighbour(thread, static_cast<unsigned>(step / side_), step % side_);
    const std::uint64_t sweep = step - 4 * side_;
    return reference(sweep % 2 == 0 ? Operation::read : Operation::write, layout_.private_word(thread, sweep / 2));
  }

 private:
  /// References of one thread in one iteration.
  std::uint64_t iteration() const { return 4 * side_ + 2 * side_ * side_; }

  Record neighbour(std::uint32_t thread, unsigned direction, std::uint64_t i) const {
    const std::uint32_t x = thread % width_, y = thread / width_;
    const auto at = [&](std::uint32_t nx, std::uint32_t ny, std::uint64_t row, std::uint64_t column) {
      return reference(Operation::read,
                       layout_.private_word(ny % height_ * width_ + nx % width_, row * side_ + column));
    };
    switch (direction) {
      case 0:
        return at(x, y + height_ - 1, side_ - 1, i);  // north: its last row
      case 1:
        return at(x, y + 1, 0, i);  // south: its first row
      case 2:
        return at(x + width_ - 1, y, i, side_ - 1);  // west: its last column
      default:
        return at(x + 1, y, i, 0);  // east: its first column
    }
  }

  std::uint64_t side_;
  std::uint32_t width_ = 1, height_ = 1;
};

const Registered<PatternFactory> stencil{
    "stencil", "a grid of threads, each sweeps its square and reads its four neighbours' edges; uses private_bytes",
    make_pattern<Stencil>};

}  // namespace
}  // namespace cdrsim
