# SPDX-License-Identifier: BSD-3-Clause
"""Does tools/compare put runs side by side, and reject what is no result of a run with one message?"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def result(**stats):
    base = {"sim.cycles": 1000, "sim.accesses": 400, "l1.hits": 75, "l1.misses": 25, "noc.flits": 0,
            "noc.flit_hops": 0, "memory.latency": {"count": 4, "mean": 2.5, "p50": 1, "p95": 9, "p99": 9, "max": 9},
            "memory.store_latency": {"count": 0, "mean": None, "p50": 0, "p95": 0, "p99": 0, "max": 0}}
    base.update({name.replace("__", "."): value for name, value in stats.items()})
    return {"schema": 1, "version": "0.1.0", "config_hash": "x", "seed": 1, "finished": True, "stats": base, "host": {}}


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_of(self, name, content):
        path = os.path.join(self.folder.name, name)
        os.makedirs(path, exist_ok=True)
        if isinstance(content, dict):
            content = json.dumps(content).encode()
        with open(os.path.join(path, "result.json"), "wb") as f:
            f.write(content)
        return path

    def compare(self, *args):
        return subprocess.run([sys.executable, os.path.join(ROOT, "tools", "compare"), *args], capture_output=True,
                              text=True, check=False)

    def row(self, output, label):
        return next(line for line in output.splitlines() if line.startswith(label))[len(label):].split()

    def test_ratios_are_against_the_first_run(self):
        r = self.compare(self.run_of("global", result()), self.run_of("sr", result(sim__cycles=500)),
                         self.run_of("sr-hr", result(sim__cycles=250, l1__hits=50, l1__misses=50)))
        self.assertEqual((r.returncode, r.stderr), (0, ""))
        self.assertEqual(r.stdout.splitlines()[0].split(), ["global", "sr", "ratio", "sr-hr", "ratio"])
        self.assertEqual(self.row(r.stdout, "cycles"), ["1,000", "500", "0.500", "250", "0.250"])
        self.assertEqual(self.row(r.stdout, "L1 miss rate"), ["0.250", "0.250", "1.000", "0.500", "2.000"])
        self.assertEqual(self.row(r.stdout, "reference latency, mean"), ["2.500", "2.500", "1.000", "2.500", "1.000"])

    def test_nothing_over_nothing_is_not_available(self):
        r = self.compare(self.run_of("a", result()), self.run_of("b", result(noc__flits=5, noc__flit_hops=10)))
        self.assertEqual(self.row(r.stdout, "hops per flit"), ["n/a", "2.000", "n/a"])
        self.assertEqual(self.row(r.stdout, "flits"), ["0", "5", "n/a"])
        self.assertEqual(self.row(r.stdout, "store latency, mean"), ["n/a", "n/a", "n/a"])
        self.assertEqual(self.row(r.stdout, "TLB misses"), ["n/a", "n/a", "n/a"])

    def test_one_run_alone_is_shown(self):
        r = self.compare(self.run_of("a", result()))
        self.assertEqual(r.returncode, 0)
        self.assertEqual(self.row(r.stdout, "cycles"), ["1,000"])

    def test_equal_names_are_told_apart_by_their_folders(self):
        r = self.compare(self.run_of("x/out", result()), self.run_of("y/out", result()))
        self.assertEqual(r.stdout.splitlines()[0].split(), ["x/out", "y/out", "ratio"])
        same = self.run_of("x/out", result())
        self.assertEqual(self.compare(same, same).returncode, 0)

    def test_other_formats_and_every_statistic(self):
        a, b = self.run_of("a", result()), self.run_of("b", result(sim__cycles=2000))
        r = self.compare("--format", "csv", "--all", a, b)
        self.assertIn("stat,a,b,ratio\n", r.stdout)
        self.assertIn("sim.cycles,1000,2000,2\n", r.stdout)
        self.assertIn("memory.latency.p95,9,9,1\n", r.stdout)
        self.assertIn("| cycles | 1,000 | 2,000 | 2.000 |\n", self.compare("--format", "markdown", a, b).stdout)

    def test_unfair_comparisons_are_noted(self):
        cut = result(sim__accesses=300)
        cut["finished"] = False
        r = self.compare(self.run_of("a", result()), self.run_of("b", cut))
        self.assertEqual(r.returncode, 0)
        self.assertIn("b was cut short", r.stderr)
        self.assertIn("same number of references", r.stderr)

    def test_damaged_results_are_one_message_and_exit_1(self):
        good = self.run_of("good", result())
        whole = json.dumps(result()).encode()
        damaged = {
            "empty": b"", "cut": whole[: len(whole) // 2], "binary": b"\xff\x00\x01", "list": b"[]", "number": b"3",
            "nan": whole.replace(b"1000", b"NaN"), "no-schema": b'{"stats": {}}', "newer": whole.replace(b'"schema": 1', b'"schema": 2'),
            "no-stats": b'{"schema": 1}', "stats-list": b'{"schema": 1, "stats": []}', "deep": b"[" * 100000,
            "text": b'{"schema": 1, "stats": {"sim.cycles": "many"}}',
            "nested": b'{"schema": 1, "stats": {"sim.cycles": {"count": []}}}',
        }
        for name, content in damaged.items():
            with self.subTest(name):
                r = self.compare(good, self.run_of(name, content))
                self.assertEqual((r.returncode, r.stdout), (1, ""))
                self.assertIn(os.path.join(name, "result.json"), r.stderr)
                self.assertEqual(len(r.stderr.splitlines()), 1, r.stderr)

    def test_a_missing_folder_is_one_message_and_exit_1(self):
        r = self.compare(self.run_of("good", result()), os.path.join(self.folder.name, "nowhere"))
        self.assertEqual(r.returncode, 1)
        self.assertIn("nowhere", r.stderr)
        self.assertEqual(len(r.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
