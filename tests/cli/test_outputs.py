# SPDX-License-Identifier: BSD-3-Clause
"""What does `cdrsim run` leave behind: all files or none, the same bytes each time, readable ones?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import csv
import json
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
FILES = ["applications.csv", "config.toml", "result.json", "summary.txt", "tiles.csv"]

# Every other reference of the two threads is to one of 16 shared lines, which one of them writes and the other reads.
TRACE = "".join(f"{t} {'W' if i % 4 == 3 else 'R'} {address:x} 8 2\n" for i in range(200) for t in range(2)
                for address in [0x10000 + (i // 2 * 7 + t) % 16 * 64 if i % 2 else 0x20000 + t * 0x4000 + i % 16 * 64])
LOST_BARRIER = "0 B 5000 2 1\n1 R 1000 8 1\n"  # thread 1 never joins


class Outputs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as f:
            return f.read()

    def sim(self, *args, code=0):
        r = subprocess.run([CDRSIM, *args], capture_output=True, text=True, timeout=120, cwd=self.folder.name, check=False)
        self.assertEqual(r.returncode, code, r.stderr)
        return r

    def config(self, trace=TRACE, copies=1, name="c"):
        text = self.write(name + ".txt", trace)
        self.sim("trace", "import", "--format", "text", text, self.path(name + ".cdrt"))
        return self.write(name + ".toml", "[system]\ncores_per_chip = 4\n"
                          f"[[workload]]\ntrace = \"{name}.cdrt\"\ncopies = {copies}\n")

    def test_a_run_leaves_every_file_and_prints_the_summary_it_wrote(self):
        r = self.sim("run", self.config(), "--out", "o")
        self.assertEqual(sorted(os.listdir(self.path("o"))), FILES)
        self.assertIn(self.read("o/summary.txt"), r.stdout)

    def test_a_dry_run_tells_the_hash_and_the_configuration_of_the_run_and_leaves_nothing(self):
        config = self.config()
        dry = self.sim("run", config, "--dry-run", "--set", "l1.ways=2", "--out", "o")
        self.assertFalse(os.path.exists(self.path("o")))
        self.sim("run", config, "--set", "l1.ways=2", "--out", "o", "--quiet")
        config_hash = json.loads(self.read("o/result.json"))["config_hash"]
        self.assertEqual(dry.stdout, f"# config_hash = {config_hash}\n" + self.read("o/config.toml"))
        self.assertIn("3 threads, but the trace", self.sim("run", config, "--dry-run", "--set", "workload.0.threads=3", code=1).stderr)

    def test_the_default_folder_is_named_after_the_config(self):
        r = self.sim("run", self.config(), "--quiet")
        self.assertEqual(r.stdout, "")
        self.assertEqual(r.stderr, "")
        self.assertEqual(sorted(os.listdir(self.path("out/c"))), FILES)

    def test_two_runs_leave_the_same_bytes_but_for_the_host(self):
        config = self.config(copies=2)
        for name in ("a", "b"):
            self.sim("run", config, "--out", name, "--quiet")
        for file in FILES:
            if file != "result.json":
                self.assertEqual(self.read("a/" + file), self.read("b/" + file), file)
        a, b = (self.read(name + "/result.json").split('  "host"')[0] for name in ("a", "b"))
        self.assertEqual(a, b)

    def test_result_json_is_sorted_and_complete(self):
        self.sim("run", self.config(), "--out", "o", "--quiet")
        result = json.loads(self.read("o/result.json"))
        self.assertEqual(result["schema"], 1)
        self.assertTrue(result["finished"])
        self.assertEqual(result["stats"]["sim.accesses"], 400)
        self.assertEqual(list(result["stats"]), sorted(result["stats"]))
        self.assertEqual(sorted(result["host"]), ["accesses_per_second", "peak_rss_bytes", "seconds", "threads"])
        self.assertEqual(sorted(result["stats"]["memory.latency"]), ["count", "max", "mean", "p50", "p95", "p99"])

    def test_applications_csv_has_a_row_per_copy(self):
        self.sim("run", self.config(copies=2), "--out", "o", "--quiet")
        rows = list(csv.DictReader(self.read("o/applications.csv").splitlines()))
        stats = json.loads(self.read("o/result.json"))["stats"]
        self.assertEqual([(row["copy"], row["threads"]) for row in rows], [("0", "2"), ("1", "2")])
        self.assertEqual(sum(int(row["references"]) for row in rows), 800)
        self.assertEqual(sum(int(row["l1_misses"]) for row in rows), stats["l1.misses"])
        self.assertEqual(max(int(row["finish_cycle"]) for row in rows), stats["sim.cycles"])
        self.assertEqual(len({core for row in rows for core in row["cores"].split()}), 2)

    def test_a_copy_that_was_cut_short_has_no_finish_cycle(self):
        config = self.config(copies=2)
        self.sim("run", config, "--out", "whole", "--quiet")
        end = json.loads(self.read("whole/result.json"))["stats"]["sim.cycles"]
        self.sim("run", config, "--out", "cut", "--quiet", "--set", f"run.max_cycles={end // 2}")
        for row in csv.DictReader(self.read("cut/applications.csv").splitlines()):
            self.assertEqual(row["finish_cycle"], "n/a")
            self.assertAlmostEqual(float(row["ipc"]), int(row["instructions"]) / (end // 2), places=6)

    def test_tiles_add_up_to_the_machine(self):
        self.sim("run", self.config(), "--out", "o", "--quiet")
        rows = list(csv.DictReader(self.read("o/tiles.csv").splitlines()))
        stats = json.loads(self.read("o/result.json"))["stats"]
        names = [name for name in rows[0] if name in stats and isinstance(stats[name], int)]
        self.assertIn("l1.misses", names)
        for name in names:
            self.assertEqual(sum(int(row[name]) for row in rows), stats[name], name)

    def test_an_interval_gives_a_timeline_that_adds_up(self):
        config = self.config()
        self.sim("run", config, "--out", "o", "--quiet", "--set", "run.interval=100")
        rows = list(csv.DictReader(self.read("o/timeline.csv").splitlines()))
        self.assertGreater(len(rows), 1)
        self.sim("run", config, "--out", "o", "--quiet")
        self.assertFalse(os.path.exists(self.path("o/timeline.csv")), "the timeline of the run before is gone")

    def test_a_failing_run_leaves_earlier_results_alone_and_no_half_written_file(self):
        self.sim("run", self.config(), "--out", "o", "--quiet")
        before = {file: self.read("o/" + file) for file in FILES}
        stuck = self.config(LOST_BARRIER, name="stuck")
        self.sim("run", stuck, "--out", "o", "--quiet", code=3)
        self.sim("run", self.path("c.toml"), "--out", "o", "--quiet", "--set", "l1.ways=0", code=1)
        self.assertEqual({file: self.read("o/" + file) for file in os.listdir(self.path("o"))}, before)
        self.sim("run", stuck, "--out", "new", "--quiet", code=3)
        self.assertFalse(os.path.exists(self.path("new")))

    def test_a_folder_that_cannot_be_written_is_one_message_before_the_run(self):
        self.write("file", "")
        r = self.sim("run", self.config(), "--out", "file/below", code=1)
        self.assertIn("--out", r.stderr)
        self.assertIn("file", r.stderr)
        self.assertNotIn("%", r.stderr, "it had begun to simulate")

    def test_max_cycles_cuts_short_and_says_so(self):
        self.sim("run", self.config(), "--out", "o", "--quiet", "--set", "run.max_cycles=50", "--check")
        self.assertFalse(json.loads(self.read("o/result.json"))["finished"])
        self.assertIn("CUT SHORT", self.read("o/summary.txt"))

    def test_check_and_threads_and_watching_change_no_result(self):
        config = self.config()
        self.sim("run", config, "--out", "a", "--quiet")
        self.sim("run", config, "--out", "b", "--quiet", "--check", "--threads", "2", "--watch-line", "0x10000")
        a, b = (json.loads(self.read(name + "/result.json")) for name in ("a", "b"))
        self.assertEqual(a["stats"], b["stats"])

    def test_watch_line_tells_the_life_of_one_line(self):
        config = self.config()
        r = self.sim("run", config, "--out", "o", "--quiet", "--watch-line", "10040")
        self.assertIn("The life of physical line", r.stdout)
        for word in ("load misses", "GetS", "→", "store performed", "write permission", "DRAM", "[GetS: "):
            self.assertIn(word, r.stdout)
        same_line = self.sim("run", config, "--out", "o", "--quiet", "--watch-line", "0:0x1007f")
        self.assertEqual(r.stdout, same_line.stdout)
        untouched = self.sim("run", config, "--out", "o", "--quiet", "--watch-line", "99999000")
        self.assertIn("Nothing ever touched", untouched.stdout)
        for bad in ("zebra", "1:", "7:10040"):  # there is no application 7
            r = self.sim("run", config, "--out", "o", "--quiet", "--watch-line", bad, code=1)
            self.assertIn("--watch-line", r.stderr)


if __name__ == "__main__":
    unittest.main()
