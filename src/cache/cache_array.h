// SPDX-License-Identifier: BSD-3-Clause
// A set-associative array of lines with a payload each (a coherence state, a directory entry, nothing).
//
// Any number of sets and ways, powers of two or not. A set's storage appears with its first line and doubles with what
// it holds, so an untouched cache costs one pointer per set. Copyable as a value: the verifier clones controllers.
//
//   CacheArray<Payload> array(SetIndex(256), 4, make_replacement("lru", seed));
//   if (Slot s = array.find(line)) { array.hit(s); use(array[s]); }
//   else if (Slot v = array.choose(line, [](const Payload& p) { return p.evictable(); }))
//     { if (array.occupied(v)) evict(array.line(v), array[v]); array.install(v, line) = payload; }
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
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
      : index_(other.index_), ways_(other.ways_), replacement_(other.replacement_->clone()), sets_(other.sets_) {}
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
    const Set& set = sets_[s];
    const LineAddress* tags = set.tags();
    for (std::uint32_t w = 0, n = set.size(); w < n; ++w)
      if (tags[w] == line) return {s, w};
    return {};
  }

  /// Asks the host's caches for what find(line) will read: first the way to its set, then the set.
  void prefetch_way(LineAddress line) const { __builtin_prefetch(&sets_[index_.set(line)]); }
  void prefetch_set(LineAddress line) const { sets_[index_.set(line)].prefetch(); }

  LineAddress line(Slot slot) const { return sets_[slot.set].tags()[slot.way]; }
  bool occupied(Slot slot) const { return line(slot) != kNoLine; }
  Payload& operator[](Slot slot) { return sets_[slot.set].payloads()[slot.way]; }
  const Payload& operator[](Slot slot) const { return sets_[slot.set].payloads()[slot.way]; }

  /// Tells the replacement policy that the line was used.
  void hit(Slot slot) { replacement_->hit(sets_[slot.set].marks(), slot.way); }

  /// A place for `line`, which is not here: a free way, or else the policy's victim among the ways whose payload is
  /// `evictable`; no slot when there is none. Changes nothing but the policy's state.
  template <class Evictable>
  Slot choose(LineAddress line, Evictable evictable) {
    const std::uint32_t s = index_.set(line);
    Set& set = sets_[s];
    const std::uint32_t used = set.size();
    const LineAddress* tags = set.tags();
    const Payload* payloads = set.payloads();
    allowed_.resize(ways_);
    bool any = false;
    for (std::uint32_t w = 0; w < used; ++w) {
      if (tags[w] == kNoLine) return {s, w};
      any |= allowed_[w] = evictable(payloads[w]);
    }
    if (used < ways_) {
      set.grow(replacement_->whole_sets() ? ways_ : std::min(ways_, std::max(2u, 2 * used)));
      return {s, used};
    }
    if (!any) return {};
    return {s, replacement_->victim(set.marks(), allowed_)};
  }

  /// Puts `line` into `slot` with a fresh payload, in place of what was there.
  Payload& install(Slot slot, LineAddress line) {
    Set& set = sets_[slot.set];
    set.tags()[slot.way] = line;
    replacement_->fill(set.marks(), slot.way);
    return set.payloads()[slot.way] = Payload{};
  }

  void erase(Slot slot) {
    Set& set = sets_[slot.set];
    set.tags()[slot.way] = kNoLine;
    set.payloads()[slot.way] = Payload{};
  }

  /// Empties the array; the storage stays.
  void clear() {
    for (Set& set : sets_)
      for (std::uint32_t w = 0; w < set.size(); ++w) {
        set.tags()[w] = kNoLine;
        set.payloads()[w] = Payload{};
        set.marks()[w] = 0;
      }
  }

  /// Every line that is here, set by set.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Set& set : sets_)
      for (std::uint32_t w = 0; w < set.size(); ++w)
        if (set.tags()[w] != kNoLine) visit(set.tags()[w], set.payloads()[w]);
  }

 private:
  /// The ways of a set that have ever held a line, in one block of memory: a header, then the tags, the replacement
  /// policy's marks, and the payloads. A look-up reads the block's first bytes; a hit, one payload more.
  class Set {
   public:
    Set() = default;
    Set(const Set& other) {
      if (other.block_) resize(other.size());
      for (std::uint32_t w = 0; w < other.size(); ++w) {
        tags()[w] = other.tags()[w];
        marks()[w] = other.marks()[w];
        payloads()[w] = other.payloads()[w];
      }
    }
    Set& operator=(const Set& other) {
      Set copy(other);
      std::swap(block_, copy.block_);
      return *this;
    }
    Set(Set&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    Set& operator=(Set&& other) noexcept {
      std::swap(block_, other.block_);
      return *this;
    }
    ~Set() { release(); }

    std::uint32_t size() const { return block_ ? *reinterpret_cast<const std::uint32_t*>(block_) : 0; }
    LineAddress* tags() const { return reinterpret_cast<LineAddress*>(block_ + kHeader); }
    std::span<std::uint32_t> marks() const { return {reinterpret_cast<std::uint32_t*>(tags() + size()), size()}; }
    Payload* payloads() const { return reinterpret_cast<Payload*>(block_ + payload_offset(size())); }

    void prefetch() const {
      __builtin_prefetch(block_);
      __builtin_prefetch(block_ + 64);
      __builtin_prefetch(block_ + 128);
    }

    /// More ways, free.
    void grow(std::uint32_t ways) { resize(ways); }

   private:
    static constexpr std::size_t kHeader = 8;
    static_assert(alignof(Payload) <= 8);

    static std::size_t payload_offset(std::size_t ways) { return kHeader + (ways * (8 + 4) + 7) / 8 * 8; }

    void resize(std::uint32_t ways) {
      Set bigger;
      bigger.block_ = static_cast<std::byte*>(::operator new(payload_offset(ways) + ways * sizeof(Payload)));
      new (bigger.block_) std::uint32_t(ways);
      for (std::uint32_t w = 0; w < ways; ++w) {
        const bool old = w < size();
        new (bigger.tags() + w) LineAddress(old ? tags()[w] : kNoLine);
        new (&bigger.marks()[w]) std::uint32_t(old ? marks()[w] : 0);
        if (old)
          new (bigger.payloads() + w) Payload(std::move(payloads()[w]));
        else
          new (bigger.payloads() + w) Payload();
      }
      std::swap(block_, bigger.block_);
    }

    void release() {
      if (!block_) return;
      std::destroy_n(payloads(), size());
      ::operator delete(block_);
      block_ = nullptr;
    }

    std::byte* block_ = nullptr;
  };

  SetIndex index_;
  std::uint32_t ways_;
  std::unique_ptr<Replacement> replacement_;
  std::vector<Set> sets_;
  std::vector<std::uint8_t> allowed_;  // scratch of choose()
};

}  // namespace cdrsim
