// SPDX-License-Identifier: BSD-3-Clause
#include "workload/workload.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "trace/memory_trace.h"

namespace cdrsim {
namespace {

WorkloadConfig block(const std::string& trace, std::uint32_t copies = 1) {
  WorkloadConfig b{};
  b.trace = trace;
  b.copies = copies;
  b.placement = "row";
  return b;
}

WorkloadConfig synthetic(std::uint32_t threads) {
  WorkloadConfig b = block("");
  b.synthetic = "private-shared";
  b.threads = threads;
  b.references = 100;
  b.private_bytes = 4096;
  b.shared_bytes = 65536;
  b.shared_fraction = 0.5;
  b.write_fraction = 0.5;
  return b;
}

struct Opener {
  std::uint32_t threads;
  int opened = 0;
  std::shared_ptr<Trace> operator()(const std::string&) {
    ++opened;
    return std::make_shared<MemoryTrace>(std::vector<std::vector<Record>>(threads));
  }
};

std::vector<Application> place(const std::vector<WorkloadConfig>& blocks, std::uint32_t cores = 64,
                               std::uint32_t threads = 4) {
  return place_workloads(blocks, Mesh(8, 8), cores, 1, Opener{threads});
}

std::string error_of(const std::vector<WorkloadConfig>& blocks, std::uint32_t cores = 64, std::uint32_t threads = 4) {
  try {
    place(blocks, cores, threads);
  } catch (const UserError& e) {
    return e.what();
  }
  return "no error";
}

// WHEN threads is not given THEN it is the trace's count; a smaller one takes the first threads.
TEST(Workload, ThreadsDefaultToTheTraces) {
  EXPECT_EQ(place({block("a.cdrt")})[0].cores.size(), 4u);
  WorkloadConfig b = block("a.cdrt");
  b.threads = 3;
  EXPECT_EQ(place({b})[0].cores.size(), 3u);
}

// GIVEN one path in two blocks THEN it is opened once and shared by all copies.
TEST(Workload, APathIsOpenedOnce) {
  Opener opener{4};
  const auto apps =
      place_workloads({block("a.cdrt", 3), block("b.cdrt"), block("a.cdrt")}, Mesh(8, 8), 64, 1, std::ref(opener));
  EXPECT_EQ(opener.opened, 2);
  EXPECT_EQ(apps[0].trace, apps[2].trace);
  EXPECT_EQ(apps[0].trace, apps[4].trace);
  EXPECT_NE(apps[0].trace, apps[3].trace);
}

// THEN every copy has a space and a name of its own, and its block's VM.
TEST(Workload, CopiesHaveSpacesNamesAndVms) {
  const auto apps = place({block("dir/radix.cdrt", 2), block("radix.cdrt"), block("lu.t4.cdrt")});
  ASSERT_EQ(apps.size(), 4u);
  const char* const names[] = {"radix.0", "radix.1", "radix.2", "lu.t4.0"};
  const std::uint32_t vms[] = {0, 0, 1, 2}, workloads[] = {0, 0, 1, 2}, copies[] = {0, 1, 0, 0};
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(apps[i].name, names[i]);
    EXPECT_EQ(apps[i].space, i);
    EXPECT_EQ(apps[i].vm, vms[i]);
    EXPECT_EQ(apps[i].workload, workloads[i]);
    EXPECT_EQ(apps[i].copy, copies[i]);
  }
}

// WHEN a block shares its address space THEN its copies have one, and the next block another.
TEST(Workload, ASharedAddressSpaceIsTheBlocks) {
  WorkloadConfig shared = block("a.cdrt", 3);
  shared.share_address_space = true;
  const auto apps = place({block("a.cdrt"), shared, block("a.cdrt", 2)});
  const std::uint32_t spaces[] = {0, 1, 1, 1, 2, 3};
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(apps[i].space, spaces[i]) << i;
}

// WHEN VMs are named THEN blocks with one number share it, and the others get numbers that nobody named.
TEST(Workload, NamedVmsAreSharedAndOthersAreNew) {
  std::vector<WorkloadConfig> blocks(5, block("a.cdrt"));
  blocks[1].vm = 0;
  blocks[2].vm = 7;
  blocks[3].vm = 0;
  const auto apps = place(blocks);
  const std::uint32_t vms[] = {1, 0, 7, 0, 2};
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(apps[i].vm, vms[i]) << i;
}

// WHEN a block wants more cores than there are THEN the message gives both numbers.
TEST(Workload, MoreThreadsThanCoresIsAnError) {
  EXPECT_EQ(error_of({block("a.cdrt")}, 4, 8),
            "workload.0: 8 threads x 1 copies need 8 cores; the machine has 4 cores");
  EXPECT_EQ(
      error_of({block("a.cdrt"), block("b.cdrt", 16)}),
      "workload.1: 4 threads x 16 copies need 64 cores; the machine has 64 cores, of which earlier blocks take 4");
  WorkloadConfig many = block("a.cdrt", 1u << 24);
  EXPECT_NE(error_of({many}).find("need 67108864 cores"), std::string::npos);
  EXPECT_NE(error_of({synthetic(65)}).find("65 threads"), std::string::npos);
}

// THEN every other mistake names block, key and numbers.
TEST(Workload, ErrorsNameBlockAndKey) {
  WorkloadConfig b = block("a.cdrt");
  b.threads = 5;
  EXPECT_EQ(error_of({b}), "workload.0.threads: 5 threads, but the trace a.cdrt has 4");
  b = block("a.cdrt");
  b.first_core = 64;
  EXPECT_EQ(error_of({block("a.cdrt"), b}),
            "workload.1.first_core: core 64 does not exist; the machine has 64 cores, 0 to 63");
  b = block("a.cdrt");
  b.placement = "blok";
  EXPECT_NE(error_of({b}).find("workload.0.placement \"blok\"; known: block, random, row, spread"), std::string::npos)
      << error_of({b});
  b = block("");
  EXPECT_NE(error_of({b}).find("workload.0: neither of trace and synthetic"), std::string::npos);
  b = synthetic(4);
  b.trace = "a.cdrt";
  EXPECT_NE(error_of({b}).find("workload.0: both of trace and synthetic"), std::string::npos);
  b = synthetic(4);
  b.synthetic = "no-such";
  EXPECT_NE(error_of({b}).find("workload.0: unknown synthetic pattern"), std::string::npos) << error_of({b});
  b = synthetic(4);
  b.threads.reset();
  EXPECT_NE(error_of({b}).find("workload.0.threads"), std::string::npos);
  b = block("a.cdrt", 0);
  EXPECT_NE(error_of({b}).find("workload.0.copies"), std::string::npos);
  b = block("a.cdrt");
  b.threads = 0;
  EXPECT_NE(error_of({b}).find("workload.0.threads"), std::string::npos);
}

// GIVEN synthetic blocks THEN copies share one trace, blocks differ, and equal seeds give equal records.
TEST(Workload, SyntheticBlocksAreSeeded) {
  WorkloadConfig two = synthetic(4);
  two.copies = 2;
  const auto apps = place({two, synthetic(4)}), again = place({two, synthetic(4)});
  EXPECT_EQ(apps[0].trace, apps[1].trace);
  EXPECT_EQ(apps[0].name, "private-shared.0");
  int differs = 0, references = 0;
  auto a = apps[0].trace->cursor(0), b = apps[2].trace->cursor(0), c = again[0].trace->cursor(0);
  for (; a.peek() && b.peek() && c.peek(); a.next(), b.next(), c.next(), ++references) {
    differs += a.peek()->address != b.peek()->address;
    ASSERT_EQ(a.peek()->address, c.peek()->address);
  }
  EXPECT_EQ(references, 100);
  EXPECT_GT(differs, 50);
}

}  // namespace
}  // namespace cdrsim
