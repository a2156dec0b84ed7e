// SPDX-License-Identifier: BSD-3-Clause
#include "network/link_schedule.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/error.h"

namespace cdrsim {

namespace {

constexpr std::size_t kMappedFrom = 16 << 20;  // bytes of a row
constexpr std::uint64_t kRowsAtFirst = 64;     // 4096 cycles ahead; doubled whenever a booking lies beyond

/// The first `count` bits of `free`, or 0 when it has not so many.
std::uint64_t take_free(std::uint64_t free, std::uint32_t count) {
  std::uint64_t taken = 0;
  while (free != 0) {
    const int first = std::countr_zero(free);
    const int size = std::countr_one(free >> first);  // up to the next one that is not free
    if (static_cast<std::uint32_t>(size) >= count) return taken | (~std::uint64_t{0} >> (64 - count)) << first;
    const std::uint64_t run = ((std::uint64_t{1} << size) - 1) << first;
    taken |= run;
    free ^= run;
    count -= static_cast<std::uint32_t>(size);
  }
  return 0;
}

}  // namespace

void LinkSchedule::Release::operator()(std::uint64_t* words) const {
  if (mapped != 0)
    munmap(words, mapped);
  else
    std::free(words);
}

LinkSchedule::Words LinkSchedule::zeros(std::uint32_t links) {
  const std::size_t bytes = links * sizeof(std::uint64_t);
  if (bytes < kMappedFrom) {
    Words words(static_cast<std::uint64_t*>(std::calloc(links, sizeof(std::uint64_t))));
    if (words == nullptr) throw std::bad_alloc();
    return words;
  }
  // A mapping costs memory only where it is written to, by ordinary pages: a huge one holds 2048 blocks.
  void* mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  madvise(mapping, bytes, MADV_NOHUGEPAGE);
  return Words(static_cast<std::uint64_t*>(mapping), Release{bytes});
}

LinkSchedule::LinkSchedule(std::uint32_t links) : links_(links), row_mask_(kRowsAtFirst - 1), rows_(kRowsAtFirst) {}

LinkSchedule::Slots LinkSchedule::book(std::uint32_t link, Cycle earliest, std::uint32_t flits) {
  if (flits > 64) [[unlikely]]
    return book_far(link, earliest, flits);
  // The 64 cycles from `earliest` on lie in two words.
  std::uint64_t& first = word(earliest / 64, link);
  std::uint64_t& second = word(earliest / 64 + 1, link);
  const unsigned offset = earliest % 64;
  const std::uint64_t free = (~first >> offset) | ((~second << 1) << (63 - offset));
  std::uint64_t taken = ~std::uint64_t{0} >> (64 - flits);
  if ((free & taken) != taken) taken = take_free(free, flits);
  if (taken == 0) return book_far(link, earliest, flits);
  first |= taken << offset;
  second |= (taken >> 1) >> (63 - offset);
  return {earliest + static_cast<Cycle>(std::countr_zero(taken)),
          earliest + 63 - static_cast<Cycle>(std::countl_zero(taken))};
}

LinkSchedule::Slots LinkSchedule::book_path(const Path& path, const Hops& hops, Cycle arrival, std::uint32_t flits) {
  const std::uint64_t together = ~std::uint64_t{0} >> ((64 - flits) % 64);
  // Where in a word the flits may begin and all be in it. Where links take no time, a leg could pass more than a block
  // of them within one word: not here.
  const std::int64_t latest = hops.link > 0 ? 64 - std::int64_t{flits} : -1;
  std::int64_t length = flits - std::int64_t{1};      // cycles from the head to the tail
  auto at = static_cast<std::int64_t>(arrival % 64);  // the head's arrival, from `base`
  Cycle base = arrival - static_cast<Cycle>(at);
  Row& start = row(base / 64);
  std::uint64_t* row_busy = start.busy.get();  // stays where it is when the ring of rows grows
  std::uint8_t* row_used = start.used.data();

  const auto pass = [&](std::int64_t head, std::int64_t tail, Cycle hop) {
    length = std::max(tail - head, length - (head - at));
    at = head + static_cast<std::int64_t>(hop);
  };
  const auto cross = [&](std::uint32_t first, std::uint32_t end, std::int32_t step, Cycle hop)
      __attribute__((always_inline)) {
    row_used[first / kBlockLinks] = 1;
    for (std::uint32_t link = first; link != end;) {
      if (at <= latest) [[likely]] {
        std::uint64_t& busy = row_busy[link];
        std::uint64_t taken = together << at;
        if ((busy & taken) == 0) [[likely]] {
          busy |= taken;
          at += static_cast<std::int64_t>(hop);
          link += static_cast<std::uint32_t>(step);
          continue;
        }
        taken = take_free(~busy & (~std::uint64_t{0} << at), flits);
        if (taken != 0) {
          busy |= taken;
          pass(std::countr_zero(taken), 63 - std::countl_zero(taken), hop);
          link += static_cast<std::uint32_t>(step);
          continue;
        }
      } else if (at >= 64) {
        // The next link sees the head in a later word.
        base += static_cast<Cycle>(at) / 64 * 64;
        at %= 64;
        row_used[link / kBlockLinks] = 1;
        Row& next = row(base / 64);
        row_busy = next.busy.get();
        row_used = next.used.data();
        row_used[link / kBlockLinks] = 1;
        continue;
      } else if (latest >= 0) {
        // The flits run over into the next word.
        Row& next = row(base / 64 + 1);
        const std::uint64_t now = together << at, then = (together >> 1) >> (63 - at);
        if (((row_busy[link] & now) | (next.busy[link] & then)) == 0) {
          row_busy[link] |= now;
          next.busy[link] |= then;
          next.use(link);
          at += static_cast<std::int64_t>(hop);
          link += static_cast<std::uint32_t>(step);
          continue;
        }
      }
      const Slots slots = book(link, base + static_cast<Cycle>(at), flits);
      pass(static_cast<std::int64_t>(slots.head - base), static_cast<std::int64_t>(slots.tail - base), hop);
      link += static_cast<std::uint32_t>(step);
    }
    row_used[(end - static_cast<std::uint32_t>(step)) / kBlockLinks] = 1;
  };
  cross(path.entry, path.entry + 1, 1, hops.entry);
  for (const Leg& leg : path.legs) cross(leg.first, leg.end, leg.step, hops.link);
  cross(path.exit, path.exit + 1, 1, 0);
  const Cycle head = base + static_cast<Cycle>(at);
  return {head, head + static_cast<Cycle>(length)};
}

LinkSchedule::Slots LinkSchedule::book_far(std::uint32_t link, Cycle earliest, std::uint32_t flits) {
  Slots slots{kNever, kNever};
  Cycle at = earliest;  // everything from `earliest` to here is busy
  for (std::uint32_t left = flits;;) {
    std::uint64_t& busy = word(at / 64, link);
    const std::uint64_t free = ~busy & (~std::uint64_t{0} << (at % 64));
    const Cycle base = at - at % 64;
    at = base + 64;
    if (free != 0) {
      const auto there = static_cast<std::uint32_t>(std::popcount(free));
      const std::uint64_t taken = there <= left ? free : take_free(free, left);
      left -= std::min(left, there);
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
  if (jams_.empty()) jams_.resize(links_ / kBlockLinks + 1);
  auto& block = jams_[link / kBlockLinks];
  if (block == nullptr) block = std::make_unique<std::array<Jam, kBlockLinks>>();
  return (*block)[link % kBlockLinks];
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
  const auto begin = row.used.begin(), end = row.used.end();
  for (auto used = begin; (used = std::find(used, end, 1)) != end; ++used) {
    *used = 0;
    const auto first = static_cast<std::uint32_t>(used - begin) * kBlockLinks;
    std::fill_n(&row.busy[first], std::min(kBlockLinks, links_ - first), 0);
  }
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
    row.busy = zeros(links_);
    row.used.resize(links_ / kBlockLinks + 1);
  }
  row.word = word;
  return row;
}

}  // namespace cdrsim
