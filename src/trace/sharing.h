// SPDX-License-Identifier: BSD-3-Clause
// Who shares blocks of memory: one block's sharers, and the exact distribution over many blocks.
//
//   BlockSharing& b = table[block];
//   b.add(thread, count);              // threads come in ascending order; one thread may come several times in a row
//   Distribution d;
//   d.add(b);                          // d.by_sharers[3].references: references to blocks with three sharers
//
// A sharer is a thread that references the block at all. Because threads come in order, a block needs no set of its
// sharers to count them exactly: forty bytes, whatever the number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "trace/block_counts.h"

namespace cdrsim {

/// What the field distinguishes: data of one thread; read by several and written by none; written by one; by several.
enum class SharingClass { private_data, shared_read_only, shared_one_writer, shared_many_writers };
inline constexpr std::array kSharingClassNames = {"private", "shared-read-only", "shared-one-writer",
                                                  "shared-many-writers"};
inline constexpr std::size_t kSharingClasses = kSharingClassNames.size();

struct BlockSharing {
  static constexpr std::uint32_t kNobody = 0xffffffffu;

  std::uint64_t references = 0, writes = 0;
  std::uint32_t sharers = 0, writers = 0;
  std::uint32_t last_sharer = kNobody, last_writer = kNobody;

  void add(std::uint32_t thread, const ReferenceCount& count) {
    references += count.total();
    writes += count.writes;
    if (last_sharer != thread) {
      last_sharer = thread;
      ++sharers;
    }
    if (count.writes > 0 && last_writer != thread) {
      last_writer = thread;
      ++writers;
    }
  }

  SharingClass sharing_class() const {
    if (sharers == 1) return SharingClass::private_data;
    if (writers == 0) return SharingClass::shared_read_only;
    return writers == 1 ? SharingClass::shared_one_writer : SharingClass::shared_many_writers;
  }
};

/// A number of blocks and the references to them.
struct Tally {
  std::uint64_t blocks = 0, written = 0;  // written: blocks with a write at least
  std::uint64_t references = 0, writes = 0;

  void add(const BlockSharing& block) {
    ++blocks;
    written += block.writes > 0;
    references += block.references;
    writes += block.writes;
  }
  void add(const Tally& other, std::uint64_t times = 1) {
    blocks += other.blocks * times;
    written += other.written * times;
    references += other.references * times;
    writes += other.writes * times;
  }
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// Blocks by a number that each of them has.
using Tallies = std::map<std::uint32_t, Tally>;

/// Everything of a number up to `most`.
inline Tally up_to(const Tallies& tallies, std::uint32_t most) {
  Tally sum;
  for (auto it = tallies.begin(); it != tallies.end() && it->first <= most; ++it) sum.add(it->second);
  return sum;
}

struct Distribution {
  Tallies by_sharers;
  std::array<Tally, kSharingClasses> by_class;

  void add(const BlockSharing& block) {
    by_sharers[block.sharers].add(block);
    by_class[static_cast<std::size_t>(block.sharing_class())].add(block);
  }
  void add(const Distribution& other, std::uint64_t times = 1) {
    for (const auto& [sharers, tally] : other.by_sharers) by_sharers[sharers].add(tally, times);
    for (std::size_t i = 0; i < kSharingClasses; ++i) by_class[i].add(other.by_class[i], times);
  }

  Tally total() const { return up_to(by_sharers, BlockSharing::kNobody); }
  std::uint32_t most_sharers() const { return by_sharers.empty() ? 0 : by_sharers.rbegin()->first; }
  /// All blocks' sharers together: over the blocks it is the mean.
  std::uint64_t sharers() const {
    std::uint64_t sum = 0;
    for (const auto& [sharers, tally] : by_sharers) sum += sharers * tally.blocks;
    return sum;
  }
};

}  // namespace cdrsim
