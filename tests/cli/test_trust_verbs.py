# SPDX-License-Identifier: BSD-3-Clause
"""Do the verbs that prove protocols say what they found, refuse what they cannot do, and agree on coverage?"""

import csv
import json
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.path.join(ROOT, "build", "release", "cdrsim")

CONFIG = """
[system]
cores_per_chip = 9
[l1]
size = 256
ways = 2
[llc]
size_per_tile = 512
ways = 2
[[workload]]
synthetic = "private-shared"
threads = 9
references = 2000
shared_bytes = 2048
private_bytes = 1024
"""


class TrustVerbs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_program(self, *command):
        return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=self.folder.name)

    def cdrsim(self, *args):
        return self.run_program(CDRSIM, *args)

    def counts(self, name):
        with open(self.path(name), newline="", encoding="utf-8") as f:
            return {(r["table"], r["state"], r["event"]): int(r["count"]) for r in csv.DictReader(f)}

    def test_litmus_knows_what_each_model_allows(self):
        done = self.cdrsim("litmus", "SB", "--protocol", "mesi", "--protocol", "piton")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line for line in done.stdout.splitlines() if line.startswith("SB ")]
        self.assertEqual(len(rows), 2, done.stdout)
        self.assertIn("forbidden  no", rows[0])
        self.assertIn("allowed    yes", rows[1])

    def test_stress_is_the_same_every_time(self):
        first, second = (self.cdrsim("stress", "--machines", "20", "--seed", "77", "--references", "40")
                         for _ in range(2))
        self.assertEqual(first.returncode, 0, first.stderr + first.stdout)
        self.assertEqual(first.stdout, second.stdout)
        self.assertIn("0 failures", first.stdout)

    def test_litmus_says_what_its_table_means_and_names_tests_that_exist(self):
        done = self.cdrsim("litmus", "MP+mfs", "--protocol", "mesi")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("seen: whether it occurred", done.stdout)
        self.assertIn("MP+mfs", self.cdrsim("litmus", "--help").stdout)

    def test_stress_shows_what_was_drawn(self):
        one = self.cdrsim("stress", "--machines", "1", "--seed", "3", "--references", "10").stdout.splitlines()
        self.assertRegex(one[0], "^seed 3: [0-9]+ cores?, [a-z]+, .* restricted by .* references?$")
        many = self.cdrsim("stress", "--machines", "2", "--seed", "2", "--references", "10", "--show").stdout
        self.assertIn(one[0], many)

    def test_bad_options_are_the_users(self):
        for args in (["litmus", "SBB"], ["litmus", "--protocol", "mesii"],
                     ["litmus", "SB", "--protocol", "mesi", "--max-states", "1"],
                     ["verify", "--lsid-stride", "2"],
                     ["verify", "--lsid-stride", "2", "--restriction", "sharers", "--directory", "coarse"], ["stress", "--cores", "0"],
                     ["stress", "--set", "l1.ways=x", "--machines", "1"], ["mutants", "--protocol", "none"],
                     ["stress", "--set", "system.mesh=1x1", "--machines", "3", "--cores", "9"],
                     ["mutants", "--max-states", "10", "--first", "1000000"], ["mutants", "--first", "-1"],
                     ["verify", "--cores", "0"], ["verify", "--directory", "half-map"],
                     ["run", "c.toml", "--coverage", self.path("no/such/folder.csv")]):
            with open(self.path("c.toml"), "w", encoding="utf-8") as f:
                f.write(CONFIG)
            done = self.cdrsim(*args)
            self.assertEqual(done.returncode, 1, f"{args}: {done.stdout}{done.stderr}")
            self.assertIn("cdrsim: ", done.stderr)

    def test_coverage_of_a_run_counts_hits_and_misses(self):
        with open(self.path("c.toml"), "w", encoding="utf-8") as f:
            f.write(CONFIG)
        for name in ("a", "b"):
            done = self.cdrsim("run", "c.toml", "--quiet", "--out", self.path(name), "--coverage",
                               self.path(name + ".csv"))
            self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path("a/result.json"), encoding="utf-8") as f:
            stats = json.load(f)["stats"]
        rows = self.counts("a.csv")
        self.assertEqual(rows, self.counts("b.csv"))
        hits = sum(n for (table, state, event), n in rows.items()
                   if table == "cache" and state in ("S", "E", "M") and event in ("Load", "Store")
                   and (state, event) != ("S", "Store"))
        self.assertGreater(hits, 0)
        self.assertLessEqual(hits, stats["l1.hits"])  # forwarded loads are hits without a look-up
        misses = rows["cache", "I", "Load"] + rows["cache", "I", "Store"] + rows["cache", "S", "Store"]
        self.assertEqual(misses + stats["l1.merged"], stats["l1.misses"])

        merged = self.run_program(os.path.join(ROOT, "tools", "coverage"), "--all", "a.csv", "b.csv")
        self.assertEqual(merged.returncode, 0, merged.stderr)
        with open(self.path("sum.csv"), "w", encoding="utf-8") as f:
            f.write(merged.stdout)
        self.assertEqual(self.counts("sum.csv"), {row: 2 * n for row, n in rows.items()})

    def test_coverage_files_of_two_protocols_are_not_added_up(self):
        for protocol in ("msi", "mesi"):
            done = self.cdrsim("verify", "--protocol", protocol, "--cores", "2", "--quiet", "--coverage",
                               self.path(protocol + ".csv"))
            self.assertEqual(done.returncode, 0, done.stderr)
        tool = os.path.join(ROOT, "tools", "coverage")
        self.assertEqual(self.run_program(tool, "msi.csv").returncode, 0)
        for wrong in (["msi.csv", "mesi.csv"], ["nowhere.csv"], [os.path.join(ROOT, "README.md")]):
            done = self.run_program(tool, *wrong)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertTrue(done.stderr.startswith("coverage: "), done.stderr)


if __name__ == "__main__":
    unittest.main()
