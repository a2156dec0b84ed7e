// SPDX-License-Identifier: BSD-3-Clause
#include "network/mesh.h"

#include <cmath>

#include "base/error.h"

namespace cdrsim {

Mesh Mesh::automatic(std::uint32_t cores) {
  invariant(cores > 0, "a mesh needs at least one core");
  // Exact below 2^52, far above any 32-bit count.
  const auto root = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(cores)));
  // The tallest rectangle first: it is the one nearest to square.
  for (std::uint32_t height = root; height > 0 && cores / height <= 2 * height; --height)
    if (cores % height == 0 && cores / height <= 2 * height) return {cores / height, height};

  const std::uint32_t width = root + (std::uint64_t{root} * root < cores ? 1 : 0);
  return {width, cores / width + (cores % width != 0 ? 1 : 0)};
}

}  // namespace cdrsim
