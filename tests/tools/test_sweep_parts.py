# SPDX-License-Identifier: BSD-3-Clause
"""Are the parts of tools/sweep right: lines of keys, ranges, confidence intervals, the nearest name, exit codes, progress?"""

import errno
import io
import os
import sys
import tempfile
import tomllib
import unittest
from unittest import mock

from places import TOOLS

sys.path.insert(0, TOOLS)

# pylint: disable=wrong-import-position
from against_baseline import ratio, ratio_of, speedup_of_copies
from nearest import nearest
from sweeps.folder import Folder, FolderError
from sweeps.points import exit_code
from sweeps.processes import run_side_by_side
from sweeps.progress import Progress
from sweeps.ranges import BadRange, values
from sweeps.statistics_of_seeds import geometric_mean, mean_and_ci95, over_seeds, t975
from sweeps.toml_lines import line_of, toml_lines

TOML = '''# a = 1
base = "x#y"            # [not.a.table]
"quoted.key" = \'\'\'
[also.none]
b = 2
\'\'\'
[axes]
l1.ways = [ 1, # one ]
  2,
  "]",
]
text = """a \\""" b = 3
"""
\'single\'.x = { y = 1, z = [2] }
[[zip]]
a = 1
[[zip]]
b = "\\u0061[["
[zip.inner]
c = 3
["a.b" . c]
d = true
'''


class Lines(unittest.TestCase):
    def test_every_key_is_found_on_its_line(self):
        lines = toml_lines(TOML)
        expected = {("base",): 2, ("quoted.key",): 3, ("axes",): 7, ("axes", "l1"): 8, ("axes", "l1", "ways"): 8,
                    ("axes", "text"): 12, ("axes", "single", "x"): 14, ("zip",): 15, ("zip", 0): 15, ("zip", 0, "a"): 16,
                    ("zip", 1): 17, ("zip", 1, "b"): 18, ("zip", 1, "inner"): 19, ("zip", 1, "inner", "c"): 20,
                    ("a.b", "c", "d"): 22}
        self.assertEqual({path: lines.get(path) for path in expected}, expected)
        self.assertEqual(toml_lines(TOML.replace("\n", "\r\n")), lines)

    def test_no_key_is_invented_and_none_is_lost(self):
        def paths(value, path=()):
            if path:
                yield path
            if isinstance(value, dict):
                for key, inner in value.items():
                    yield from paths(inner, path + (key,))
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                for i, inner in enumerate(value):
                    yield from paths(inner, path + (i,))

        real = set(paths(tomllib.loads(TOML)))
        found = set(toml_lines(TOML))
        self.assertLessEqual(found, real)
        self.assertEqual({p for p in real - found if p[:3] != ("axes", "single", "x")}, {("a.b",)})

    def test_what_has_no_line_has_that_of_what_is_around_it(self):
        lines = toml_lines(TOML)
        self.assertEqual(line_of(lines, ("axes", "l1", "ways", "from")), 8)
        self.assertEqual(line_of(lines, ("nowhere",)), 1)


class Ranges(unittest.TestCase):
    def test_decimals_are_exact_and_the_end_is_met(self):
        self.assertEqual(values({"from": 0.1, "to": 0.7, "step": 0.2}), [0.1, 0.3, 0.5, 0.7])
        self.assertEqual(values({"from": 1, "to": 10, "step": 4}), [1, 5, 9])
        self.assertEqual(values({"from": "0.5us", "to": "2us", "factor": 2}), ["0.5us", "1us", "2us"])
        self.assertEqual(values({"from": "512KiB", "to": "1MiB", "step": "256KiB"}), ["512KiB", "768KiB", "1MiB"])
        self.assertEqual(values({"from": 3, "to": 3, "factor": 2}), [3])

    def test_what_cannot_be_counted_is_refused(self):
        for bad in ({"from": 1}, {"from": 1, "to": 2}, {"from": 1, "to": 2, "step": 0}, {"from": 2, "to": 1, "step": 1},
                    {"from": 1, "to": 2, "factor": 1}, {"from": 0, "to": 2, "factor": 2}, {"from": 1, "to": 2, "step": 1, "by": 1},
                    {"from": 1, "to": 2, "step": 1, "factor": 2}, {"from": "1us", "to": "1ms", "step": "1us"},
                    {"from": "1KiB", "to": 4096, "factor": 2}, {"from": "a", "to": "b", "step": 1}, {"from": True, "to": 2, "step": 1},
                    {"from": float("nan"), "to": 2, "step": 1}, {"from": 1, "to": 10**9, "step": 1}, [], 3, [1, 1], [[1]], ["1.2.3KiB", None]):
            with self.subTest(bad), self.assertRaises(BadRange):
                values(bad)


class Statistics(unittest.TestCase):
    def test_student_t_is_that_of_the_tables(self):
        for freedom, t in ((1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (10, 2.228), (29, 2.045), (30, 2.042), (120, 1.980)):
            self.assertAlmostEqual(t975(freedom), t, places=3)

    def test_an_interval_worked_out_by_hand(self):
        mean, half = mean_and_ci95([10, 12, 11, 13])  # s = 1.29099, sqrt(4) = 2, t = 3.18245
        self.assertEqual(mean, 11.5)
        self.assertAlmostEqual(half, 2.05426, places=5)
        self.assertEqual(mean_and_ci95([5]), (5.0, None))
        self.assertEqual(mean_and_ci95([5, 5]), (5.0, 0.0))

    def test_geometric_means(self):
        self.assertAlmostEqual(geometric_mean([2, 8]), 4)
        self.assertEqual([geometric_mean(v) for v in ([], [1, 0], [1, None])], [None] * 3)


class Others(unittest.TestCase):
    def test_the_nearest_name_is_meant_and_a_far_one_is_not(self):
        self.assertEqual(nearest("capcity", ["capacity", "cap"]), "capacity")
        self.assertEqual(nearest("l1.wasy", ["l1.size", "l1.ways"]), "l1.ways")
        self.assertEqual(nearest("xyzzy", ["capacity"]), "")

    def test_bugs_come_before_lack_of_progress_before_input(self):
        cases = {(): 0, (1,): 1, (1, 3): 3, (3, 2, 1): 2, (-9,): 1, (-15, 3): 3, (-11,): 2, (7,): 2}
        for codes, expected in cases.items():
            self.assertEqual(exit_code([{"exit": c} for c in codes]), expected, codes)

    def test_processes_run_side_by_side_and_tell_how_they_ended(self):
        script = {"fine": "echo out; echo err >&2", "bad": "exit 3", "killed": "kill -9 $$", "long": "yes | head -c 100000 >&2"}
        done = {d.key: d for d in run_side_by_side(((k, ["sh", "-c", s]) for k, s in script.items()), 3)}
        self.assertEqual({k: d.code for k, d in done.items()}, {"fine": 0, "bad": 3, "killed": -9, "long": 0})
        self.assertEqual((done["fine"].stdout, done["fine"].stderr), ("out\n", "err"))
        self.assertLess(len(done["long"].stderr), 10000)

    def test_progress_says_what_is_left(self):
        now, out = [0.0], io.StringIO()
        progress = Progress(3, False, clock=lambda: now[0], out=out)
        now[0] = 3600.0
        progress.ended("a", True)
        progress.ended("b", False)
        self.assertEqual(out.getvalue().splitlines(), ["sweep: 1 of 3, 0 failed, 2:00:00 left: a",
                                                       "sweep: 2 of 3, 1 failed, 0:30:00 left: b FAILED"])

    def test_what_is_left_is_shared_by_the_runs_at_once(self):
        out = io.StringIO()
        progress = Progress(129, False, jobs=64, clock=lambda: 0.0, out=out)
        progress.ended("a", True, 3600.0)
        progress.ended("b", True, 1800.0)
        progress.ended("c", True, 0.0)
        self.assertEqual([line.split(", ")[2] for line in out.getvalue().splitlines()],
                         ["2:00:00 left: a", "1:29:18 left: b", "0:59:04 left: c"])  # 1 h x 128 / 64, 45 min x 127 / 64, 30 min x 126 / 64
        few = Progress(3, False, jobs=64, clock=lambda: 0.0, out=out)
        few.ended("d", True, 60.0)
        self.assertIn("0:01:00 left: d", out.getvalue())
        few.ended("e", True, 60.0)
        few.ended("f", True, 60.0)
        self.assertIn("0:00:00 left: f", out.getvalue())

    def test_a_failure_stays_on_the_terminal(self):
        out = io.StringIO()
        out.isatty = lambda: True
        progress = Progress(3, False, clock=lambda: 0.0, out=out)
        progress.ended("a", False)
        progress.ended("b", True)
        lines = [line.rsplit("\r", 1)[1].rstrip() for line in out.getvalue().split("\n")]
        self.assertEqual(lines[0], "sweep: a FAILED")
        self.assertTrue(lines[1].startswith("sweep: 2 of 3, 1 failed"), lines)

    def test_a_folder_that_cannot_be_locked_is_not_called_busy(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch("fcntl.flock", side_effect=OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))):
            with self.assertRaisesRegex(FolderError, "cannot lock .*: No locks available"), Folder(folder):
                pass

    def test_a_program_that_cannot_be_started_is_named(self):
        with mock.patch("subprocess.Popen", side_effect=BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))):
            with self.assertRaises(OSError) as caught:
                list(run_side_by_side([("a", ["cdrsim", "run"])], 1))
        self.assertEqual(caught.exception.filename, "cdrsim")

    def test_a_ratio_over_nothing_is_none_also_of_nothing(self):
        self.assertEqual(ratio(12, 8), 1.5)
        self.assertEqual([ratio(*pair) for pair in ((1, 0), (0, 0), (None, 1), (1, None), ("n/a", 1))], [None] * 5)

    def test_a_total_compares_only_with_one_of_the_same_parts(self):
        whole, partial = {"energy.total": 8, "energy.partial": None}, {"energy.total": 6, "energy.partial": "total leaves out l2.leakage"}
        self.assertEqual(ratio_of("energy.total", whole, {"energy.total": 4}), 2.0)
        self.assertEqual(ratio_of("energy.total", partial, partial), 1.0)
        self.assertIsNone(ratio_of("energy.total", partial, whole))
        self.assertIsNone(ratio_of("energy.total", whole, partial))
        self.assertEqual(ratio_of("sim.cycles", {"sim.cycles": 3, **partial}, {"sim.cycles": 2, **whole}), 1.5)

    def test_the_speed_up_is_over_the_same_finished_copies_or_none(self):
        base = {(0, 0): 200, (0, 1): 450}
        self.assertAlmostEqual(speedup_of_copies({(0, 0): 100, (0, 1): 100}, base), 3.0)
        for own in ({(0, 0): 100}, {(0, 0): 100, (1, 0): 100}, {(0, 0): 100, (0, 1): None}, {(0, 0): 100, (0, 1): 0}, {}):
            self.assertIsNone(speedup_of_copies(own, base), own)
        self.assertIsNone(speedup_of_copies({(0, 0): 1}, {(0, 0): None}))

    def test_a_seed_without_a_value_leaves_no_mean(self):
        self.assertEqual(over_seeds([1.0, None]), (None, None))
        self.assertEqual(over_seeds([2.0]), (2.0, None))


if __name__ == "__main__":
    unittest.main()
