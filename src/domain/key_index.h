// SPDX-License-Identifier: BSD-3-Clause
// Finds the position of a 64-bit key in an array that somebody else keeps: a hash table of positions, chained, for
// fully associative structures of any size. Positions are dense: 0 .. size of the array - 1. It takes no memory before
// the first key, and O(highest position) then.
//
//   KeyIndex index;
//   index.insert(key, 3);                         // the array's element 3 now has this key
//   if (std::uint32_t i = index.find(key); i != KeyIndex::kNone) use(array[i]);
//   index.erase(3);                               // before the element takes another key, or none
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace cdrsim {

class KeyIndex {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::uint32_t find(std::uint64_t key) const {
    if (heads_.empty()) return kNone;
    std::uint32_t at = heads_[bucket(key)];
    while (at != kNone && nodes_[at].key != key) at = nodes_[at].next;
    return at;
  }

  /// Asks the host's caches for where find(key) starts.
  void prefetch(std::uint64_t key) const {
    if (!heads_.empty()) __builtin_prefetch(&heads_[bucket(key)]);
  }

  /// Neither the key nor the position may be in use.
  void insert(std::uint64_t key, std::uint32_t position) {
    if (position >= nodes_.size()) nodes_.resize(position + std::size_t{1});
    nodes_[position].key = key;
    nodes_[position].present = true;
    if (nodes_.size() > heads_.size()) {
      rebuild();
    } else {
      link(position);
    }
  }

  void erase(std::uint32_t position) {
    std::uint32_t* link = &heads_[bucket(nodes_[position].key)];
    while (*link != position) link = &nodes_[*link].next;
    *link = nodes_[position].next;
    nodes_[position].present = false;
  }

  void clear() {
    heads_.clear();
    nodes_.clear();
  }

 private:
  struct Node {
    std::uint64_t key = 0;
    std::uint32_t next = kNone;
    bool present = false;
  };

  std::size_t bucket(std::uint64_t key) const { return (key * 0x9e3779b97f4a7c15ull) >> shift_; }

  void link(std::uint32_t position) {
    std::uint32_t& head = heads_[bucket(nodes_[position].key)];
    nodes_[position].next = head;
    head = position;
  }

  void rebuild() {
    const std::size_t buckets = std::max<std::size_t>(8, std::bit_ceil(nodes_.size()) * 2);
    heads_.assign(buckets, kNone);
    shift_ = 64 - std::countr_zero(buckets);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].present) link(i);
  }

  std::vector<std::uint32_t> heads_;  // by bucket: a position
  std::vector<Node> nodes_;           // by position
  int shift_ = 0;
};

}  // namespace cdrsim
