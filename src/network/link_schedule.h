// SPDX-License-Identifier: BSD-3-Clause
// Which cycles of which links are taken: one flit a cycle on each link, booked in any order, for any time ahead.
//
// A packet takes the first free cycles at or after its head's arrival, so it fills the gaps that packets which were
// booked before it, but come later, have left: one injected earlier never delays one that reaches the link first. Where
// the free cycles are not contiguous, the flits of packets interleave as they do with virtual channels.
//
// One bit is one cycle of one link. Bits are kept by time first, 64 cycles to a word, and links that follow one another
// on a path are neighbours: a path touches few lines of the host's caches, and time that has passed gives its memory
// back at once. Memory follows the links that have bookings ahead, not the number of links: what nobody has booked is
// address space that the host has never filled, or has been cleared where it was used.
//
//   LinkSchedule schedule(links);
//   schedule.advance(now);                                  // cycles before `now` are forgotten
//   auto [head, tail] = schedule.book(link, arrival, flits);
//   auto out = schedule.book_path(path, hops, arrival, flits);
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/types.h"

namespace cdrsim {

class LinkSchedule {
 public:
  struct Slots {
    Cycle head, tail;  // the cycles the first and the last flit cross the link
  };

  /// Links that a packet crosses one after the other: first, first + step, .. and not `end` any more (none if it is
  /// `first`).
  struct Leg {
    std::uint32_t first, end;
    std::int32_t step;  // 1 or -1
  };
  struct Path {
    std::uint32_t entry;  // one link at the start,
    std::array<Leg, 2> legs;
    std::uint32_t exit;  // and one at the end
  };
  /// From its slot on a link the head comes to the next one so much later.
  struct Hops {
    Cycle entry, link;
  };

  explicit LinkSchedule(std::uint32_t links);

  /// Time has come to `now`: nothing is booked before it any more. Never goes back (InternalError).
  void advance(Cycle now) {
    if (now / 64 != first_word_) [[unlikely]]
      forget_until(now / 64);
  }

  /// Takes the first `flits` (> 0) free cycles of `link` at or after `earliest`.
  Slots book(std::uint32_t link, Cycle earliest, std::uint32_t flits);

  /// Books each link of `path` at the arrival of the packet's head there; it comes to the entry at `arrival`. The tail
  /// passes a link with its own slot, and never sooner than it can have come from the link before. Returns when they
  /// pass the exit.
  Slots book_path(const Path& path, const Hops& hops, Cycle arrival, std::uint32_t flits);

 private:
  static constexpr std::uint32_t kBlockLinks = 128;  // cleared together, where one of them was used

  struct Release {
    Release() : mapped(0) {}
    explicit Release(std::size_t bytes) : mapped(bytes) {}
    std::size_t mapped;  // bytes; 0: of the heap
    void operator()(std::uint64_t* words) const;
  };
  using Words = std::unique_ptr<std::uint64_t[], Release>;
  /// 64 cycles of all links, a word for each. Zero outside the blocks that are marked as used.
  struct Row {
    Cycle word = kNever;  // which 64 cycles; kNever: none
    Words busy;
    std::vector<std::uint8_t> used;  // by block

    void use(std::uint32_t link) { used[link / kBlockLinks] = 1; }
  };
  /// A stretch in which a link is known to have no free cycle, so that a long queue is not searched for each packet.
  struct Jam {
    Cycle begin = 0, end = 0;
  };

  Row& row(Cycle word) {
    Row& found = rows_[word & row_mask_];
    return found.word == word ? found : open_row(word);
  }
  std::uint64_t& word(Cycle word, std::uint32_t link) {
    Row& time = row(word);
    time.use(link);
    return time.busy[link];
  }

  Slots book_far(std::uint32_t link, Cycle earliest, std::uint32_t flits);
  Jam& jam(std::uint32_t link);
  static Words zeros(std::uint32_t links);
  void forget_until(Cycle word);
  void forget(Row& row);
  Row& open_row(Cycle word);

  std::uint32_t links_;
  Cycle first_word_ = 0;  // the present
  std::uint64_t row_mask_;
  std::vector<Row> rows_;  // a ring: the row of word w at w & row_mask_
  std::vector<Row> spare_rows_;
  std::vector<std::unique_ptr<std::array<Jam, kBlockLinks>>> jams_;  // by block, where a packet ever had to search
};

}  // namespace cdrsim
