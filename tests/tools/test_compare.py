# SPDX-License-Identifier: BSD-3-Clause
"""Does tools/compare put runs side by side, and reject what is no result of a run with one message?"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

from places import TOOLS

APPLICATIONS = "application,workload,copy,vm,threads,first_core,cores,finish_cycle\n"


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

    def finish(self, folder, *cycles):
        with open(os.path.join(folder, "applications.csv"), "w", encoding="utf-8") as f:
            f.write(APPLICATIONS + "".join(f"a.{i},0,{i},0,1,{i},{i},{c}\n" for i, c in enumerate(cycles)))
        return folder

    def sweep_of(self, name, columns, points):
        """points: [(columns of the point, result)]"""
        state = {"schema": 1, "name": name, "base": "base.toml", "program": {"path": "cdrsim", "version": "0.1.0", "sha256": "0"},
                 "columns": columns, "metrics": ["sim.cycles"], "own_metrics": False, "points": {}}
        for i, (values, content) in enumerate(points):
            state["points"][f"p{i}"] = {"columns": values, "sets": values, "baseline": None, "config_hash": "x"}
            if content:
                self.run_of(f"{name}/points/p{i}", content)
        path = os.path.join(self.folder.name, name)
        with open(os.path.join(path, "sweep.json"), "w", encoding="utf-8") as f:
            json.dump(state, f)
        return path

    def compare(self, *args):
        return subprocess.run([sys.executable, os.path.join(TOOLS, "compare"), *args], capture_output=True,
                              text=True, check=False)

    def row(self, output, label):
        return next(line for line in output.splitlines() if line.startswith(label))[len(label):].split()

    def test_ratios_are_against_the_first_run(self):
        r = self.compare(self.run_of("global", result()), self.run_of("sr", result(sim__cycles=500)),
                         self.run_of("sr-hr", result(sim__cycles=250, l1__hits=50, l1__misses=50)))
        self.assertEqual((r.returncode, r.stderr), (0, ""))
        self.assertEqual(r.stdout.splitlines()[0].split(), ["global", "sr", "ratio", "sr-hr", "ratio"])
        self.assertEqual(self.row(r.stdout, "cycles"), ["1,000", "500", "0.5000", "250", "0.2500"])
        self.assertEqual(self.row(r.stdout, "L1 miss rate"), ["0.2500", "0.2500", "1.000", "0.5000", "2.000"])
        self.assertEqual(self.row(r.stdout, "reference latency, mean"), ["2.500", "2.500", "1.000", "2.500", "1.000"])

    def test_energy_is_of_all_references_and_copies_that_started_over_are_told(self):
        first = self.run_of("once", {**result(sim__accesses=4), "energy": {"l1.dynamic": 8.0, "total": 8.0}})
        again = self.run_of("again", {**result(sim__accesses=4, core__later_references=12), "energy": {"l1.dynamic": 32.0, "total": 32.0}})
        r = self.compare(first, again)
        self.assertEqual(self.row(r.stdout, "energy per reference, nJ"), ["2.000", "2.000", "1.000"])
        self.assertEqual(self.row(r.stdout, "references "), ["4", "4", "1.000"])
        self.assertIn("again: copies started over; energy, traffic and the counts of caches, directories and DRAM are of 12 references more", r.stderr)
        self.assertNotIn("started over", self.compare(first, first).stderr)

    def test_seeds_of_which_one_does_not_say_what_started_over_are_compared(self):
        seeds = [({"run.seed": seed, "l1.ways": ways}, result(core__later_references=later)) for ways in (2, 4) for seed, later in ((1, 7), (2, None))]
        done = self.compare(self.sweep_of("s", ["l1.ways", "run.seed"], seeds))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("are of 7 references more", done.stderr)

    def test_nothing_over_nothing_is_not_available(self):
        r = self.compare(self.run_of("a", result()), self.run_of("b", result(noc__flits=5, noc__flit_hops=10)))
        self.assertEqual(self.row(r.stdout, "hops per flit"), ["n/a", "2.000", "n/a"])
        self.assertEqual(self.row(r.stdout, "flits"), ["0", "5", "n/a"])
        self.assertEqual(self.row(r.stdout, "store latency, mean"), ["n/a", "n/a", "n/a"])
        self.assertEqual(self.row(r.stdout, "TLB misses"), ["n/a", "n/a", "n/a"])

    def test_nothing_over_nothing_leaves_no_geometric_mean(self):
        for scheme in ("a", "b"):
            self.run_of(f"{scheme}/fft", result(noc__flit_hops=0))
            self.run_of(f"{scheme}/lu", result(noc__flit_hops=8))
        r = self.compare(*(os.path.join(self.folder.name, s) for s in ("a", "b")), "--metric", "noc.flit_hops")
        self.assertEqual(self.row(r.stdout, "noc.flit_hops: fft"), ["0", "0", "n/a"])
        self.assertEqual(self.row(r.stdout, "noc.flit_hops: lu"), ["8", "8", "1.000"])
        self.assertEqual(self.row(r.stdout, "noc.flit_hops: geometric mean"), ["n/a", "n/a", "n/a"])

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

    def test_the_speed_up_is_the_geometric_mean_over_the_copies(self):
        a, b = self.finish(self.run_of("a", result()), 100, 900), self.finish(self.run_of("b", result()), 50, 200)
        r = self.compare(a, b)
        self.assertEqual(self.row(r.stdout, "speed-up of the copies"), ["3.000"])  # of 2 and 4.5
        cut = self.finish(self.run_of("d", {**result(), "finished": False}), 50, 200)
        self.assertEqual(self.row(self.compare(a, cut).stdout, "speed-up of the copies"), ["n/a"])
        other = self.finish(self.run_of("c", result()), 50)
        self.assertEqual(self.row(self.compare(a, other).stdout, "speed-up of the copies"), ["n/a"])

    def test_costs_have_rows_when_a_run_has_them(self):
        costly = result()
        costly.update(energy={"l1.dynamic": 3.5, "dram.dynamic": None, "total": 800, "partial": "without dram",
                              "reasons": {"dram.dynamic": "no table"}},
                      storage={"scheme": "cdr", "bits_per_line": 66, "bytes_per_tile": 9000, "parts": {"vector": 8, "directory": 8448}}, area={"l1": 0.5, "total": 2.25})
        a, b = self.run_of("a", result()), self.run_of("b", costly)
        self.assertNotIn("energy", self.compare(a, a).stdout)
        r = self.compare(b, a)
        self.assertEqual(self.row(r.stdout, "energy, nJ"), ["800", "n/a", "n/a"])
        self.assertEqual(self.row(r.stdout, "energy per reference, nJ"), ["2.000", "n/a", "n/a"])
        self.assertEqual(self.row(r.stdout, "area per tile, mm2"), ["2.250", "n/a", "n/a"])
        self.assertEqual(self.row(r.stdout, "coherence storage, bytes per tile"), ["9,000", "n/a", "n/a"])
        self.assertEqual(self.row(r.stdout, "directory bytes per tile"), ["8,448", "n/a", "n/a"])
        self.assertIn("without dram", r.stderr)
        self.assertIn("storage.parts.vector,8,n/a,n/a\n", self.compare("--all", "--format", "csv", b, a).stdout)

    def test_workloads_get_a_line_each_and_a_geometric_mean(self):
        for scheme, cycles in (("global", (1000, 1000)), ("sr", (500, 2000)), ("hr", (500, 500))):
            for workload, c in zip(("fft", "lu"), cycles):
                self.run_of(f"{scheme}/{workload}", result(sim__cycles=c))
        folders = [os.path.join(self.folder.name, s) for s in ("global", "sr", "hr")]
        r = self.compare(*folders)
        self.assertEqual((r.returncode, r.stderr), (0, ""))
        self.assertEqual(self.row(r.stdout, "cycles: fft"), ["1,000", "500", "0.5000", "500", "0.5000"])
        self.assertEqual(self.row(r.stdout, "cycles: lu"), ["1,000", "2,000", "2.000", "500", "0.5000"])
        self.assertEqual(self.row(r.stdout, "cycles: geometric mean"), ["1.000", "0.5000"])
        self.run_of("odd/fft", result())
        r = self.compare(folders[0], os.path.join(self.folder.name, "odd"))
        self.assertEqual((r.returncode, len(r.stderr.splitlines())), (1, 1))
        self.assertIn("odd has no result of lu", r.stderr)

    def test_a_sweep_has_a_scheme_for_each_of_its_other_axes_and_means_over_seeds(self):
        points = [({"w": w, "copies": n, "s": s, "run.seed": seed}, result(sim__cycles=c + seed))
                  for w, n, factor in (("t/fft.cdrt", 4, 1), ("t/lu.cdrt", 16, 3)) for s, c in (("none", 100), ("sr", 50 * factor))
                  for seed in (0, 2)]
        sweep = self.sweep_of("sweep", ["w", "copies", "s", "run.seed"], points)
        r = self.compare(sweep, "--workload-from", "w", "--metric", "sim.cycles")
        self.assertEqual((r.returncode, r.stderr), (0, ""))
        self.assertEqual(r.stdout.splitlines()[0].split(), ["s=none", "s=sr", "ratio"])
        self.assertEqual(self.row(r.stdout, "sim.cycles: fft"), ["101.0", "51.00", "0.5050"])
        self.assertEqual(self.row(r.stdout, "sim.cycles: lu"), ["101.0", "151.0", "1.495"])
        r = self.compare(sweep, "--workload-from", "ww")
        self.assertEqual(r.returncode, 1)
        self.assertIn("did you mean \"w\"?", r.stderr)

    def test_a_point_of_a_sweep_without_result_is_noted_and_one_of_another_experiment_refused(self):
        sweep = self.sweep_of("sweep", ["s"], [({"s": 1}, result()), ({"s": 2}, None), ({"s": 3}, result())])
        r = self.compare(sweep)
        self.assertEqual(r.stdout.splitlines()[0].split(), ["s=1", "s=3", "ratio"])
        self.assertIn("no result of p1", r.stderr)
        self.run_of("sweep/points/p2", {**result(), "config_hash": "y"})
        self.assertEqual(self.compare(sweep).returncode, 1)

    def test_numbers_for_reading_have_four_significant_digits(self):
        a = self.run_of("a", result(x=0.01234567, y=123456.7, z=9999.7, w=1.5, v=0.0))
        b = self.run_of("b", result(x=0.0000123456, y=12.34567, z=1234.4, w=3.0, v=0.0))
        names = [word for n in "xyzwv" for word in ("--metric", n)]
        self.assertEqual(self.compare("--format", "latex", *names, a, b).stdout.splitlines()[4:9], [
            r"x & 0.01235 & 1.235e-05 & 0.001000 \\", r"y & 123,457 & 12.35 & 0.0001000 \\", r"z & 10,000 & 1,234 & 0.1234 \\",
            r"w & 1.500 & 3.000 & 2.000 \\", r"v & 0 & 0 & n/a \\"])
        self.assertIn("| x | 0.01235 | 1.235e-05 | 0.001000 |", self.compare("--format", "markdown", *names, a, b).stdout)

    def test_latex_escapes_what_it_must(self):
        a, b = self.run_of("a_1", result()), self.run_of("b&2", result(sim__cycles=500))
        text = self.compare("--format", "latex", "--metric", "sim.cycles", a, b).stdout
        self.assertEqual(text.splitlines(), [r"\begin{tabular}{lrrr}", r"\hline", r" & a\_1 & b\&2 & ratio \\", r"\hline",
                                             r"sim.cycles & 1,000 & 500 & 0.5000 \\", r"\hline", r"\end{tabular}"])

    def test_an_unknown_metric_is_refused_with_the_nearest(self):
        r = self.compare("--metric", "sim.cycels", self.run_of("a", result()))
        self.assertEqual((r.returncode, r.stdout), (1, ""))
        self.assertIn("did you mean \"sim.cycles\"?", r.stderr)

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
