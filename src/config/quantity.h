// SPDX-License-Identifier: BSD-3-Clause
// Numbers with units, read and written without rounding: sizes, times, frequencies, widths in bits.
//
//   read_size("1.5KiB") == 1536        read_frequency("2.5GHz") == 2.5e9        read_bits("64b") == 64
//   read_time("1.5us", 1e9) == 1500    whole cycles at that clock, rounded up: never shorter than stated
//
// All arithmetic is on decimal integers, so "0.3ns" at 10 GHz is 3 cycles and not 4. Whatever is not wholly a number
// and a legal unit throws BadValue, which names the legal units.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/types.h"

namespace cdrsim::config {

std::uint64_t read_size(std::string_view text);  // bytes
Cycle read_time(std::string_view text, double frequency);
double read_frequency(std::string_view text);  // a whole number of hertz
std::uint64_t read_bits(std::string_view text);

// With the largest unit that leaves a whole number: "64KiB", "2500MHz".
std::string size_text(std::uint64_t bytes);
std::string frequency_text(double hertz);
std::string bits_text(std::uint64_t bits);

}  // namespace cdrsim::config
