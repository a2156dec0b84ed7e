// SPDX-License-Identifier: BSD-3-Clause
// SPACE: beside each line of the LLC a pointer into one table of sharing patterns, each a full map. The table has eight
// patterns for each core (the size with which the pointers alone are the paper's 44 % and 25 % of a full map at 16 and
// 32 cores), spread over the tiles.
#include "cost/storage_scheme.h"

namespace cdrsim::cost {
namespace {

constexpr std::uint32_t kPatternsPerCore = 8;

const Registered<StorageScheme> space{
    "space",
    "a pointer beside each line of the LLC into a table of sharing patterns",
    {"ceil(log2 q*N) + q*N/L", "Zhao et al., PACT 2010; q ours", [](const StorageMachine& m) {
       TileStorage t;
       t.add(kDirectoryPart, WideCount{bits_to_name(std::uint64_t{kPatternsPerCore} * m.cores)} * m.llc_lines +
                                 WideCount{kPatternsPerCore} * m.cores);
       t.parameters = {{"q", kPatternsPerCore}};
       return t;
     }}};

}  // namespace
}  // namespace cdrsim::cost
