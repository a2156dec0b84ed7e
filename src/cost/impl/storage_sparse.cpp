// SPDX-License-Identifier: BSD-3-Clause
// Sparse directories with so many entries for each line of the private caches: `sparse-full-map-1/8` has one for eight.
#include "cost/storage_sparse.h"

#include "cost/storage_restriction.h"

namespace cdrsim::cost {

WideCount sparse_bits(const StorageMachine& m, std::uint64_t entries, std::uint64_t entry_bits) {
  const std::uint64_t sets = (entries + m.directory.ways - 1) / m.directory.ways;
  return WideCount{sets} * m.directory.ways * (entry_bits + m.tag(sets));
}

namespace {

struct Ratio {
  const char* name;
  std::uint32_t entries, lines;  // so many entries for so many private lines
};
constexpr Ratio kRatios[] = {{"2", 2, 1}, {"1", 1, 1}, {"1/2", 1, 2}, {"1/8", 1, 8}};
constexpr char kSource[] = "Gupta et al., ICPP 1990";

std::uint64_t entries(const Ratio& ratio, const StorageMachine& m) {
  return (m.private_lines * ratio.entries + ratio.lines - 1) / ratio.lines;
}

struct Sparse {
  Sparse() {
    Registry<StorageScheme>& registry = Registry<StorageScheme>::instance();
    for (const Ratio ratio : kRatios) {
      const std::string times = std::string(ratio.name) + "*P";
      for (const char* scheme : {"full-map", "coarse"}) {
        const SharerFormula& f = sharer_formula(scheme);
        registry.add("sparse-" + f.scheme + "-" + ratio.name, "a cache of entries in each tile",
                     {times + "/L*(" + f.formula + " + tag); n = N", std::string(kSource) + "; " + f.source,
                      [ratio, &f](const StorageMachine& m) {
                        TileStorage t;
                        t.add(kDirectoryPart, sparse_bits(m, entries(ratio, m), m.sharer_bits(f.scheme, m.cores)));
                        t.parameters = sharer_parameters(f, m);
                        return t;
                      }});
      }
      registry.add(std::string("cdr+sparse-full-map-") + ratio.name, "a cache of entries over the members of a domain",
                   {times + "/L*(max(k, l) + s + tag)",
                    std::string("Fu, Nguyen, Wentzlaff, MICRO 2015; OpenPiton RTL; ") + kSource,
                    [ratio](const StorageMachine& m) {
                      TileStorage t;
                      const std::uint64_t entry =
                          sharer_restriction_entry(m, m.sharer_bits("full-map", m.capacity), SdidField::stored);
                      t.add(kDirectoryPart, sparse_bits(m, entries(ratio, m), entry));
                      add_sharer_restriction(t, m);
                      t.parameters = {{"k", m.capacity}, {"s", m.id_bits}};
                      t.memory.emplace_back("page_table_bits_per_page", page_table_bits(m, true, false));
                      return t;
                    }});
    }
  }
} const sparse;

}  // namespace
}  // namespace cdrsim::cost
