// SPDX-License-Identifier: BSD-3-Clause
#include "directory/sharer_scheme.h"

#include <bit>

namespace cdrsim {

std::shared_ptr<const SharerScheme> make_sharer_scheme(const DirectoryConfig& config) {
  return Registry<SharerSchemeFactory>::instance().get(config.sharers, "directory.sharers")(config);
}

std::uint32_t SharerScheme::victim(const SharerSet&) const {
  throw InternalError("a sharer scheme was asked for a victim that has none to name");
}

std::uint32_t pointer_bits(std::uint32_t width) {
  return width > 1 ? static_cast<std::uint32_t>(std::bit_width(width - 1)) : 0;
}

void append_members_or_everybody(const SharerSet& entry, std::uint32_t members, std::vector<std::uint32_t>& out) {
  if (entry.is_exact())
    entry.for_each([&](std::uint32_t m) { out.push_back(m); });
  else
    for (std::uint32_t m = 0; m < members; ++m) out.push_back(m);
}

}  // namespace cdrsim
