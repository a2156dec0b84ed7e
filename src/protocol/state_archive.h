// SPDX-License-Identifier: BSD-3-Clause
// The state of controllers as bytes, and back: what exhaustive exploration stores of a machine.
//
// Equal states give equal bytes: what has no order is written sorted, versions are written as ranks (only what they are
// compared with matters), statistics are left out. A writer may rename cores, and with them the
// members of sharer domains, so that states that differ in names alone can be found equal.
//
//   VersionRanks versions;  versions.add(line, current);  versions.finish();
//   StateWriter w(renaming, versions);  controller.save(w);  use(w.bytes());
//   StateReader r(bytes);               controller.load(r);
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/types.h"
#include "domain/domain_tables.h"
#include "protocol/message.h"

namespace cdrsim {

/// New names for core tiles, and for the members of each sharer domain; tiles beyond keep theirs.
struct Renaming {
  std::vector<std::uint32_t> tiles;                 // by core tile; empty: all keep their names
  std::vector<std::vector<std::uint32_t>> members;  // by SDID, by LSID

  TileId tile(TileId t) const { return t.value < tiles.size() ? TileId{tiles[t.value]} : t; }
  std::uint32_t member(std::uint32_t sdid, std::uint32_t m) const {
    if (tiles.empty()) return m;
    if (sdid == kNoDomain) return m < tiles.size() ? tiles[m] : m;
    return m < members[sdid].size() ? members[sdid][m] : m;
  }
};

/// The versions of each line that others are compared with, ascending: the current one, and what a waiting load may see
/// at the oldest. A version's rank is how many of them it has reached; versions of one rank are as good as each other.
class VersionRanks {
 public:
  void clear() { all_.clear(); }
  void add(LineAddress line, Version v) { all_.emplace_back(line.value, v); }
  void finish() {
    std::sort(all_.begin(), all_.end());
    all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
  }
  Version rank(LineAddress line, Version v) const {
    const auto first = std::lower_bound(all_.begin(), all_.end(), std::pair(line.value, Version{0}));
    return static_cast<Version>(std::upper_bound(first, all_.end(), std::pair(line.value, v)) - first);
  }

 private:
  std::vector<std::pair<std::uint64_t, Version>> all_;
};

class StateWriter {
 public:
  static constexpr bool reading() { return false; }

  /// Writes names and versions as they are.
  StateWriter() { bytes_.reserve(kUsualBytes); }
  StateWriter(const Renaming& renaming, const VersionRanks& ranks) : StateWriter() {
    renaming_ = &renaming;
    ranks_ = &ranks;
  }

  void u8(std::uint8_t x) { bytes_.push_back(x); }
  void flag(bool x) { u8(x); }
  void u32(std::uint32_t x) { u64(x); }
  void u64(std::uint64_t x) {
    for (; x >= 128; x >>= 7) u8(static_cast<std::uint8_t>(x | 128));
    u8(static_cast<std::uint8_t>(x));
  }
  void line(LineAddress x) { u64(x.value + 1); }  // kNoLine is 0
  void tile(TileId x) { u32((renaming_ ? renaming_->tile(x) : x).value + 1); }
  /// Members that follow are of this domain.
  void domain(std::uint32_t sdid) {
    sdid_ = sdid;
    u32(sdid + 1);
  }
  std::uint32_t renamed(std::uint32_t member) const { return renaming_ ? renaming_->member(sdid_, member) : member; }
  void member(std::uint32_t m) { u32(renamed(m)); }
  void version(LineAddress line, Version v) { u64(ranks_ ? ranks_->rank(line, v) : v); }

  /// Elements whose order has no meaning. `write(writer, element)`.
  template <class Range, class Write>
  void unordered(const Range& range, Write write) {
    u64(range.size());
    const std::size_t start = bytes_.size(), first = ends_.size();
    for (const auto& element : range) {
      write(*this, element);
      ends_.push_back(bytes_.size());
    }
    if (range.size() > 1) sort_parts(start, first);
    ends_.resize(first);
  }
  template <class Range, class Write>
  void ordered(const Range& range, Write write) {
    u64(range.size());
    for (const auto& element : range) write(*this, element);
  }

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  static constexpr std::size_t kUsualBytes = 512;

  void sort_parts(std::size_t start, std::size_t first);

  std::vector<std::uint8_t> bytes_;
  std::vector<std::size_t> ends_;  // of the elements of the unordered() calls under way
  const Renaming* renaming_ = nullptr;
  const VersionRanks* ranks_ = nullptr;
  std::uint32_t sdid_ = kNoDomain;
};

class StateReader {
 public:
  static constexpr bool reading() { return true; }

  explicit StateReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint8_t u8() {
    invariant(at_ < bytes_.size(), "a saved state is too short");
    return bytes_[at_++];
  }
  bool flag() { return u8() != 0; }
  std::uint32_t u32() { return static_cast<std::uint32_t>(u64()); }
  std::uint64_t u64() {
    std::uint64_t x = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t b = u8();
      x |= std::uint64_t{b & 127u} << shift;
      if (!(b & 128)) return x;
    }
  }
  void u32(std::uint32_t& x) { x = u32(); }
  void u64(std::uint64_t& x) { x = u64(); }
  LineAddress line() { return LineAddress{u64() - 1}; }
  TileId tile() { return TileId{u32() - 1}; }
  std::uint32_t domain() { return u32() - 1; }
  std::uint32_t renamed(std::uint32_t member) const { return member; }
  std::uint32_t member() { return u32(); }
  Version version() { return static_cast<Version>(u64()); }
  template <class Read>
  void each(Read read) {
    for (std::uint64_t n = u64(); n > 0; --n) read(*this);
  }
  bool done() const { return at_ == bytes_.size(); }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

/// All of a message but its timing and what is for statistics.
void save(StateWriter& w, const Message& m);
Message load_message(StateReader& r);

}  // namespace cdrsim
