// SPDX-License-Identifier: BSD-3-Clause
// ACKwise_i: i pointers. A sharer that finds no pointer free is counted, and invalidations go to everybody. The sharers
// with a pointer stay known by name, and their leaving frees it for another.
//
// In the paper the count says how many acknowledgements to wait for, which takes announced evictions and caches without
// a copy that stay silent. Then a sharer is taken off the count once: by its Put or by its acknowledgement. Here
// everybody who is invalidated acknowledges, and so does a cache whose Put is still on its way. That Put comes when
// others have joined, and the entry cannot tell it from the Put of a counted sharer: it has the names of neither.
// Counting it down would reach 0 while somebody has a copy. (Silent evictions and members that join twice err the
// other way: the count is too high.) So the count never goes down, whatever protocol.evict_notice says: once somebody
// is counted, the entry is a superset until it is cleared. As nothing depends on a count that only rises, the simulator
// keeps "some are counted" alone; bits() has the count.
//
// Kurian, Miller, Psota, Eastep, Liu, Michel, Kimerling, Agarwal: ATAC: A 1000-Core Cache-Coherent Processor with
// On-Chip Optical Network. PACT 2010.
#include "directory/sharer_scheme.h"

namespace cdrsim {
namespace {

class Ackwise final : public SharerScheme {
 public:
  explicit Ackwise(std::uint32_t pointers) : pointers_(pointers) {}

  void add(SharerSet& entry, std::uint32_t member) const override {
    if (entry.contains(member)) return;
    if (entry.size() < pointers_)
      entry.insert(member);
    else
      entry.become(SharerSet::at_least);
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
  /// i pointers, the global bit (Kurian et al.), and a count of up to `width` sharers. It has a field of its own, as
  /// the pointers stay in use beside it.
  std::uint64_t bits(std::uint32_t width) const override {
    return (std::uint64_t{pointers_} + 1) * pointer_bits(width) + 1;
  }

 private:
  std::uint32_t pointers_;
};

const Registered<SharerSchemeFactory> ackwise{
    "ackwise", "directory.pointers sharers by name; more are counted, and invalidations go to everybody (ACKwise)",
    [](const DirectoryConfig& c) -> std::shared_ptr<const SharerScheme> {
      return std::make_shared<Ackwise>(c.pointers);
    }};

}  // namespace
}  // namespace cdrsim
