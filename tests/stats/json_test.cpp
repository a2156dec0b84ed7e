// SPDX-License-Identifier: BSD-3-Clause
// Is what is printed the JSON that was meant: exact counts, order kept, nothing undefined?
#include "stats/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace cdrsim {
namespace {

TEST(Json, GIVEN_values_of_every_kind_THEN_the_bytes_are_exactly_these) {
  JsonValue inner = JsonValue::object();
  inner.add("b", std::uint64_t{18446744073709551615u}).add("a", 1.0 / 3).add("none", JsonValue()).add("bad", NAN);
  JsonValue list = JsonValue::array();
  list.push(inner).push("quote \" and\nnewline").push(JsonValue::array());
  EXPECT_EQ(
      list.text(),
      R"([{"b": 18446744073709551615, "a": 0.333333333, "none": null, "bad": null}, "quote \" and\u000anewline", []])");
}

TEST(Json, GIVEN_a_column_THEN_the_outer_value_alone_takes_a_line_a_member) {
  JsonValue o = JsonValue::object();
  o.add("x", 1u).add("list", JsonValue::array().push(2u).push(3u));
  EXPECT_EQ(o.text(2), "{\n    \"x\": 1,\n    \"list\": [2, 3]\n  }");
  EXPECT_EQ(JsonValue::array().push(4u).text(0), "[\n  4\n]");
  EXPECT_EQ(JsonValue::object().text(2), "{}");
}

TEST(Json, GIVEN_a_count_beyond_64_bits_THEN_every_digit_is_right) {
  EXPECT_EQ(JsonValue(WideCount{1} << 90).text(), "1237940039285380274899124224");
  EXPECT_EQ(JsonValue(WideCount{0}).text(), "0");
}

TEST(Json, GIVEN_any_bytes_in_a_text_THEN_another_parser_reads_them_back) {
  std::string text = "tab \t backslash \\ é ";
  for (char c = 1; c < 32; ++c) text += c;
  EXPECT_EQ(nlohmann::json::parse(JsonValue(text).text()), text);
}

TEST(Json, GIVEN_a_member_twice_or_in_no_object_THEN_it_is_our_bug) {
  JsonValue o = JsonValue::object();
  o.add("x", 1u);
  EXPECT_THROW(o.add("x", 2u), InternalError);
  EXPECT_THROW(o.push(2u), InternalError);
  EXPECT_THROW(JsonValue(1u).add("x", 2u), InternalError);
}

}  // namespace
}  // namespace cdrsim
