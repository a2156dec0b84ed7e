// SPDX-License-Identifier: BSD-3-Clause
// Does the progress display say the right thing at the right time, and nothing when asked to be quiet?
#include "observe/progress.h"

#include <gtest/gtest.h>

#include <sstream>

namespace cdrsim {
namespace {

struct Display {
  double now = 100;
  std::ostringstream out;
  Progress progress;
  explicit Display(ProgressStyle style, std::uint64_t references = 1000000)
      : progress(
            out, style, references, [this] { return now; }, [] { return std::uint64_t{42} << 20; }) {}
};

TEST(Progress, GIVEN_a_pipe_WHEN_ten_seconds_have_passed_THEN_one_plain_line_says_how_far_it_is) {
  Display d(ProgressStyle::lines);
  d.now = 105;
  d.progress.update(100000, 5000);
  EXPECT_EQ(d.out.str(), "");
  d.now = 110;
  d.progress.update(250000, 12000);
  EXPECT_EQ(d.out.str(), " 25.0%  25.00k references/s  cycle 12.00k  42 MiB  ETA 30s\n");
  d.now = 111;
  d.progress.update(260000, 13000);
  d.progress.finish();
  EXPECT_EQ(d.out.str(), " 25.0%  25.00k references/s  cycle 12.00k  42 MiB  ETA 30s\n");
}

TEST(Progress, GIVEN_a_terminal_THEN_one_line_is_rewritten_and_cleared_at_the_end) {
  Display d(ProgressStyle::bar);
  d.now = 100.25;
  d.progress.update(500000, 999);
  EXPECT_EQ(d.out.str(), "\r[############............]  50.0%  2.00M references/s  cycle 999  42 MiB  ETA 0s");
  d.now = 100.3;
  d.progress.update(510000, 1999);  // too soon
  EXPECT_EQ(d.out.str().find("1999"), std::string::npos);
  d.progress.finish();
  EXPECT_EQ(d.out.str().back(), '\r');
  EXPECT_EQ(d.out.str().find('\n'), std::string::npos);
}

TEST(Progress, GIVEN_quiet_THEN_nothing_is_ever_printed) {
  Display d(progress_style(true, true));
  d.now = 1000;
  d.progress.update(1, 1);
  d.progress.finish();
  EXPECT_EQ(d.out.str(), "");
}

TEST(Progress, GIVEN_no_references_at_all_THEN_it_is_done_and_divides_by_nothing) {
  Display d(ProgressStyle::lines, 0);
  d.now = 120;
  d.progress.update(0, 0);
  EXPECT_EQ(d.out.str(), "100.0%  0 references/s  cycle 0  42 MiB  ETA 0s\n");
}

TEST(Progress, GIVEN_a_fast_or_a_slow_machine_THEN_the_stretch_between_updates_adapts) {
  Display d(ProgressStyle::bar);
  const Cycle first = d.progress.next_stretch();
  d.now += 0.01;
  d.progress.update(1, 1);
  EXPECT_GT(d.progress.next_stretch(), first);
  const Cycle longer = d.progress.next_stretch();
  d.now += 1;
  d.progress.update(2, 2);
  EXPECT_LT(d.progress.next_stretch(), longer);
}

}  // namespace
}  // namespace cdrsim
