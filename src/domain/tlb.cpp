// SPDX-License-Identifier: BSD-3-Clause
#include "domain/tlb.h"

#include "base/error.h"

namespace cdrsim {

Tlb::Tlb(std::uint32_t entries) : capacity_(entries) {
  invariant(entries > 0, "a TLB has at least one entry");
}

const Translation* Tlb::lookup_older(std::uint64_t page) {
  const std::uint32_t at = index_.find(page);
  if (at == KeyIndex::kNone) return nullptr;
  make_newest(at);
  return &entries_[at].translation;
}

void Tlb::fill(const Translation& translation) {
  std::uint32_t at = index_.find(translation.page);
  if (at == KeyIndex::kNone) {
    if (entries_.size() < capacity_) {
      at = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({{}, at, at});
    } else {
      at = entries_[newest_].newer;  // the oldest
      index_.erase(at);
    }
    index_.insert(translation.page, at);
  }
  entries_[at].translation = translation;
  make_newest(at);
}

void Tlb::flush() {
  entries_.clear();
  index_.clear();
  newest_ = 0;
}

void Tlb::make_newest(std::uint32_t at) {
  if (at == newest_) return;
  // Out of its place (an entry of its own, as a new one is, stays in no ring), then between the newest and the oldest.
  Entry& entry = entries_[at];
  entries_[entry.older].newer = entry.newer;
  entries_[entry.newer].older = entry.older;
  const std::uint32_t oldest = entries_[newest_].newer;
  entry.older = newest_;
  entry.newer = oldest;
  entries_[newest_].newer = at;
  entries_[oldest].older = at;
  newest_ = at;
}

}  // namespace cdrsim
