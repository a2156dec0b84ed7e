// SPDX-License-Identifier: BSD-3-Clause
// Two levels of about sqrt(N): beside each line of the LLC a bit for each cluster of cores, and within each cluster a
// sparse directory of two entries for each private line, with a bit for each core of the cluster. Exact at both levels.
#include "cost/storage_sparse.h"

namespace cdrsim::cost {
namespace {

constexpr std::uint32_t kEntriesPerLine = 2;  // R of Martin, Hill and Sorin

const Registered<StorageScheme> two_level{
    "two-level",
    "clusters of ceil(sqrt N) cores: a bit per cluster at the home, a bit per core within",
    {"ceil(N/c) + 2*P/L*(c + tag); c = ceil(sqrt N)", "Martin, Hill, Sorin, CACM 55(7), 2012",
     [](const StorageMachine& m) {
       const std::uint32_t cluster = square_root_up(m.cores), clusters = (m.cores + cluster - 1) / cluster;
       TileStorage t;
       t.add(kDirectoryPart,
             WideCount{clusters} * m.llc_lines + sparse_bits(m, m.private_lines * kEntriesPerLine, cluster));
       t.parameters = {{"c", cluster}};
       return t;
     }}};

}  // namespace
}  // namespace cdrsim::cost
