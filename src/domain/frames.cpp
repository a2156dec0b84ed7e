// SPDX-License-Identifier: BSD-3-Clause
#include "domain/frames.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/error.h"
#include "base/random.h"

namespace cdrsim {

namespace {

constexpr unsigned kMaxBits = 58;
constexpr unsigned kManySpacesBits = 20, kFewSpacesBits = 6;

constexpr std::uint64_t low_mask(unsigned bits) {
  return (std::uint64_t{1} << bits) - 1;
}

}  // namespace

unsigned frame_bits(std::uint32_t page_size, std::uint32_t line_size) {
  invariant(std::has_single_bit(page_size) && std::has_single_bit(line_size) && page_size >= line_size,
            "page and line sizes are powers of two, a page no smaller than a line");
  return std::min(kMaxBits, 64u - static_cast<unsigned>(std::countr_zero(page_size / line_size)));
}

FrameMap::FrameMap(Frames mode, std::uint64_t seed, std::uint32_t spaces, std::uint64_t max_page, unsigned bits)
    : mode_(mode), key_(mix64(seed ^ 0x6672616d6573ull)), left_bits_(bits / 2), right_bits_(bits - bits / 2) {
  invariant(bits > kManySpacesBits && bits <= kMaxBits, "frames have between 21 and 58 bits");
  const auto fits = [&](unsigned space_bits) {
    return spaces <= (std::uint64_t{1} << space_bits) && max_page <= low_mask(bits - space_bits);
  };
  if (fits(kManySpacesBits)) {
    page_bits_ = bits - kManySpacesBits;
  } else if (fits(kFewSpacesBits)) {
    page_bits_ = bits - kFewSpacesBits;
  } else {
    const auto layout = [&](unsigned space_bits) {
      return std::to_string(std::uint64_t{1} << space_bits) + " address spaces with page numbers below 2^" +
             std::to_string(bits - space_bits);
    };
    throw UserError("memory: " + std::to_string(spaces) + " address space" + (spaces == 1 ? "" : "s") +
                    " and the traces' address range (up to page number " + std::to_string(max_page) +
                    ") do not fit in physical memory; it holds " + layout(kManySpacesBits) + ", or " +
                    layout(kFewSpacesBits));
  }
}

std::uint64_t FrameMap::round_function(int round, std::uint64_t half) const {
  return mix64(mix64(half + key_) + static_cast<std::uint64_t>(round) * 0x9e3779b97f4a7c15ull);
}

std::uint64_t FrameMap::frame(Page page) const {
  const std::uint64_t code = std::uint64_t{page.space} << page_bits_ | page.number;
  if (mode_ == Frames::identity) return code;
  std::uint64_t left = code >> right_bits_, right = code & low_mask(right_bits_);
  for (int r = 0; r < kRounds; r += 2) {
    left ^= round_function(r, right) & low_mask(left_bits_);
    right ^= round_function(r + 1, left) & low_mask(right_bits_);
  }
  return left << right_bits_ | right;
}

Page FrameMap::page(std::uint64_t frame) const {
  std::uint64_t code = frame;
  if (mode_ == Frames::scattered) {
    std::uint64_t left = frame >> right_bits_, right = frame & low_mask(right_bits_);
    for (int r = kRounds - 2; r >= 0; r -= 2) {
      right ^= round_function(r + 1, left) & low_mask(right_bits_);
      left ^= round_function(r, right) & low_mask(left_bits_);
    }
    code = left << right_bits_ | right;
  }
  return {static_cast<std::uint32_t>(code >> page_bits_), code & low_mask(page_bits_)};
}

}  // namespace cdrsim
