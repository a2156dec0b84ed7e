// SPDX-License-Identifier: BSD-3-Clause
// Which cycles of which links are taken: one flit a cycle on each link, booked in any order, for any time ahead.
//
// A packet takes the first free cycles at or after its head's arrival, so it fills the gaps that packets which were
// booked before it, but come later, have left: one injected earlier never delays one that reaches the link first. Where
// the free cycles are not contiguous, the flits of packets interleave as they do with virtual channels.
//
// One bit is one cycle of one link. Bits are kept by time first, 64 cycles to a word, and links that follow one another
// on a path are neighbours: a path touches few lines of the host's caches, and time that has passed gives its memory
// back at once. Memory follows the links that have bookings ahead, not the number of links.
//
//   LinkSchedule schedule(links);
//   schedule.advance(now);                                  // cycles before `now` are forgotten
//   auto [head, tail] = schedule.book(link, arrival, flits);
#pragma once

#include <array>
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

  explicit LinkSchedule(std::uint32_t links);

  /// Time has come to `now`: nothing is booked before it any more. Never goes back (InternalError).
  void advance(Cycle now) {
    if (now / 64 != first_word_) [[unlikely]]
      forget_until(now / 64);
  }

  /// Takes the first `flits` (> 0) free cycles of `link` at or after `earliest`.
  Slots book(std::uint32_t link, Cycle earliest, std::uint32_t flits) {
    std::uint64_t& busy = word(earliest / 64, link);
    const std::uint32_t offset = earliest % 64;
    if (offset + flits <= 64) [[likely]] {
      const std::uint64_t wanted = (~std::uint64_t{0} >> (64 - flits)) << offset;
      if ((busy & wanted) == 0) [[likely]] {
        busy |= wanted;
        return {earliest, earliest + flits - 1};
      }
    }
    return book_in_gaps(link, earliest, flits);
  }

 private:
  static constexpr std::uint32_t kChunkLinks = 128;

  struct Chunk {
    std::array<std::uint64_t, kChunkLinks> busy;
  };
  /// 64 cycles of all links, in chunks that exist once one of their links is booked.
  struct Row {
    Cycle word = kNever;  // which 64 cycles; kNever: none
    std::vector<Chunk*> chunks;
    std::vector<std::uint32_t> used;  // the chunks that exist
  };
  /// A stretch in which a link is known to have no free cycle, so that a long queue is not searched for each packet.
  struct Jam {
    Cycle begin = 0, end = 0;
  };

  std::uint64_t& word(Cycle word, std::uint32_t link) {
    Row* row = &rows_[word & row_mask_];
    if (row->word != word) [[unlikely]]
      row = &open_row(word);
    Chunk* chunk = row->chunks[link / kChunkLinks];
    if (chunk == nullptr) [[unlikely]]
      chunk = open_chunk(*row, link / kChunkLinks);
    return chunk->busy[link % kChunkLinks];
  }

  Slots book_in_gaps(std::uint32_t link, Cycle earliest, std::uint32_t flits);
  Jam& jam(std::uint32_t link);
  void forget_until(Cycle word);
  void forget(Row& row);
  Row& open_row(Cycle word);
  Chunk* open_chunk(Row& row, std::uint32_t chunk);

  std::uint32_t chunks_;  // per row
  Cycle first_word_ = 0;  // the present
  std::uint64_t row_mask_;
  std::vector<Row> rows_;  // a ring: the row of word w at w & row_mask_
  std::vector<std::unique_ptr<Chunk>> storage_;
  std::vector<Chunk*> spare_chunks_;
  std::vector<Row> spare_rows_;
  std::vector<std::unique_ptr<std::array<Jam, kChunkLinks>>> jams_;  // by chunk, where a packet ever had to search
};

}  // namespace cdrsim
