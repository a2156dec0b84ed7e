// SPDX-License-Identifier: BSD-3-Clause
// The computer that simulates: its clock and memory. Only progress displays and the `host` part of result.json may look
// at these; nothing that is simulated may.
#pragma once

#include <cstdint>

namespace cdrsim {

/// Seconds on a clock that only goes forward.
double host_seconds();
/// Resident memory of this process now, and the most it ever was.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

}  // namespace cdrsim
