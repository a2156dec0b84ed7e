// SPDX-License-Identifier: BSD-3-Clause
// The data of an LLC slice whose directory is elsewhere (a sparse directory): not inclusive of the private caches, so a
// line may come and go while they keep their copies.
//
// A modified line that is replaced is written to DRAM; until DRAM has taken it, it can still be read here, and if newer
// data of it leaves meanwhile, that is written after. So DRAM sees the writes of a line in order, and a read of DRAM is
// asked for only when none of the line is under way. Plain copyable state, no clock.
//
//   if (auto version = data.find(line)) reply(*version);
//   if (auto write = data.put(line, version, true)) send_to_dram(*write);   // MemWritten comes: data.written(line)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cache/cache_array.h"
#include "cache/cache_config.h"
#include "protocol/state_archive.h"

namespace cdrsim {

class LlcData {
 public:
  struct Write {
    LineAddress line;
    Version version;
  };

  LlcData(const LlcConfig& config, std::uint32_t line_size, std::uint64_t seed);

  /// The line's data, if it is here or still on its way to DRAM.
  std::optional<Version> find(LineAddress line) const;
  /// Tells the replacement policy that the line was used.
  void hit(LineAddress line);
  /// Puts the line in, or new data into it. A write to DRAM follows if a modified line had to leave.
  std::optional<Write> put(LineAddress line, Version version, bool dirty);
  /// Drops the line if it is here. A write to DRAM follows if it was modified.
  std::optional<Write> evict(LineAddress line);
  /// DRAM has taken the line. A write follows if newer data left meanwhile.
  std::optional<Write> written(LineAddress line);

  /// Nothing is on its way to DRAM.
  bool idle() const { return leaving_.empty(); }
  std::uint64_t evictions() const { return evictions_; }

  void save(StateWriter& w) const;
  void load(StateReader& r);

 private:
  struct Data {
    Version version = 0;
    bool dirty = false;
  };
  struct Leaving {
    LineAddress line;
    Version version;
    bool again;  // `version` is newer than what is on its way
  };

  std::optional<Write> leave(LineAddress line, Data data);

  CacheArray<Data> lines_;
  std::vector<Leaving> leaving_;
  std::uint64_t evictions_ = 0;
};

}  // namespace cdrsim
