// SPDX-License-Identifier: BSD-3-Clause
// Can a student read the life of a line?
#include "observe/line_log.h"

#include <gtest/gtest.h>

#include <sstream>

namespace cdrsim {
namespace {

constexpr LineAddress kLine{0x40c0};

std::string glossary(TermKind kind, std::string_view term) {
  if (kind == TermKind::cache_state && term == "IS_D") return "was I; GetS sent, waits for the data";
  if (kind == TermKind::home_state && term == "X") return "one tile owns the line";
  if (kind == TermKind::message && term == "GetS") return "asks for a copy to read";
  if (kind == TermKind::home_event && term == "GetS") return "a reader asks";
  return "";
}

/// A load miss on a line that core 5 owns, and its upgrade afterwards.
void tell(Observer& o) {
  o.on(LoadIssuedEvent{1030, TileId{3}, kLine, 0});
  o.on(TransitionEvent{1030, TileId{3}, false, kLine, "I", "Load", "IS_D"});
  o.on(MessageEvent{1030, 1042, TileId{3}, TileId{17}, kLine, "GetS", "home", TileId{3}, 0, 0, 3, "cache"});
  o.on(DomainEvent{1042, TileId{17}, kLine, 4});
  o.on(TransitionEvent{1042, TileId{17}, true, kLine, "X", "GetS", "X_S"});
  o.on(MessageEvent{1050, 1060, TileId{17}, TileId{5}, kLine, "FwdGetS", "cache", TileId{3}, 0, 0, 3, "home"});
  o.on(TransitionEvent{1060, TileId{99}, false, LineAddress{1}, "I", "Load", "IS_D"});  // another line
  o.on(PermissionEvent{1060, TileId{5}, kLine, Permission::write, Permission::read});
  o.on(TransitionEvent{1060, TileId{5}, false, kLine, "M", "FwdGetS", "S"});
  o.on(MessageEvent{1060, 1075, TileId{5}, TileId{3}, kLine, "Data", "cache", TileId{3}, 0, 2, 9, "cache", true});
  o.on(PermissionEvent{1075, TileId{3}, kLine, Permission::none, Permission::read});
  o.on(TransitionEvent{1075, TileId{3}, false, kLine, "IS_D", "Data", "S"});
  o.on(LoadEvent{1075, TileId{3}, kLine, 0, false, 2});
  o.on(LoadEvent{1080, TileId{3}, kLine, 0, true, 2});
  o.on(DomainEvent{1090, TileId{17}, kLine, 4});
  o.on(MessageEvent{1090, 1100, TileId{17}, TileId{3}, kLine, "GrantM", "cache", TileId{3}, 1, 0, 1, "home"});
  o.on(TransitionEvent{1095, TileId{3}, false, kLine, "SM_AD", "Inv-Ack", "SM_AD"});
  o.on(PermissionEvent{1100, TileId{3}, kLine, Permission::read, Permission::write});
  o.on(StoreEvent{1100, TileId{3}, kLine, 2});
}

constexpr const char* kLegend =
    R"(The life of physical line 0x40c0, event by event
  core N             the core of tile N with its private caches
  home N             the LLC slice and directory entry of tile N
  S + Event → T      a controller in state S meets Event and goes to state T; names with _ are transient:
                     something is still under way
  → home 17: GetS    a message is sent; its arrival is the cycle its last flit gets there
  version N          the line's data: 1 is what memory had at the start, each store adds one
  permission         what the private caches may do without asking; one tile may write or many may read

     cycle  who         what
)";

TEST(LineLog, GIVEN_a_glossary_WHEN_a_load_misses_and_a_store_upgrades_THEN_the_whole_life_reads_like_this) {
  std::ostringstream out;
  LineLog log(out, kLine, glossary);
  tell(log);
  EXPECT_EQ(out.str(), std::string(kLegend) +
                           R"(      1030  core 3      load misses and waits
            [IS_D: was I; GetS sent, waits for the data]
      1030  core 3      I + Load → IS_D
            [GetS: asks for a copy to read]
      1030  core 3      → home 17: GetS (3 flits, arrives 1042)
      1042  home 17     line is in sharer domain SDID 4
            [X: one tile owns the line]
      1042  home 17     X + GetS → X_S
      1050  home 17     → core 5: FwdGetS for core 3 (3 flits, arrives 1060)
      1060  core 5      write permission → read permission
      1060  core 5      M + FwdGetS → S
      1060  core 5      → core 3: Data with version 2 (9 flits, arrives 1075)
      1075  core 3      no permission → read permission
      1075  core 3      IS_D + Data → S
      1075  core 3      load that waited reads version 2
      1080  core 3      load hits, reads version 2
      1090  home 17     → core 3: GrantM, expect 1 Inv-Ack (1 flit, arrives 1100)
      1095  core 3      SM_AD + Inv-Ack: stays in SM_AD
      1100  core 3      read permission → write permission
      1100  core 3      store performed: version 2 → 3
)");
  EXPECT_EQ(log.rows(), 17u);
}

TEST(LineLog, GIVEN_messages_to_and_from_memory_THEN_it_is_called_DRAM_and_version_0_is_shown_as_data) {
  std::ostringstream out;
  LineLog log(out, kLine);
  log.on(MessageEvent{5, 9, TileId{17}, TileId{0}, kLine, "MemRead", "memory", TileId{17}, 0, 0, 3, "home"});
  log.on(MessageEvent{109, 120, TileId{0}, TileId{17}, kLine, "MemData", "home", TileId{17}, 0, 0, 9, "memory", true});
  EXPECT_EQ(out.str().substr(std::string(kLegend).size()),
            "         5  home 17     → DRAM 0: MemRead (3 flits, arrives 9)\n"
            "       109  DRAM 0      → home 17: MemData with version 0 (9 flits, arrives 120)\n");
}

TEST(LineLog, GIVEN_no_glossary_WHEN_nothing_touches_the_line_THEN_only_the_legend_is_printed) {
  std::ostringstream out;
  LineLog log(out, kLine);
  log.on(StoreEvent{1, TileId{1}, LineAddress{5}, 0});
  EXPECT_EQ(out.str(), kLegend);
  EXPECT_EQ(log.rows(), 0u);
}

}  // namespace
}  // namespace cdrsim
