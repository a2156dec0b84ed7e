// SPDX-License-Identifier: BSD-3-Clause
// A sparse directory: a cache of entries in each tile, apart from the LLC, each with a tag.
#pragma once

#include "cost/storage_scheme.h"

namespace cdrsim::cost {

/// Bits of `entries` entries of `entry_bits` and a tag each, in sets of directory.ways (a set more where they do not
/// divide).
WideCount sparse_bits(const StorageMachine& m, std::uint64_t entries, std::uint64_t entry_bits);

}  // namespace cdrsim::cost
