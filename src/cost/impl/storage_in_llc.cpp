// SPDX-License-Identifier: BSD-3-Clause
// An entry of a sharer scheme beside each line of the LLC: the schemes of directory.sharers over all cores.
#include "cost/storage_scheme.h"

namespace cdrsim::cost {
namespace {

struct InLlc {
  InLlc() {
    for (const SharerFormula& f : sharer_formulas())
      Registry<StorageScheme>::instance().add(f.scheme, "beside each line of the LLC",
                                              {f.formula + "; n = N", f.source, [f](const StorageMachine& m) {
                                                 TileStorage t;
                                                 t.add(kDirectoryPart,
                                                       WideCount{m.sharer_bits(f.scheme, m.cores)} * m.llc_lines);
                                                 t.parameters = sharer_parameters(f, m);
                                                 return t;
                                               }});
  }
} const in_llc;

}  // namespace
}  // namespace cdrsim::cost
