// SPDX-License-Identifier: BSD-3-Clause
// What coherence demands, checked event by event (`cdrsim run --check`). Each violation throws InternalError with the
// line, the tiles, the versions, the cycle, and the last events of that line.
//
//   single writer, multiple readers   a tile gets write permission only when no other tile has any, and read permission
//                                     only when no other tile may write
//   data values                       a load that hits holds a permission and reads the line's current version; a load
//                                     that waited reads a version that was current at some moment of its waiting
//   no lost update                    a store changes the current version, with write permission
//   one domain                        a line never changes its sharer domain (SDID)
//
//   ValueOracle oracle;
//   machine.observers().add(oracle);        // before the warm-up: versions count from the first store
//   ...run...
//   oracle.audit(now, finished);            // what can only be said at the end
//
// A version is how often the line has been stored to, so one integer per line stands for its data. Memory is
// O(lines touched + copies held + loads under way); an event costs a few look-ups in flat tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "observe/event_text.h"
#include "observe/flat_table.h"
#include "observe/observer.h"

namespace cdrsim {

/// A line in a tile: who holds a permission on what.
struct CopyKey {
  LineAddress line;
  TileId tile;
  friend bool operator==(const CopyKey&, const CopyKey&) = default;
};
constexpr std::uint64_t hash_key(const CopyKey& key) {
  return mix64(key.line.value ^ (std::uint64_t{key.tile.value} << 40) ^ key.tile.value);
}

class ValueOracle : public Observer {
 public:
  /// `remembered`: how many events of the whole machine are kept, to quote those of the line that goes wrong.
  explicit ValueOracle(std::size_t remembered = 4096);

  void on(const TransitionEvent& event) override;
  void on(const MessageEvent& event) override;
  void on(const LoadIssuedEvent& event) override;
  void on(const LoadEvent& event) override;
  void on(const StoreEvent& event) override;
  void on(const PermissionEvent& event) override;
  void on(const DomainEvent& event) override;

  /// At the end of a run: every line that a tile obtained has its one SDID, and, if the run `finished`, no load waits.
  void audit(Cycle now, bool finished) const;

  std::uint64_t loads() const { return loads_; }
  std::uint64_t stores() const { return stores_; }
  std::uint64_t lines() const { return lines_.size(); }

 private:
  struct Line {
    Version version = kUnwritten;
    std::uint32_t sdid = 0;
    std::uint32_t readers = 0;  // tiles with read permission
    TileId writer = kNoTile;    // the tile with write permission
    bool has_sdid = false, obtained = false;
  };
  /// The load in one slot of one tile. Entries are reused, never erased: there are as many as slots.
  struct Waiting {
    LineAddress line;
    Version at_issue = 0;
    bool waits = false;
  };
  static std::uint64_t slot_key(TileId tile, std::uint8_t slot) { return std::uint64_t{tile.value} << 8 | slot; }

  void remember(const AnyEvent& event);
  Permission held(LineAddress line, TileId tile) const;
  std::string holders(LineAddress line) const;
  [[noreturn]] void violation(Cycle now, LineAddress line, const std::string& what) const;

  FlatTable<std::uint64_t, Line> lines_;
  FlatTable<CopyKey, Permission> copies_;
  FlatTable<std::uint64_t, Waiting> waiting_;
  std::vector<AnyEvent> ring_;
  std::size_t remembered_, oldest_ = 0;
  std::uint64_t loads_ = 0, stores_ = 0;
};

}  // namespace cdrsim
