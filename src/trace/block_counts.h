// SPDX-License-Identifier: BSD-3-Clause
// How often one thread references each block of memory, a block being a line or a page.
//
//   BlockCounts pages(12);                                  // 4 KiB
//   for (auto c = trace.cursor(t); c.peek(); c.next()) pages.add(*c.peek());
//   pages.for_each([&](std::uint64_t page, const ReferenceCount& n) { ... });
//
// A reference that crosses a boundary counts once on every block that it covers. Locks and barriers count only on
// request, as the atomics that they are where sync.model = "coherent".
#pragma once

#include <cstdint>

#include "observe/flat_table.h"
#include "trace/record.h"

namespace cdrsim {

struct ReferenceCount {
  std::uint64_t reads = 0, writes = 0;  // an atomic is a write
  std::uint64_t total() const { return reads + writes; }
};

class BlockCounts {
 public:
  /// Blocks of 2^shift bytes, shift below 64; `sync`: whether lock and barrier words count.
  explicit BlockCounts(unsigned shift, bool sync = false) : shift_(shift), sync_(sync) {}
  BlockCounts(const BlockCounts&) = delete;
  BlockCounts& operator=(const BlockCounts&) = delete;

  /// True when the record touches more than one block.
  bool add(const Record& r) {
    const bool reference = is_reference(r.operation);
    if (!reference && !sync_) return false;
    const std::uint64_t first = r.address >> shift_, last = last_byte(r) >> shift_;
    const bool writes = r.operation != Operation::read;
    count(first, writes);
    for (std::uint64_t block = first; block != last;) count(++block, writes);
    return first != last;
  }

  /// In an order of its own: sort what is collected.
  template <class Function>
  void for_each(Function&& function) const {
    counts_.for_each(function);
  }

  void clear() {
    counts_ = {};
    last_ = nullptr;
  }

 private:
  void count(std::uint64_t block, bool writes) {
    // References stay on a block for a while; the pointer holds because nothing was inserted since.
    if (block != block_ || last_ == nullptr) {
      block_ = block;
      last_ = &counts_[block];
    }
    ++(writes ? last_->writes : last_->reads);
  }

  FlatTable<std::uint64_t, ReferenceCount> counts_;
  unsigned shift_;
  bool sync_;
  std::uint64_t block_ = 0;
  ReferenceCount* last_ = nullptr;
};

}  // namespace cdrsim
