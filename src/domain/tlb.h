// SPDX-License-Identifier: BSD-3-Clause
// A core's TLB: fully associative, LRU, any number of entries. An entry holds the frame and the page's domain
// attributes for this core. It takes memory for the entries that were ever filled; both operations take constant time.
//
//   Tlb tlb(64);
//   const Translation* t = tlb.lookup(page);
//   if (!t) { tlb.fill({page, frame, attributes}); t = tlb.lookup(page); }
#pragma once

#include <cstdint>
#include <vector>

#include "domain/domain_tables.h"
#include "domain/key_index.h"

namespace cdrsim {

struct Translation {
  std::uint64_t page = 0;  // virtual page number
  std::uint64_t frame = 0;
  PageAttributes attributes;
};

class Tlb {
 public:
  /// `entries` > 0.
  explicit Tlb(std::uint32_t entries);

  /// The translation of `page`, or null; a hit makes it the most recent. Constant time; valid until the next fill.
  const Translation* lookup(std::uint64_t page) {
    if (!entries_.empty() && entries_[newest_].translation.page == page) [[likely]]
      return &entries_[newest_].translation;
    return lookup_older(page);
  }
  /// The same without making it the most recent, and a host prefetch for it.
  const Translation* peek(std::uint64_t page) const {
    if (!entries_.empty() && entries_[newest_].translation.page == page) return &entries_[newest_].translation;
    const std::uint32_t at = index_.find(page);
    return at == KeyIndex::kNone ? nullptr : &entries_[at].translation;
  }
  void prefetch(std::uint64_t page) const { index_.prefetch(page); }
  /// Makes it the most recent; replaces the page's former translation, else the least recent one of a full TLB.
  void fill(const Translation& translation);
  void flush();

 private:
  struct Entry {
    Translation translation;
    std::uint32_t older, newer;  // neighbours in a ring by recency: the newest one's `newer` is the oldest
  };

  const Translation* lookup_older(std::uint64_t page);
  void make_newest(std::uint32_t entry);

  std::uint32_t capacity_;
  std::uint32_t newest_ = 0;
  std::vector<Entry> entries_;
  KeyIndex index_;
};

}  // namespace cdrsim
