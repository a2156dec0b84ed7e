// SPDX-License-Identifier: BSD-3-Clause
// Keeps decoded blocks so that many readers of one stream decode it once.
//
//   BlockCache cache;
//   auto block = cache.get(key, [&] { return decode(key); });
//
// Keeps the least recently asked-for blocks out: what is kept is at most `limit` bytes, or one block. A block that the
// cache has dropped but a reader still holds is found again, so no block is ever in memory twice. May be called from
// several threads.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "trace/trace.h"

namespace cdrsim {

class BlockCache {
 public:
  // A decoded record is 24 bytes: 2.8 million records, while decoding one again costs little beside simulating it.
  static constexpr std::size_t kDefaultLimit = std::size_t{64} << 20;

  explicit BlockCache(std::size_t limit = kDefaultLimit) : limit_(limit) {}

  template <class Make>
  std::shared_ptr<const TraceBlock> get(std::uint64_t key, Make make) {
    const std::lock_guard lock(mutex_);
    if (auto block = find(key)) return block;
    std::shared_ptr<const TraceBlock> block = make();
    insert(key, block);
    return block;
  }

  /// How many blocks were made so far.
  std::uint64_t made() const { return made_; }
  /// Bytes of the blocks that the cache itself keeps.
  std::size_t bytes() const { return bytes_; }

 private:
  struct Kept {
    std::uint64_t key;
    std::shared_ptr<const TraceBlock> block;
  };
  struct Known {
    std::weak_ptr<const TraceBlock> block;
    std::list<Kept>::iterator kept;  // end() when only readers hold it
  };

  std::shared_ptr<const TraceBlock> find(std::uint64_t key);
  void insert(std::uint64_t key, const std::shared_ptr<const TraceBlock>& block);
  void keep(std::uint64_t key, Known& known, const std::shared_ptr<const TraceBlock>& block);
  void forget_the_dead();

  std::size_t limit_, bytes_ = 0, sweep_at_ = 1024;
  std::uint64_t made_ = 0;
  std::list<Kept> kept_;  // most recently asked for first
  std::unordered_map<std::uint64_t, Known> known_;
  std::mutex mutex_;
};

}  // namespace cdrsim
