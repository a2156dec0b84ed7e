// SPDX-License-Identifier: BSD-3-Clause
// Does every reference complete, coherently, whatever the order of messages?
#include <gtest/gtest.h>

#include "protocol/random_drive.h"

namespace cdrsim {
namespace {

using Array = Shape::Array;

/// Small enough that everything happens: evictions, recalls, forwards to write-back entries, homes out of MSHRs, SMC
/// misses, broadcasts.
std::vector<Shape> shapes() {
  return {
      // The global domain.
      {.cores = 2, .lines = 1},
      {.cores = 2, .lines = 2, .llc = {1, 1, 1}},
      {.cores = 3, .lines = 3, .llc = {1, 2, 1}},
      {.cores = 3, .lines = 4, .slots = 2, .llc = {1, 2, 2}},
      {.cores = 4, .homes = 2, .lines = 6, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 2, 2}},
      {.cores = 4, .homes = 2, .lines = 6, .slots = 3, .l1 = {2, 1, 2}, .llc = {2, 1, 3}},
      {.cores = 4, .homes = 3, .lines = 6, .slots = 2, .l2 = Array{1, 2, 2}, .llc = {1, 2, 4}},
      {.cores = 3, .lines = 4, .slots = 2, .l2 = Array{2, 1, 1}, .llc = {1, 4, 4}, .replacement = "random"},
      // Sharer Restriction, every member with an LSID of its own.
      {.cores = 4, .lines = 3, .llc = {1, 2, 2}, .applications = 1},
      {.cores = 6, .homes = 2, .lines = 4, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 2, 2}, .applications = 1},
      {.cores = 6, .homes = 2, .lines = 6, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 2, 3}, .applications = 2},
      {.cores = 6, .homes = 2, .lines = 6, .slots = 2, .llc = {1, 2, 3}, .applications = 2, .free_maps = true},
      // Domains that overflow.
      {.cores = 3, .lines = 2, .llc = {1, 2, 2}, .applications = 1, .capacity = 1},
      {.cores = 4, .lines = 4, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 2, 4}, .applications = 1, .capacity = 2},
      {.cores = 5,
       .homes = 2,
       .lines = 6,
       .slots = 2,
       .l1 = {1, 2, 2},
       .llc = {1, 3, 4},
       .applications = 1,
       .capacity = 3},
      {.cores = 6,
       .homes = 2,
       .lines = 4,
       .slots = 2,
       .llc = {1, 2, 2},
       .applications = 2,
       .capacity = 2,
       .scope = BroadcastScope::box},
      {.cores = 6, .lines = 5, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 4, 4}, .applications = 1, .capacity = 3},
  };
}

TEST(RandomOrder, EveryReferenceCompletesCoherently) {
  for (const char* protocol : {"mesi", "msi"})
    for (EvictNotice notice : {EvictNotice::exclusive, EvictNotice::all})
      for (Shape shape : shapes()) {
        shape.protocol = protocol;
        shape.notice = notice;
        for (std::uint64_t seed = 1; seed <= 150; ++seed) try {
            Machine machine(shape);
            RandomDrive(machine, shape, seed).run(300);
          } catch (const std::exception& e) {
            ADD_FAILURE() << shape.text() << ", seed " << seed << ":\n" << e.what();
            break;
          }
      }
}

}  // namespace
}  // namespace cdrsim
