// SPDX-License-Identifier: BSD-3-Clause
// Does a cell come back as it was, whatever CSV itself uses of it?
#include "stats/csv.h"

#include <gtest/gtest.h>

namespace cdrsim {
namespace {

TEST(CsvCell, IsQuotedOnlyWhereItHasToBe) {
  EXPECT_EQ(csv_cell("radix.0"), "radix.0");
  EXPECT_EQ(csv_cell(""), "");
  EXPECT_EQ(csv_cell("swap send_inv, wait"), "\"swap send_inv, wait\"");
  EXPECT_EQ(csv_cell("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(csv_cell("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_cell("old\rMac"), "\"old\rMac\"");
}

}  // namespace
}  // namespace cdrsim
