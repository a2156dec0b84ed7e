// SPDX-License-Identifier: BSD-3-Clause
// Limited pointers with broadcast, Dir_iB: i pointers. The sharer after the i-th sets the broadcast bit, which stands
// for everybody in the namespace until the entry is cleared: the pointers say nothing any more, so nobody's leaving
// makes it smaller.
//
// Agarwal, Simoni, Hennessy, Horowitz: An Evaluation of Directory Schemes for Cache Coherence. ISCA 1988.
#include "directory/sharer_scheme.h"

namespace cdrsim {
namespace {

class LimitedBroadcast final : public SharerScheme {
 public:
  explicit LimitedBroadcast(std::uint32_t pointers) : pointers_(pointers) {}

  void add(SharerSet& entry, std::uint32_t member) const override {
    if (!entry.is_exact() || entry.contains(member)) return;
    if (entry.size() < pointers_) {
      entry.insert(member);
    } else {
      entry.clear();
      entry.become(SharerSet::at_least);
    }
  }
  void remove(SharerSet& entry, std::uint32_t member) const override { entry.erase(member); }
  bool knows(const SharerSet& entry, std::uint32_t member) const override { return entry.contains(member); }
  bool may_hold(const SharerSet& entry, std::uint32_t member) const override {
    return !entry.is_exact() || entry.contains(member);
  }
  void targets(const SharerSet& entry, std::uint32_t members, std::vector<std::uint32_t>& out) const override {
    append_members_or_everybody(entry, members, out);
  }
  bool interchangeable() const override { return true; }
  /// i pointers and the broadcast bit (Agarwal et al.). The line's state says whether a pointer is in use at all; one
  /// that is not repeats one that is.
  std::uint64_t bits(std::uint32_t width) const override { return std::uint64_t{pointers_} * pointer_bits(width) + 1; }

 private:
  std::uint32_t pointers_;
};

const Registered<SharerSchemeFactory> limited_broadcast{
    "limited-broadcast", "directory.pointers sharers by name; with more, everybody (Dir_iB)",
    [](const DirectoryConfig& c) -> std::shared_ptr<const SharerScheme> {
      return std::make_shared<LimitedBroadcast>(c.pointers);
    }};

}  // namespace
}  // namespace cdrsim
