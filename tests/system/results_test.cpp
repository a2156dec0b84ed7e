// SPDX-License-Identifier: BSD-3-Clause
// Are the output files the same bytes for the same results, readable, and all there or not at all?
#include "system/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "system/summary.h"
#include "system/sums.h"
#include "system/version.h"

namespace cdrsim {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Statistics of a small run that add up.
std::vector<StatValue> sound_stats() {
  std::vector<StatValue> stats;
  auto counts = [&](std::initializer_list<std::pair<const char*, std::uint64_t>> list) {
    for (auto [name, n] : list) stats.push_back({name, "", "", n});
  };
  counts({{"sim.cycles", 1234567},
          {"sim.accesses", 100},
          {"core.loads", 60},
          {"core.stores", 30},
          {"core.atomics", 10},
          {"core.later_references", 0},
          {"core.instructions", 900},
          {"l1.hits", 75},
          {"l1.misses", 25},
          {"l1.load_lookups", 58},
          {"l1.store_lookups", 40},
          {"l1.store_writes", 40},
          {"core.forwarded_loads", 2},
          {"miss.cold", 20},
          {"miss.capacity", 0},
          {"miss.coherence", 5},
          {"llc.hits", 5},
          {"llc.misses", 20},
          {"llc.tag_lookups", 60},
          {"llc.evictions", 3},
          {"directory.evictions", 0},
          {"directory.reads", 40},
          {"stack.network", 30},
          {"stack.dram", 10},
          {"stack.total", 40},
          {"stack.tlb", 0},
          {"stack.hmc", 0},
          {"stack.home", 0},
          {"stack.smc", 0},
          {"stack.invalidation", 0},
          {"stack.owner", 0},
          {"stack.cache", 0},
          {"directory.invalidations", 1},
          {"directory.forwards", 2},
          {"directory.recalls", 3},
          {"directory.broadcasts", 0},
          {"domain.sharer_domains", 1},
          {"domain.home_domains", 1},
          {"domain.overflows", 0},
          {"tlb.lookups", 100},
          {"tlb.misses", 4},
          {"tlb.fills", 3},
          {"hmc.lookups", 0},
          {"hmc.misses", 0},
          {"smc.lookups", 0},
          {"smc.misses", 0},
          {"noc.messages", 50},
          {"noc.flits", 200},
          {"noc.flits_ejected", 200},
          {"noc.flits_by_class.data", 150},
          {"noc.flits_by_class.request", 50},
          {"noc.flit_hops", 800},
          {"noc.flit_hops_by_class.data", 600},
          {"noc.flit_hops_by_class.request", 200},
          {"dram.reads", 20},
          {"dram.writes", 2},
          {"dram.map_reads", 1},
          {"dram.bytes", 23 * 64},
          {"sync.barriers", 0},
          {"sync.lock_acquires", 0},
          {"sync.wait_cycles", 0}});
  auto histogram = [&](const char* name, std::uint64_t count) {
    stats.push_back({name, "cycles", "", stats::Summary{count, count ? 10.0 / 3 : 0.0, 1, 2, 3, 4}});
  };
  histogram("memory.latency", 100);
  histogram("memory.load_latency", 60);
  histogram("memory.store_latency", 0);
  histogram("noc.latency", 50);
  return stats;
}

Results sound_results() {
  Results r;
  r.config_hash = "0123456789abcdef";
  r.seed = 18446744073709551615u;
  r.resolved_config =
      "[system]\ncores_per_chip = 32\nmesh = \"auto\"\n[l1]\nsize = \"16KiB\"\nways = 4\n[cdr.sharers]\nlevel = "
      "\"none\"\n[[workload]]\ntrace = \"/a/b/radix.cdrt\"\ncopies = 2\n";
  r.stats = sound_stats();
  r.tiles = {{"tile", "l1.hits"}, {0, 40, 7, 35}};
  ApplicationRow a;
  a.application = "fft, \"large\".0";
  a.cores = {TileId{4}, TileId{5}, TileId{9}};
  a.finish_cycle = 1234567;
  a.references = 100;
  a.instructions = 900;
  a.l1_misses = 25;
  a.ipc = ratio(900, 1234567);
  a.mean_latency = ratio(5, 0);
  r.applications = {a};
  r.host = {.seconds = 1.5, .peak_rss_bytes = 1 << 20, .accesses_per_second = 66.7, .threads = 1};
  return r;
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Folder : public ::testing::Test {
 protected:
  Folder() { fs::create_directories(root_); }
  ~Folder() override { fs::remove_all(root_); }

  std::vector<std::string> files(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& e : fs::directory_iterator(folder)) names.push_back(e.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  fs::path root_ = fs::temp_directory_path() / ("cdrsim-results-" + std::to_string(getpid()));
};

TEST(ResultJson, GIVEN_results_THEN_the_bytes_are_exactly_these) {
  Results r = sound_results();
  r.stats = {{"z.count", "", "", std::uint64_t{18446744073709551615u}},
             {"a.ratio", "", "", 1.0 / 3},
             {"b.nothing", "", "", ratio(1, 0)},
             {"c.whole", "", "", 2.0},
             {"d.large", "", "", 123456789012.0},
             {"m.latency", "", "", stats::Summary{3, 4.0 / 3, 1, 2, 2, 2}},
             {"n.empty", "", "", stats::Summary{}}};
  EXPECT_EQ(result_json(r), R"({
  "schema": 1,
  "version": ")" + std::string(version()) +
                                R"(",
  "config_hash": "0123456789abcdef",
  "seed": 18446744073709551615,
  "finished": true,
  "stats": {
    "a.ratio": 0.333333333,
    "b.nothing": null,
    "c.whole": 2,
    "d.large": 1.23456789e+11,
    "m.latency": {"count": 3, "mean": 1.33333333, "p50": 1, "p95": 2, "p99": 2, "max": 2},
    "n.empty": {"count": 0, "mean": null, "p50": 0, "p95": 0, "p99": 0, "max": 0},
    "z.count": 18446744073709551615
  },
  "host": {
    "seconds": 1.5,
    "peak_rss_bytes": 1048576,
    "accesses_per_second": 66.7,
    "threads": 1
  }
}
)");
}

TEST(ResultJson, GIVEN_odd_text_THEN_another_parser_reads_back_the_same) {
  Results r = sound_results();
  r.config_hash = "quote \" backslash \\ newline \n tab \t é";
  auto parsed = nlohmann::json::parse(result_json(r));
  EXPECT_EQ(parsed["config_hash"], r.config_hash);
  EXPECT_EQ(parsed["stats"]["sim.cycles"], 1234567);
  EXPECT_EQ(parsed["stats"].size(), r.stats.size());
}

TEST(ResultJson, GIVEN_one_name_twice_THEN_it_is_our_bug) {
  Results r = sound_results();
  r.stats.push_back(r.stats.front());
  EXPECT_THROW(result_json(r), InternalError);
}

TEST(ResultJson, GIVEN_sections_of_what_it_cost_THEN_they_stand_in_order_between_stats_and_host) {
  Results r = sound_results();
  r.sections = {{"storage", JsonValue::object().add("bits_per_line", 64u)},
                {"area", JsonValue::object().add("l1", 0.5)}};
  EXPECT_THAT(
      result_json(r),
      HasSubstr("\n  },\n  \"storage\": {\n    \"bits_per_line\": 64\n  },\n  \"area\": {\n    \"l1\": 0.5\n  },\n"
                "  \"host\": {"));
  EXPECT_EQ(nlohmann::json::parse(result_json(r))["area"]["l1"], 0.5);
}

TEST(ResultJson, GIVEN_statistics_in_another_order_THEN_the_bytes_are_the_same) {
  Results a = sound_results(), b = sound_results();
  std::reverse(b.stats.begin(), b.stats.end());
  EXPECT_EQ(result_json(a), result_json(b));
  EXPECT_EQ(summary_text(a), summary_text(b));
}

TEST(Csv, GIVEN_an_application_THEN_its_row_is_quoted_where_needed_and_undefined_numbers_are_n_a) {
  EXPECT_EQ(applications_csv(sound_results()),
            "application,workload,copy,vm,threads,first_core,cores,finish_cycle,references,instructions,ipc,"
            "l1_misses,mean_latency\n"
            "\"fft, \"\"large\"\".0\",0,0,0,3,4,4-5 9,1234567,100,900,0.000729000532,25,n/a\n");
}

TEST(Csv, GIVEN_a_table_THEN_it_has_a_header_and_a_line_per_row) {
  std::ostringstream out;
  write_csv(out, {{"tile", "l1.hits"}, {0, 40, 7, 35}});
  EXPECT_EQ(out.str(), "tile,l1.hits\n0,40\n7,35\n");
  EXPECT_THROW(write_csv(out, {{"tile", "l1.hits"}, {0, 40, 7}}), InternalError);
}

TEST(Csv, GIVEN_tiles_THEN_runs_are_joined_in_the_order_of_the_threads) {
  EXPECT_EQ(tile_ranges({}), "");
  EXPECT_EQ(tile_ranges({TileId{3}}), "3");
  EXPECT_EQ(tile_ranges({TileId{0}, TileId{1}, TileId{2}, TileId{33}, TileId{32}, TileId{33}}), "0-2 33 32-33");
}

TEST(Summary, GIVEN_results_THEN_one_page_tells_them_and_a_ratio_over_nothing_is_n_a) {
  const std::string text = summary_text(sound_results());
  EXPECT_THAT(text, AllOf(HasSubstr("32 cores, mesh 8x4"), HasSubstr("size 16KiB, ways 4"),
                          HasSubstr("radix.cdrt, copies 2"), Not(HasSubstr("/a/b"))));
  EXPECT_THAT(text, AllOf(HasSubstr("1,234,567\n"), HasSubstr("75.00% of 100"), HasSubstr("20.00% of 25"),
                          HasSubstr("coherence 20.00%, cold 80.00%\n"), HasSubstr("dram 25.00%, network 75.00%\n"),
                          HasSubstr("4.00 hops a flit"), HasSubstr("3.33 cycles (median 1, p95 2, p99 3, max 4)")));
  EXPECT_THAT(text,
              AllOf(HasSubstr("store latency        n/a\n"), HasSubstr("HMC                  0 look-ups, n/a miss")));
  EXPECT_THAT(text, Not(HasSubstr("CUT SHORT")));
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 60);
}

TEST(Summary, GIVEN_a_section_that_has_lines_for_it_THEN_they_stand_at_its_end_under_one_heading) {
  Results r = sound_results();
  EXPECT_THAT(summary_text(r), Not(HasSubstr("\nCost\n")));
  r.sections = {{"energy", JsonValue::object(), {{"energy", "12 uJ"}}}, {"area", JsonValue::object(), {{"area", "3"}}}};
  EXPECT_THAT(summary_text(r), HasSubstr("\nCost\n  energy               12 uJ\n  area                 3\n"));
}

TEST(Summary, GIVEN_a_run_that_max_cycles_cut_short_THEN_it_says_so) {
  Results r = sound_results();
  r.finished = false;
  EXPECT_THAT(summary_text(r), HasSubstr("CUT SHORT by run.max_cycles"));
  EXPECT_THAT(result_json(r), HasSubstr("\"finished\": false"));
}

TEST(Summary, GIVEN_copies_that_started_over_THEN_the_references_of_later_passes_are_told) {
  Results r = sound_results();
  EXPECT_THAT(summary_text(r), Not(HasSubstr("started over")));
  for (StatValue& s : r.stats)
    if (s.name == "core.later_references") s.value = std::uint64_t{1234};
  EXPECT_THAT(summary_text(r), HasSubstr("  started over         1,234 references of later passes"));
}

TEST(Sums, GIVEN_sound_statistics_THEN_nothing_is_said) {
  check_sums(sound_stats(), 64, true);
}

TEST(Sums, GIVEN_any_count_of_a_rule_off_by_one_THEN_the_rule_and_both_sides_are_in_the_error) {
  for (const char* name :
       {"sim.accesses", "core.loads", "miss.cold", "noc.flits_ejected", "noc.flits_by_class.data", "noc.messages",
        "dram.reads", "dram.bytes", "l1.misses", "stack.smc", "l1.store_writes", "noc.flit_hops_by_class.data"}) {
    auto stats = sound_stats();
    for (StatValue& s : stats)
      if (s.name == name) s.value = std::get<std::uint64_t>(s.value) + 1;
    EXPECT_THROW(check_sums(stats, 64, true), InternalError) << name;
  }
  auto stats = sound_stats();
  for (StatValue& s : stats)
    if (s.name == "miss.cold") s.value = std::uint64_t{21};
  try {
    check_sums(stats, 64, true);
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_THAT(e.what(), HasSubstr("l1.misses = miss.*: 25 against 26"));
  }
}

TEST(Sums, GIVEN_more_misses_than_look_ups_THEN_it_is_an_error) {
  auto stats = sound_stats();
  for (StatValue& s : stats)
    if (s.name == "smc.misses") s.value = std::uint64_t{1};
  EXPECT_THROW(check_sums(stats, 64, true), InternalError);
}

TEST(Sums, GIVEN_a_run_cut_short_THEN_flits_may_be_under_way_but_classes_still_add_up) {
  auto stats = sound_stats();
  for (StatValue& s : stats)
    if (s.name == "noc.flits_ejected") s.value = std::uint64_t{190};
  check_sums(stats, 64, false);
  EXPECT_THROW(check_sums(stats, 64, true), InternalError);
  for (StatValue& s : stats)
    if (s.name == "noc.flits_by_class.data") s.value = std::uint64_t{1};
  EXPECT_THROW(check_sums(stats, 64, false), InternalError);
}

TEST(Sums, GIVEN_a_statistic_that_a_rule_names_is_missing_THEN_it_is_our_bug) {
  auto stats = sound_stats();
  std::erase_if(stats, [](const StatValue& s) { return s.name == "dram.map_reads"; });
  EXPECT_THROW(check_sums(stats, 64, true), InternalError);
}

TEST(Sums, GIVEN_the_rules_THEN_each_reads_as_an_equation) {
  std::vector<std::string> texts;
  for (const SumRule& rule : sum_rules()) texts.push_back(rule.text());
  EXPECT_THAT(texts, ::testing::IsSupersetOf({"l1.misses = miss.*", "noc.flits = noc.flits_ejected",
                                              "dram.bytes = line size × (dram.reads + dram.writes + dram.map_reads)",
                                              "l1.hits + l1.misses >= core.loads + core.stores + core.atomics"}));
}

TEST_F(Folder, GIVEN_a_new_folder_WHEN_results_are_written_THEN_all_files_are_there_and_nothing_else) {
  OutputFolder out(root_ / "a" / "b");
  write_results(out, sound_results());
  EXPECT_THAT(files(root_ / "a" / "b"),
              ElementsAre("applications.csv", "config.toml", "result.json", "summary.txt", "tiles.csv"));
  EXPECT_EQ(slurp(root_ / "a/b/result.json"), result_json(sound_results()));
  EXPECT_EQ(slurp(root_ / "a/b/config.toml"), sound_results().resolved_config);
}

TEST_F(Folder, GIVEN_an_interval_THEN_there_is_a_timeline_WHEN_the_next_run_has_none_THEN_the_old_one_goes) {
  Results r = sound_results();
  r.timeline = CounterTable{{"cycle", "references"}, {1000, 40, 2000, 60}};
  {
    OutputFolder out(root_ / "o");
    write_results(out, r);
  }
  EXPECT_EQ(slurp(root_ / "o/timeline.csv"), "cycle,references\n1000,40\n2000,60\n");
  std::ofstream(root_ / "o/notes.md") << "mine";
  {
    OutputFolder out(root_ / "o");
    write_results(out, sound_results());
  }
  EXPECT_THAT(files(root_ / "o"),
              ElementsAre("applications.csv", "config.toml", "notes.md", "result.json", "summary.txt", "tiles.csv"))
      << "the user's own files stay";
}

TEST_F(Folder, GIVEN_earlier_results_WHEN_a_run_fails_while_it_writes_THEN_they_are_untouched) {
  {
    OutputFolder out(root_ / "o");
    write_results(out, sound_results());
  }
  const std::string before = slurp(root_ / "o/result.json");
  const auto names = files(root_ / "o");
  Results bad = sound_results();
  bad.seed = 99;
  bad.tiles.cells.pop_back();  // tiles.csv comes after result.json
  {
    OutputFolder out(root_ / "o");
    EXPECT_THROW(write_results(out, bad), InternalError);
  }
  EXPECT_EQ(slurp(root_ / "o/result.json"), before);
  EXPECT_EQ(files(root_ / "o"), names);
}

TEST_F(Folder, GIVEN_no_earlier_results_WHEN_a_run_fails_THEN_not_even_the_folder_is_left) {
  for (const char* path : {"o", "p/"}) {
    { OutputFolder out(root_ / path); }
    EXPECT_FALSE(fs::exists(root_ / path)) << path;
  }
}

TEST_F(Folder, GIVEN_a_file_in_the_way_THEN_it_is_the_users_error_before_anything_runs) {
  std::ofstream(root_ / "file") << "x";
  for (const char* path : {"file", "file/below"}) {
    try {
      OutputFolder out(root_ / path);
      FAIL() << path;
    } catch (const UserError& e) {
      EXPECT_THAT(e.what(), AllOf(HasSubstr("--out"), HasSubstr("file"))) << path;
    }
  }
  EXPECT_THROW(OutputFolder(""), UserError);
}

}  // namespace
}  // namespace cdrsim
