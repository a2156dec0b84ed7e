# SPDX-License-Identifier: BSD-3-Clause
"""Does `cdrsim verify` say what it found, in the right form and with the right exit code?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import csv
import json
import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
SMALL = ["--cores", "2", "--evictions", "caches", "--quiet"]

# A counterexample that is none: the shipped protocol does nothing wrong on these steps.
STEPS = """verify --protocol msi --cores 2 --lines 1
violates one-writer
step core 0: load 0
step GetS of line 0, core 0 -> home 2
step MemRead of line 0, home 2 -> memory
step MemData of line 0, memory -> home 2
step DataS of line 0, home 2 -> core 0
"""


def verify(*args):
    return subprocess.run([CDRSIM, "verify", *args], capture_output=True, text=True, timeout=300)


class Verify(unittest.TestCase):
    def test_a_verified_machine_exits_with_0_and_counts(self):
        done = verify(*SMALL)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.startswith("verified: 2 cores, 1 home, 1 line, mesi, full-map in-llc, no restriction:\n"))
        self.assertGreater(int(re.search(r"^states +(\d+)$", done.stdout, re.M).group(1)), 1000)
        self.assertEqual(done.stderr, "")

    def test_only_options_that_mean_something_are_shown(self):
        shown = re.search("^options: (.*)$", verify(*SMALL).stdout, re.M).group(1).split()
        self.assertIn("--protocol", shown)
        for idle in ["--pointers", "--coarse-region", "--capacity", "--smc", "--hmc", "--scope", "--domains",
                     "--lsid-stride", "--directory-ways"]:
            self.assertNotIn(idle, shown)
        used = verify(*SMALL, "--directory", "coarse", "--store", "sparse", "--restriction", "sharers").stdout
        for option in ["--pointers", "--coarse-region", "--capacity", "--smc", "--scope", "--directory-ways"]:
            self.assertIn(option + " ", used)
        self.assertNotIn("--hmc", used)
        self.assertIn("--pointers", json.loads(verify(*SMALL, "--format", "json").stdout)["options"])

    def test_rows_are_always_counted_and_a_hint_says_where_the_others_are(self):
        text = verify(*SMALL).stdout
        taken, possible = map(int, re.search(r"^rows taken +(\d+) of (\d+)$", text, re.M).groups())
        self.assertLess(taken, possible)
        self.assertIn("--store sparse", text)
        counts = json.loads(verify(*SMALL, "--format", "json").stdout)
        self.assertEqual((counts["rows_taken"], counts["rows_possible"]), (taken, possible))

    def test_nothing_violated_leaves_no_file(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "steps.txt")
            self.assertIn("nothing was violated", verify(*SMALL, "--save", name).stdout)
            self.assertFalse(os.path.exists(name))
            with open(name, "w") as f:
                f.write("kept")
            verify(*SMALL, "--save", name)
            with open(name) as f:
                self.assertEqual(f.read(), "kept")

    def test_json_is_the_same_every_time_but_for_the_seconds(self):
        one, two = (json.loads(verify(*SMALL, "--format", "json").stdout) for _ in range(2))
        self.assertGreaterEqual(one.pop("seconds"), 0)
        two.pop("seconds")
        self.assertEqual(one, two)
        self.assertEqual(one["outcome"], "verified")
        self.assertEqual(one["renamings"], 2)

    def test_coverage_lists_every_row_those_never_taken_too(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "rows.csv")
            done = verify(*SMALL, "--coverage", name, "--format", "json")
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(name, newline="") as f:
                rows = {(r["table"], r["state"], r["event"]): r for r in csv.DictReader(f)}
        counts = json.loads(done.stdout)
        self.assertEqual(len(rows), counts["rows_possible"])
        self.assertEqual(sum(r["count"] != "0" for r in rows.values()), counts["rows_taken"])
        self.assertEqual(rows["cache", "I", "Load"]["next"], "IS_D")
        for taken in [("cache", "I", "Load"), ("cache", "S", "Load"), ("cache", "MI_A", "Load"), ("home", "X_S", "GetM")]:
            self.assertNotEqual(rows[taken]["count"], "0", taken)
        self.assertEqual(rows["home", "S", "Evict-clean"]["count"], "0")  # homes evict nothing here

    def test_a_bound_is_the_users_and_says_that_not_everything_was_seen(self):
        for bound in (["--max-states", "500"], ["--memory", "5MiB"]):
            done = verify("--cores", "3", "--quiet", *bound)
            self.assertEqual(done.returncode, 1)
            self.assertIn("stopped at " + " ".join(bound), done.stderr)
            self.assertTrue(done.stdout.startswith("not complete: "))

    def test_bad_options_are_refused_with_one_message(self):
        for bad, word in [(["--protocol", "mesii"], "--protocol"), (["--cores", "0"], "--cores"),
                          (["--directory", "fullmap"], "--directory"), (["--memory", "much"], "--memory"),
                          (["--domains", "2"], "--domains"), (["--search", "best"], "--search"),
                          (["--restriction", "sharers", "--capacity", "2", "--lsid-stride", "4"], "--lsid-stride"),
                          (["--replay", "/nonexistent"], "/nonexistent"), (["--save", "/nonexistent/x"], "--save"),
                          (["--coverage", "/nonexistent/x"], "--coverage"),
                          (["--max-states", "0"], "--max-states"), (["--memory", "0B"], "--memory"),
                          (["--save", "x", "--coverage", "x"], "the same file")]:
            with self.subTest(bad=bad):
                done = verify(*bad)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertTrue(done.stderr.startswith("cdrsim: "))
                self.assertIn(word, done.stderr)

    def replay(self, text, *options):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "steps.txt")
            with open(name, "w") as f:
                f.write(text)
            return verify("--replay", name, *options)

    def test_replay_draws_a_chart(self):
        done = self.replay(STEPS)
        self.assertEqual(done.returncode, 0, done.stderr)
        for text in ["GetS (1) ---", "NP -> NP_D", "--- DataS (4) --", "IS_D -> S", "Last state:", "one-writer holds"]:
            self.assertIn(text, done.stdout)

    def test_versions_are_counted_by_stores(self):
        get = ["GetM of line 0, core 0 -> home 2", "MemRead of line 0, home 2 -> memory",
               "MemData of line 0, memory -> home 2", "DataM of line 0, home 2 -> core 0"]
        steps = ["core 0: store 0", *get, "core 0: store 0", "core 0: load 0"]
        done = self.replay("\n".join(STEPS.splitlines()[:2] + ["step " + s for s in steps]) + "\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(re.findall("(?:writes|reads) version [0-9]+", done.stdout),
                         ["writes version 2", "writes version 3", "reads version 3"])
        self.assertIn("Versions of a line: 1 at the start, one more with each store.", done.stdout)
        self.assertIn("line 0: version 3 is current; memory has 1", done.stdout)

    def test_replay_takes_no_other_option(self):
        done = self.replay(STEPS, "--cores", "3")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--cores: --replay takes the machine from the file", done.stderr)
        self.assertEqual(self.replay(STEPS, "--quiet").returncode, 0)

    def test_replay_names_what_is_wrong_with_a_file(self):
        for text, word in [("", "violates"), ("violates x\n", "line 1"), (STEPS + "stop\n", "line 8"),
                           (STEPS + "choose x\n", "line 8"), (STEPS + "step core 0: fly\n", "steps.txt: step 6"),
                           (STEPS + "choose 0 0 0 0\n", "steps.txt: step 5"),
                           (STEPS.replace("--cores 2", "--cores x"), "line 1")]:
            with self.subTest(text=text[-20:]):
                done = self.replay(text)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main()
