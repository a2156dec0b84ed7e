// SPDX-License-Identifier: BSD-3-Clause
// States that differ in the names of cores alone behave alike: one of each such family is enough. The canonical bytes
// of a state are the smallest among those of its renamings.
//
// A renaming must leave the machine as it is: members of a sharer domain stay members of it, public ones public, LSIDs
// stay in their entry of the map cache, and where homes are looked up a core keeps its home unit. A sharer scheme that
// looks at names has no renamings at all.
//
//   Symmetry symmetry(model, true);
//   symmetry.canonical(model, bytes);
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/state_archive.h"
#include "verify/model.h"

namespace cdrsim::verify {

class Symmetry {
 public:
  Symmetry(const Model& model, bool enabled);

  /// The renamings of the machine, that which changes nothing included.
  std::size_t size() const { return renamings_.size(); }
  void canonical(const Model& model, std::vector<std::uint8_t>& bytes);

 private:
  struct One {
    Renaming renaming;
    std::vector<std::uint32_t> from;  // the core at each place
  };
  void add(const Model& model, const std::vector<std::uint32_t>& to);
  std::uint64_t signature(const Model& model, std::uint32_t core) const;

  std::vector<One> renamings_;
  VersionRanks versions_;
  std::vector<std::uint64_t> signatures_;
};

}  // namespace cdrsim::verify
