// SPDX-License-Identifier: BSD-3-Clause
#include "cost/storage_scheme.h"

#include "base/error.h"

namespace cdrsim::cost {

void TileStorage::add(const std::string& name, WideCount bits) {
  for (Part& p : parts)
    if (p.name == name) {
      p.bits += bits;
      return;
    }
  parts.push_back({name, bits});
}

WideCount TileStorage::bits(std::string_view name) const {
  for (const Part& p : parts)
    if (p.name == name) return p.bits;
  return 0;
}

const std::vector<SharerFormula>& sharer_formulas() {
  static const std::vector<SharerFormula> all{
      {"full-map", "n", "Censier, Feautrier, IEEE Trans. Computers 1978", false, false},
      {"limited-broadcast", "i*ceil(log2 n) + 1", "Dir_iB: Agarwal et al., ISCA 1988", true, false},
      {"limited-evict", "i*ceil(log2 n)", "Dir_iNB: Agarwal et al., ISCA 1988", true, false},
      {"coarse", "max(i*ceil(log2 n), ceil(n/r)) + 1", "Dir_iCV_r: Gupta et al., ICPP 1990", true, true},
      {"ackwise", "(i + 1)*ceil(log2 n) + 1", "ACKwise_i: Kurian et al., PACT 2010", true, false},
  };
  return all;
}

const SharerFormula& sharer_formula(const std::string& scheme) {
  for (const SharerFormula& f : sharer_formulas())
    if (f.scheme == scheme) return f;
  throw InternalError("directory.sharers = \"" + scheme + "\" has no formula of storage");
}

std::vector<std::pair<std::string, std::uint64_t>> sharer_parameters(const SharerFormula& f, const StorageMachine& m) {
  std::vector<std::pair<std::string, std::uint64_t>> parameters;
  if (f.pointers) parameters.emplace_back("i", m.directory.pointers);
  if (f.region) parameters.emplace_back("r", m.directory.coarse_region);
  return parameters;
}

}  // namespace cdrsim::cost
