// SPDX-License-Identifier: BSD-3-Clause
// SCD: an entry names few sharers by pointers; a widely shared line takes more entries: a root with a bit for each
// group of about sqrt(N) cores, and for each group in use a leaf with its number and a bit for each core. One entry for
// each private line, as in its comparison at equal coverage; a hashed array, so the tag is the whole line address.
#include <algorithm>

#include "cost/storage_scheme.h"

namespace cdrsim::cost {
namespace {

constexpr std::uint32_t kTypeBits = 2;

const Registered<StorageScheme> scd{
    "scd",
    "entries of pointers; a root and leaves of ceil(sqrt N) bits where there are many sharers",
    {"P/L*(2 + max(g, ceil(log2 g) + ceil(N/g)) + A - ceil(log2 B)); g = ceil(sqrt N)", "Sanchez, Kozyrakis, HPCA 2012",
     [](const StorageMachine& m) {
       const std::uint32_t groups = square_root_up(m.cores), group = (m.cores + groups - 1) / groups;
       const std::uint64_t sharers = std::max(groups, bits_to_name(groups) + group);
       TileStorage t;
       t.add(kDirectoryPart, WideCount{m.private_lines} * (kTypeBits + sharers + m.tag(1)));
       t.parameters = {{"g", groups}};
       return t;
     }}};

}  // namespace
}  // namespace cdrsim::cost
