// SPDX-License-Identifier: BSD-3-Clause
// Duplicate tags: the homes mirror the tags of every private cache. Which mirror matches says who has the line, so
// there is nothing to store per sharer; but a lookup compares N times the ways of a private cache. Lines that map to a
// private set have their homes by address, so the mirrors of all cores, spread over all homes, are one private cache's
// tags per tile.
#include "cost/storage_scheme.h"

namespace cdrsim::cost {
namespace {

const Registered<StorageScheme> duplicate_tags{
    "duplicate-tags",
    "the tags of all private caches again, at the homes",
    {"P/L*(tag + 1)", "Piranha: Barroso et al., ISCA 2000", [](const StorageMachine& m) {
       TileStorage t;
       t.add(kDirectoryPart, WideCount{m.private_lines} * (m.tag(m.private_sets) + 1));
       return t;
     }}};

}  // namespace
}  // namespace cdrsim::cost
