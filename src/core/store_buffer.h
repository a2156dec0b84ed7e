// SPDX-License-Identifier: BSD-3-Clause
// The FIFO of stores that are issued but not performed (TSO). A fixed ring; searched by loads, youngest first.
//
//   buffer.push({address, size, ...});
//   switch (buffer.match(load, size, load_sequence)) { case covers: forward; case overlaps: wait for it; case none: }
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace cdrsim {

/// A store, or one line's piece of one.
struct BufferedStore {
  std::uint64_t address = 0;
  std::uint64_t sequence = 0;  // program order
  Cycle issued = 0;            // when the first piece of the whole reference entered
  std::uint32_t size = 0;
  bool last = true;  // the last piece of its reference
};

class StoreBuffer {
 public:
  enum class Match { none, covers, overlaps };

  explicit StoreBuffer(std::uint32_t entries) : ring_(entries) {}

  bool empty() const { return size_ == 0; }
  std::uint32_t size() const { return size_; }
  std::uint32_t capacity() const { return static_cast<std::uint32_t>(ring_.size()); }

  void push(const BufferedStore& store) { ring_[index(size_++)] = store; }
  const BufferedStore& front() const { return ring_[head_]; }
  void pop() {
    head_ = index(1);
    --size_;
  }

  /// How the youngest store older than `sequence` that touches any of these bytes relates to them.
  Match match(std::uint64_t address, std::uint32_t size, std::uint64_t sequence) const {
    std::uint64_t last = address + size - 1;
    for (std::uint32_t i = size_; i-- > 0;) {
      const BufferedStore& store = ring_[index(i)];
      std::uint64_t store_last = store.address + store.size - 1;
      if (store.sequence >= sequence || store_last < address || last < store.address) continue;
      return store.address <= address && last <= store_last ? Match::covers : Match::overlaps;
    }
    return Match::none;
  }

 private:
  std::uint32_t index(std::uint32_t i) const {
    std::uint32_t at = head_ + i;
    return at < ring_.size() ? at : at - static_cast<std::uint32_t>(ring_.size());
  }

  std::vector<BufferedStore> ring_;
  std::uint32_t head_ = 0, size_ = 0;
};

}  // namespace cdrsim
