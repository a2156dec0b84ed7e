// SPDX-License-Identifier: BSD-3-Clause
// Full map: one presence bit per member, so an entry is always exact.
//
// Censier, Feautrier: A New Solution to Coherence Problems in Multicache Systems. IEEE Transactions on Computers, 1978.
#include "directory/sharer_scheme.h"

namespace cdrsim {
namespace {

class FullMap final : public SharerScheme {
 public:
  void add(SharerSet& entry, std::uint32_t member) const override { entry.insert(member); }
  void remove(SharerSet& entry, std::uint32_t member) const override { entry.erase(member); }
  bool knows(const SharerSet& entry, std::uint32_t member) const override { return entry.contains(member); }
  bool may_hold(const SharerSet& entry, std::uint32_t member) const override { return entry.contains(member); }
  void targets(const SharerSet& entry, std::uint32_t, std::vector<std::uint32_t>& out) const override {
    entry.for_each([&](std::uint32_t m) { out.push_back(m); });
  }
  bool interchangeable() const override { return true; }
  /// A presence bit each (Censier, Feautrier).
  std::uint64_t bits(std::uint32_t width) const override { return width; }
};

const Registered<SharerSchemeFactory> full_map{
    "full-map", "one presence bit per member",
    [](const DirectoryConfig&) -> std::shared_ptr<const SharerScheme> { return std::make_shared<FullMap>(); }};

}  // namespace
}  // namespace cdrsim
