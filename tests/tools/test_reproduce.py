# SPDX-License-Identifier: BSD-3-Clause
"""Is docs/reproduction.md what the kept figures say, are these figures of the sweeps that are there, and does a point repeat?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import contextlib
import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
os.environ.setdefault("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))

# pylint: disable=wrong-import-position
from reproduction import claims, collecting, tables  # noqa: E402
from reproduction.experiments import (CONFIGS, DATA, PAGE, PROGRAMS, SWEEPS, ReproductionError, cdrsim, data_file,  # noqa: E402
                                      sweep_file, trace_file)
from reproduction.figures import Figures  # noqa: E402
from reproduction.recheck import recheck, spread  # noqa: E402
from sweeps.declared import Declared  # noqa: E402
from sweeps.grid import grid  # noqa: E402
from sweeps.spec import read_spec  # noqa: E402

SEEDS = 10
KEPT = [name for name in SWEEPS if os.path.exists(data_file(name))]


def reproduce(*words):
    return subprocess.run([os.path.join(ROOT, "tools", "reproduce"), *words], capture_output=True, text=True, timeout=120)


def kept(name):
    with open(data_file(name), newline="", encoding="utf-8") as f:
        return list(csv.DictReader(f))


class KeptFigures(unittest.TestCase):
    def test_the_page_is_made_of_them(self):
        made = reproduce("page")
        self.assertEqual(made.returncode, 0, made.stderr)
        with open(PAGE, encoding="utf-8") as f:
            self.assertEqual(f.read(), made.stdout, "run tools/reproduce page --write")

    def test_every_sweep_of_the_folder_is_an_experiment(self):
        names = {f.removesuffix(".toml") for f in os.listdir(CONFIGS)}
        self.assertEqual(names - {"chip", "levels-chip"}, set(SWEEPS))

    def test_they_are_of_the_points_that_the_sweeps_have(self):
        declared = Declared(cdrsim())
        recorded = {}
        for row in kept("points"):
            recorded.setdefault(row["sweep"], []).append(row["point"])
        self.assertEqual(list(recorded), KEPT)
        for name in KEPT:
            with self.subTest(sweep=name):
                points = [p.id for p in grid(read_spec(sweep_file(name), declared))]
                self.assertEqual(recorded[name], points)
                rows = kept(name)
                self.assertEqual(len(rows) * SEEDS, len(points))
                self.assertEqual({row["seeds"] for row in rows}, {str(SEEDS)})

    def test_the_storage_is_what_cost_says(self):
        with open(data_file("storage"), encoding="utf-8") as f:
            self.assertEqual(f.read(), collecting.storage_text(), "run tools/reproduce collect")

    def test_the_sharing_is_what_the_profile_says(self):
        rows = [r for r in kept("sharing") if r["program"] == "lu-64"]
        with mock.patch.object(collecting, "PROGRAMS", ["lu-64"]):
            found = [{k: str(v) for k, v in row.items()} for row in collecting.sharing_rows()]
        self.assertEqual(rows, found)
        self.assertEqual({r["program"] for r in kept("sharing")}, set(PROGRAMS))

    def test_the_page_counts_the_points(self):
        with open(PAGE, encoding="utf-8") as f:
            text = f.read()
        declared = Declared(cdrsim())
        counts = {name: len(grid(read_spec(sweep_file(name), declared))) for name in SWEEPS}
        for name, count in counts.items():
            self.assertRegex(text, rf"(?m)^\| `{name}\.toml` \|.*\| {count} \|$")
            self.assertEqual(f"runs of `configs/paper/{name}.toml` have not been made" in text, name not in KEPT, name)
        self.assertIn(f"{sum(counts.values())} runs", text)


class OnePoint(unittest.TestCase):
    """A point that takes seconds: a program of 1024 threads."""

    @classmethod
    def setUpClass(cls):
        spec = read_spec(sweep_file("wide"), Declared(cdrsim()))
        point = next(p for p in grid(spec) if p.columns["scheme"] == "full-map" and "radix" in p.columns["workload.0.trace"])
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        out = os.path.join(cls.folder.name, "run")
        sets = [word for k, v in point.sets.items() for word in ("--set", f"{k}={v}")]
        done = subprocess.run([cdrsim(), "run", spec.base, "--quiet", "--out", out, *sets], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        with open(os.path.join(out, "result.json"), encoding="utf-8") as f:
            result = json.load(f)
        found = {**result["stats"], **{f"energy.{k}": v for k, v in result["energy"].items()}}
        cls.point = {"sweep": "wide", "point": point.id, "version": "now", **{c: found[c] for c in collecting.CHECKED}}

    def recheck(self, **changed):
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
            return recheck([{**self.point, **changed}], 1), out.getvalue()

    def test_a_point_that_repeats_is_the_same(self):
        code, text = self.recheck()
        self.assertEqual((code, text.strip().rpartition(": ")[2]), (0, "the same"))

    def test_a_figure_that_differs_is_named(self):
        code, text = self.recheck(**{"sim.cycles": self.point["sim.cycles"] + 1})
        self.assertEqual(code, 1)
        self.assertIn(f"sim.cycles is {self.point['sim.cycles']}, recorded {self.point['sim.cycles'] + 1}", text)

    def test_a_point_that_is_no_more_is_refused(self):
        with self.assertRaisesRegex(ReproductionError, "no point somewhere=else"):
            self.recheck(point="somewhere=else")


class Collecting(unittest.TestCase):
    def test_what_is_not_whole_changes_nothing(self):
        before = {n: os.path.getmtime(os.path.join(DATA, n)) for n in os.listdir(DATA)}
        with tempfile.TemporaryDirectory() as out:
            done = reproduce("collect", "--out", out)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(len(done.stderr.splitlines()), len(SWEEPS), done.stderr)
            os.mkdir(os.path.join(out, "homes"))
            with open(os.path.join(out, "homes", "sweep.json"), "w", encoding="utf-8") as f:
                json.dump({"points": {"a": {}, "b": {}}}, f)
            for failed, seeds in (("1", "1"), ("0", "1")):
                with open(os.path.join(out, "homes", "summary.csv"), "w", encoding="utf-8") as f:
                    f.write(f"workload.0.trace,seeds,failed\n/x/traces/a.cdrt,{seeds},{failed}\n")
                with self.assertRaisesRegex(ReproductionError, "not every point has its result"):
                    collecting.sweep_figures("homes", os.path.join(out, "homes"))
        self.assertEqual({n: os.path.getmtime(os.path.join(DATA, n)) for n in os.listdir(DATA)}, before)

    def test_traces_are_named_as_in_the_repository(self):
        self.assertEqual(collecting.in_repository("../../traces/paper/lu-64.cdrt"), "traces/paper/lu-64.cdrt")
        self.assertEqual(collecting.in_repository("nearest"), "nearest")


class Means(unittest.TestCase):
    def figures(self, **columns):
        f = Figures.__new__(Figures)
        names = [f"traces/p{i}.cdrt" for i in range(len(next(iter(columns.values()))))]
        f.axes = {"s": ["workload.0.trace", "scheme"]}
        f.rows = {"s": [{"workload.0.trace": n, "scheme": "x", **{c: v[i] for c, v in columns.items()}} for i, n in enumerate(names)]}
        return f

    def test_a_mean_over_programs_is_geometric(self):
        f = self.figures(**{"speedup": [2.0, 8.0], "speedup.ci95": [0.2, 0.8]})
        mean, half = f.geometric("s", "speedup", scheme="x")
        self.assertAlmostEqual(mean, 4.0)
        self.assertAlmostEqual(half, 4.0 * math.sqrt(0.1**2 + 0.1**2) / 2)

    def test_the_interval_is_as_wide_as_that_of_simulated_programs(self):
        # Of n equal programs the mean's interval is that of one over the root of n.
        f = self.figures(**{"speedup": [1.5] * 9, "speedup.ci95": [0.3] * 9})
        self.assertAlmostEqual(f.geometric("s", "speedup", scheme="x")[1], 0.1)

    def test_a_choice_of_no_row_or_of_two_is_an_error(self):
        f = self.figures(**{"speedup": [1.0, 1.0], "speedup.ci95": [0.1, 0.1]})
        for wanted in ({"scheme": "y"}, {"scheme": "x"}):
            with self.assertRaises(KeyError):
                f.of("s", **wanted)
        self.assertEqual(f.of("s", scheme="x", trace="p1")["workload.0.trace"], "traces/p1.cdrt")

    def test_an_interval_has_one_digit_that_counts(self):
        for value, text in [((1.23456, 0.0123), "1.23 ± 0.01"), ((1.23456, 0.00123), "1.235 ± 0.001"), ((0.5, 0.5), "0.50 ± 0.50"),
                            ((12.0, 3.2), "12.0 ± 3.2"), ((1.0, 0.0), "1.000"), ((1.0, 0.0000001), "1.0000 ± 0.0000")]:
            self.assertEqual(tables.pair(value), text)


class Claims(unittest.TestCase):
    def test_the_verdict_follows_the_figure(self):
        """Home Restriction at half and at twice the speed it has."""
        figures = Figures()
        for factor, holds in ((0.4, False), (1.0, None), (100.0, False)):
            changed = Figures()
            for row in changed.rows["schemes"]:
                if row["scheme"] == "hr-application":
                    row["speedup"] *= factor
            found = claims.homes_are_faster(changed)[3]
            if holds is not None:
                self.assertEqual(found, holds)
            else:
                self.assertEqual(found, claims.homes_are_faster(figures)[3])

    def test_every_claim_has_its_rule(self):
        for claim in claims.CLAIMS:
            source, text, measured, holds, rule = claim(Figures())
            self.assertTrue(source and text and measured)
            self.assertEqual(holds is None, not rule, claim.__name__)


if __name__ == "__main__":
    unittest.main()
