// SPDX-License-Identifier: BSD-3-Clause
// How a directory entry remembers sharers. A scheme decides what an entry keeps when a member joins or leaves, and who
// has to be invalidated: the sharers exactly, or a superset of them once the entry has no room for their names. It sees
// members of a namespace and never knows whether they are physical cores or logical sharers of a domain.
//
//   scheme.add(entry, 3);
//   scheme.targets(entry, 64, out);  // 3, and whoever else may have a copy
//   entry.clear();                   // nobody has one, for certain
//
// remove() of a member that is no sharer is harmless in every scheme: a Put may come after its sender was invalidated.
//
// One scheme per file in impl/, registered by the name `directory.sharers` takes. docs/directories.md compares them.
#pragma once

#include <memory>

#include "base/registry.h"
#include "directory/directory_config.h"
#include "directory/sharer_set.h"

namespace cdrsim {

class SharerScheme {
 public:
  virtual ~SharerScheme() = default;
  /// `member` joins. There is room (has_room), or the scheme falls back to a superset.
  virtual void add(SharerSet& entry, std::uint32_t member) const = 0;
  /// Forgets the member if the entry knows it individually; a superset may keep it.
  virtual void remove(SharerSet& entry, std::uint32_t member) const = 0;
  /// Whether the entry knows that this very member was added and not removed since.
  virtual bool knows(const SharerSet& entry, std::uint32_t member) const = 0;
  /// Whether the member may be one: what `targets` names. knows() implies may_hold().
  virtual bool may_hold(const SharerSet& entry, std::uint32_t member) const = 0;
  /// Who has to be invalidated so that nobody has a copy: ascending, appended to `out`. `members`: names 0..members-1
  /// are in use in this namespace.
  virtual void targets(const SharerSet& entry, std::uint32_t members, std::vector<std::uint32_t>& out) const = 0;
  /// Whether these two can join (either may be in already; they may be equal) without anybody having to leave. Always
  /// true for schemes with a fallback.
  virtual bool has_room(const SharerSet& /*entry*/, std::uint32_t /*a*/, std::uint32_t /*b*/) const { return true; }
  /// The member that has to leave to make room: only asked when has_room() is false. Deterministic.
  virtual std::uint32_t victim(const SharerSet& entry) const;
  /// Whether `member` is the only one, for certain (so that its leaving empties the entry).
  virtual bool is_only(const SharerSet& entry, std::uint32_t member) const {
    return entry.is_exact() && entry.size() == 1 && knows(entry, member);
  }
  /// Whether members may be renamed freely without changing behaviour (full map: yes; coarse regions, a victim chosen
  /// by name: no).
  virtual bool interchangeable() const = 0;
  /// Storage of one entry in bits, for a namespace of `width` members (sharer tracking alone).
  virtual std::uint64_t bits(std::uint32_t width) const = 0;
};

using SharerSchemeFactory = std::shared_ptr<const SharerScheme> (*)(const DirectoryConfig&);

std::shared_ptr<const SharerScheme> make_sharer_scheme(const DirectoryConfig& config);

/// Bits of a pointer: what it takes to name one of `width` members.
std::uint32_t pointer_bits(std::uint32_t width);

/// Appends the members of an exact entry, or everybody in use: the targets of schemes that know no middle.
void append_members_or_everybody(const SharerSet& entry, std::uint32_t members, std::vector<std::uint32_t>& out);

}  // namespace cdrsim
