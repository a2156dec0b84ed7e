// SPDX-License-Identifier: BSD-3-Clause
#include "trace/block_cache.h"

#include <algorithm>

namespace cdrsim {
namespace {

std::size_t bytes_of(const TraceBlock& block) {
  return block.records.capacity() * sizeof(Record) + block.order.capacity() * sizeof(std::uint64_t);
}

}  // namespace

std::shared_ptr<const TraceBlock> BlockCache::find(std::uint64_t key) {
  const auto it = known_.find(key);
  if (it == known_.end()) return nullptr;
  Known& known = it->second;
  if (known.kept != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, known.kept);
    return known.kept->block;
  }
  auto block = known.block.lock();
  if (block) keep(key, known, block);
  return block;
}

void BlockCache::insert(std::uint64_t key, const std::shared_ptr<const TraceBlock>& block) {
  ++made_;
  if (known_.size() >= sweep_at_) forget_the_dead();
  Known& known = known_.insert_or_assign(key, Known{block, kept_.end()}).first->second;
  keep(key, known, block);
}

void BlockCache::keep(std::uint64_t key, Known& known, const std::shared_ptr<const TraceBlock>& block) {
  kept_.push_front({key, block});
  known.kept = kept_.begin();
  bytes_ += bytes_of(*block);
  while (bytes_ > limit_ && kept_.size() > 1) {
    const Kept& oldest = kept_.back();
    bytes_ -= bytes_of(*oldest.block);
    known_.find(oldest.key)->second.kept = kept_.end();
    kept_.pop_back();
  }
}

void BlockCache::forget_the_dead() {
  std::erase_if(known_,
                [&](const auto& entry) { return entry.second.kept == kept_.end() && entry.second.block.expired(); });
  sweep_at_ = std::max<std::size_t>(1024, 2 * known_.size());
}

}  // namespace cdrsim
