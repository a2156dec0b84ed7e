// SPDX-License-Identifier: BSD-3-Clause
#include "cost/storage_sharers.h"

namespace cdrsim::cost {

SharerFormula sharer_formula(const std::string& scheme) {
  static const std::vector<SharerFormula> all{
      {"full-map", "n", "Censier, Feautrier, IEEE Trans. Computers 1978", "exact", false, false},
      {"limited-broadcast", "i*ceil(log2 n) + 1", "Dir_iB: Agarwal et al., ISCA 1988", "i exactly, then everybody",
       true, false},
      {"limited-evict", "i*ceil(log2 n)", "Dir_iNB: Agarwal et al., ISCA 1988", "at most i", true, false},
      {"coarse", "max(i*ceil(log2 n), ceil(n/r)) + 1", "Dir_iCV_r: Gupta et al., ICPP 1990", "i exactly, then regions",
       true, true},
      {"ackwise", "(i + 1)*ceil(log2 n) + 1", "ACKwise_i: Kurian et al., PACT 2010", "i exactly, then everybody", true,
       false},
  };
  for (const SharerFormula& f : all)
    if (f.scheme == scheme) return f;
  return {scheme, "bits(n)", "src/directory/impl", "as in docs/directories.md"};
}

std::vector<std::pair<std::string, std::uint64_t>> sharer_parameters(const SharerFormula& f, const StorageMachine& m) {
  std::vector<std::pair<std::string, std::uint64_t>> parameters;
  if (f.pointers) parameters.emplace_back("i", m.directory.pointers);
  if (f.region) parameters.emplace_back("r", m.directory.coarse_region);
  return parameters;
}

StorageScheme beside_llc(const SharerFormula& f) {
  return {f.formula + "; n = N", f.source, f.tracks, [f](const StorageMachine& m) {
            TileStorage t;
            t.add(kDirectoryPart, WideCount{m.sharer_bits(f.scheme, m.cores)} * m.llc_lines);
            t.parameters = sharer_parameters(f, m);
            return t;
          }};
}

}  // namespace cdrsim::cost
