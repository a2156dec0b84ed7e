// SPDX-License-Identifier: BSD-3-Clause
// The whole configuration of one experiment. Each room declares its own part; this file only lists them.
//
//   Config config = load_config("configs/chip-64.toml", {"l1.ways=8"});   // UserError lists everything that is wrong
//   write(out / "config.toml", resolved_toml(config));                    // reads back to the same Config
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cache/cache_config.h"
#include "core/core_config.h"
#include "directory/directory_config.h"
#include "domain/domain_config.h"
#include "memory/memory_config.h"
#include "network/network_config.h"
#include "protocol/protocol_config.h"
#include "system/cost_config.h"
#include "system/system_config.h"
#include "workload/workload_config.h"

namespace cdrsim {

namespace config {
class Schema;
}

struct Config {
  SystemConfig system;
  CoreConfig core;
  SyncConfig sync;
  TlbConfig tlb;
  CacheConfig l1, l2;
  LlcConfig llc;
  ProtocolConfig protocol;
  DirectoryConfig directory;
  CdrConfig cdr;
  NetworkConfig network;
  DramConfig dram;
  MemoryMapConfig memory;
  CostConfig cost;
  RunConfig run;
  std::vector<WorkloadConfig> workload;
};

/// Reads a TOML file and the `--set key=value` texts of a command line, and checks every value and what they mean
/// together. Relative paths start at the file's folder.
Config load_config(const std::string& path, const std::vector<std::string>& sets);

/// Every default, without a workload: where tests start.
Config default_config();

/// TOML with every key spelled out, times in cycles and paths absolute.
std::string resolved_toml(const Config& config);

/// Equal for two configurations that describe the same experiment: 16 hexadecimal digits over all values but paths,
/// and the checksums of the traces, in the order of the workload blocks.
std::string config_hash(const Config& config, const std::vector<std::uint32_t>& trace_checksums);

/// The declarations, for `describe config`.
const config::Schema& config_schema();

}  // namespace cdrsim
