// SPDX-License-Identifier: BSD-3-Clause
// Sharer Restriction over each sharer scheme, beside each line of the LLC: `cdr` is a full map of the domain's k
// members. `cdr-homes` is Home Restriction alone: it adds to any row, as its homes are independent of what a directory
// keeps.
#include "cost/storage_restriction.h"

namespace cdrsim::cost {
namespace {

constexpr char kSource[] = "Fu, Nguyen, Wentzlaff, MICRO 2015; OpenPiton RTL";

StorageScheme restricted(const SharerFormula& f, SdidField field) {
  const std::string bits = f.scheme == "full-map" ? "k" : f.formula;
  const std::string where = f.scheme == "full-map" ? "" : "; n = k";
  const std::string formula = field == SdidField::stored
                                  ? "max(" + bits + ", l) + s" + where
                                  : "max(" + bits + " + max(0, s - ceil(log2 k) - 4), l + s)" + where;
  const std::string source = f.scheme == "full-map" ? kSource : std::string(kSource) + "; " + f.source;
  return {formula, source, [f, field](const StorageMachine& m) {
            TileStorage t;
            t.add(kDirectoryPart,
                  WideCount{sharer_restriction_entry(m, m.sharer_bits(f.scheme, m.capacity), field)} * m.llc_lines);
            add_sharer_restriction(t, m);
            t.parameters = sharer_parameters(f, m);
            t.parameters.emplace_back("k", m.capacity);
            t.parameters.emplace_back("s", m.id_bits);
            t.memory.emplace_back("page_table_bits_per_page", page_table_bits(m, true, false));
            return t;
          }};
}

struct Cdr {
  Cdr() {
    Registry<StorageScheme>& registry = Registry<StorageScheme>::instance();
    for (const SharerFormula& f : sharer_formulas())
      registry.add(f.scheme == "full-map" ? "cdr" : "cdr+" + f.scheme, "over the members of a sharer domain",
                   restricted(f, SdidField::stored));
    registry.add("cdr-folded", "cdr with the SDID in free bits of the protocol state",
                 restricted(sharer_formula("full-map"), SdidField::folded));
  }
} const cdr;

const Registered<StorageScheme> homes{"cdr-homes",
                                      "Home Restriction alone: it adds to any row",
                                      {"none in the directory", kSource, [](const StorageMachine& m) {
                                         TileStorage t;
                                         t.add(kDirectoryPart, 0);
                                         add_home_restriction(t, m);
                                         t.parameters = {{"h", m.homes}, {"s", m.id_bits}};
                                         t.memory.emplace_back("page_table_bits_per_page",
                                                               page_table_bits(m, false, true));
                                         return t;
                                       }}};

}  // namespace
}  // namespace cdrsim::cost
