// SPDX-License-Identifier: BSD-3-Clause
#include "trace/profile_regions.h"

#include <algorithm>
#include <functional>

#include "base/error.h"

namespace cdrsim {

std::size_t Regions::of(std::uint64_t page) const {
  return static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), page) - first.begin()) - 1;
}

Regions find_regions(const std::vector<std::uint64_t>& pages, std::uint32_t most) {
  invariant(most > 0, "an address space has at least one region");
  std::vector<std::uint64_t> gaps;  // untouched pages between two touched ones, where there are any
  for (std::size_t i = 1; i < pages.size(); ++i)
    if (const std::uint64_t gap = pages[i] - pages[i - 1] - 1; gap > 0) gaps.push_back(gap);

  Regions result;
  if (gaps.size() >= most) {  // the most-th widest gap, and all like it, join
    std::nth_element(gaps.begin(), gaps.begin() + (most - 1), gaps.end(), std::greater<>());
    result.gap = gaps[most - 1];
  }
  for (std::size_t i = 0; i < pages.size(); ++i)
    if (i == 0 || pages[i] - pages[i - 1] - 1 > result.gap) result.first.push_back(pages[i]);
  return result;
}

}  // namespace cdrsim
