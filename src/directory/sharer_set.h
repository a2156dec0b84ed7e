// SPDX-License-Identifier: BSD-3-Clause
// A set of members of a namespace of any width: physical core tiles, or logical sharers of a domain. It does not know
// which. Storage follows what it holds: up to 64 names in one word; wider namespaces as a sorted list while few,
// as a bit vector when that is smaller.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace cdrsim {

class SharerSet {
 public:
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

  std::uint32_t width() const { return width_; }
  std::uint32_t size() const { return count_; }
  bool empty() const { return count_ == 0; }

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

  void clear() {
    if (is_wide()) delete wide_;
    count_ = 0;
    word_ = 0;
  }

  /// Members in ascending order.
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

 private:
  struct Wide {
    std::vector<std::uint32_t> list;  // sorted; empty once `bits` is in use
    std::vector<std::uint64_t> bits;
  };

  bool is_wide() const { return width_ > 64 && wide_; }
  void insert_wide(std::uint32_t member);
  void erase_wide(std::uint32_t member);

  // 16 bytes: there is one of these in every LLC line.
  std::uint32_t width_ = 0, count_ = 0;
  union {
    std::uint64_t word_ = 0;  // width <= 64: a bit per member
    Wide* wide_;              // else: null while empty
  };
};

}  // namespace cdrsim
