# SPDX-License-Identifier: BSD-3-Clause
"""Does tools/sweep run the grid that its file describes, survive being killed, and refuse what it cannot do?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from places import CDRSIM, ROOT, TOOLS
import terminal  # noqa: F401  pylint: disable=unused-import

SWEEP = os.path.join(TOOLS, "sweep")
TABLES = ("results.csv", "summary.csv", "failures.csv")

BASE = """[system]
cores_per_chip = 4
[[workload]]
synthetic = "private-shared"
threads = 4
references = 300
private_bytes = "4KiB"
shared_bytes = "1KiB"
"""
WAYS = "base = \"base.toml\"\n[axes]\nl1.ways = [1, 2, 4]\n"


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.write("base.toml", BASE)

    def path(self, *names):
        return os.path.join(self.folder.name, *names)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)

    def read(self, *names):
        with open(self.path(*names), encoding="utf-8") as f:
            return f.read()

    def rows(self, *names):
        with open(self.path(*names), encoding="utf-8", newline="") as f:
            return list(csv.DictReader(f))

    def call(self, text, *args, out="o", program=CDRSIM):
        command = [sys.executable, SWEEP, self.write("s.toml", text), "--out", self.path(out), "--quiet", "--no-report", *args]
        return command, {**os.environ, "CDRSIM": program}

    def sweep(self, text, *args, code=0, **more):
        command, environment = self.call(text, *args, **more)
        r = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=120)
        self.assertEqual(r.returncode, code, r.stderr)
        return r

    def slow_program(self):
        """A simulator that needs half a second more for each run, so that it can be killed in the midst of one."""
        path = self.write("slow-cdrsim", f"#!/bin/sh\ncase \"$*\" in run*--out*) sleep 0.5;; esac\nexec {CDRSIM} \"$@\"\n")
        os.chmod(path, 0o755)
        return path

    def refused(self, text, *parts, **more):
        """One message with these parts, exit code 1, and no folder."""
        r = self.sweep(text, code=1, **more)
        for part in parts:
            self.assertIn(part, r.stderr)
        self.assertNotIn("Traceback", r.stderr)
        self.assertFalse(os.path.exists(self.path("o")), "nothing may be there before anything could run")
        return r.stderr


class Grid(Case):
    def points(self, text, code=0):
        r = self.sweep(text, "--dry-run", code=code)
        lines = [line.split() for line in r.stdout.splitlines()]
        self.assertEqual(lines[-1][1:], ["points"])
        self.assertFalse(os.path.exists(self.path("o")))
        return [line[1:] for line in lines[1:-1]]

    def test_a_grid_is_every_combination_the_first_axis_slowest(self):
        self.assertEqual(self.points("base = \"base.toml\"\n[axes]\nl1.ways = [1, 2]\ncore.memory_model = [\"tso\", \"sc\"]\n"),
                         [["1", "tso"], ["1", "sc"], ["2", "tso"], ["2", "sc"]])

    def test_ranges_have_steps_or_factors_and_sizes_units(self):
        self.assertEqual(self.points("base = \"base.toml\"\n[axes]\nl1.ways = { from = 1, to = 20, factor = 4 }\n"),
                         [["1"], ["4"], ["16"]])
        self.assertEqual(self.points("base = \"base.toml\"\n[axes]\nworkload.0.shared_fraction = { from = 0.1, to = 0.3, step = 0.1 }\n"),
                         [["0.1"], ["0.2"], ["0.3"]])
        self.assertEqual(self.points("base = \"base.toml\"\n[axes]\nl1.size = { from = \"512B\", to = \"2KiB\", factor = 2 }\n"),
                         [["512B"], ["1KiB"], ["2KiB"]])

    def test_zipped_axes_move_together_and_excluded_points_are_left_out(self):
        text = ("base = \"base.toml\"\n[[zip]]\nl1.ways = [1, 2]\nllc.ways = [2, 4]\n[axes]\ncore.memory_model = [\"tso\", \"sc\"]\n"
                "[[exclude]]\nl1.ways = 2\ncore.memory_model = [\"sc\"]\n")
        self.assertEqual(self.points(text), [["1", "2", "tso"], ["1", "2", "sc"], ["2", "4", "tso"]])

    def test_a_variant_is_a_name_for_keys_and_may_have_axes_of_its_own(self):
        text = ("base = \"base.toml\"\n[variants.scheme]\nglobal = {}\n"
                "sr = { cdr.sharers.level = \"application\", cdr.sharers.capacity = [2, 4] }\n")
        self.assertEqual(self.points(text), [["global"], ["sr", "2"], ["sr", "4"]])

    def test_every_point_is_run_with_its_own_values(self):
        self.sweep("base = \"base.toml\"\nseeds = [7, 9]\n[set]\nl1.size = \"1KiB\"\n[axes]\nl1.ways = [1, 4]\n")
        rows = self.rows("o", "results.csv")
        self.assertEqual([(r["l1.ways"], r["run.seed"]) for r in rows], [("1", "7"), ("1", "9"), ("4", "7"), ("4", "9")])
        for row in rows:
            config = self.read("o", "points", row["point"], "config.toml")
            self.assertIn(f"ways = {row['l1.ways']}\n", config[config.index("[l1]"):config.index("[l2]")])
            self.assertIn(f"seed = {row['run.seed']}\n", config)
            self.assertIn("size = \"1KiB\"", config)
            result = json.loads(self.read("o", "points", row["point"], "result.json"))
            self.assertEqual(row["config_hash"], result["config_hash"])
            self.assertEqual(int(row["sim.cycles"]), result["stats"]["sim.cycles"])
            self.assertEqual(float(row["memory.latency.mean"]), result["stats"]["memory.latency"]["mean"])
            self.assertFalse([c for c in row if c.startswith("host.")])

    def test_paths_start_at_the_sweep_file(self):
        os.mkdir(self.path("deep"))
        text = self.write("deep/s.toml", "base = \"../base.toml\"\n[axes]\nl1.ways = [1]\n")
        r = subprocess.run([sys.executable, SWEEP, text, "--dry-run"], capture_output=True, text=True, check=False, cwd="/",
                           env={**os.environ, "CDRSIM": CDRSIM})
        self.assertEqual(r.returncode, 0, r.stderr)


class Strictness(Case):
    def test_every_error_is_listed_with_its_line_and_the_nearest_name(self):
        text = ("base = \"base.toml\"\nsedes = 3\n[axes]\nl1.wayz = [1]\nl1.mshrs = [1, \"two\"]\n"
                "core.memory_model = [\"tsoo\"]\nllc.ways = []\ntlb.entries = [0]\n"
                "[[zip]]\nl2.ways = [1, 2]\ndram.latency = [3]\n[[exclude]]\nl1.mshr = 1\n[baseline]\nl1.mshrs = 5\n")
        self.refused(text, "s.toml:2: sedes: unknown key; did you mean \"seeds\"?",
                     "s.toml:4: axes.l1.wayz: unknown key; did you mean \"l1.ways\"?",
                     "s.toml:5: axes.l1.mshrs: expected integer, got \"two\"",
                     "s.toml:6: axes.core.memory_model: \"tsoo\" is not legal here; did you mean \"tso\"?; legal: tso, sc",
                     "s.toml:7: axes.llc.ways: the axis is empty", "s.toml:8: axes.tlb.entries: 0 is out of range",
                     "s.toml:9: zip.0: zipped axes are of one length: l2.ways has 2, dram.latency has 1",
                     "s.toml:13: exclude.0.l1.mshr: no axis of this sweep; did you mean \"l1.mshrs\"?",
                     "s.toml:15: baseline.l1.mshrs: l1.mshrs is never 5")

    def test_what_only_the_program_can_judge_has_its_line_too(self):
        text = "base = \"base.toml\"\n[axes]\nl1.ways = [\n 1,\n 2]\nl1.size = [\"1KiB\", \"1KB\"]\n"
        self.refused(text, "s.toml:6: axes.l1.size: l1.size=1KB: \"1KB\" has the unit \"KB\"")

    def test_an_error_of_the_base_configuration_is_told_once_and_with_its_own_line(self):
        self.write("base.toml", BASE + "copis = 2\n")
        told = self.refused(WAYS, "base.toml:9: workload.0.copis: unknown key; did you mean workload.0.copies?")
        self.assertEqual(len(told.splitlines()), 1)

    def test_a_grid_without_points_is_refused(self):
        self.refused("base = \"base.toml\"\n", "nothing to sweep")
        self.refused(WAYS + "[[exclude]]\nl1.ways = [1, 2, 4]\n", "the grid is empty")
        self.refused(WAYS + "[[exclude]]\n", "the block is empty")

    def test_one_key_has_one_place(self):
        self.refused(WAYS + "[set]\nl1.ways = 2\n", "l1.ways is already set in line")
        self.refused("base = \"base.toml\"\nseeds = 2\n[axes]\nrun.seed = [1]\n", "run.seed is already set in line")

    def test_a_metric_must_exist(self):
        self.refused(WAYS + "[metrics]\nsummary = [\"sim.cycels\"]\n", "s.toml:5", "did you mean \"sim.cycles\"?")

    def test_files_that_are_no_sweeps(self):
        self.refused("base = ", "s.toml:1: ")
        self.refused("axes = 3\nbase = \"base.toml\"\n", "s.toml:1: axes: is a table")
        self.refused("base = \"nowhere.toml\"\n[axes]\nl1.ways = [1]\n", "s.toml:1: base: ", "no such file")
        self.refused(WAYS, "is the program built?", program=self.path("no-program"))

    def test_a_folder_of_something_else_or_that_cannot_be_written_is_refused(self):
        os.mkdir(self.path("mine"))
        self.write("mine/letter.txt", "dear")
        self.assertIn("holds letter.txt", self.sweep(WAYS, code=1, out="mine").stderr)
        self.assertEqual(os.listdir(self.path("mine")), ["letter.txt"])
        self.assertIn("cannot write", self.sweep(WAYS, code=1, out="base.toml").stderr)
        self.assertIn("cannot write", self.sweep(WAYS, code=1, out="/proc/nowhere").stderr)


class Failures(Case):
    LOST = "0 B 5000 2 1\n1 R 1000 8 1\n"  # thread 1 never joins

    def test_an_illegal_point_is_kept_with_its_message_and_the_others_go_on(self):
        text = "base = \"base.toml\"\n[axes]\nl1.ways = [1, 2]\nworkload.0.threads = [4, 5]\n"
        r = self.sweep(text, code=1)
        self.assertIn("2 of 4 points failed", r.stderr)
        failures = self.rows("o", "failures.csv")
        self.assertEqual([(f["l1.ways"], f["workload.0.threads"], f["exit"]) for f in failures], [("1", "5", "1"), ("2", "5", "1")])
        self.assertIn("5", failures[0]["message"])
        self.assertEqual([r["l1.ways"] for r in self.rows("o", "results.csv")], ["1", "2"])

    def test_a_point_that_never_ends_is_our_exit_code_3(self):
        for name, text in (("lost", self.LOST), ("fine", "0 R 1000 8 1\n1 R 1000 8 1\n")):
            self.write(name + ".txt", text)
            subprocess.run([CDRSIM, "trace", "import", "--format", "text", self.path(name + ".txt"), self.path(name + ".cdrt")],
                           check=True, capture_output=True)
        self.write("base.toml", "[system]\ncores_per_chip = 4\n[[workload]]\ntrace = \"fine.cdrt\"\n")
        self.sweep("base = \"base.toml\"\n[axes]\nworkload.0.trace = [\"lost.cdrt\", \"fine.cdrt\"]\n", code=3)
        failure, = self.rows("o", "failures.csv")
        self.assertEqual((failure["workload.0.trace"], failure["exit"]), ("lost.cdrt", "3"))
        self.assertIn("no forward progress", failure["message"])
        self.assertEqual(len(self.rows("o", "results.csv")), 1)

    def test_a_failed_point_is_tried_again_and_then_its_failure_is_gone(self):
        broken = self.write("cdrsim", f"#!/bin/sh\nif [ -e {self.path('broken')} ]; then case \"$*\" in *--out*ways=2*) echo 'cdrsim: oh no' >&2; exit 2;; esac; fi\n"
                            f"exec {CDRSIM} \"$@\"\n")
        os.chmod(broken, 0o755)
        self.write("broken", "")
        self.sweep(WAYS, code=2, program=broken)
        self.assertEqual(self.rows("o", "failures.csv")[0]["message"], "oh no")
        os.remove(self.path("broken"))
        self.sweep(WAYS, program=broken)
        self.assertEqual(self.rows("o", "failures.csv"), [])
        self.assertEqual(len(self.rows("o", "results.csv")), 3)


    def program(self, text):
        """A simulator that does something else for runs, with the words in "$*"; the others are real."""
        path = self.write("cdrsim", f"#!/bin/sh\ncase \"$*\" in run*--out*) {text};; esac\nexec {CDRSIM} \"$@\"\n")
        os.chmod(path, 0o755)
        return path

    def test_a_full_disk_ends_the_sweep_instead_of_simulating_for_nothing(self):
        full = self.program(f"if [ -e {self.path('full')} ]; then echo ran >> {self.path('full')}; echo 'cdrsim: --out: cannot write x: No space left on device' >&2; exit 1; fi")
        self.write("full", "")
        r = self.sweep(WAYS, code=1, program=full)
        self.assertIn("No space left on device: ways=1-", r.stderr)
        self.assertEqual(self.read("full"), "ran\n", "the next point was run all the same")
        self.assertEqual(len(self.rows("o", "failures.csv")), 1)
        os.remove(self.path("full"))
        self.sweep(WAYS, program=full)
        self.assertEqual(len(self.rows("o", "results.csv")), 3)

    def test_what_is_changed_under_a_sweep_is_told_as_that(self):
        self.sweep(WAYS, code=1, program=self.program(f"exec {CDRSIM} \"$@\" --set l1.mshrs=2"))
        failures = self.rows("o", "failures.csv")
        self.assertEqual([(f["exit"], f["message"]) for f in failures],
                         [("1", "the base configuration, a trace or the program was changed while the sweep was running")] * 3)
        self.assertEqual(self.rows("o", "results.csv"), [])

    def test_a_run_without_a_result_is_a_bug(self):
        self.sweep(WAYS, code=2, program=self.program("exit 0"))
        self.assertEqual({f["message"] for f in self.rows("o", "failures.csv")}, {"the run ended without a result of this experiment"})

    def test_failures_can_be_read_while_the_sweep_is_under_way(self):
        command, environment = self.call(WAYS, program=self.program(
            f"case \"$*\" in *ways=1) echo 'cdrsim: oh no' >&2; exit 1;; *) cp {self.path('o', 'failures.csv')} {self.path('seen.csv')};; esac"))
        code = (f"import sys; sys.path.insert(0, {os.path.join(ROOT, 'tools')!r})\nfrom sweeps import command, local\n"
                "local.BETWEEN_TABLES = 0\nsys.exit(command.main(sys.argv[1:]))")
        r = subprocess.run([sys.executable, "-c", code, *command[2:]], env=environment, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(r.returncode, 1, r.stderr)
        self.assertEqual([f["message"] for f in self.rows("seen.csv")], ["oh no"])


class Resuming(Case):
    def tables(self, out):
        return {name: self.read(out, name) for name in TABLES}

    def test_killed_at_any_moment_it_goes_on_to_the_same_bytes(self):
        slow = self.slow_program()
        text = "base = \"base.toml\"\nseeds = 2\n[axes]\nl1.ways = [1, 2, 4]\n[baseline]\nl1.ways = 1\n"
        self.sweep(text, "-j", "2", out="whole", program=slow)
        whole = self.tables("whole")
        for seconds in (0.4, 0.9, 1.3):
            command, environment = self.call(text, "-j", "2", program=slow)
            with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
                time.sleep(seconds)
                process.send_signal(signal.SIGKILL)
            if os.path.exists(self.path("o", "results.csv")):
                lines = self.read("o", "results.csv").splitlines()
                self.assertEqual({line.count(",") for line in lines}, {lines[0].count(",")}, "half a row")
        self.sweep(text, "-j", "2", program=slow)
        self.assertEqual(self.tables("o"), whole)

    def test_a_run_that_is_killed_is_a_failure_and_runs_again(self):
        killed = self.write("cdrsim", f"#!/bin/sh\nif [ -e {self.path('kill')} ]; then case \"$*\" in *--out*ways=2*) kill -9 $$;; esac; fi\nexec {CDRSIM} \"$@\"\n")
        os.chmod(killed, 0o755)
        self.write("kill", "")
        self.sweep(WAYS, code=1, program=killed)
        failure, = self.rows("o", "failures.csv")
        self.assertEqual(failure["exit"], "-9")
        self.assertIn("killed by signal 9", failure["message"])
        os.remove(self.path("kill"))
        self.sweep(WAYS, program=killed)
        self.sweep(WAYS, out="whole", program=killed)
        self.assertEqual(self.tables("o"), self.tables("whole"))

    def test_ctrl_c_keeps_what_is_done(self):
        slow = self.slow_program()
        command, environment = self.call(WAYS, program=slow)
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            while not (os.path.isdir(self.path("o", "points")) and os.listdir(self.path("o", "points"))):
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            self.assertIn("interrupted", process.stderr.read())
            self.assertEqual(process.wait(), 130)
        self.assertEqual(self.rows("o", "failures.csv"), [])
        self.sweep(WAYS, program=slow)
        self.assertEqual(len(self.rows("o", "results.csv")), 3)

    def test_axes_may_grow_and_only_the_new_points_run(self):
        self.sweep(WAYS)
        before = {r["point"]: os.stat(self.path("o", "points", r["point"], "result.json")).st_mtime_ns for r in self.rows("o", "results.csv")}
        self.sweep(WAYS.replace("1, 2, 4", "1, 8, 2, 4") + "# a remark\n")
        rows = self.rows("o", "results.csv")
        self.assertEqual([r["l1.ways"] for r in rows], ["1", "8", "2", "4"])
        for point, then in before.items():
            self.assertEqual(os.stat(self.path("o", "points", point, "result.json")).st_mtime_ns, then)

    def test_another_sweep_base_or_program_in_the_same_folder_is_refused(self):
        self.sweep(WAYS)
        kept = self.tables("o")
        self.assertIn("other points", self.sweep(WAYS.replace("1, 2, 4", "1, 2"), code=1).stderr)
        self.assertIn("other points", self.sweep(WAYS + "[set]\nl1.mshrs = 2\n", code=1).stderr)
        self.assertIn("another build", self.sweep(WAYS, code=1, program=self.slow_program()).stderr)
        self.write("base.toml", BASE + "copies = 1\nwrite_fraction = 0.5\n")
        self.assertIn("another base configuration", self.sweep(WAYS, code=1).stderr)
        self.assertEqual(self.tables("o"), kept)

    def test_a_damaged_result_is_run_again(self):
        self.sweep(WAYS)
        kept = self.tables("o")
        point = self.rows("o", "results.csv")[1]["point"]
        self.write(os.path.join("o", "points", point, "result.json"), "{\"schema\": 1,")
        self.sweep(WAYS)
        self.assertEqual(self.tables("o"), kept)

    def test_two_sweeps_at_once_into_one_folder_are_refused(self):
        command, environment = self.call(WAYS, program=self.slow_program())
        slow = self.write("slowest", f"#!/bin/sh\ncase \"$*\" in run*--out*) sleep 30;; esac\nexec {CDRSIM} \"$@\"\n")
        os.chmod(slow, 0o755)
        with subprocess.Popen(command, env={**environment, "CDRSIM": slow}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while not os.path.exists(self.path("o", "sweep.json")):
                time.sleep(0.05)
            self.assertIn("another sweep is at work there", self.sweep(WAYS, code=1, program=slow).stderr)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(), 143)


class Summary(Case):
    def test_means_intervals_and_ratios_are_those_of_the_rows(self):
        self.write("base.toml", BASE.replace("references = 300", "references = 300\ncopies = 2").replace("cores_per_chip = 4", "cores_per_chip = 8"))
        self.sweep("base = \"base.toml\"\nseeds = 3\n[axes]\nl1.size = [\"4KiB\", \"256B\"]\n[baseline]\nl1.size = \"4KiB\"\n"
                   "[metrics]\nsummary = [\"sim.cycles\", \"miss.*\"]\n")
        rows = self.rows("o", "results.csv")
        large, small = ([int(r["sim.cycles"]) for r in rows if r["l1.size"] == size] for size in ("4KiB", "256B"))
        first, second = self.rows("o", "summary.csv")
        self.assertEqual((second["l1.size"], second["seeds"], second["failed"]), ("256B", "3", "0"))
        mean = sum(small) / 3
        deviation = (sum((c - mean) ** 2 for c in small) / 2) ** 0.5
        self.assertAlmostEqual(float(second["sim.cycles.mean"]), mean, places=3)
        self.assertAlmostEqual(float(second["sim.cycles.ci95"]), 4.302653 * deviation / 3 ** 0.5, places=3)
        self.assertAlmostEqual(float(second["sim.cycles.ratio"]), sum(s / b for s, b in zip(small, large)) / 3, places=7)
        self.assertEqual((first["sim.cycles.ratio"], first["sim.cycles.ratio_ci95"], first["speedup"]), ("1", "0", "1"))
        self.assertIn("miss.cold.mean", second)
        speedups = []
        for seed in range(3):
            finish = [[int(a["finish_cycle"]) for a in self.rows("o", "points", r["point"], "applications.csv")] for r in (rows[seed], rows[seed + 3])]
            speedups.append((finish[0][0] / finish[1][0] * finish[0][1] / finish[1][1]) ** 0.5)
        self.assertAlmostEqual(float(second["speedup"]), sum(speedups) / 3, places=7)

    def test_one_seed_has_no_interval_and_a_point_without_baseline_no_ratio(self):
        text = ("base = \"base.toml\"\n[axes]\nl1.ways = [1, 2]\ncore.memory_model = [\"tso\", \"sc\"]\n"
                "[[exclude]]\nl1.ways = 2\ncore.memory_model = \"tso\"\n[baseline]\ncore.memory_model = \"tso\"\n")
        self.sweep(text)
        rows = self.rows("o", "summary.csv")
        self.assertEqual([(r["l1.ways"], r["core.memory_model"]) for r in rows], [("1", "tso"), ("1", "sc"), ("2", "sc")])
        self.assertEqual([bool(r["sim.cycles.ratio"]) for r in rows], [True, True, False])
        self.assertEqual([r["sim.cycles.ci95"] for r in rows], ["", "", ""])


class Report(Case):
    def test_a_sweep_ends_with_its_report(self):
        command, environment = self.call(WAYS)
        command.remove("--no-report")
        subprocess.run(command, check=True, env=environment, capture_output=True, timeout=120)
        self.assertGreater(os.stat(self.path("o", "report.html")).st_size, 1000)

    def test_also_when_the_energy_of_some_points_alone_is_partial(self):
        command, environment = self.call("base = \"base.toml\"\n[axes]\ntlb.entries = [64, 1]\n")
        command.remove("--no-report")
        r = subprocess.run(command, check=False, env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual((r.returncode, r.stderr), (0, ""))
        self.assertEqual([bool(row["energy.partial"]) for row in self.rows("o", "results.csv")], [False, True])


class Bundled(unittest.TestCase):
    def test_the_bundled_sweeps_describe_legal_points(self):
        for name in sorted(os.listdir(os.path.join(ROOT, "configs", "sweeps"))):
            with self.subTest(name):
                r = subprocess.run([sys.executable, SWEEP, os.path.join(ROOT, "configs", "sweeps", name), "--dry-run"],
                                   capture_output=True, text=True, check=False, env={**os.environ, "CDRSIM": CDRSIM})
                self.assertEqual((r.returncode, r.stderr), (0, ""))
                self.assertNotIn("illegal", r.stdout)


if __name__ == "__main__":
    unittest.main()
