// SPDX-License-Identifier: BSD-3-Clause
#include "network/link_schedule.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.h"

namespace cdrsim {

namespace {

constexpr std::uint64_t kRowsAtFirst = 64;  // 4096 cycles ahead; doubled whenever a booking lies beyond

/// The first `left` cycles of `free` (not 0), or all there are; `left` becomes what is still wanted.
std::uint64_t first_free(std::uint64_t free, std::uint32_t& left) {
  const auto first = static_cast<std::uint32_t>(std::countr_zero(free));
  const std::uint32_t room = std::min(left, 64 - first);
  const std::uint64_t together = (~std::uint64_t{0} >> (64 - room)) << first;
  if ((free & together) == together) {
    left -= room;
    return together;
  }
  std::uint64_t taken = 0;
  for (; left > 0 && free != 0; --left, free &= free - 1) taken |= free & -free;
  return taken;
}

}  // namespace

LinkSchedule::LinkSchedule(std::uint32_t links)
    : chunks_((links + kChunkLinks - 1) / kChunkLinks), row_mask_(kRowsAtFirst - 1), rows_(kRowsAtFirst) {}

LinkSchedule::Slots LinkSchedule::book_in_gaps(std::uint32_t link, Cycle earliest, std::uint32_t flits) {
  Slots slots{kNever, kNever};
  Cycle at = earliest;  // everything from `earliest` to here is busy
  for (std::uint32_t left = flits;;) {
    std::uint64_t& busy = word(at / 64, link);
    const std::uint64_t free = ~busy & (~std::uint64_t{0} << (at % 64));
    const Cycle base = at - at % 64;
    at = base + 64;
    if (free != 0) {
      const std::uint64_t taken = first_free(free, left);
      busy |= taken;
      if (slots.head == kNever) slots.head = base + static_cast<Cycle>(std::countr_zero(taken));
      slots.tail = base + 63 - static_cast<Cycle>(std::countl_zero(taken));
      if (left == 0) break;
    } else if (const Jam& known = jam(link); known.begin <= at && at < known.end) {
      at = known.end;
    }
  }

  // Everything from `earliest` to the tail is busy now.
  if (slots.tail - earliest >= 64) {
    Jam& known = jam(link);
    if (known.begin <= slots.tail && earliest <= known.end)
      known = {std::min(known.begin, earliest), std::max(known.end, slots.tail + 1)};
    else
      known = {earliest, slots.tail + 1};
  }
  return slots;
}

LinkSchedule::Jam& LinkSchedule::jam(std::uint32_t link) {
  if (jams_.empty()) jams_.resize(chunks_);
  auto& block = jams_[link / kChunkLinks];
  if (block == nullptr) block = std::make_unique<std::array<Jam, kChunkLinks>>();
  return (*block)[link % kChunkLinks];
}

void LinkSchedule::forget_until(Cycle word) {
  invariant(word > first_word_, "the time of a link schedule went back");
  const Cycle last = std::min(word, first_word_ + rows_.size());
  for (Cycle w = first_word_; w < last; ++w) {
    Row& row = rows_[w & row_mask_];
    if (row.word == w) forget(row);
  }
  first_word_ = word;
}

void LinkSchedule::forget(Row& row) {
  for (const std::uint32_t chunk : row.used) spare_chunks_.push_back(std::exchange(row.chunks[chunk], nullptr));
  row.used.clear();
  row.word = kNever;
  spare_rows_.push_back(std::exchange(row, Row{}));
}

LinkSchedule::Row& LinkSchedule::open_row(Cycle word) {
  invariant(word >= first_word_, "a link was booked in the past");
  if (word - first_word_ >= rows_.size()) {
    std::vector<Row> ring(std::bit_ceil(word - first_word_ + 1));
    for (Row& row : rows_)
      if (row.word != kNever) {
        Row& place = ring[row.word & (ring.size() - 1)];
        place = std::move(row);
      }
    rows_ = std::move(ring);
    row_mask_ = rows_.size() - 1;
  }
  Row& row = rows_[word & row_mask_];
  if (!spare_rows_.empty()) {
    row = std::move(spare_rows_.back());
    spare_rows_.pop_back();
  } else {
    row.chunks.resize(chunks_);
  }
  row.word = word;
  return row;
}

LinkSchedule::Chunk* LinkSchedule::open_chunk(Row& row, std::uint32_t chunk) {
  if (spare_chunks_.empty()) {
    storage_.push_back(std::make_unique<Chunk>());
    spare_chunks_.push_back(storage_.back().get());
  }
  Chunk* opened = spare_chunks_.back();
  spare_chunks_.pop_back();
  opened->busy.fill(0);
  row.chunks[chunk] = opened;
  row.used.push_back(chunk);
  return opened;
}

}  // namespace cdrsim
