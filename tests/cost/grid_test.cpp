// SPDX-License-Identifier: BSD-3-Clause
// Does interpolation give the tables' values at their points, follow its scales between them, and refuse the rest?
#include "cost/grid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cost/table.h"

namespace cdrsim {
namespace {

using Scale = Grid::Scale;

/// value = x^2 * 3^y, at x = 1, 2, 4, 8 and y = 0, 1, 2.
Grid powers() {
  Grid g({"size", " KB", Scale::log, Scale::log}, {"width", " bits", Scale::linear, Scale::log});
  for (double x : {1., 2., 4., 8.}) {
    g.add(x, 0, x * x);
    g.add(x, 1, 3 * x * x);
    g.add(x, 2, 9 * x * x);
  }
  return g;
}

TEST(Grid, GIVEN_a_point_of_the_table_THEN_its_value_to_the_last_digit) {
  EXPECT_EQ(powers().at(4, 1, "t").value(), 48.0);
  EXPECT_EQ(powers().at(8, 2, "t").value(), 576.0);
}

TEST(Grid, GIVEN_a_power_law_THEN_logarithmic_interpolation_is_exact_between_points) {
  EXPECT_NEAR(powers().at(3, 1, "t").value(), 27, 1e-12);
  EXPECT_NEAR(powers().at(6, 0.5, "t").value(), 36 * std::sqrt(3.0), 1e-12);
}

TEST(Grid, GIVEN_a_linear_axis_THEN_values_lie_on_the_chord) {
  Grid g({"size", "", Scale::log, Scale::log}, {"buffers", "", Scale::linear, Scale::linear});
  g.add(1, 4, 10);
  g.add(1, 8, 30);
  EXPECT_DOUBLE_EQ(g.at(1, 5, "t").value(), 15);
}

TEST(Grid, GIVEN_a_point_outside_THEN_no_number_but_what_the_table_has) {
  const Estimate wide = powers().at(16, 1, "t.csv");
  EXPECT_FALSE(wide.known());
  EXPECT_EQ(wide.reason(), "t.csv has 1 to 8 KB (size), not 16");
  EXPECT_FALSE(powers().at(4, 2.5, "t.csv").known());
  EXPECT_FALSE(powers().at(0.5, 1, "t.csv").known());
}

TEST(Grid, GIVEN_a_hole_beside_the_point_THEN_no_number_but_a_point_of_the_table_next_to_it_has_one) {
  Grid g({"size", " KB", Scale::log, Scale::log}, {"ways", "-way", Scale::log, Scale::log});
  g.add(8, 8, 1);
  g.add(16, 8, 2);
  g.add(16, 16, 3);
  EXPECT_FALSE(g.at(12, 16, "t").known());
  EXPECT_EQ(g.at(16, 16, "t").value(), 3);
}

TEST(Grid, GIVEN_values_that_fall_along_x_THEN_the_running_maximum_lifts_them) {
  Grid g({"size", "", Scale::log, Scale::log}, {"ways", "", Scale::log, Scale::log});
  g.add(1, 1, 5);
  g.add(2, 1, 3);
  g.add(4, 1, 7);
  g.take_running_maximum();
  EXPECT_EQ(g.at(2, 1, "t").value(), 5);
  EXPECT_EQ(g.at(4, 1, "t").value(), 7);
}

TEST(Estimate, GIVEN_a_sum_with_an_unknown_part_THEN_the_sum_is_unknown_for_its_reason) {
  const Estimate sum = Estimate(1, "a") + 3 * Estimate::unknown("too wide") + Estimate::unknown("too deep");
  EXPECT_FALSE(sum.known());
  EXPECT_EQ(sum.reason(), "too wide");
  EXPECT_THROW(sum.value(), InternalError);
}

TEST(Estimate, GIVEN_a_sum_THEN_its_source_names_each_row_once) {
  const Estimate sum = Estimate(1, "a") + Estimate(2, "b") + 2 * Estimate(3, "a");
  EXPECT_EQ(sum.value(), 9);
  EXPECT_EQ(sum.source(), "a; b");
}

TEST(Table, GIVEN_quoted_cells_THEN_commas_and_quotes_in_them_survive) {
  const Table t("t", "# made by hand\nname,value\n\"a, \"\"b\"\"\",1.5\n");
  EXPECT_EQ(t.rows().at(0).text("name"), "a, \"b\"");
  EXPECT_EQ(t.rows().at(0).number("value"), 1.5);
  EXPECT_EQ(t.provenance(), "made by hand");
}

TEST(Table, GIVEN_damage_THEN_an_internal_error) {
  EXPECT_THROW(Table("t", "name\n1\n"), InternalError);
  EXPECT_THROW(Table("t", "# p\na,b\n1\n"), InternalError);
  const Table words("t", "# p\na\nword\n");
  EXPECT_THROW(words.rows().at(0).number("a"), InternalError);
  EXPECT_THROW(words.rows().at(0).text("b"), InternalError);
  EXPECT_THROW(Table::embedded("none.csv"), InternalError);
}

TEST(Table, THEN_every_table_of_the_program_has_its_provenance_and_rows) {
  EXPECT_EQ(embedded_tables().size(), 9u);
  for (const EmbeddedTable& t : embedded_tables()) {
    const Table table = Table::embedded(t.name);
    EXPECT_GT(table.rows().size(), 2u) << t.name;
    EXPECT_NE(table.provenance().find("date 20"), std::string::npos) << t.name;
  }
}

}  // namespace
}  // namespace cdrsim
