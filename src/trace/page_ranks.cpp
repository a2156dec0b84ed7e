// SPDX-License-Identifier: BSD-3-Clause
#include "trace/page_ranks.h"

#include <algorithm>

#include "base/error.h"
#include "base/random.h"

namespace cdrsim {
namespace {

template <class Levels>
auto place_of(Levels& levels, std::uint64_t references) {
  return std::lower_bound(levels.begin(), levels.end(), references,
                          [](const auto& level, std::uint64_t n) { return level.references > n; });
}

}  // namespace

PageRanks::Page& PageRanks::page(std::uint64_t number) {
  std::uint32_t& place = index_[number];
  if (place == 0) {
    pages_.emplace_back();
    place = static_cast<std::uint32_t>(pages_.size());
  }
  return pages_[place - 1];
}

void PageRanks::add(std::uint64_t number, std::uint64_t references) {
  Page& p = page(number);
  invariant(!p.ranked, "all sharers of a page are known before they are ranked");
  const auto it = place_of(p.levels, references);
  if (it != p.levels.end() && it->references == references)
    ++it->threads;
  else
    p.levels.insert(it, {references, 1, 0});
}

std::uint32_t PageRanks::next_rank(std::uint64_t number, std::uint64_t references, std::uint32_t thread) {
  Page& p = page(number);
  if (!p.ranked) {
    std::uint32_t before = 0;
    for (Level& level : p.levels) {
      level.next = before;
      before += level.threads;
    }
    p.ranked = true;
  }
  const auto it = place_of(p.levels, references);
  invariant(it != p.levels.end() && it->references == references, "a thread is ranked by what it was added with");
  const std::uint32_t rank = it->next++;
  // A sum over (rank, thread) does not depend on the order in which threads come.
  const std::uint64_t member = std::uint64_t{rank} << 32 | thread;
  p.fingerprint[0] += mix64(member + 0x9e3779b97f4a7c15ull);
  p.fingerprint[1] += mix64(mix64(member ^ 0xd1b54a32d192ed03ull) + 1);
  return rank;
}

std::uint64_t PageRanks::lists() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> seen;
  for (const Page& p : pages_) seen.emplace_back(p.fingerprint[0], p.fingerprint[1]);
  std::sort(seen.begin(), seen.end());
  return static_cast<std::uint64_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
}

}  // namespace cdrsim
