// SPDX-License-Identifier: BSD-3-Clause
// Does every seed, and every input that once broke something, pass through the functions that the fuzzer calls?
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/targets.h"

namespace cdrsim::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> seeds_of(const Target& target) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path("tests/fuzz/seeds") / target.name))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

class Seeds : public testing::TestWithParam<Target> {};

// GIVEN a seed, whole and cut at a few places, WHEN its target reads it THEN it is taken or refused, and nothing else.
TEST_P(Seeds, AreTakenOrRefused) {
  const auto paths = seeds_of(GetParam());
  ASSERT_GE(paths.size(), 3u);
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    for (const std::size_t length : {bytes.size(), bytes.size() / 2, bytes.size() * 9 / 10}) {
      SCOPED_TRACE(path.string() + ", " + std::to_string(length) + " bytes of it");
      EXPECT_NO_THROW(GetParam().run(bytes.substr(0, length)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Seeds, testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace cdrsim::fuzz
