// SPDX-License-Identifier: BSD-3-Clause
// Large machines read memory all over the place; with ordinary pages most reads also miss the host's TLB.
#pragma once

namespace cdrsim {

/// Asks the host to back the heap with huge pages from here on. A hint: costs nothing where it cannot be had, and
/// changes no result.
void prefer_huge_pages();

}  // namespace cdrsim
