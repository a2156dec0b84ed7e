// SPDX-License-Identifier: BSD-3-Clause
// A way to keep a machine coherent, seen as bits. One scheme or family of schemes per file in impl/, registered by
// name:
//
//   const Registered<StorageScheme> full_map{"full-map", "a presence bit for each core",
//       {"N", "Censier and Feautrier 1978", "exact", [](const StorageMachine& m) {
//          return TileStorage{{{"directory", WideCount{m.cores} * m.llc_lines}}, {}, {}};
//        }}};
//
// All arithmetic is on whole bits. What counts: what says who shares a line, and the identifiers that it takes to find
// and follow that (tags of structures apart from the LLC, domain ids). What does not: protocol states, replacement
// bits, the LLC's own tags, message buffers, logic. docs/storage.md explains and cites every formula.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
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
  std::string tracks;  // how well it knows the sharers: what the bits buy
  std::function<TileStorage(const StorageMachine&)> storage;
};

/// Every scheme by name: those registered, and for each sharer scheme of the simulator the one beside each line of the
/// LLC and the one under Sharer Restriction. So a new sharer scheme is here too.
const std::map<std::string, StorageScheme>& storage_schemes();

}  // namespace cdrsim::cost
