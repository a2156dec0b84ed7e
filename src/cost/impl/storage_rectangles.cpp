// SPDX-License-Identifier: BSD-3-Clause
// Rectangles, after DCC: an entry covers a rectangle of the mesh with a bit for each of its cores. Its area is fixed,
// its place and shape (width a power of two) are the line's own. One sharer outside is named; with more, writes are
// broadcast. The area of 16 and the one pointer are chosen for the 33 bits that are published for 64 cores; how DCC
// divides them up we do not know.
#include "cost/storage_scheme.h"

namespace cdrsim::cost {
namespace {

constexpr std::uint32_t kArea = 16, kOutliers = 1;

const Registered<StorageScheme> rectangles{
    "rectangles",
    "a rectangle of cores with a bit each, and a pointer for one outside (DCC-like)",
    {"ceil(log2 W) + ceil(log2 H) + ceil(log2(log2 a + 1)) + a + i*(l + 1) + 1",
     "DCC: Dumas et al., ASAP 2018; fields ours", [](const StorageMachine& m) {
       const std::uint32_t shapes = bits_to_name(kArea) + 1;
       const std::uint64_t bits = bits_to_name(m.mesh_width) + bits_to_name(m.mesh_height) + bits_to_name(shapes) +
                                  kArea + kOutliers * (m.pointer() + 1) + 1;
       TileStorage t;
       t.add(kDirectoryPart, WideCount{bits} * m.llc_lines);
       t.parameters = {{"W", m.mesh_width}, {"H", m.mesh_height}, {"a", kArea}, {"i", kOutliers}};
       return t;
     }}};

}  // namespace
}  // namespace cdrsim::cost
