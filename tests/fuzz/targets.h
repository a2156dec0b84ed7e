// SPDX-License-Identifier: BSD-3-Clause
// What is fuzzed: every door through which a user's bytes come in. libfuzzer_main.cpp calls these functions with
// invented bytes, seeds_test.cpp with those of seeds/<target>/.
//
//   find_target("gzip")->run(bytes);
//
// Each returns when the bytes were refused with a UserError of which every line names its place, or were taken and
// everything they promise holds: a configuration reads back to itself, an imported trace passes its check and its dump
// imports to the same dump. Anything else leaves as an exception.
#pragma once

#include <span>
#include <string_view>

namespace cdrsim::fuzz {

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};

std::span<const Target> targets();

/// Null when there is none of that name.
const Target* find_target(std::string_view name);

}  // namespace cdrsim::fuzz
