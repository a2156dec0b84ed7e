// SPDX-License-Identifier: BSD-3-Clause
#include "directory/sharer_set.h"

namespace cdrsim {

void SharerSet::insert_wide(std::uint32_t member) {
  if (!wide_) wide_ = new Wide;
  Wide& w = *wide_;
  if (w.bits.empty()) {
    auto at = std::lower_bound(w.list.begin(), w.list.end(), member);
    if (at != w.list.end() && *at == member) return;
    w.list.insert(at, member);
    ++count_;
    if (w.list.size() > width_ / 32) {  // a list of 32-bit members is as large as the bit vector
      w.bits.assign((width_ + 63) / 64, 0);
      for (std::uint32_t m : w.list) w.bits[m / 64] |= std::uint64_t{1} << (m % 64);
      w.list = {};
    }
  } else if (!(w.bits[member / 64] >> (member % 64) & 1)) {
    w.bits[member / 64] |= std::uint64_t{1} << (member % 64);
    ++count_;
  }
}

void SharerSet::erase_wide(std::uint32_t member) {
  if (!contains(member)) return;
  Wide& w = *wide_;
  if (w.bits.empty())
    w.list.erase(std::lower_bound(w.list.begin(), w.list.end(), member));
  else
    w.bits[member / 64] &= ~(std::uint64_t{1} << (member % 64));
  --count_;
  if (size() > 0) return;
  delete wide_;
  wide_ = nullptr;
}

bool operator==(const SharerSet& a, const SharerSet& b) {
  if (a.width_ != b.width_ || a.count_ != b.count_) return false;
  if (a.width_ <= 64) return a.word_ == b.word_;
  bool equal = true;  // as many in both, so it is enough to look one way; one may be a list, the other a bit vector
  a.for_each([&](std::uint32_t m) { equal = equal && b.contains(m); });
  return equal;
}

}  // namespace cdrsim
