// SPDX-License-Identifier: BSD-3-Clause
#include "domain/frames.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "domain/home_hash.h"

namespace cdrsim {
namespace {

constexpr std::uint64_t kHuge = std::uint64_t{1} << 52;

// GIVEN frames of 22 bits THEN all 2^22 pages have distinct frames below 2^22, and the inverse finds each page.
TEST(Frames, AreABijectionOnASmallMachine) {
  const FrameMap frames(Frames::scattered, 7, 1 << 20, 3, 22);
  std::vector<bool> seen(1 << 22);
  for (std::uint32_t space = 0; space < 1u << 20; ++space)
    for (std::uint64_t number = 0; number < 4; ++number) {
      const std::uint64_t f = frames.frame({space, number});
      ASSERT_LT(f, seen.size());
      ASSERT_FALSE(seen[f]);
      seen[f] = true;
      ASSERT_EQ(frames.page(f), (Page{space, number}));
    }
}

// GIVEN any width, odd ones too, THEN frames fit and the inverse finds each page, in both layouts and modes.
TEST(Frames, InverseHoldsForEveryWidthAndLayout) {
  for (unsigned bits = 22; bits <= 58; ++bits)
    for (unsigned space_bits : {6u, 20u})
      for (Frames mode : {Frames::scattered, Frames::identity}) {
        const std::uint64_t last_page = (std::uint64_t{1} << (bits - space_bits)) - 1;
        const std::uint32_t spaces = 1u << space_bits;
        const FrameMap frames(mode, bits, spaces, last_page, bits);
        Random random(bits);
        for (int i = 0; i < 1000; ++i) {
          const Page page{static_cast<std::uint32_t>(random.below(spaces)), random.below(last_page + 1)};
          const std::uint64_t f = frames.frame(page);
          ASSERT_EQ(f >> bits, 0u);
          ASSERT_EQ(frames.page(f), page);
        }
        const Page corner{spaces - 1, last_page};
        EXPECT_EQ(frames.page(frames.frame(corner)), corner);
      }
}

// WHEN one bit of the page or its space changes THEN about half of the frame's bits do, each of them often.
TEST(Frames, EveryInputBitMovesEveryFrameBit) {
  const FrameMap frames(Frames::scattered, 1, 1 << 20, (1ull << 38) - 1);
  Random random(2);
  for (unsigned bit = 0; bit < 58; ++bit) {
    std::vector<int> flips(58);
    for (int i = 0; i < 400; ++i) {
      const Page page{static_cast<std::uint32_t>(random.below(1 << 20)), random.below(1ull << 38)};
      Page other = page;
      if (bit < 38) {
        other.number ^= 1ull << bit;
      } else {
        other.space ^= 1u << (bit - 38);
      }
      const std::uint64_t difference = frames.frame(page) ^ frames.frame(other);
      for (unsigned b = 0; b < 58; ++b) flips[b] += static_cast<int>(difference >> b & 1);
    }
    for (int f : flips) {
      EXPECT_GT(f, 120) << bit;
      EXPECT_LT(f, 280) << bit;
    }
  }
}

// WHEN seeds differ THEN so do nearly all frames; WHEN they are equal THEN none do.
TEST(Frames, DependOnTheSeedAndNothingElse) {
  const FrameMap a(Frames::scattered, 1, 4, 1000), b(Frames::scattered, 2, 4, 1000), c(Frames::scattered, 1, 4, 1000);
  int equal = 0;
  for (std::uint64_t page = 0; page < 1000; ++page) {
    equal += a.frame({1, page}) == b.frame({1, page});
    EXPECT_EQ(a.frame({1, page}), c.frame({1, page}));
  }
  EXPECT_EQ(equal, 0);
}

// Fraction of the lines of 16 copies of one contiguous region that find more than four others in their set, in a
// machine of 64 slices with as many sets in all as there are lines (four ways: four times the capacity that the lines
// need).
double beyond_four_ways(Frames mode) {
  constexpr std::uint32_t kHomes = 64, kSets = 256, kCopies = 16, kPages = kHomes * kSets / kCopies / 64;
  const FrameMap frames(mode, 1, kCopies, 0x1000 + kPages);
  std::vector<int> lines(kHomes * kSets);
  for (std::uint32_t copy = 0; copy < kCopies; ++copy)
    for (std::uint64_t page = 0; page < kPages; ++page)
      for (std::uint64_t l = 0; l < 64; ++l) {
        const std::uint64_t line = frames.frame({copy, 0x1000 + page}) * 64 + l;
        const std::uint64_t set = (line % kSets + mix64(line / kSets)) % kSets;
        ++lines[home_index(HomeHash::mixed, LineAddress{line}, kHomes) * kSets + set];
      }
  double beyond = 0;
  for (int n : lines) beyond += n > 4 ? n - 4 : 0;
  return beyond / (kCopies * kPages * 64);
}

// THEN scattered frames lose no more lines than balls thrown at random into bins (0.43 %).
TEST(Frames, CopiesOfOneTraceSpreadOverHomesAndSets) {
  EXPECT_LT(beyond_four_ways(Frames::scattered), 0.007);
}

// GIVEN large machines with a fraction of the capacity in use THEN hardly a line in a thousand falls beyond four ways.
TEST(Frames, SixteenRegionsRarelyOverflowFourWays) {
  constexpr std::uint32_t kSlots = 1 << 18, kCopies = 16, kPages = kSlots / 2 / kCopies / 64;
  const FrameMap frames(Frames::scattered, 3, kCopies, kPages);
  std::vector<int> lines(kSlots);
  for (std::uint32_t copy = 0; copy < kCopies; ++copy)
    for (std::uint64_t page = 0; page < kPages; ++page)
      for (std::uint64_t l = 0; l < 64; ++l) {
        const std::uint64_t line = frames.frame({copy, page}) * 64 + l;
        ++lines[home_index(HomeHash::mixed, LineAddress{line}, 1024) * 256 + (line + mix64(line / 256)) % 256];
      }
  double beyond = 0;
  for (int n : lines) beyond += n > 4 ? n - 4 : 0;
  EXPECT_LT(beyond / (kCopies * kPages * 64), 0.001);
}

// GIVEN identity THEN the frame is the space above the page number.
TEST(Frames, IdentityKeepsPageNumbers) {
  const FrameMap frames(Frames::identity, 1, 2, 100);
  EXPECT_EQ(frames.frame({0, 17}), 17u);
  EXPECT_EQ(frames.frame({1, 17}), (1ull << 38) + 17);
}

// GIVEN pages of 2^50 and above THEN 64 address spaces fit; a 65th, or a page beyond 2^52, is the user's error.
TEST(Frames, SayWhatDoesNotFit) {
  EXPECT_NO_THROW(FrameMap(Frames::scattered, 1, 1 << 20, (1ull << 38) - 1));
  EXPECT_NO_THROW(FrameMap(Frames::scattered, 1, 64, 1ull << 38));
  EXPECT_NO_THROW(FrameMap(Frames::scattered, 1, 64, kHuge - 1));  // address 2^64 - 1 in 4 KiB pages
  EXPECT_THROW(FrameMap(Frames::scattered, 1, 1, kHuge), UserError);
  EXPECT_THROW(FrameMap(Frames::scattered, 1, (1 << 20) + 1, 0), UserError);
  try {
    FrameMap(Frames::scattered, 1, 65, 1ull << 38);
    FAIL() << "65 address spaces of 2^51 bytes fit";
  } catch (const UserError& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("memory"), std::string::npos) << what;
    EXPECT_NE(what.find("65 address spaces"), std::string::npos) << what;
    EXPECT_NE(what.find("address range"), std::string::npos) << what;
  }
}

// GIVEN any page and line size THEN the highest line of the highest frame has a 64-bit address.
TEST(Frames, LinesOfEveryPageSizeHaveAddresses) {
  EXPECT_EQ(frame_bits(4096, 64), 58u);
  EXPECT_EQ(frame_bits(64, 64), 58u);
  EXPECT_EQ(frame_bits(4096, 1), 52u);
  EXPECT_EQ(frame_bits(2u << 20, 64), 49u);
  for (std::uint32_t page = 64; page != 0 && page <= 1u << 30; page *= 2) {
    const unsigned bits = frame_bits(page, 64);
    EXPECT_LE(bits + static_cast<unsigned>(std::countr_zero(page / 64)), 64u);
  }
}

}  // namespace
}  // namespace cdrsim
