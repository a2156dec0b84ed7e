// SPDX-License-Identifier: BSD-3-Clause
// The place of each thread among the sharers of a page: most references first, ties by thread. That is the order in
// which a static page-level domain lists its members (docs/domains.md), found without keeping the lists.
//
//   PageRanks ranks;
//   for each thread t, in order: for each page it references: ranks.add(page, references);
//   for each thread t, in order: for each page it references: ranks.next_rank(page, references, t);   // 0: the first
//   ranks.lists();                                                      // how many different lists there are
//
// A page keeps how many of its threads have how many references. With n references to it there are at most sqrt(2n)
// different numbers, so memory hardly depends on the number of threads.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "observe/flat_table.h"

namespace cdrsim {

class PageRanks {
 public:
  /// Each thread once for a page, and all of them before the first next_rank().
  void add(std::uint64_t page, std::uint64_t references);

  /// Once for each add(), with the same references; threads in ascending order.
  std::uint32_t next_rank(std::uint64_t page, std::uint64_t references, std::uint32_t thread);

  /// Different lists of sharers among all pages, the order within a list included. Lists are compared by fingerprints
  /// of 128 bits: two of a million are confused with a probability below 10^-26.
  std::uint64_t lists() const;

 private:
  struct Level {
    std::uint64_t references;
    std::uint32_t threads,
        next;  // next: the rank of the next thread; counts up from its first when ranks are asked for
  };
  struct Page {
    std::vector<Level> levels;  // most references first
    std::uint64_t fingerprint[2] = {0, 0};
    bool ranked = false;
  };

  Page& page(std::uint64_t number);

  FlatTable<std::uint64_t, std::uint32_t> index_;  // by page number: 1 + the place in pages_
  std::vector<Page> pages_;
};

}  // namespace cdrsim
