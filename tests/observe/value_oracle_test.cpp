// SPDX-License-Identifier: BSD-3-Clause
// Does the value oracle catch every kind of violation, and let every legal history pass?
#include "observe/value_oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace cdrsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr LineAddress kLine{0x40c0};
constexpr auto none = Permission::none, read = Permission::read, write = Permission::write;

/// Tells a story to an oracle, one event per cycle.
struct Story {
  ValueOracle oracle;
  Cycle now = 0;
  LineAddress line = kLine;

  void permission(std::uint32_t tile, Permission before, Permission after) {
    oracle.on(PermissionEvent{++now, TileId{tile}, line, before, after});
  }
  void issue(std::uint32_t tile, std::uint8_t slot = 0) { oracle.on(LoadIssuedEvent{++now, TileId{tile}, line, slot}); }
  void waited(std::uint32_t tile, Version v, std::uint8_t slot = 0) {
    oracle.on(LoadEvent{++now, TileId{tile}, line, slot, false, v});
  }
  void hit(std::uint32_t tile, Version v) { oracle.on(LoadEvent{++now, TileId{tile}, line, 0, true, v}); }
  void store(std::uint32_t tile, Version before) { oracle.on(StoreEvent{++now, TileId{tile}, line, before}); }
  void domain(std::uint32_t sdid) { oracle.on(DomainEvent{++now, TileId{17}, line, sdid}); }

  /// Core `tile` obtains the line, stores to it, and may still write it: version 2.
  void first_store(std::uint32_t tile) {
    domain(4);
    permission(tile, none, write);
    store(tile, kUnwritten);
  }
};

template <class Action>
std::string violation(Action&& action) {
  try {
    action();
  } catch (const InternalError& e) {
    return e.what();
  }
  return "no violation";
}

// Legal histories

TEST(ValueOracleAccepts, GIVEN_a_writer_and_then_many_readers_THEN_all_is_well) {
  Story s;
  s.first_store(3);
  s.hit(3, 2);
  s.permission(3, write, read);
  for (std::uint32_t tile = 100; tile < 1124; ++tile) {
    s.issue(tile);
    s.permission(tile, none, read);
    s.waited(tile, 2);
    s.hit(tile, 2);
  }
  for (std::uint32_t tile = 100; tile < 1124; ++tile) s.permission(tile, read, none);
  s.permission(3, read, write);
  s.store(3, 2);
  s.oracle.audit(s.now, true);
  EXPECT_EQ(s.oracle.loads(), 1 + 2 * 1024u);
  EXPECT_EQ(s.oracle.stores(), 2u);
  EXPECT_EQ(s.oracle.lines(), 1u);
}

TEST(ValueOracleAccepts, GIVEN_an_invalidation_in_IS_D_WHEN_the_data_is_used_once_THEN_the_older_version_is_legal) {
  Story s;
  s.first_store(3);
  s.issue(5);                    // version 2 is current
  s.permission(3, write, read);  // the owner answers with version 2
  s.permission(3, read, write);  // meanwhile it writes again: Inv overtakes the data, IS_D -> IS_D_I
  s.store(3, 2);
  s.store(3, 3);
  s.waited(5, 2);  // once, without keeping a copy
  s.oracle.audit(s.now, true);
}

TEST(ValueOracleAccepts, GIVEN_a_load_under_way_THEN_the_audit_of_an_unfinished_run_lets_it_wait) {
  Story s;
  s.first_store(3);
  s.issue(5);
  s.oracle.audit(s.now, false);
  EXPECT_THAT(violation([&] { s.oracle.audit(s.now, true); }), HasSubstr("a load of core 5 never completed"));
}

TEST(ValueOracleAccepts, GIVEN_two_slots_of_one_core_THEN_each_load_has_its_own_span) {
  Story s;
  s.first_store(3);
  s.issue(5, 1);
  s.store(3, 2);
  s.issue(5, 2);
  s.waited(5, 2, 1);
  EXPECT_THAT(violation([&] { s.waited(5, 2, 2); }), HasSubstr("only versions 3 to 3 were current"));
}

// Violations

TEST(ValueOracleRejects, GIVEN_a_copy_that_missed_its_Inv_WHEN_it_hits_THEN_it_is_stale) {
  Story s;
  s.first_store(3);
  std::string text = violation([&] { s.hit(3, 1); });
  EXPECT_THAT(text, AllOf(HasSubstr("line 0x40c0"), HasSubstr("cycle 4"), HasSubstr("core 3 read version 1 in a hit"),
                          HasSubstr("version 2 is current")));
  EXPECT_THAT(text, HasSubstr("store performed: version 1 → 2")) << "the line's history is part of the message";
}

TEST(ValueOracleRejects,
     GIVEN_a_line_that_nobody_wrote_WHEN_a_copy_was_never_filled_THEN_its_data_is_not_that_of_memory) {
  Story load, store;
  load.permission(3, none, read);
  load.hit(3, kUnwritten);
  EXPECT_THAT(violation([&] { load.hit(3, 0); }), HasSubstr("version 0 in a hit"));
  store.permission(3, none, write);
  EXPECT_THAT(violation([&] { store.store(3, 0); }), HasSubstr("lost update"));
}

TEST(ValueOracleRejects, GIVEN_no_permission_WHEN_a_load_hits_THEN_it_is_a_violation_even_with_the_right_version) {
  Story s;
  s.first_store(3);
  EXPECT_THAT(violation([&] { s.hit(9, 2); }), HasSubstr("without any permission"));
}

TEST(ValueOracleRejects, GIVEN_a_load_that_waited_WHEN_its_version_is_older_than_its_issue_THEN_it_is_stale) {
  Story s;
  s.first_store(3);
  s.issue(5);
  EXPECT_THAT(violation([&] { s.waited(5, 1); }), HasSubstr("only versions 2 to 2 were current while it waited"));
}

TEST(ValueOracleRejects, GIVEN_a_load_that_waited_WHEN_its_version_does_not_exist_yet_THEN_it_is_a_violation) {
  Story s;
  s.first_store(3);
  s.issue(5);
  EXPECT_THAT(violation([&] { s.waited(5, 3); }), HasSubstr("waited and read version 3"));
}

TEST(ValueOracleRejects, GIVEN_no_load_issued_WHEN_one_completes_THEN_it_is_a_violation) {
  Story s;
  s.first_store(3);
  EXPECT_THAT(violation([&] { s.waited(5, 2); }), HasSubstr("not waiting"));
  s.issue(5);
  s.waited(5, 2);
  EXPECT_THAT(violation([&] { s.waited(5, 2); }), HasSubstr("not waiting")) << "a load completes once";
}

TEST(ValueOracleRejects, GIVEN_old_data_WHEN_a_store_is_merged_into_it_THEN_it_is_a_lost_update) {
  Story s;
  s.first_store(3);
  s.permission(3, write, none);
  s.permission(5, none, write);
  EXPECT_THAT(violation([&] { s.store(5, 1); }),
              AllOf(HasSubstr("core 5 stored onto version 1"), HasSubstr("lost update")));
}

TEST(ValueOracleRejects, GIVEN_read_permission_WHEN_the_core_stores_THEN_it_is_a_violation) {
  Story s;
  s.first_store(3);
  s.permission(3, write, read);
  EXPECT_THAT(violation([&] { s.store(3, 2); }), HasSubstr("core 3 stored without write permission"));
}

TEST(ValueOracleRejects, GIVEN_a_writer_WHEN_another_gets_write_permission_THEN_there_are_two_writers) {
  Story s;
  s.first_store(3);
  std::string text = violation([&] { s.permission(5, none, write); });
  EXPECT_THAT(text, HasSubstr("core 5 may write while core 3 may write"));
}

TEST(ValueOracleRejects, GIVEN_a_writer_WHEN_another_gets_read_permission_THEN_a_reader_stands_beside_a_writer) {
  Story s;
  s.first_store(3);
  EXPECT_THAT(violation([&] { s.permission(5, none, read); }), HasSubstr("core 5 may read while core 3 may write"));
}

TEST(ValueOracleRejects, GIVEN_readers_WHEN_one_upgrades_before_the_others_are_invalidated_THEN_it_is_a_violation) {
  Story s;
  s.permission(1, none, read);
  s.permission(2, none, read);
  std::string text = violation([&] { s.permission(1, read, write); });
  EXPECT_THAT(text, AllOf(HasSubstr("core 1 may write while 1 other core may read"), HasSubstr("may read: core 2")));
}

TEST(ValueOracleRejects, GIVEN_a_copy_WHEN_it_leaves_a_permission_it_did_not_have_THEN_it_is_a_violation) {
  Story s;
  s.permission(1, none, read);
  EXPECT_THAT(violation([&] { s.permission(1, write, none); }), HasSubstr("a permission that it did not have"));
}

TEST(ValueOracleRejects, GIVEN_a_line_of_one_domain_WHEN_a_home_uses_another_SDID_THEN_it_is_a_violation) {
  Story s;
  s.domain(4);
  s.domain(4);
  EXPECT_THAT(violation([&] { s.domain(5); }),
              AllOf(HasSubstr("home 17"), HasSubstr("sharer domain 5"), HasSubstr("belongs to 4")));
}

TEST(ValueOracleRejects, GIVEN_a_line_that_no_home_gave_an_SDID_WHEN_the_run_ends_THEN_the_audit_fails) {
  Story s;
  s.first_store(3);
  s.line = LineAddress{0x99};
  s.permission(3, none, read);
  EXPECT_THAT(violation([&] { s.oracle.audit(s.now, true); }), AllOf(HasSubstr("line 0x99"), HasSubstr("SDID")));
}

// The message

TEST(ValueOracleMessage, GIVEN_many_events_THEN_only_the_last_sixteen_of_the_line_are_quoted_in_order) {
  Story s;
  s.first_store(3);
  for (Version v = 2; v < 100; ++v) {
    s.store(3, v);
    s.line = LineAddress{7};
    s.issue(8);  // noise on another line
    s.line = kLine;
  }
  std::string text = violation([&] { s.hit(3, 0); });
  EXPECT_THAT(text, AllOf(HasSubstr("version 99 → 100"), HasSubstr("version 85 → 86"),
                          Not(HasSubstr("version 84 → 85")), Not(HasSubstr("core 8"))));
}

TEST(ValueOracleMessage, GIVEN_more_events_than_are_remembered_THEN_the_oldest_are_gone) {
  ValueOracle oracle(2);
  oracle.on(PermissionEvent{1, TileId{3}, kLine, none, write});
  oracle.on(StoreEvent{2, TileId{3}, kLine, kUnwritten});
  std::string text = violation([&] { oracle.on(StoreEvent{3, TileId{3}, kLine, 0}); });
  EXPECT_THAT(
      text, AllOf(HasSubstr("its last 2 events"), HasSubstr("         2  core 3"), Not(HasSubstr("no permission →"))));
}

}  // namespace
}  // namespace cdrsim
