// SPDX-License-Identifier: BSD-3-Clause
// Limited pointers without broadcast, Dir_iNB: i pointers and never more than i sharers, so an entry is always exact.
// When all pointers are in use, one of the sharers has to leave before another can join.
//
// Which one is not fixed by the paper. Here it is drawn by a hash of all their names: the same sharers always give the
// same victim, and it costs no state; no name and no rank among the sharers is favoured (the lowest name as the victim
// would let a high name stay for good and a low one lose its copy each time). A hash of their sum would not do: few
// sums are likely, so some ranks are drawn more often. With one pointer and an empty entry, two members never fit, and
// there is nobody to leave.
//
// Agarwal, Simoni, Hennessy, Horowitz: An Evaluation of Directory Schemes for Cache Coherence. ISCA 1988.
#include "base/random.h"
#include "directory/sharer_scheme.h"

namespace cdrsim {
namespace {

class LimitedEvict final : public SharerScheme {
 public:
  explicit LimitedEvict(std::uint32_t pointers) : pointers_(pointers) {}

  void add(SharerSet& entry, std::uint32_t member) const override {
    entry.insert(member);
    invariant(entry.size() <= pointers_, "a member joined a limited directory entry that had no room");
  }
  void remove(SharerSet& entry, std::uint32_t member) const override { entry.erase(member); }
  bool knows(const SharerSet& entry, std::uint32_t member) const override { return entry.contains(member); }
  bool may_hold(const SharerSet& entry, std::uint32_t member) const override { return entry.contains(member); }
  void targets(const SharerSet& entry, std::uint32_t, std::vector<std::uint32_t>& out) const override {
    entry.for_each([&](std::uint32_t m) { out.push_back(m); });
  }
  bool has_room(const SharerSet& entry, std::uint32_t a, std::uint32_t b) const override {
    const std::uint32_t joining = !entry.contains(a) + (a != b && !entry.contains(b));
    return entry.size() + joining <= pointers_;
  }
  std::uint32_t victim(const SharerSet& entry) const override {
    invariant(!entry.empty(), "a limited directory entry is too small for two members, and has nobody to leave");
    std::uint64_t hash = 0;
    entry.for_each([&](std::uint32_t m) { hash = mix64(hash + m + 1); });
    std::uint64_t rank = hash % entry.size();
    std::uint32_t victim = 0;
    entry.for_each([&](std::uint32_t m) {
      if (rank-- == 0) victim = m;
    });
    return victim;
  }
  bool interchangeable() const override { return false; }
  /// i pointers (Agarwal et al.). The line's state says whether a pointer is in use at all; one that is not repeats one
  /// that is.
  std::uint64_t bits(std::uint32_t width) const override { return std::uint64_t{pointers_} * pointer_bits(width); }

 private:
  std::uint32_t pointers_;
};

const Registered<SharerSchemeFactory> limited_evict{
    "limited-evict", "directory.pointers sharers by name; one has to leave before another joins (Dir_iNB)",
    [](const DirectoryConfig& c) -> std::shared_ptr<const SharerScheme> {
      return std::make_shared<LimitedEvict>(c.pointers);
    }};

}  // namespace
}  // namespace cdrsim
