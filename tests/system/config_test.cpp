// SPDX-License-Identifier: BSD-3-Clause
// The whole configuration: the contract's defaults, what is refused, and the resolved file.
#include "system/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace cdrsim {
namespace {

using testing::HasSubstr;

constexpr auto kWorkload = "[[workload]]\ntrace = \"t.cdrt\"\n";

class ConfigFile : public testing::Test {
 protected:
  ConfigFile() : folder_(std::filesystem::path(testing::TempDir()) / "cdrsim-config-test") {
    std::filesystem::create_directories(folder_ / "deeper");
  }
  ~ConfigFile() override { std::filesystem::remove_all(folder_); }

  Config load(const std::string& text, const std::vector<std::string>& sets = {}, const std::string& name = "c.toml") {
    const auto path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return load_config(path, sets);
  }
  std::string error(const std::vector<std::string>& sets, const std::string& text = kWorkload) {
    try {
      load(text, sets);
    } catch (const UserError& e) {
      return e.what();
    }
    return "no error";
  }

  std::filesystem::path folder_;
};

TEST_F(ConfigFile, DefaultsAreThoseOfTheContract) {
  const Config c = load(kWorkload);
  EXPECT_EQ(c.system.cores_per_chip, 1024u);
  EXPECT_FALSE(c.system.mesh);
  EXPECT_EQ(c.system.frequency, 1e9);
  EXPECT_EQ(c.system.line_size, 64u);
  EXPECT_EQ(c.system.page_size, 4096u);
  EXPECT_EQ(c.core.store_buffer, 8u);
  EXPECT_EQ(c.core.memory_model, MemoryModel::tso);
  EXPECT_EQ(c.tlb.entries, 64u);
  EXPECT_EQ(c.tlb.miss_latency, 50u);
  EXPECT_EQ(c.l1.size, 16384u);
  EXPECT_EQ(c.l1.ways, 4u);
  EXPECT_EQ(c.l1.latency, 1u);
  EXPECT_EQ(c.l1.mshrs, 4u);
  EXPECT_EQ(c.l1.replacement, "lru");
  EXPECT_EQ(c.l2.size, 0u);
  EXPECT_EQ(c.llc.size_per_tile, 65536u);
  EXPECT_EQ(c.llc.latency, 8u);
  EXPECT_EQ(c.llc.mshrs, 16u);
  EXPECT_EQ(c.protocol.name, "mesi");
  EXPECT_EQ(c.directory.sharers, "full-map");
  EXPECT_EQ(c.cdr.sharers.level, DomainLevel::none);
  EXPECT_EQ(c.cdr.sharers.capacity, 64u);
  EXPECT_EQ(c.cdr.sharers.smc_entries, 16u);
  EXPECT_FALSE(c.cdr.homes.count);
  EXPECT_EQ(c.cdr.homes.hash, HomeHash::mixed);
  EXPECT_EQ(c.network.model, "packet");
  EXPECT_EQ(c.network.flit_width, 64u);
  EXPECT_EQ(c.network.vcs, 4u);
  EXPECT_EQ(c.network.buffers, 8u);
  EXPECT_EQ(c.dram.latency, 100u);
  EXPECT_EQ(c.dram.bandwidth, 16u);
  EXPECT_EQ(c.run.seed, 1u);
  EXPECT_EQ(c.run.watchdog, 10'000'000u);
  EXPECT_EQ(c.workload.at(0).copies, 1u);
  EXPECT_EQ(c.workload.at(0).placement, "block");
  EXPECT_EQ(default_config().llc.ways, 4u);
}

TEST_F(ConfigFile, AnyWholeNumberOfSetsIsLegal) {
  for (const auto& [size, ways, line] : {std::tuple{"48KiB", "3", "64B"},
                                         {"4KiB", "64", "64B"},
                                         {"64B", "1", "64B"},
                                         {"768B", "4", "32B"},
                                         {"30MiB", "24", "64B"},
                                         {"12KiB", "12", "64B"}})
    EXPECT_NO_THROW(load(kWorkload, {std::string("l1.size=") + size, std::string("l1.ways=") + ways,
                                     std::string("system.line_size=") + line}))
        << size << ' ' << ways;
  for (const auto& [size, ways] :
       {std::pair{"1024B", "3"}, {"64B", "64"}, {"256B", "16"}, {"0B", "1"}, {"16KiB", "0"}, {"16385B", "1"}})
    EXPECT_THAT(error({std::string("l1.size=") + size, std::string("l1.ways=") + ways}), HasSubstr("l1."))
        << size << ' ' << ways;
  EXPECT_THAT(error({"llc.size_per_tile=100KiB", "llc.ways=3"}), HasSubstr("the nearest legal size"));
  EXPECT_THAT(error({"l2.size=8KiB"}), HasSubstr("includes the L1"));
  EXPECT_THAT(error({"l2.size=100B"}), HasSubstr("l2.size"));
  EXPECT_NO_THROW(load(kWorkload, {"l2.size=256KiB"}));
}

TEST_F(ConfigFile, SparseDirectoriesAreWholeSets) {
  EXPECT_THAT(error({"directory.entries=1001"}), HasSubstr("nearest legal number is 1000"));
  EXPECT_THAT(error({"directory.entries=3"}), HasSubstr("nearest legal number is 8"));
  EXPECT_THAT(error({"directory.entries=14", "directory.ways=8"}), HasSubstr("nearest legal number is 16"));
  EXPECT_THAT(error({"directory.entries=0"}), HasSubstr("directory.entries"));
  EXPECT_THAT(error({"directory.ways=0"}), HasSubstr("directory.ways"));
  EXPECT_NO_THROW(load(kWorkload, {"directory.entries=15", "directory.ways=3", "directory.store=sparse"}));
  EXPECT_NO_THROW(load(kWorkload, {"directory.entries=1", "directory.ways=1"}));
}

TEST_F(ConfigFile, LinesAndPagesArePowersOfTwoInOrder) {
  for (const char* bad : {"7B", "65B", "0B", "1B", "2B", "8192B", "5ms"})
    EXPECT_THAT(error({std::string("system.line_size=") + bad}), HasSubstr("line_size")) << bad;
  EXPECT_THAT(error({"system.page_size=5000B"}), HasSubstr("no power of two; the nearest is 4KiB"));
  EXPECT_THAT(error({"system.page_size=32B"}), HasSubstr("at least a line"));
  EXPECT_NO_THROW(load(kWorkload, {"system.page_size=64B"}));
}

TEST_F(ConfigFile, MeshesHoldTheCores) {
  for (const char* cores : {"1", "2", "3", "18", "36", "65", "129", "1000", "1023", "1024", "65537", "1000000"})
    EXPECT_NO_THROW(load(kWorkload, {std::string("system.cores_per_chip=") + cores})) << cores;
  const Config c = load(kWorkload, {"system.cores_per_chip=7", "system.mesh=2x4"});
  EXPECT_EQ(c.system.mesh->width, 2u);
  EXPECT_EQ(c.system.mesh->height, 4u);
  EXPECT_NO_THROW(load(kWorkload, {"system.cores_per_chip=9", "system.mesh=1x9"}));
  EXPECT_THAT(error({"system.cores_per_chip=4", "system.mesh=1x3"}), HasSubstr("system.mesh"));
  for (const char* bad : {"2:1", "x", "4x", "x4", "0x4", "4x4x4", "-1x4", "4 x 4", "99999999999x1", "square", "32"})
    EXPECT_THAT(error({std::string("system.mesh=") + bad}), HasSubstr("system.mesh")) << bad;
  EXPECT_THAT(error({"system.cores_per_chip=0"}), HasSubstr("cores_per_chip"));
  EXPECT_THAT(error({"system.cores_per_chip=4", "cdr.homes.count=5"}), HasSubstr("cdr.homes.count"));
  EXPECT_THAT(error({"system.cores_per_chip=4", "dram.controllers=5"}), HasSubstr("dram.controllers"));
}

// Values that a later version may know are not claimed: the message lists what is legal now.
TEST_F(ConfigFile, WhatThisVersionCannotDoIsRefused) {
  for (const auto& [set, legal] : {std::pair{"cdr.sharers.overflow=evict", "\"broadcast\""},
                                   {"cdr.assignment=dynamic", "\"static\""},
                                   {"system.chips=2", "only 1 is legal"},
                                   {"network.model=flit", "\"packet\""},
                                   {"directory.store=sparce", "did you mean \"sparse\"?"},
                                   {"directory.sharers=fullmap", "did you mean \"full-map\"?"},
                                   {"protocol.name=mesii", "did you mean \"mesi\"?"},
                                   {"l1.replacement=fifo", "\"lru\""},
                                   {"cdr.homes.global=frame-chip", "\"rnuca\""},
                                   {"cost.technology=7nm", "\"22nm\""}})
    EXPECT_THAT(error({set}), HasSubstr(legal)) << set;
}

TEST_F(ConfigFile, BoundsAreKept) {
  for (const char* bad : {"l1.mshrs=0", "llc.mshrs=0", "network.vcs=0", "network.buffers=0", "cdr.sharers.capacity=0",
                          "tlb.entries=-1", "tlb.entries=0", "system.frequency=0Hz", "system.frequency=-1Gbps",
                          "run.watchdog=0", "l1.ways=4KiB", "l1.ways=4x", "core.cpi=-1", "core.cpi=nan",
                          "workload.0.copies=0", "workload.0.threads=0", "cdr.homes.hmc_entries=0"}) {
    const std::string key = std::string(bad).substr(0, std::string(bad).find('='));
    EXPECT_THAT(error({bad}), HasSubstr("--set " + key)) << bad;
  }
  for (const char* good : {"l1.mshrs=1", "network.vcs=1", "network.router_latency=0", "network.link_latency=0",
                           "l1.latency=0", "system.frequency=1THz", "run.max_cycles=1", "cdr.sharers.capacity=1"})
    EXPECT_NO_THROW(load(kWorkload, {good})) << good;
}

TEST_F(ConfigFile, AWorkloadIsATraceOrAPattern) {
  EXPECT_THAT(error({}, ""), HasSubstr("[[workload]]"));
  EXPECT_THAT(error({}, "[[workload]]\ncopies = 2\n"), HasSubstr("workload.0.trace: the block has neither"));
  EXPECT_THAT(error({"workload.0.synthetic=uniform", "workload.0.threads=4"}), HasSubstr("both"));
  EXPECT_THAT(error({}, "[[workload]]\nsynthetic = \"uniform\"\n"), HasSubstr("workload.0.threads"));
  EXPECT_THAT(error({"workload.0.gap=1"}), HasSubstr("has no effect here"));
  EXPECT_THAT(error({"workload.1.copies=2"}), HasSubstr("counted from 0"));
}

// Without this rule the message about one key would be repeated for every check that the key enters.
TEST_F(ConfigFile, ABadValueIsReportedOnce) {
  const std::string e = error({"l1.size=5ms", "l1.ways=3"});
  EXPECT_EQ(e.find('\n'), std::string::npos) << e;
}

TEST_F(ConfigFile, TheResolvedFileGivesTheSameConfigurationAndHash) {
  const Config c = load(
      "[system]\ncores_per_chip = 17\nmesh = \"6x3\"\nfrequency = \"2.5GHz\"\n[dram]\nlatency = "
      "\"60ns\"\n[cdr.sharers]\nlevel = \"page\"\n"
      "[run]\nseed = 9223372036854775807\n[[workload]]\ntrace = \"t.cdrt\"\ncopies = 3\n[[workload]]\nsynthetic = "
      "\"uniform\"\nthreads = 2\n"
      "shared_fraction = 0.1\n");
  EXPECT_EQ(c.dram.latency, 150u);
  const std::string text = resolved_toml(c);
  const Config again = load(text, {}, "deeper/resolved.toml");
  EXPECT_EQ(resolved_toml(again), text);
  EXPECT_EQ(again.workload.at(0).trace, (folder_ / "t.cdrt").string());
  EXPECT_EQ(config_hash(again, {1, 2}), config_hash(c, {1, 2}));
  EXPECT_THAT(text, HasSubstr("count = \"auto\"\n"));
}

TEST_F(ConfigFile, TheHashSeesValuesAndChecksumsButNoPaths) {
  const Config c = load(kWorkload);
  const std::string hash = config_hash(c, {1});
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(config_hash(load(kWorkload, {"workload.0.trace=elsewhere/u.cdrt"}), {1}), hash);
  EXPECT_NE(config_hash(c, {2}), hash);
  EXPECT_NE(config_hash(load(kWorkload, {"run.seed=2"}), {1}), hash);
  EXPECT_NE(config_hash(load(kWorkload, {"l1.latency=2"}), {1}), hash);
}

// A set count that overflows 32 bits once ended in a division by zero.
TEST_F(ConfigFile, CachesHaveABoundOfSets) {
  EXPECT_THAT(error({"l1.size=256GiB", "l1.ways=1"}), HasSubstr("16777216 sets"));
  EXPECT_NO_THROW(load(kWorkload, {"l1.size=1GiB", "l1.ways=1"}));
}

TEST_F(ConfigFile, SerialRunsDoNotStartOver) {
  EXPECT_THAT(error({"run.restart=true", "core.timing=serial"}), HasSubstr("run.restart"));
  EXPECT_NO_THROW(load(kWorkload, {"run.restart=true"}));
}

}  // namespace
}  // namespace cdrsim
