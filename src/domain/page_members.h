// SPDX-License-Identifier: BSD-3-Clause
// From a profile to the members of page-level domains: the cores that touch a page, most frequent first, ties by core.
// Pages with identical lists share the list.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "domain/frames.h"
#include "domain/tile_lists.h"

namespace cdrsim {

struct PageTouch;

struct PageMembers {
  struct Entry {
    Page page;
    std::uint32_t list;
  };
  std::vector<Entry> pages;               // ascending by space, then page number
  TileLists lists;                        // numbered in order of their first page
  std::vector<std::uint64_t> references;  // by list: all references to its pages
};

/// The order in which a profile is read fastest: by space, page, references (most first), core.
bool touch_before(const PageTouch& a, const PageTouch& b);

/// Any order of touches will do.
PageMembers page_members(std::span<const PageTouch> touches);

}  // namespace cdrsim
