// SPDX-License-Identifier: BSD-3-Clause
// Coarse vector, Dir_iCV_r: i pointers. The sharer after the i-th turns their storage into a vector of one bit per
// region of r members with consecutive names (the last region may be smaller). A region's bit stays until the entry is
// cleared, as it does not say how many of the region are sharers.
//
// Gupta, Weber, Mowry: Reducing Memory and Traffic Requirements for Scalable Directory-Based Cache Coherence Schemes.
// ICPP 1990.
#include "directory/sharer_scheme.h"

namespace cdrsim {
namespace {

class Coarse final : public SharerScheme {
 public:
  Coarse(std::uint32_t pointers, std::uint32_t region) : pointers_(pointers), region_(region) {}

  void add(SharerSet& entry, std::uint32_t member) const override {
    if (entry.meaning() == SharerSet::regions) {
      entry.insert(member / region_);
    } else if (entry.size() < pointers_ || entry.contains(member)) {
      entry.insert(member);
    } else {
      SharerSet vector(entry.width());
      entry.for_each([&](std::uint32_t m) { vector.insert(m / region_); });
      vector.insert(member / region_);
      vector.become(SharerSet::regions);
      entry = std::move(vector);
    }
  }
  void remove(SharerSet& entry, std::uint32_t member) const override {
    if (entry.is_exact()) entry.erase(member);
  }
  bool knows(const SharerSet& entry, std::uint32_t member) const override {
    return entry.is_exact() && entry.contains(member);
  }
  bool may_hold(const SharerSet& entry, std::uint32_t member) const override {
    return entry.contains(entry.is_exact() ? member : member / region_);
  }
  void targets(const SharerSet& entry, std::uint32_t members, std::vector<std::uint32_t>& out) const override {
    if (entry.is_exact()) {
      entry.for_each([&](std::uint32_t m) { out.push_back(m); });
    } else {
      entry.for_each([&](std::uint32_t r) {
        const std::uint64_t first = std::uint64_t{r} * region_;
        for (std::uint64_t m = first; m < first + region_ && m < members; ++m)
          out.push_back(static_cast<std::uint32_t>(m));
      });
    }
  }
  bool interchangeable() const override { return false; }
  /// i pointers or a bit per region in the same storage, and a bit that says which (Gupta et al.).
  std::uint64_t bits(std::uint32_t width) const override {
    const std::uint64_t vector = (std::uint64_t{width} + region_ - 1) / region_;
    return std::max(std::uint64_t{pointers_} * pointer_bits(width), vector) + 1;
  }

 private:
  std::uint32_t pointers_, region_;
};

const Registered<SharerSchemeFactory> coarse{
    "coarse", "directory.pointers sharers by name; with more, a bit per directory.coarse_region members (Dir_iCV_r)",
    [](const DirectoryConfig& c) -> std::shared_ptr<const SharerScheme> {
      return std::make_shared<Coarse>(c.pointers, c.coarse_region);
    }};

}  // namespace
}  // namespace cdrsim
