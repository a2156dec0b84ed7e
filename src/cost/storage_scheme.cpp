// SPDX-License-Identifier: BSD-3-Clause
#include "cost/storage_scheme.h"

#include "cost/storage_restriction.h"
#include "cost/storage_sharers.h"
#include "directory/sharer_scheme.h"

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

const std::map<std::string, StorageScheme>& storage_schemes() {
  static const std::map<std::string, StorageScheme> all = [] {
    const auto& registry = Registry<StorageScheme>::instance();
    std::map<std::string, StorageScheme> schemes;
    for (const std::string& name : registry.names()) schemes.emplace(name, registry.find(name)->value);
    for (const std::string& sharers : Registry<SharerSchemeFactory>::instance().names()) {
      schemes.emplace(sharers, beside_llc(sharer_formula(sharers)));
      schemes.emplace(restricted_name(sharers), restricted(sharer_formula(sharers), SdidField::stored));
    }
    return schemes;
  }();
  return all;
}

}  // namespace cdrsim::cost
