// SPDX-License-Identifier: BSD-3-Clause
// Replacement policies. A policy keeps one word per way (`marks`) and is told of hits and fills; asked for a victim, it
// picks among the ways that may be evicted. One policy per file in impl/; each cache has an instance of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/registry.h"

namespace cdrsim {

class Replacement {
 public:
  virtual ~Replacement() = default;
  virtual std::unique_ptr<Replacement> clone() const = 0;

  /// Whether `marks` must cover all ways of a set from its first line on. Otherwise it covers the ways in use, and a
  /// way that is added starts with mark 0.
  virtual bool whole_sets() const { return false; }
  virtual void hit(std::span<std::uint32_t> marks, std::uint32_t way) = 0;
  virtual void fill(std::span<std::uint32_t> marks, std::uint32_t way) = 0;
  /// One of the ways with allowed[way] != 0; there is at least one.
  virtual std::uint32_t victim(std::span<std::uint32_t> marks, std::span<const std::uint8_t> allowed) = 0;
};

/// `seed` tells the random streams of different caches apart.
using ReplacementFactory = std::unique_ptr<Replacement> (*)(std::uint64_t seed);

std::unique_ptr<Replacement> make_replacement(const std::string& policy, std::uint64_t seed);

}  // namespace cdrsim
