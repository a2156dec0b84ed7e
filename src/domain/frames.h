// SPDX-License-Identifier: BSD-3-Clause
// Physical frames: a keyed bijection of (address space, virtual page number), computed and never stored, so that it
// depends on no order of events. Without scattering, copies of one trace would share homes and cache sets.
//
// A page is encoded in 58 bits: 20 bits of address space above 38 of page number, or 6 above 52 for traces with
// addresses of 2^50 and more (4 KiB pages). A Feistel network over those 58 bits, keyed by the seed, gives the frame.
// `identity` skips the network.
//
// 58 bits of frame and 6 of line within a 4 KiB page fill a 64-bit line address. Pages of more lines have narrower
// frames: see frame_bits(); what the page number loses there, the page has gained, so the reach in bytes is the same.
//
//   FrameMap frames(Frames::scattered, seed, spaces, trace.max_address / page_size, frame_bits(page_size, line_size));
//   std::uint64_t line = frames.frame({space, page}) * lines_per_page + line_of_page;
#pragma once

#include <cstdint>

#include "base/random.h"
#include "domain/domain_config.h"

namespace cdrsim {

struct Page {
  std::uint32_t space;
  std::uint64_t number;
  friend bool operator==(const Page&, const Page&) = default;
};
constexpr std::uint64_t hash_key(const Page& page) {
  return mix64(mix64(page.number) + page.space);
}

/// The widest frame number whose lines still have 64-bit addresses, at most 58. Both sizes are powers of two, a page is
/// no smaller than a line.
unsigned frame_bits(std::uint32_t page_size, std::uint32_t line_size);

class FrameMap {
 public:
  /// `max_page` is the highest page number of any trace. UserError (naming memory and trace address range) when
  /// `spaces` and `max_page` do not fit in `bits` bits.
  FrameMap(Frames mode, std::uint64_t seed, std::uint32_t spaces, std::uint64_t max_page, unsigned bits = 58);

  /// Below 2^bits; distinct pages have distinct frames. `page` must be within the range given at construction.
  std::uint64_t frame(Page page) const;
  Page page(std::uint64_t frame) const;  // the inverse

 private:
  static constexpr int kRounds = 6;

  std::uint64_t round_function(int round, std::uint64_t half) const;

  Frames mode_;
  std::uint64_t key_;
  unsigned page_bits_;
  unsigned left_bits_, right_bits_;  // the two halves of the network
};

}  // namespace cdrsim
