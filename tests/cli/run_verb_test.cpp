// SPDX-License-Identifier: BSD-3-Clause
// Does `cdrsim run` understand its command line?
#include "cli/run_verb.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace cdrsim {
namespace {

TEST(WatchedAddress, GIVEN_hexadecimal_digits_THEN_they_are_an_address_in_application_0) {
  EXPECT_EQ(parse_watched_address("7f001040").address, 0x7f001040u);
  EXPECT_EQ(parse_watched_address("0x10").address, 0x10u);
  EXPECT_EQ(parse_watched_address("10").application, 0u);
  EXPECT_EQ(parse_watched_address("ffffffffffffffff").address, 0xffffffffffffffffu);
}

TEST(WatchedAddress, GIVEN_an_application_THEN_it_is_decimal) {
  EXPECT_EQ(parse_watched_address("12:0xAB").application, 12u);
  EXPECT_EQ(parse_watched_address("12:0xAB").address, 0xabu);
}

TEST(WatchedAddress, GIVEN_anything_else_THEN_the_error_names_the_option_and_shows_what_is_legal) {
  for (const char* text : {"0x", "0xg", "12x", "-1", "1:", ":10", "1:2:3", "a:10", "10000000000000000", "4294967296:0",
                           " 10", "+10", "0x0x10"}) {
    try {
      parse_watched_address(text);
      FAIL() << text;
    } catch (const UserError& e) {
      EXPECT_NE(std::string(e.what()).find("--watch-line"), std::string::npos);
      EXPECT_NE(std::string(e.what()).find("7f001040"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace cdrsim
