// SPDX-License-Identifier: BSD-3-Clause
// The cache of a map table: the SMC of a home (key: SDID, LSID) and the HMC of a core (key: HDID, LHID).
//
// As in the OpenPiton RTL: fully associative, each entry covers four consecutive logical ids of one domain. A fill sets
// an entry's `used` and `locked` bits; a later hit sets `used` again and clears `locked`. The victim is the lowest
// entry with neither bit, or entry 0 when there is none; when all used bits are set, all are cleared (the newest one
// too). A fill whose tag is already there goes to that entry; a fill without any mapping leaves its entry with neither
// bit. A flush invalidates and leaves used and locked bits alone: an entry flushed before its first hit stays locked,
// and no later fill takes it (unless it is entry 0). Plain copyable state, no clock. It takes memory for the entries
// that were ever filled; a lookup takes constant time for any number of entries.
//
//   MapCache smc(16);
//   if (auto tile = smc.lookup(sdid, lsid)) send(*tile);
//   else fetch the mappings of LSIDs lsid / 4 * 4 .. + 3 from the map table, then smc.fill(sdid, lsid, mappings)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/types.h"
#include "domain/key_index.h"

namespace cdrsim {

inline constexpr std::uint32_t kMappingsPerEntry = 4;
using MapEntry = std::array<TileId, kMappingsPerEntry>;  // kNoTile: no such logical id

class MapCache {
 public:
  /// `entries` > 0.
  explicit MapCache(std::uint32_t entries);

  /// The tile of (domain, logical), or nothing on a miss. A hit updates the replacement bits.
  std::optional<TileId> lookup(std::uint32_t domain, std::uint32_t logical);
  /// Installs the four mappings of the group logical / 4.
  void fill(std::uint32_t domain, std::uint32_t logical, const MapEntry& mappings);
  void flush();
  void flush_domain(std::uint32_t domain);

  /// The state through a writer or reader of bytes (protocol/state_archive.h). Mappings are written as they are.
  template <class Writer>
  void save(Writer& w) const {
    w.ordered(entries_, [](Writer& out, const Entry& e) {
      out.u8(static_cast<std::uint8_t>(e.valid | e.used << 1 | e.locked << 2));
      if (!e.valid) return;
      out.u32(e.domain);
      out.u32(e.group);
      for (TileId t : e.mappings) out.u32(t.value + 1);
    });
  }
  template <class Reader>
  void load(Reader& r) {
    entries_.clear();
    idle_.clear();
    index_.clear();
    used_ = 0;
    r.each([this](Reader& in) {
      Entry e;
      const std::uint8_t bits = in.u8();
      e.valid = bits & 1;
      e.used = bits & 2;
      e.locked = bits & 4;
      if (e.valid) {
        e.domain = in.u32();
        e.group = in.u32();
        for (TileId& t : e.mappings) t = TileId{in.u32() - 1};
      }
      restore(e);
    });
  }

  friend bool operator==(const MapCache& a, const MapCache& b) {
    return a.capacity_ == b.capacity_ && a.entries_ == b.entries_;
  }

 private:
  struct Entry {
    std::uint32_t domain = 0, group = 0;
    bool valid = false, used = false, locked = false;
    MapEntry mappings{};
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  static std::uint64_t key(std::uint32_t domain, std::uint32_t group) { return std::uint64_t{domain} << 32 | group; }
  std::uint32_t victim() const;
  void set_bits(std::uint32_t entry, bool used, bool locked);
  void invalidate(std::uint32_t entry);
  void restore(const Entry& entry);

  std::uint32_t capacity_;
  std::uint32_t used_ = 0;           // entries with their used bit set
  std::vector<Entry> entries_;       // those filled so far: the lowest ones, because victims are
  std::vector<std::uint64_t> idle_;  // a bit per element of entries_: neither used nor locked
  KeyIndex index_;                   // of the valid entries
};

}  // namespace cdrsim
