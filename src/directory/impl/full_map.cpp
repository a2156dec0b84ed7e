// SPDX-License-Identifier: BSD-3-Clause
// Full map (Censier, Feautrier, 1978): one presence bit per member.
#include "directory/sharer_scheme.h"

namespace cdrsim {
namespace {

class FullMap final : public SharerScheme {
 public:
  void add(SharerSet& entry, std::uint32_t member) const override { entry.insert(member); }
  void remove(SharerSet& entry, std::uint32_t member) const override { entry.erase(member); }
  bool knows(const SharerSet& entry, std::uint32_t member) const override { return entry.contains(member); }
};

const Registered<SharerSchemeFactory> full_map{
    "full-map", "one presence bit per member",
    [](const DirectoryConfig&) -> std::shared_ptr<const SharerScheme> { return std::make_shared<FullMap>(); }};

}  // namespace
}  // namespace cdrsim
