// SPDX-License-Identifier: BSD-3-Clause
// A section of what `cdrsim cost` prints: one kind of cost, for one configuration and some numbers of cores. A new kind
// is a function of this type and a line in cost_verb.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/listing.h"
#include "stats/json.h"
#include "system/config.h"

namespace cdrsim {

struct CostSection {
  std::string name;             // the key in JSON
  JsonValue rows;               // JSON: an array of objects
  Listing csv;                  // the same rows for CSV
  std::vector<Listing> tables;  // the same, to be read
};

using CostSectionMaker = CostSection (*)(const Config& config, const std::vector<std::uint32_t>& cores);

/// Storage of every scheme, where CDR is larger than others, and the formulas.
CostSection storage_section(const Config& config, const std::vector<std::uint32_t>& cores);

/// Square millimetres of a tile, by component.
CostSection area_section(const Config& config, const std::vector<std::uint32_t>& cores);

/// What an event costs and which statistics count it, and what is drawn all the time.
CostSection energy_section(const Config& config, const std::vector<std::uint32_t>& cores);

}  // namespace cdrsim
