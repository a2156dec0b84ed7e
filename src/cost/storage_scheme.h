// SPDX-License-Identifier: BSD-3-Clause
// A way to keep a machine coherent, seen as bits. One scheme or family of schemes per file in impl/, registered by
// name:
//
//   const Registered<StorageScheme> full_map{"full-map", "a presence bit for each core",
//       {"N", "Censier and Feautrier 1978", [](const StorageMachine& m) {
//          return TileStorage{{{"directory", WideCount{m.cores} * m.llc_lines}}, {}, {}};
//        }}};
//
// All arithmetic is on whole bits. What counts: what says who shares a line, and the identifiers that it takes to find
// and follow that (tags of structures apart from the LLC, domain ids). What does not: protocol states, replacement
// bits, the LLC's own tags, message buffers, logic. docs/storage.md explains and cites every formula.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/registry.h"
#include "cost/storage_machine.h"
#include "stats/json.h"

namespace cdrsim::cost {

inline constexpr char kDirectoryPart[] = "directory";         // what tracks the sharers of lines
inline constexpr char kPrivateLinesPart[] = "private_lines";  // identifiers beside the lines of private caches

struct TileStorage {
  struct Part {
    std::string name;
    WideCount bits;
  };
  std::vector<Part> parts;                                        // on each tile; the directory is always one of them
  std::vector<std::pair<std::string, std::uint64_t>> parameters;  // symbols of the formula other than the machine's
  std::vector<std::pair<std::string, WideCount>> memory;          // off the chip: of the whole machine, or as named

  /// Adds to the part of that name, or makes it.
  void add(const std::string& name, WideCount bits);
  WideCount bits(std::string_view name) const;
};

struct StorageScheme {
  std::string formula;  // of the directory; N cores, l = ceil(log2 N), other symbols in docs/storage.md
  std::string source;
  std::function<TileStorage(const StorageMachine&)> storage;
};

/// How a registered sharer scheme is written down, in terms of n names: directory.sharers, the formula of its bits, its
/// source, and the keys it uses.
struct SharerFormula {
  std::string scheme, formula, source;
  bool pointers, region;
};
const std::vector<SharerFormula>& sharer_formulas();
const SharerFormula& sharer_formula(const std::string& scheme);
std::vector<std::pair<std::string, std::uint64_t>> sharer_parameters(const SharerFormula& f, const StorageMachine& m);

}  // namespace cdrsim::cost
