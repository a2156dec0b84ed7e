// SPDX-License-Identifier: BSD-3-Clause
#include "verify/symmetry.h"

#include <algorithm>
#include <numeric>

#include "base/random.h"

namespace cdrsim::verify {
namespace {

/// Beyond, trying all renamings costs more than it saves.
constexpr std::uint32_t kMostCores = 4;

}  // namespace

Symmetry::Symmetry(const Model& model, bool enabled) {
  const std::uint32_t cores = model.shape().cores;
  std::vector<std::uint32_t> to(cores);
  std::iota(to.begin(), to.end(), 0u);
  add(model, to);
  if (!enabled || cores > kMostCores || !model.sharers().interchangeable() || !model.front_end().interchangeable())
    return;
  while (std::next_permutation(to.begin(), to.end())) add(model, to);
}

void Symmetry::add(const Model& model, const std::vector<std::uint32_t>& to) {
  const Shape& shape = model.shape();
  const DomainTables& tables = model.domains().tables();
  One one;
  one.renaming.tiles = to;
  one.from.resize(to.size());
  for (std::uint32_t c = 0; c < to.size(); ++c) {
    one.from[to[c]] = c;
    if (c % shape.domains != to[c] % shape.domains) return;
    if (shape.restrict_homes && c % shape.homes != to[c] % shape.homes) return;
  }
  if (tables.sharers_restricted()) {
    one.renaming.members.resize(shape.domains);
    for (std::uint32_t d = 0; d < shape.domains; ++d) {
      std::vector<std::uint32_t>& members = one.renaming.members[d];
      members.resize(tables.logical_sharers(d));
      std::iota(members.begin(), members.end(), 0u);
    }
    for (std::uint32_t c = 0; c < to.size(); ++c) {
      const LineAddress line{c % shape.domains};
      const PageAttributes a = model.domains().attributes(c, line), b = model.domains().attributes(to[c], line);
      const bool is_public = tables.is_public(a.sdid, a.lsid);
      if (is_public != tables.is_public(b.sdid, b.lsid)) return;
      if (a.lsid / kMappingsPerEntry != b.lsid / kMappingsPerEntry) return;
      one.renaming.members[a.sdid][a.lsid] = b.lsid;
    }
  }
  renamings_.push_back(std::move(one));
}

/// What of a core is the same under any renaming, as far as it is cheap to tell.
std::uint64_t Symmetry::signature(const Model& model, std::uint32_t core) const {
  const Shape& shape = model.shape();
  std::uint64_t s = 0;
  for (std::uint32_t l = 0; l < shape.lines; ++l) s = s << 7 ^ s >> 57 ^ model.cache(core).state(LineAddress{l});
  for (std::uint32_t i = 0; i < shape.slots; ++i) {
    const VersionOrder::Slot& slot = model.order().slot(core, i);
    s = s * 4 ^ (slot.waits | slot.write << 1) ^ (slot.waits ? slot.line.value << 8 : 0);
  }
  s = mix64(s + 1);
  for (const Flight& f : model.mail().flights()) {
    const Message& m = f.message;
    const std::uint64_t what =
        static_cast<std::uint64_t>(m.type) << 8 | m.line.value << 16 | static_cast<std::uint64_t>(f.place) << 3;
    const std::uint64_t role =
        (m.source.value == core) | (m.destination.value == core) << 1 | (m.requester.value == core) << 2;
    if (role) s += mix64(what << 3 | role);
  }
  return s;
}

void Symmetry::canonical(const Model& model, std::vector<std::uint8_t>& bytes) {
  if (renamings_.size() == 1) return model.save(bytes);
  const std::uint32_t cores = model.shape().cores;
  signatures_.resize(cores);
  for (std::uint32_t c = 0; c < cores; ++c) signatures_[c] = signature(model, c);
  // Only renamings that sort the cores by signature compete: the same states do, whatever their names were.
  const auto before = [&](const One& a, const One& b) {
    for (std::uint32_t p = 0; p < cores; ++p)
      if (signatures_[a.from[p]] != signatures_[b.from[p]]) return signatures_[a.from[p]] < signatures_[b.from[p]];
    return false;
  };
  const One& best = *std::min_element(renamings_.begin(), renamings_.end(), before);
  model.order().rank(versions_);
  bool first = true;
  for (const One& r : renamings_) {
    if (before(best, r)) continue;
    StateWriter w(r.renaming, versions_);
    model.save(w, r.from);
    if (first || w.bytes() < bytes) bytes = w.bytes();
    first = false;
  }
}

}  // namespace cdrsim::verify
