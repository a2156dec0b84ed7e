// SPDX-License-Identifier: BSD-3-Clause
// A set-associative array of lines with a payload each (a coherence state, a directory entry, nothing).
//
// Any number of sets and ways, powers of two or not. A set's storage appears with its first line and grows with what it
// holds, so an untouched cache costs one pointer per set. Copyable as a value: the verifier clones controllers.
//
//   CacheArray<Payload> array(SetIndex(256), 4, make_replacement("lru", seed));
//   if (Slot s = array.find(line)) { array.hit(s); use(array[s]); }
//   else if (Slot v = array.choose(line, [](const Payload& p) { return p.evictable(); }))
//     { if (array.occupied(v)) evict(array.line(v), array[v]); array.install(v, line) = payload; }
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/types.h"
#include "cache/replacement.h"
#include "cache/set_index.h"

namespace cdrsim {



/// A place in a cache. Stays valid while the line is there; false for "no place".
struct Slot {
  std::uint32_t set = 0, way = 0xffffffffu;
  explicit operator bool() const { return way != 0xffffffffu; }
  friend bool operator==(Slot, Slot) = default;
};

template <class Payload>
class CacheArray {
 public:
  CacheArray(SetIndex index, std::uint32_t ways, std::unique_ptr<Replacement> replacement)
      : index_(index), ways_(ways), replacement_(std::move(replacement)), sets_(index.sets()) {}

  CacheArray(const CacheArray& other)
      : index_(other.index_), ways_(other.ways_), replacement_(other.replacement_->clone()), sets_(other.sets_.size()) {
    for (std::size_t s = 0; s < sets_.size(); ++s)
      if (other.sets_[s]) sets_[s] = std::make_unique<Set>(*other.sets_[s]);
  }
  CacheArray& operator=(const CacheArray& other) {
    CacheArray copy(other);
    *this = std::move(copy);
    return *this;
  }
  CacheArray(CacheArray&&) noexcept = default;
  CacheArray& operator=(CacheArray&&) noexcept = default;

  std::uint32_t ways() const { return ways_; }
  const SetIndex& index() const { return index_; }

  Slot find(LineAddress line) const {
    const std::uint32_t s = index_.set(line);
    if (const Set* set = sets_[s].get()) {
      const LineAddress* tags = set->tags.data();
      for (std::uint32_t w = 0, n = static_cast<std::uint32_t>(set->tags.size()); w < n; ++w)
        if (tags[w] == line) return {s, w};
    }
    return {};
  }

  LineAddress line(Slot slot) const { return sets_[slot.set]->tags[slot.way]; }
  bool occupied(Slot slot) const { return line(slot) != kNoLine; }
  Payload& operator[](Slot slot) { return sets_[slot.set]->payloads[slot.way]; }
  const Payload& operator[](Slot slot) const { return sets_[slot.set]->payloads[slot.way]; }

  /// Tells the replacement policy that the line was used.
  void hit(Slot slot) { replacement_->hit(sets_[slot.set]->marks, slot.way); }

  /// A place for `line`, which is not here: a free way, or else the policy's victim among the ways whose payload is
  /// `evictable`; no slot when there is none. Changes nothing but the policy's state.
  template <class Evictable>
  Slot choose(LineAddress line, Evictable evictable) {
    const std::uint32_t s = index_.set(line);
    if (!sets_[s]) sets_[s] = std::make_unique<Set>(ways_);
    Set& set = *sets_[s];
    const std::uint32_t used = static_cast<std::uint32_t>(set.tags.size());
    for (std::uint32_t w = 0; w < used; ++w)
      if (set.tags[w] == kNoLine) return {s, w};
    if (used < ways_) {
      set.grow(ways_);
      return {s, used};
    }
    allowed_.assign(ways_, 0);
    bool any = false;
    for (std::uint32_t w = 0; w < ways_; ++w)
      if (evictable(std::as_const(set.payloads[w]))) allowed_[w] = 1, any = true;
    if (!any) return {};
    return {s, replacement_->victim(set.marks, allowed_)};
  }

  /// Puts `line` into `slot` with a fresh payload, in place of what was there.
  Payload& install(Slot slot, LineAddress line) {
    Set& set = *sets_[slot.set];
    set.tags[slot.way] = line;
    replacement_->fill(set.marks, slot.way);
    return set.payloads[slot.way] = Payload{};
  }

  void erase(Slot slot) {
    Set& set = *sets_[slot.set];
    set.tags[slot.way] = kNoLine;
    set.payloads[slot.way] = Payload{};
  }

  /// Every line that is here, set by set.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& set : sets_)
      if (set)
        for (std::size_t w = 0; w < set->tags.size(); ++w)
          if (set->tags[w] != kNoLine) visit(set->tags[w], set->payloads[w]);
  }

 private:
  struct Set {
    explicit Set(std::uint32_t ways) : marks(ways, 0) {}

    /// One more way, free. Capacity doubles up to what the set can ever hold, no further.
    void grow(std::uint32_t ways) {
      if (tags.size() == tags.capacity()) {
        const std::size_t capacity = std::min<std::size_t>(ways, std::max<std::size_t>(2, 2 * tags.size()));
        tags.reserve(capacity);
        payloads.reserve(capacity);
      }
      tags.push_back(kNoLine);
      payloads.emplace_back();
    }

    std::vector<LineAddress> tags;
    std::vector<std::uint32_t> marks;
    std::vector<Payload> payloads;
  };

  SetIndex index_;
  std::uint32_t ways_;
  std::unique_ptr<Replacement> replacement_;
  std::vector<std::unique_ptr<Set>> sets_;
  std::vector<std::uint8_t> allowed_;  // scratch of choose()
};

}  // namespace cdrsim
