// SPDX-License-Identifier: BSD-3-Clause
// What a directory entry holds: a set of numbers in a namespace of any width, and what they mean. The namespace is that
// of physical core tiles, or of the logical sharers of a domain; the set does not know which. Storage follows what it
// holds: up to 64 names in one word; wider namespaces as a sorted list while few, as a bit vector when that is smaller.
//
//   SharerSet s(1024);              // exact: the members are all the sharers
//   s.insert(7);
//   s.become(SharerSet::at_least);  // a superset: 7, and perhaps anybody else
//   s.clear();                      // empty, and exact again
//
// Only a sharer scheme gives an entry another meaning, and only the scheme says who may be a sharer then.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace cdrsim {

class SharerSet {
 public:
  enum Meaning : std::uint32_t {
    exact,     // the members are all the sharers
    at_least,  // the members, and perhaps anybody else in the namespace
    regions,   // not members but regions of the namespace: anybody in them may be a sharer
  };

  SharerSet() = default;
  explicit SharerSet(std::uint32_t width) : width_(width) {}
  SharerSet(const SharerSet& other) : width_(other.width_), count_(other.count_), word_(other.word_) {
    if (other.is_wide()) wide_ = new Wide(*other.wide_);
  }
  SharerSet(SharerSet&& other) noexcept : width_(other.width_), count_(other.count_), word_(other.word_) {
    other.word_ = 0;
    other.count_ = 0;
  }
  SharerSet& operator=(SharerSet other) noexcept {
    std::swap(width_, other.width_);
    std::swap(count_, other.count_);
    std::swap(word_, other.word_);
    return *this;
  }
  ~SharerSet() { clear(); }

  /// Whether width, meaning and members are the same, however they are kept.
  friend bool operator==(const SharerSet& a, const SharerSet& b);

  std::uint32_t width() const { return width_; }
  /// How many numbers it holds: all the sharers only when it is exact.
  std::uint32_t size() const { return count_ & kCount; }
  /// Nobody can be a sharer.
  bool empty() const { return count_ == 0; }
  Meaning meaning() const { return static_cast<Meaning>(count_ >> kCountBits); }
  bool is_exact() const { return count_ <= kCount; }
  /// The numbers it holds stay, and mean something else.
  void become(Meaning meaning) { count_ = size() | meaning << kCountBits; }

  void insert(std::uint32_t member) {
    if (width_ <= 64) [[likely]] {
      count_ += !(word_ >> member & 1);
      word_ |= std::uint64_t{1} << member;
    } else {
      insert_wide(member);
    }
  }

  void erase(std::uint32_t member) {
    if (width_ <= 64) [[likely]] {
      if (member < 64 && (word_ >> member & 1)) word_ &= ~(std::uint64_t{1} << member), --count_;
    } else if (wide_) {
      erase_wide(member);
    }
  }

  bool contains(std::uint32_t member) const {
    if (width_ <= 64) return member < 64 && (word_ >> member & 1);
    if (!wide_) return false;
    if (!wide_->bits.empty()) return wide_->bits[member / 64] >> (member % 64) & 1;
    return std::binary_search(wide_->list.begin(), wide_->list.end(), member);
  }

  /// Empty and exact.
  void clear() {
    if (is_wide()) delete wide_;
    count_ = 0;
    word_ = 0;
  }

  /// What it holds, in ascending order.
  template <class Visit>
  void for_each(Visit visit) const {
    auto scan = [&](std::uint64_t word, std::uint32_t base) {
      for (; word; word &= word - 1) visit(base + static_cast<std::uint32_t>(std::countr_zero(word)));
    };
    if (width_ <= 64) {
      scan(word_, 0);
    } else if (wide_) {
      for (std::uint32_t m : wide_->list) visit(m);
      for (std::size_t i = 0; i < wide_->bits.size(); ++i) scan(wide_->bits[i], static_cast<std::uint32_t>(i * 64));
    }
  }

  /// Writes the set, or makes it the one that is read. A writer may rename members, one to one within the namespace
  /// (regions keep their numbers); equal sets give equal bytes. An archive has reading(), u32(x), u64(x) and
  /// renamed(m).
  template <class Archive>
  void archive(Archive& a) {
    if (a.reading())
      load(a);
    else
      save(a);
  }
  template <class Archive>
  void save(Archive& a) const;
  template <class Archive>
  void load(Archive& a);

 private:
  struct Wide {
    std::vector<std::uint32_t> list;  // sorted; empty once `bits` is in use
    std::vector<std::uint64_t> bits;
  };

  static constexpr std::uint32_t kCountBits = 30, kCount = (1u << kCountBits) - 1;

  bool is_wide() const { return width_ > 64 && wide_; }
  void insert_wide(std::uint32_t member);
  void erase_wide(std::uint32_t member);

  // 16 bytes: there is one of these in every LLC line.
  std::uint32_t width_ = 0;
  std::uint32_t count_ = 0;  // of what it holds; above it the meaning
  union {
    std::uint64_t word_ = 0;  // width <= 64: a bit per member
    Wide* wide_;              // else: null while it holds nothing
  };
};

template <class Archive>
void SharerSet::save(Archive& a) const {
  const auto name = [&](std::uint32_t m) { return meaning() == regions ? m : a.renamed(m); };
  std::uint32_t width = width_, kind = meaning();
  a.u32(width);
  a.u32(kind);
  if (width_ <= 64) {
    std::uint64_t word = 0;
    for_each([&](std::uint32_t m) { word |= std::uint64_t{1} << name(m); });
    a.u64(word);
    return;
  }
  std::vector<std::uint32_t> names;
  names.reserve(size());
  for_each([&](std::uint32_t m) { names.push_back(name(m)); });
  std::sort(names.begin(), names.end());
  std::uint32_t count = size();
  a.u32(count);
  for (std::uint32_t& m : names) a.u32(m);
}

template <class Archive>
void SharerSet::load(Archive& a) {
  std::uint32_t width = 0, kind = 0;
  a.u32(width);
  a.u32(kind);
  SharerSet read(width);
  if (width <= 64) {
    a.u64(read.word_);
    read.count_ = static_cast<std::uint32_t>(std::popcount(read.word_));
  } else {
    std::uint32_t count = 0;
    for (a.u32(count); count > 0; --count) {
      std::uint32_t m = 0;
      a.u32(m);
      read.insert(m);
    }
  }
  read.become(static_cast<Meaning>(kind));
  *this = std::move(read);
}

}  // namespace cdrsim
