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
  if (--count_ == 0) clear();
}

}  // namespace cdrsim
