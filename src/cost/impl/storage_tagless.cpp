// SPDX-License-Identifier: BSD-3-Clause
// Tagless: a grid of Bloom filters in place of duplicate tags, a column for each core and a row for each set of a
// private cache, spread over the homes. The total grows with N, the share of a tile does not; a lookup reads N columns.
// Two tables of eight buckets per way each are our choice.
#include "cost/storage_scheme.h"

namespace cdrsim::cost {
namespace {

constexpr std::uint32_t kTables = 2, kBucketsPerWay = 8;

const Registered<StorageScheme> tagless{
    "tagless",
    "a Bloom filter for each core and set of its private cache",
    {"P/L*t*b", "Zebchuk et al., MICRO 2009; t, b ours", [](const StorageMachine& m) {
       TileStorage t;
       t.add(kDirectoryPart, WideCount{m.private_lines} * kTables * kBucketsPerWay);
       t.parameters = {{"t", kTables}, {"b", kBucketsPerWay}};
       return t;
     }}};

}  // namespace
}  // namespace cdrsim::cost
