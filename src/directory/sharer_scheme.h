// SPDX-License-Identifier: BSD-3-Clause
// How a directory entry remembers sharers. A scheme decides what an entry keeps when a member joins or leaves, and
// whether a member found in the set is known to be one (exactly) or only may be. It sees members of a namespace and
// never knows whether they are physical cores or logical sharers of a domain.
//
// One scheme per file in impl/, registered by the name `directory.sharers` takes.
#pragma once

#include <memory>

#include "base/registry.h"
#include "directory/directory_config.h"
#include "directory/sharer_set.h"

namespace cdrsim {

class SharerScheme {
 public:
  virtual ~SharerScheme() = default;
  virtual void add(SharerSet& entry, std::uint32_t member) const = 0;
  /// Forgets the member if the entry knows it individually; a superset may keep it.
  virtual void remove(SharerSet& entry, std::uint32_t member) const = 0;
  /// Whether the entry knows that this very member was added and not removed since.
  virtual bool knows(const SharerSet& entry, std::uint32_t member) const = 0;
};

using SharerSchemeFactory = std::shared_ptr<const SharerScheme> (*)(const DirectoryConfig&);

std::shared_ptr<const SharerScheme> make_sharer_scheme(const DirectoryConfig& config);

}  // namespace cdrsim
