# SPDX-License-Identifier: BSD-3-Clause
"""Is docs/reproduction.md what the kept figures say, are these figures of the sweeps that are there, and does a point repeat?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import contextlib
import csv
import io
import math
import os
import re
import subprocess
import tempfile
import unittest

from places import ROOT, TOOLS
from reproduction_fixtures import kept_figures, no_figures, spec_and_grid

from reproduction import claims, collecting, page, tables
from reproduction.experiments import CONFIGS, PAGE, PROGRAMS, SWEEPS, ReproductionError, cdrsim, data_file
from reproduction.figures import Figures
from reproduction.finished_run import finished_run
from reproduction.finished_sweep import in_repository, is_kept
from reproduction.recheck import recheck, spread

SEEDS = 10
KEPT = [name for name in SWEEPS if os.path.exists(data_file(name))]


def reproduce(*words):
    return subprocess.run([os.path.join(TOOLS, "reproduce"), *words], capture_output=True, text=True, timeout=120)


def kept(name):
    with open(data_file(name), newline="", encoding="utf-8") as f:
        return list(csv.DictReader(f))


@unittest.skipUnless(KEPT, "no figures are kept")
class KeptFigures(unittest.TestCase):
    def test_the_page_is_made_of_them(self):
        made = reproduce("page")
        self.assertEqual(made.returncode, 0, made.stderr)
        with open(PAGE, encoding="utf-8") as f:
            self.assertEqual(f.read(), made.stdout, "run tools/reproduce page --write")

    def test_they_are_of_the_points_that_the_sweeps_have(self):
        recorded = {}
        for row in kept("points"):
            recorded.setdefault(row["sweep"], []).append(row["point"])
        self.assertEqual(list(recorded), KEPT)
        for name in KEPT:
            with self.subTest(sweep=name):
                points = [p.id for p in spec_and_grid(name)[1]]
                self.assertEqual(recorded[name], points)
                rows = kept(name)
                self.assertEqual(len(rows) * SEEDS, len(points))
                self.assertEqual({row["seeds"] for row in rows}, {str(SEEDS)})

    def test_the_storage_is_what_cost_says(self):
        with open(data_file("storage"), encoding="utf-8") as f:
            self.assertEqual(f.read(), collecting.storage_text(), "run tools/reproduce collect")

    def test_the_sharing_is_what_the_profile_says(self):
        rows = [list(r.values()) for r in kept("sharing") if r["program"] == "lu-64"]
        found = collecting.table_text(collecting.SHARING_COLUMNS, collecting.sharing_rows("lu-64"))
        self.assertEqual(rows, list(csv.reader(io.StringIO(found)))[1:])
        self.assertEqual({r["program"] for r in kept("sharing")}, set(PROGRAMS))

    def test_the_page_says_which_sweeps_have_not_been_made(self):
        with open(PAGE, encoding="utf-8") as f:
            text = f.read()
        for name in SWEEPS:
            self.assertEqual(f"runs of `configs/paper/{name}.toml` have not been made" in text, name not in KEPT, name)


class Grids(unittest.TestCase):
    def test_every_sweep_of_the_folder_is_an_experiment(self):
        names = {f.removesuffix(".toml") for f in os.listdir(CONFIGS)}
        self.assertEqual(names - {"chip", "levels-chip"}, set(SWEEPS))

    def test_the_page_counts_the_points(self):
        with open(PAGE, encoding="utf-8") as f:
            text = f.read()
        counts = {name: len(spec_and_grid(name)[1]) for name in SWEEPS}
        for name, count in counts.items():
            self.assertRegex(text, rf"(?m)^\| `{name}\.toml` \|.*\| {count} \|$")
        self.assertIn(f"{sum(counts.values())} runs", text)


class OnePoint(unittest.TestCase):
    """A point that takes seconds: a program of 1024 threads."""

    @classmethod
    def setUpClass(cls):
        spec, points = spec_and_grid("wide")
        point = next(p for p in points if p.columns["scheme"] == "full-map" and "radix" in p.columns["workload.0.trace"])
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        out = os.path.join(cls.folder.name, "run")
        sets = [word for k, v in point.sets.items() for word in ("--set", f"{k}={v}")]
        done = subprocess.run([cdrsim(), "run", spec.base, "--quiet", "--out", out, *sets], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        run = finished_run(out)
        cls.point = {"sweep": "wide", "point": point.id, "version": "now", "config_hash": run.config_hash, **run.checked}

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

    def test_the_finish_cycles_are_checked_too(self):
        code, text = self.recheck(finish_cycles=None)
        self.assertEqual(code, 1)
        self.assertIn(f"finish_cycles is {self.point['finish_cycles']}, recorded n/a", text)

    def test_another_configuration_is_told_apart_from_another_figure(self):
        code, text = self.recheck(config_hash="0123456789abcdef", **{"sim.cycles": 1})
        self.assertEqual(code, 1)
        self.assertIn("the configuration has changed", text)
        self.assertNotIn("sim.cycles", text)

    def test_a_point_that_is_no_more_is_refused(self):
        with self.assertRaisesRegex(ReproductionError, "no point somewhere=else"):
            self.recheck(point="somewhere=else")


class Spread(unittest.TestCase):
    def test_they_are_far_apart_and_each_is_there_once(self):
        self.assertEqual(spread(list(range(100)), 4), [0, 25, 50, 75])
        self.assertEqual(spread([1, 2], 5), [1, 2])


class Means(unittest.TestCase):
    def figures(self, **columns):
        f = Figures.__new__(Figures)
        names = [f"traces/p{i}.cdrt" for i in range(len(next(iter(columns.values()))))]
        f.axes = {"s": ["workload.0.trace", "scheme"]}
        f.rows = {"s": [{"workload.0.trace": n, "scheme": "x", **{c: v[i] for c, v in columns.items()}} for i, n in enumerate(names)]}
        return f

    def geometric(self, values, halves):
        return self.figures(**{"speedup": values, "speedup.ci95": halves}).geometric("s", "speedup", scheme="x")

    def test_a_mean_over_programs_is_geometric(self):
        mean, half = self.geometric([2.0, 8.0], [0.2, 0.8])
        self.assertAlmostEqual(mean, 4.0)
        self.assertAlmostEqual(half, 4.0 * math.sqrt(0.1**2 + 0.1**2) / 2)

    def test_the_interval_is_as_wide_as_that_of_simulated_programs(self):
        # Of n equal programs the mean's interval is that of one over the root of n.
        self.assertAlmostEqual(self.geometric([1.5] * 9, [0.3] * 9)[1], 0.1)

    def test_without_values_there_is_no_mean_and_of_one_seed_no_interval(self):
        mean, half = self.geometric([2.0, 8.0], [0.2, None])
        self.assertAlmostEqual(mean, 4.0)
        self.assertIsNone(half)
        self.assertEqual(self.geometric([2.0, None], [0.2, None]), (None, None))

    def test_a_choice_of_no_row_or_of_two_or_by_no_axis_is_an_error(self):
        f = self.figures(**{"speedup": [1.0, 1.0], "speedup.ci95": [0.1, 0.1]})
        for wanted in ({"scheme": "y"}, {"scheme": "x"}):
            with self.assertRaisesRegex(ReproductionError, "rows have"):
                f.of("s", **wanted)
        self.assertEqual(f.of("s", scheme="x", trace="p1")["workload.0.trace"], "traces/p1.cdrt")
        with self.assertRaisesRegex(ReproductionError, "no axis is called pointers; there are workload.0.trace, scheme"):
            f.geometric("s", "speedup", pointers=2)
        with self.assertRaisesRegex(ReproductionError, "no rows have"):
            f.geometric("s", "speedup", scheme="y")

    def test_a_window_of_a_program_is_told_apart_in_a_table(self):
        f = self.figures(**{"speedup": [1.0, 1.0]})
        f.rows["s"][1]["workload.0.trace"] = "traces/paper/p1.cdrt"
        self.assertEqual([f.heading("s", p) for p in f.programs("s")], ["p0, window", "p1"])

    def test_a_gain_is_near_the_published_one_within_a_factor_of_one_and_a_half(self):
        self.assertEqual([claims.near(measured, 0.30) for measured in (-0.30, 0.19, 0.21, 0.44, 0.46)], [False, False, True, True, False])

    def test_an_interval_has_one_digit_that_counts(self):
        for value, text in [((1.23456, 0.0123), "1.23 ± 0.01"), ((1.23456, 0.00123), "1.235 ± 0.001"), ((0.5, 0.5), "0.50 ± 0.50"),
                            ((12.0, 3.2), "12.0 ± 3.2"), ((1.0, 0.0), "1.000"), ((1.0, 0.0000001), "1.0000 ± 0.0000"),
                            ((1.0, 0.0097), "1.00 ± 0.01"), ((1.0, None), "1.000"), ((None, None), "n/a")]:
            self.assertEqual(tables.pair(value), text)

    def test_a_percentage_has_three_digits_that_count(self):
        for value, text in [(3.125, "3.12 %"), (999.4, "999 %"), (999.6, "1,000 %"), (12800, "12,800 %"), (0, "0 %")]:
            self.assertEqual(tables.percent(value), text)


class WhatIsKept(unittest.TestCase):
    def test_traces_are_named_as_in_the_repository(self):
        self.assertEqual(in_repository("../../traces/paper/lu-64.cdrt"), "traces/paper/lu-64.cdrt")
        self.assertEqual(in_repository(os.path.join(ROOT, "traces", "x.cdrt")), "traces/x.cdrt")
        for same in ("nearest", "/data/traces/lu-64.cdrt", "../../../traces/lu-64.cdrt", 64, None):
            self.assertEqual(in_repository(same), same)

    def test_stacks_energy_and_areas_are(self):
        for column, kept_one in [("stack.network.mean", True), ("stack.network.ratio", False), ("area.total.mean", True),
                                 ("noc.queue_cycles.mean", True), ("energy.cdr.smc.dynamic.mean", True), ("llc.evictions.mean", False),
                                 ("sim.cycles.ratio_ci95", True)]:
            self.assertEqual(is_kept(column), kept_one, column)


class MadeUpFigures(unittest.TestCase):
    """Of the axes that the sweeps of configs/paper have."""

    def test_every_block_has_a_table_of_them(self):
        with kept_figures():
            figures = Figures()
            for name, block in page.BLOCKS.items():
                with self.subTest(block=name):
                    self.assertRegex(block(figures), r"(?s)^\| .*\|$")

    def test_every_claim_has_its_verdict_and_its_rule(self):
        with kept_figures():
            for claim in claims.CLAIMS:
                with self.subTest(claim=claim.__name__):
                    source, text, measured, holds, rule = claim(Figures())
                    self.assertTrue(source and text and measured)
                    self.assertEqual(holds is None, not rule)

    def test_the_verdict_follows_the_figure(self):
        """Homes may be restricted at half, at the same and at twice the speed of the global ones."""
        for speedup, verdict in ((0.5, False), (1.29, True), (2.0, False)):
            with kept_figures(lambda sweep, column, value, s=speedup: s if column == "speedup" else value):
                self.assertEqual(claims.homes_are_faster(Figures())[3], verdict)

    def test_without_any_every_block_says_so_and_claims_are_left_out(self):
        with no_figures():
            figures = Figures()
            for name in page.BLOCKS:
                if name != "claims":
                    self.assertRegex(page.made(name, figures), r"^\*.* (have|has) not been made for this version.*\*$")
            self.assertEqual(claims.table(figures).count("\n"), 2)  # a claim that no figure can settle
            self.assertRegex(claims.table(figures), r"1,000,000 cores .* not measured")

    def test_runs_that_were_cut_short_are_shown_as_such(self):
        none = ("speedup", "working_speedup", "waiting")
        with kept_figures(lambda sweep, column, value: None if column.startswith(none) else value):
            figures = Figures()
            self.assertEqual(len(re.findall("n/a", tables.by_program(figures, "private-l2", "scheme", "speedup"))), 4 * 4)
            self.assertEqual(len(re.findall("n/a", tables.waiting(figures, "wide", ["sr-page"]))), 4 * 3)
            lines = [line for line in claims.table(figures).split("\n") if "| n/a |" in line]
            self.assertGreater(len(lines), 6)
            for line in lines:
                self.assertIn("| n/a | not measured |", line)

    def test_of_one_seed_there_are_no_intervals(self):
        with kept_figures(lambda sweep, column, value: None if column.endswith("ci95") else value):
            figures = Figures()
            text = page.made("schemes speed", figures) + page.made("claims", figures) + page.made("wide waiting", figures)
            self.assertNotIn("±", text)
            self.assertNotIn("n/a", text)
            self.assertIn("supported", text)

    def test_energy_without_a_part_is_no_figure(self):
        def cell(sweep, column, value):
            return None if column in ("energy.cdr.dynamic.mean", "energy.total.ratio") else value

        with kept_figures(cell):
            figures = Figures()
            text = page.made("schemes energy", figures)
            self.assertRegex(text, r"(?m)^\| `cdr`.*(\| partial ){2,}\|$")
            self.assertRegex(text, r"(?m)^\| \*\*total\*\* (\| \*\*partial\*\* )+\|$")
            self.assertIn("| partial |", page.made("homes", figures))


if __name__ == "__main__":
    unittest.main()
