// SPDX-License-Identifier: BSD-3-Clause
#include "directory/sharer_scheme.h"

namespace cdrsim {

std::shared_ptr<const SharerScheme> make_sharer_scheme(const DirectoryConfig& config) {
  return Registry<SharerSchemeFactory>::instance().get(config.sharers, "directory.sharers")(config);
}

}  // namespace cdrsim
