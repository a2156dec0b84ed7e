// SPDX-License-Identifier: BSD-3-Clause
// One program for all targets: build/fuzz/targets --target=gzip CORPUS SEEDS [libFuzzer's flags].
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "fuzz/targets.h"

namespace {

const cdrsim::fuzz::Target* chosen = nullptr;

}  // namespace

/// libFuzzer skips arguments that begin with two dashes, so one of these may be ours.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view kFlag = "--target=";
  for (int i = 1; i < *argc; ++i)
    if (const std::string_view word = (*argv)[i]; word.starts_with(kFlag))
      chosen = cdrsim::fuzz::find_target(word.substr(kFlag.size()));
  if (chosen != nullptr) return 0;
  std::fprintf(stderr, "give --target=NAME, one of:");
  for (const auto& target : cdrsim::fuzz::targets())
    std::fprintf(stderr, " %.*s", static_cast<int>(target.name.size()), target.name.data());
  std::fprintf(stderr, "\n");
  std::exit(1);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
  chosen->run({reinterpret_cast<const char*>(bytes), length});
  return 0;
}
