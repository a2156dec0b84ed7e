// SPDX-License-Identifier: BSD-3-Clause
// The sharer schemes of the simulator as storage schemes. Their bits are those the simulator itself reports
// (SharerScheme::bits); the text beside them is here.
//
//   const StorageScheme dir_ib = beside_llc(sharer_formula("limited-broadcast"));
#pragma once

#include "cost/storage_scheme.h"

namespace cdrsim::cost {

/// How a scheme is written down, in terms of n names.
struct SharerFormula {
  std::string scheme, formula, source, tracks;
  bool pointers = false, region = false;  // the keys of [directory] it uses
};

/// A scheme without text of its own refers to the simulator's.
SharerFormula sharer_formula(const std::string& scheme);

/// The values of i and r where the scheme uses them.
std::vector<std::pair<std::string, std::uint64_t>> sharer_parameters(const SharerFormula& f, const StorageMachine& m);

/// An entry over all cores beside each line of the LLC.
StorageScheme beside_llc(const SharerFormula& f);

}  // namespace cdrsim::cost
