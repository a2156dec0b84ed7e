// SPDX-License-Identifier: BSD-3-Clause
// A hash table in one array: linear probing, no allocation but when it doubles, erasing leaves no tombstones.
//
//   FlatTable<std::uint64_t, Line> lines;       // Key: copyable, ==, and hash_key(Key) found by overload
//   lines[address].version = 3;                 // inserts Line{} when it is new
//   if (Line* l = lines.find(address)) ...      // pointers hold until the next insertion or erasure
//
// Iteration order depends on the history of insertions: sort what for_each() collects before anybody sees it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.h"

namespace cdrsim {

constexpr std::uint64_t hash_key(std::uint64_t key) {
  return mix64(key);
}

template <class Key, class Value>
class FlatTable {
 public:
  FlatTable() : slots_(16) {}

  std::size_t size() const { return size_; }

  const Value* find(const Key& key) const {
    for (std::size_t i = ideal(key);; i = next(i)) {
      if (!slots_[i].used) return nullptr;
      if (slots_[i].key == key) return &slots_[i].value;
    }
  }
  Value* find(const Key& key) { return const_cast<Value*>(static_cast<const FlatTable&>(*this).find(key)); }

  Value& operator[](const Key& key) {
    std::size_t i = ideal(key);
    for (; slots_[i].used; i = next(i))
      if (slots_[i].key == key) return slots_[i].value;
    if ((size_ + 1) * 3 > slots_.size() * 2) {
      grow();
      for (i = ideal(key); slots_[i].used;) i = next(i);
    }
    ++size_;
    slots_[i] = {key, Value{}, true};
    return slots_[i].value;
  }

  void erase(const Key& key) {
    std::size_t hole = ideal(key);
    for (; slots_[hole].used; hole = next(hole))
      if (slots_[hole].key == key) break;
    if (!slots_[hole].used) return;
    --size_;
    // Close the gap: move back whatever could no longer be found past the hole.
    for (std::size_t i = next(hole); slots_[i].used; i = next(i)) {
      const std::size_t wants = ideal(slots_[i].key);
      if (((i - wants) & mask()) >= ((i - hole) & mask())) {
        slots_[hole] = slots_[i];
        hole = i;
      }
    }
    slots_[hole] = Slot{};
  }

  template <class Function>
  void for_each(Function&& function) const {
    for (const Slot& s : slots_)
      if (s.used) function(s.key, s.value);
  }

 private:
  struct Slot {
    Key key{};
    Value value{};
    bool used = false;
  };

  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t ideal(const Key& key) const { return static_cast<std::size_t>(hash_key(key)) & mask(); }
  std::size_t next(std::size_t i) const { return (i + 1) & mask(); }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& s : old)
      if (s.used) {
        std::size_t i = ideal(s.key);
        while (slots_[i].used) i = next(i);
        slots_[i] = s;
      }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace cdrsim
