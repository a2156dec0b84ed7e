// SPDX-License-Identifier: BSD-3-Clause
// Regions of an address space: stretches of touched pages. A trace does not say what was mapped where, so regions
// are cut at the wide gaps between touched pages.
//
//   Regions r = find_regions({4, 5, 6, 900, 901}, 2);       // 4-6 and 900-901; gap 0: contiguous pages
//
// The gap that still joins two pages is the smallest one that leaves at most the wanted number of regions. So equal
// gaps are treated alike (a thousand thread stacks at equal distances stay one region), and contiguous ranges come
// apart wherever there are not too many of them.
#pragma once

#include <cstdint>
#include <vector>

namespace cdrsim {

struct Regions {
  std::uint64_t gap = 0;             // regions are more than so many untouched pages apart
  std::vector<std::uint64_t> first;  // page of each region, ascending

  /// The region of a touched page.
  std::size_t of(std::uint64_t page) const;
};

/// `pages`: ascending, each once; `most` > 0.
Regions find_regions(const std::vector<std::uint64_t>& pages, std::uint32_t most);

}  // namespace cdrsim
