// SPDX-License-Identifier: BSD-3-Clause
// A coarse vector that grows its regions with the machine: r is the least for which the vector fits into the bits of
// the pointers, which is what the scheme is meant for. `coarse` keeps the configured r at every size.
#include <algorithm>

#include "cost/storage_sharers.h"

namespace cdrsim::cost {
namespace {

const Registered<StorageScheme> coarse_fit{
    "coarse-fit",
    "coarse with regions as large as the pointers' bits demand",
    {"max(1, i*l) + 1; r = ceil(N/max(1, i*l))", sharer_formula("coarse").source, sharer_formula("coarse").tracks,
     [](const StorageMachine& m) {
       const std::uint64_t pointers = std::max(std::uint64_t{1}, std::uint64_t{m.directory.pointers} * m.pointer());
       TileStorage t;
       t.add(kDirectoryPart, WideCount{pointers + 1} * m.llc_lines);
       t.parameters = {{"i", m.directory.pointers}, {"r", (m.cores + pointers - 1) / pointers}};
       return t;
     }}};

}  // namespace
}  // namespace cdrsim::cost
