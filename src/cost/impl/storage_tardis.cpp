// SPDX-License-Identifier: BSD-3-Clause
// Tardis: no sharers, but leases. A line in the LLC keeps when it was written and until when it may be read, as deltas
// to a base; a line that is owned keeps its owner in the same bits. Lines of private caches keep the two deltas too.
#include <algorithm>

#include "cost/storage_scheme.h"

namespace cdrsim::cost {
namespace {

constexpr std::uint32_t kDeltaBits = 20;  // ours: two are the about 40 bits that are told of it
constexpr std::uint32_t kBaseBits = 64,
                        kBases = 3;  // the core's time, the base of its cache, the base of its LLC slice

const Registered<StorageScheme> tardis{
    "tardis",
    "two timestamps in each line of the LLC and of the private caches",
    {"max(2*d, l)", "Yu, Devadas, PACT 2015; d ours", "nobody: copies expire", [](const StorageMachine& m) {
       TileStorage t;
       t.add(kDirectoryPart, WideCount{std::max(2 * kDeltaBits, m.pointer())} * m.llc_lines);
       t.add(kPrivateLinesPart, WideCount{2 * kDeltaBits} * m.private_lines);
       t.add("registers", kBaseBits * kBases);
       t.parameters = {{"d", kDeltaBits}};
       return t;
     }}};

}  // namespace
}  // namespace cdrsim::cost
