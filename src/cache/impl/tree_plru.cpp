// SPDX-License-Identifier: BSD-3-Clause
// Tree pseudo-LRU for any number of ways. Inner node n of the tree over the ways [low, high) points to the half that
// was used longer ago; the node's bit is bit 0 of marks[n] (n ways have n - 1 inner nodes). A subtree without an
// evictable way is passed by.
#include "cache/replacement.h"

namespace cdrsim {
namespace {

class TreePlru final : public Replacement {
 public:
  std::unique_ptr<Replacement> clone() const override { return std::make_unique<TreePlru>(*this); }
  bool whole_sets() const override { return true; }
  void hit(std::span<std::uint32_t> marks, std::uint32_t way) override { point_away(marks, way); }
  void fill(std::span<std::uint32_t> marks, std::uint32_t way) override { point_away(marks, way); }

  std::uint32_t victim(std::span<std::uint32_t> marks, std::span<const std::uint8_t> allowed) override {
    std::uint32_t low = 0, high = static_cast<std::uint32_t>(marks.size()), node = 0;
    while (high - low > 1) {
      const std::uint32_t middle = split(low, high);
      bool right = marks[node] & 1;
      if (!any(allowed, right ? middle : low, right ? high : middle)) right = !right;
      node = right ? node + (middle - low) : node + 1;  // preorder: the left subtree has middle - low - 1 inner nodes
      (right ? low : high) = middle;
    }
    return low;
  }

 private:
  static std::uint32_t split(std::uint32_t low, std::uint32_t high) { return low + (high - low + 1) / 2; }

  static bool any(std::span<const std::uint8_t> allowed, std::uint32_t low, std::uint32_t high) {
    for (std::uint32_t w = low; w < high; ++w)
      if (allowed[w]) return true;
    return false;
  }

  static void point_away(std::span<std::uint32_t> marks, std::uint32_t way) {
    std::uint32_t low = 0, high = static_cast<std::uint32_t>(marks.size()), node = 0;
    while (high - low > 1) {
      const std::uint32_t middle = split(low, high);
      const bool right = way >= middle;
      marks[node] = !right;
      node = right ? node + (middle - low) : node + 1;
      (right ? low : high) = middle;
    }
  }
};

const Registered<ReplacementFactory> tree_plru{
    "tree-plru", "pseudo-LRU by a binary tree",
    [](std::uint64_t) -> std::unique_ptr<Replacement> { return std::make_unique<TreePlru>(); }};

}  // namespace
}  // namespace cdrsim
