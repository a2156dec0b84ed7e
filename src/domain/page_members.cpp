// SPDX-License-Identifier: BSD-3-Clause
#include "domain/page_members.h"

#include <algorithm>
#include <tuple>

#include "domain/domain_tables.h"

namespace cdrsim {

bool touch_before(const PageTouch& a, const PageTouch& b) {
  return std::tie(a.space, a.page, b.references, a.core) < std::tie(b.space, b.page, a.references, b.core);
}

PageMembers page_members(std::span<const PageTouch> touches) {
  std::vector<PageTouch> sorted;
  if (!std::is_sorted(touches.begin(), touches.end(), touch_before)) {
    sorted.assign(touches.begin(), touches.end());
    std::sort(sorted.begin(), sorted.end(), touch_before);
    touches = sorted;
  }
  PageMembers result;
  std::vector<TileId> members;
  for (std::size_t begin = 0, end = 0; begin < touches.size(); begin = end) {
    const Page page{touches[begin].space, touches[begin].page};
    std::uint64_t references = 0;
    members.clear();
    for (; end < touches.size() && Page{touches[end].space, touches[end].page} == page; ++end) {
      members.push_back(touches[end].core);
      references += touches[end].references;
    }
    const std::uint32_t list = result.lists.intern(members);
    if (list == result.references.size()) result.references.push_back(0);
    result.references[list] += references;
    result.pages.push_back({page, list});
  }
  return result;
}

}  // namespace cdrsim
