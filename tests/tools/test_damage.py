# SPDX-License-Identifier: BSD-3-Clause
"""Does every tool answer every kind of damage with one line that names the file, and exit code 1?

A table for each file that is read: its name, and what may be wrong with it. Each damage goes to each tool that reads the file.
"""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import threading
import time
import unittest

import report_fixtures as made
from places import CDRSIM, ROOT, TOOLS

sys.path.insert(0, TOOLS)

# pylint: disable=wrong-import-position
from comparison.command import main as compare
from report_page.command import main as report
from report_page.figure import Panel, bars, heatmap, lines
from report_page.papers import draw

DEEP = "[" * 100000
HUGE = "9" * 400
BASE = ("[system]\ncores_per_chip = 4\n[[workload]]\nsynthetic = \"private-shared\"\nthreads = 4\nreferences = 100\n"
        "private_bytes = \"4KiB\"\nshared_bytes = \"1KiB\"\n")
WAYS = "base = \"base.toml\"\n[axes]\nl1.ways = [1, 2]\n"


def tool(name, *arguments, **more):
    return subprocess.run([sys.executable, os.path.join(TOOLS, name), *arguments], capture_output=True, check=False, timeout=60,
                          env={**os.environ, "CDRSIM": CDRSIM, **more.pop("env", {})}, **more)


def called(name, *arguments):
    """The same inside this process, which is ten times as fast. What a tool does not catch is an error of the test."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = {"compare": compare, "report": report}[name](list(arguments))
    return subprocess.CompletedProcess(arguments, code, out.getvalue().encode(), err.getvalue().encode())


class Damage(made.InAFolder):
    def write(self, name, text):
        made.write(self.path(name), text)
        return self.path(name)

    def refused(self, done, *parts):
        """One line on stderr with these parts, nothing on stdout, exit code 1."""
        said = done.stderr.decode("utf-8", "replace")
        self.assertEqual((done.returncode, said.count("\n"), done.stdout), (1, 1, b""), said[-3000:])
        self.assertNotIn("Traceback", said)
        for part in parts:
            self.assertIn(part, said)

    def fine(self, done):
        said = done.stderr.decode("utf-8", "replace")
        self.assertEqual(done.returncode, 0, said[-3000:])
        self.assertNotIn("Traceback", said)
        return done.stdout.decode("utf-8", "replace")

    def run_of(self, name="x", **changes):
        return made.run(self.path(name), made.result(made.stats(1000)) | changes, made.config(), finish=[10, 20], tiles=made.tiles(5))


def results():
    """{kind: text of result.json}"""
    whole = made.result(made.stats(1000), energy=made.energy(1), storage=made.storage("cdr", 8), area={"l1": 1, "total": 1})

    def text(**changes):
        return json.dumps(whole | changes)

    def stats(**changes):
        return text(stats=whole["stats"] | {name.replace("__", "."): value for name, value in changes.items()})

    damaged = {
        "empty": "", "cut": text()[:100], "a list": "[]", "deep": DEEP, "deep inside": text(more=json.loads("[" * 60 + "]" * 60)),
        "no stats": text(stats={}), "a list of stats": text(stats=[]), "cycles are a histogram": stats(sim__cycles=made.histogram(1, 1, 1, 1, 1)),
        "cycles below 0": stats(sim__cycles=-5), "cycles are missing": stats(sim__cycles=None), "a histogram cut": stats(noc__latency={"count": 1}),
        "a list in a histogram": stats(noc__latency=made.histogram([1], 1, 1, 1, 1)), "true as a number": stats(l1__hits=True),
        "infinite": text().replace("2000", "1e999", 1), "beyond a float": text().replace("2000", HUGE, 1), "nearly so": stats(l1__hits=1e308),
        "thousands of digits": text().replace("2000", "9" * 5000, 1), "near nothing": stats(l1__hits=5e-324), "NaN": text().replace("2000", "NaN", 1),
        "the name of a statistic": stats(**{"l1\n.hits": 1}), "half a character": text(version="\ud800"), "and in the hash": text(config_hash="\ud800"),
        "and in a name": stats(**{"l1.\ud800": 1}), "and in a scheme": text(storage={"scheme": "\ud800"}),
    }
    for key in ("version", "config_hash", "seed", "finished"):
        damaged |= {f"{key} is {value!r}": text(**{key: value}) for value in (None, [1], {}, 1.5)}
    for section in ("energy", "storage", "area"):
        damaged |= {f"{section} is {value!r}": text(**{section: value}) for value in (
            None, [], 7, {"partial": 7}, {"total": "many"}, {"total": [1]}, {"reasons": ["a"]}, {"reasons": {"a": 1}}, {"l1": {"dynamic": 1}},
            {"total": True}, {"parts": [1]})}
    damaged["energy of no kind"] = text(energy={"l1": 5, "total": 5})
    damaged["a scheme that is a number"] = text(storage={"scheme": 7})
    return damaged


CONFIGS = {"run is a number": "run = 3\n", "deep": "a = " + DEEP, "many parts": "a" + ".a" * 3000 + " = 1\n", "cut": "[system",
           "chips are words": "[system]\nchips = \"two\"\n", "cores are a list": "[system]\ncores_per_chip = [4]\n", "no cores": "[system]\ncores_per_chip = 0\n",
           "a seed of words": "[run]\nseed = \"x\"\n", "a list of numbers": "workload = [1]\n", "many digits": f"[run]\nseed = {HUGE}\n",
           "thousands of digits": f"[run]\nseed = {'9' * 5000}\n", "infinite": "[core]\ncpi = inf\n", "two runs": "[[run]]\nseed = 1\n"}
COPIES = "application,workload,copy,finish_cycle\n"
APPLICATIONS = {"empty": "", "too long": COPIES + "a,0,0,5,6\n", "too short": COPIES + "a,0,0\n", "a column twice": "application,workload,copy,finish_cycle,copy\na,0,0,5,0\n",
                "words": COPIES + "a,0,0,soon\n", "a copy of words": COPIES + "a,0,first,5\n", "a copy twice": COPIES + "a,0,0,5\na,0,0,6\n",
                "infinite": COPIES + "a,0,0,1e999\n", "many digits": COPIES + f"a,0,0,{HUGE}\n", "nan": COPIES + "a,0,0,nan\n", "NUL": COPIES + "a\0,0,0,5\n",
                "a quote": COPIES + "\"a,0,0,5\n", "a large field": COPIES + "a" * 200000 + ",0,0,5\n"}
TILES = {"too long": "tile,x,y\n0,0,0,0\n", "too short": "tile,x,y\n0,0\n", "words": "tile,x,y,llc.hits,llc.misses\n0,0,0,1,1\n1,1,0,many,1\n", "n/a": "tile,x,y,llc.hits\n0,0,0,n/a\n",
         "many digits": f"tile,x,y,llc.hits\n0,0,0,{HUGE}\n", "far away": f"tile,x,y\n0,{HUGE},0\n", "infinite": "tile,x,y,llc.hits\n0,0,0,1e999\n"}
ROWS = "point,l1.ways,config_hash,version,finished,sim.cycles,sim.accesses\n"
TABLES = {"empty": "", "no rows": ROWS, "too long": ROWS + "a,1,x,0.1.0,true,5,5,5\n", "too short": ROWS + "a,1,x,0.1.0,true,5\n", "words": ROWS + "a,1,x,0.1.0,true,5,many\n",
          "no cycles": ROWS + "a,1,x,0.1.0,true,,5\n", "cycles below 0": ROWS + "a,1,x,0.1.0,true,-5,5\n", "infinite": ROWS + "a,1,x,0.1.0,true,1e999,5\n",
          "many digits": ROWS + f"a,1,x,0.1.0,true,5,{HUGE}\n", "many digits in an axis": ROWS + f"a,{HUGE},x,0.1.0,true,5,5\n", "nearly infinite": ROWS + "a,1,x,0.1.0,true,1e308,1e308\n",
          "other order": "point,finished,version,config_hash,sim.cycles\na,true,0.1.0,x,5\n", "a column twice": ROWS.replace("l1.ways", "sim.cycles") + "a,1,x,0.1.0,true,5,5\n"}
ANSWERS = {"empty": "", "a list": "[]", "deep": DEEP, "many digits": f'{{"storage": [{{"scheme": "a", "cores": {HUGE}}}]}}', "infinite": '{"threads": 1e999}',
           "half a character": '{"storage": [{"scheme": "\\ud800", "cores": 4}]}', "no cores": '{"storage": [{"scheme": "a", "cores": 0}]}',
           "cdr costs nothing": '{"storage": [{"scheme": "cdr", "cores": 1024, "bits_per_line": 0}, {"scheme": "full-map", "cores": 1024, "bits_per_line": 1024}]}',
           "a class that is a list": json.dumps(made.profile() | {"line": made.profile()["line"] | {"classes": [{"class": [1], "references": 1}]}}),
           "fewer than no sharers": json.dumps(made.profile()).replace('"sharers": 4', '"sharers": -4')}
SWEEPS = {"deep": "a = " + DEEP, "many parts": WAYS + "a" + ".a" * 3000 + " = [1]\n", "many quoted parts": WAYS + "\"a" + ".a" * 3000 + "\" = [1]\n",
          "5000 digits": WAYS + f"l2.ways = [{'9' * 5000}]\n", "400 digits": WAYS + f"l2.ways = [{HUGE}]\n", "a size of 6000 digits": WAYS + f"l1.size = [\"{'9' * 6000}KiB\"]\n",
          "a range of such": WAYS + f"l1.size = {{ from = \"1KiB\", to = \"{'9' * 6000}KiB\", factor = 2 }}\n", "NUL": WAYS + "l1.size = [\"a\\u0000b\"]\n", "NUL in the base": "base = \"a\\u0000b\"\nseeds = 2\n",
          "a newline": WAYS + "l1.size = [\"a\\nb\"]\n", "infinite": WAYS + "core.cpi = [inf]\n", "an excluded list": WAYS + "[[exclude]]\nl1.ways = [[1]]\n",
          "too many points": "base = \"base.toml\"\nseeds = 24000\n[axes]\nl1.ways = [1, 2, 3, 4, 5]\n",
          "and in a variant": "base = \"base.toml\"\n[variants.v]\na = { l1.ways = { from = 1, to = 5000, step = 1 }, llc.ways = { from = 1, to = 5000, step = 1 } }\n"}


class Runs(Damage):
    def test_result_json(self):
        good, x = self.run_of("good"), self.run_of()
        for kind, text in results().items():
            with self.subTest(kind):
                self.write("x/result.json", text)
                self.refused(called("compare", good, x), "x/result.json: ")
        for kind in ("no stats", "seed is [1]", "energy is {'partial': 7}", "infinite", "beyond a float", "and in a scheme", "finished is None", "deep"):
            with self.subTest(kind, tool="report"):
                self.write("x/result.json", results()[kind])
                self.refused(called("report", good, x, "-o", self.path("page.html")), "x/result.json: ")
        self.write("x/result.json", DEEP)
        self.refused(tool("compare", good, x), "x/result.json: ")
        self.refused(tool("report", good, x), "x/result.json: ")
        os.remove(self.path("x", "result.json"))
        os.mkfifo(self.path("x", "result.json"))
        self.refused(called("compare", good, x), "x/result.json: no regular file")

    def test_what_lies_beside_it(self):
        good = self.run_of("good")
        for name, damaged, tools in (("config.toml", CONFIGS, ["report"]), ("applications.csv", APPLICATIONS, ["report", "compare"]), ("tiles.csv", TILES, ["report"])):
            for kind, text in damaged.items():
                for which in tools:
                    with self.subTest(f"{name}: {kind}", tool=which):
                        x = self.run_of()
                        self.write(f"x/{name}", text)
                        self.refused(called(which, good, x, *(["-o", self.path("page.html")] if which == "report" else [])), f"x/{name}: ")

    def test_large_and_small_numbers_that_are_legal_break_no_sum(self):
        most = made.run(self.path("most"), made.result(made.stats(10**40, sim__accesses=1e-40, noc__flit_hops=1e40), energy=made.energy(1e36)), made.config(),
                        finish=[10**40], tiles=[["tile", "x", "y", "llc.hits", "llc.misses"], [0, 10**40, 10**40, 10**40, 1]])
        least = made.run(self.path("least"), made.result(made.stats(1, noc__flit_hops=1e-40)) | {"stats": made.stats(1e-40)}, made.config(), finish=[1])
        self.fine(called("compare", "--all", most, least))
        self.fine(called("report", most, least, "-o", self.path("page.html")))

    def test_answers_of_the_simulator_given_as_files(self):
        x = self.run_of()
        for kind, text in ANSWERS.items():
            for option in ("--cost", "--profile"):
                with self.subTest(kind, option=option):
                    self.refused(called("report", x, option, self.write("answer.json", text), "-o", self.path("page.html")), "answer.json: ")


class Sweeps(Damage):
    def sweep(self, *arguments, text=WAYS):
        self.write("base.toml", BASE)
        return tool("sweep", self.write("s.toml", text), "--out", self.path("o"), "--quiet", *arguments)

    def point(self):
        return os.path.join("o", "points", sorted(os.listdir(self.path("o", "points")))[0])

    def test_results_csv(self):
        folder = made.sweep(self.path("s"))
        for kind, text in TABLES.items():
            with self.subTest(kind):
                self.write("s/results.csv", text)
                self.refused(called("report", folder), "s/results.csv: ")
                self.assertFalse(os.path.exists(os.path.join(folder, "report.html")))

    def test_sweep_toml_of_a_folder(self):
        for kind, text in {"cut": "[baseline", "a number": "baseline = 3\n", "deep": "a = " + DEEP, "many parts": "[baseline]\na" + ".a" * 3000 + " = 1\n"}.items():
            with self.subTest(kind):
                folder = made.sweep(self.path("s"))
                self.write("s/sweep.toml", text)
                self.refused(called("report", folder), "s/sweep.toml: ")

    def test_sweep_json(self):
        self.fine(self.sweep("--no-report"))
        with open(self.path("o", "sweep.json"), encoding="utf-8") as f:
            state = json.load(f)
        first = next(iter(state["points"]))

        def point(**changes):
            return state | {"points": state["points"] | {first: state["points"][first] | changes}}

        damaged = {"empty": "", "deep": DEEP, "a list": [], "schema alone": {"schema": 1}, "schema 2": state | {"schema": 2}, "points are null": state | {"points": None}, "no points": state | {"points": {}},
                   "a point is a text": state | {"points": {first: "x"}}, "no hash": state | {"points": {first: {k: v for k, v in state["points"][first].items() if k != "config_hash"}}},
                   "no program": {k: v for k, v in state.items() if k != "program"}, "no version": state | {"program": {"path": "x"}}, "columns are a number": state | {"columns": 3},
                   "a column is null": state | {"columns": [None]}, "a hash of numbers": point(config_hash=3), "values are lists": point(columns={"l1.ways": [1]}),
                   "an unknown column": point(columns={"l3.ways": 1}), "no such baseline": point(baseline="x"), "sets are a list": point(sets=[1]), "a path as a name": state | {"points": {"../x": state["points"][first]}},
                   "half a character": point(columns={"l1.ways": "\ud800"}), "a large number": point(columns={"l1.ways": 10**400}), "metrics are a text": state | {"metrics": "sim.cycles"}}
        for kind, content in damaged.items():
            with self.subTest(kind):
                self.write("o/sweep.json", content if isinstance(content, str) else json.dumps(content))
                self.refused(called("compare", self.path("o")), "o/sweep.json: ")
                self.refused(tool("sweep", "--task", self.path("o"), env={"SLURM_ARRAY_TASK_ID": "0"}), "o/sweep.json: ")
                if kind in ("schema alone", "deep", "no program"):
                    self.refused(self.sweep(), "o/sweep.json: ")
        self.assertTrue(os.path.exists(self.path(self.point(), "result.json")), "results must not be lost")

    def test_tasks_of_a_job_array(self):
        self.refused(tool("sweep", "--task", "nope"), "nope/sweep.json: no such file")
        self.fine(self.sweep("--no-report"))
        self.refused(tool("sweep", "--task", self.path("o")), "slurm/tasks.json: ")
        point = os.path.basename(self.point())
        for text, number, part in ((DEEP, "0", "tasks.json: "), ("{}", "0", "tasks.json: "), ('[["x"]]', "0", "tasks.json: "), (f'[["{point}"]]', "1", "SLURM_ARRAY_TASK_ID"),
                                   (f'[["{point}"]]', "-1", "SLURM_ARRAY_TASK_ID"), (f'[["{point}"]]', "", "SLURM_ARRAY_TASK_ID")):
            with self.subTest(text[:20], number=number):
                self.write("o/slurm/tasks.json", text)
                self.refused(tool("sweep", "--task", self.path("o"), env={"SLURM_ARRAY_TASK_ID": number}), part)

    def test_a_point_with_a_damaged_file_runs_again(self):
        self.fine(self.sweep("--no-report"))
        with open(self.path("o", "results.csv"), encoding="utf-8") as f:
            kept = f.read()
        x = self.point()
        with open(self.path(x, "result.json"), encoding="utf-8") as f:
            whole = json.load(f)
        damaged = [("result.json", json.dumps(whole | {"stats": {}})), ("result.json", json.dumps(whole | {"finished": None})),
                   ("result.json", json.dumps(whole).replace('"sim.cycles": ', '"sim.cycles": 1e999, "x": ')), ("result.json", json.dumps(whole | {"seed": [1]})), ("result.json", DEEP),
                   ("applications.csv", APPLICATIONS["too long"]), ("config.toml", CONFIGS["run is a number"]), ("tiles.csv", TILES["words"])]
        for name, text in damaged:
            with self.subTest(name, text=text[:60]):
                self.write(f"{x}/{name}", text)
                self.fine(self.sweep("--no-report"))
                with open(self.path("o", "results.csv"), encoding="utf-8") as f:
                    self.assertEqual(f.read(), kept)
                with open(self.path(x, name), encoding="utf-8") as f:
                    self.assertNotEqual(f.read(), text)

    def test_failure_json_that_is_damaged_is_no_failure(self):
        self.fine(self.sweep("--no-report"))
        for text in ("", DEEP, "[]", '{"exit": "1", "message": "x"}', '{"exit": 1, "message": ""}', '{"exit": 1}'):
            with self.subTest(text[:20]):
                os.remove(self.path(self.point(), "result.json"))
                self.write(os.path.join(self.point(), "failure.json"), text)
                self.fine(self.sweep("--no-report"))

    def test_sweep_files(self):
        for kind, text in SWEEPS.items():
            with self.subTest(kind):
                start = time.monotonic()
                self.refused(self.sweep(text=text), "s.toml:" if kind != "too many points" else "at most 100000")
                self.assertLess(time.monotonic() - start, 20)
                self.assertFalse(os.path.exists(self.path("o")))


class Output(Damage):
    def test_a_folder_or_what_is_no_file_is_not_replaced(self):
        x = self.run_of()
        os.mkdir(self.path("folder"))
        self.refused(tool("report", x, "-o", self.path("folder")), "cannot write", "folder: Is a directory")
        self.refused(tool("report", x, "-o", "/dev/full"), "cannot write /dev/full: No space left on device")
        self.assertTrue(os.path.exists("/dev/full"))

    def test_a_pipe_is_written_to_and_stays_one(self):
        os.mkfifo(self.path("pipe"))
        read = []

        def reader():
            with open(self.path("pipe"), "rb") as f:
                read.append(f.read())

        thread = threading.Thread(target=reader, daemon=True)
        thread.start()
        self.fine(tool("report", self.run_of(), "-o", self.path("pipe")))
        thread.join(10)
        self.assertTrue(read[0].startswith(b"<!DOCTYPE html>"))
        self.assertEqual(sorted(os.listdir(self.root)), ["pipe", "x"])

    def test_a_link_stays_one(self):
        os.symlink(self.write("real.html", "old"), self.path("link.html"))
        self.fine(tool("report", self.run_of(), "-o", self.path("link.html")))
        self.assertTrue(os.path.islink(self.path("link.html")))
        self.assertGreater(os.stat(self.path("real.html")).st_size, 1000)

    def test_a_write_that_fails_leaves_nothing_and_names_the_file(self):
        x, page = self.run_of(), self.write("page.html", "kept")
        limited = f"ulimit -f 4; trap '' XFSZ; exec {sys.executable} {ROOT}/tools/report {x} -o {page}"
        self.refused(subprocess.run(["bash", "-c", limited], capture_output=True, check=False), f"cannot write {page}: File too large")
        self.assertEqual(sorted(os.listdir(self.root)), ["page.html", "x"])
        with open(page, encoding="utf-8") as f:
            self.assertEqual(f.read(), "kept")

    def test_a_sweep_whose_files_cannot_be_written(self):
        self.write("base.toml", BASE)
        command = [self.write("s.toml", WAYS), "--out", self.path("o"), "--quiet"]
        self.fine(tool("sweep", *command, "--no-report"))
        for name in ("report.html", "results.csv"):
            with self.subTest(name):
                if os.path.exists(self.path("o", name)):
                    os.remove(self.path("o", name))
                os.mkdir(self.path("o", name))
                done = tool("sweep", *command)
                self.assertEqual((done.returncode, done.stderr.count(b"\n")), (1, 1), done.stderr)
                self.assertIn(f"{name}: Is a directory".encode(), done.stderr)
                os.rmdir(self.path("o", name))
                self.assertFalse([n for n in os.listdir(self.path("o")) if n.endswith(".partial")])

    def test_a_full_disk_behind_stdout(self):
        x = self.run_of()
        self.write("base.toml", BASE)
        sweep = [self.write("s.toml", WAYS), "--dry-run"]
        for which, arguments in (("compare", [x, x]), ("compare", ["--format", "csv", "--all", x]), ("sweep", sweep)):
            with self.subTest(which), open("/dev/full", "wb") as full:
                done = subprocess.run([sys.executable, os.path.join(TOOLS, which), *arguments], stdout=full, stderr=subprocess.PIPE, check=False,
                                      env={**os.environ, "CDRSIM": CDRSIM})
                self.assertEqual((done.returncode, done.stderr), (1, f"{which}: cannot write the output: No space left on device\n".encode()))

    def test_stdout_that_is_closed(self):
        x = self.run_of()
        self.fine(subprocess.run(["sh", "-c", f"exec {sys.executable} {ROOT}/tools/compare {x} >&-"], capture_output=True, check=False))


class Names(Damage):
    STRANGE = (b"\xff", "Ω".encode(), b"two\nlines", b"$a_b$", b"<b>&\"'", b"a|b")

    def strange(self, name):
        folder = os.path.join(os.fsencode(self.root), name)
        shutil.copytree(os.fsencode(self.run_of("plain")), folder)
        return folder

    def test_of_folders_break_no_table_and_no_page(self):
        for name in self.STRANGE:
            with self.subTest(name):
                folder = self.strange(name)
                for form in ("table", "csv", "markdown", "latex") if b"\n" in name else ("table",):
                    lines = self.fine(tool("compare", "--format", form, "--metric", "sim.cycles", folder, self.path("plain"), env={"PYTHONIOENCODING": "ascii"}))
                    self.assertEqual(len(lines.splitlines()), {"table": 2, "csv": 2, "markdown": 3, "latex": 7}[form], lines)
                self.fine(tool("report", folder, self.path("plain"), "-o", self.path("page.html"), "--title", name))
                with open(self.path("page.html"), encoding="utf-8") as f:
                    self.assertIn("plain", f.read())
                os.remove(os.path.join(folder, b"result.json"))
                self.refused(tool("compare", folder), "result.json: no such file")
                self.refused(tool("report", folder), "result.json: no such file")

    def test_with_dollars_are_no_formulas_in_figures_for_papers(self):
        name = "$\\nosuch{$"
        drawn = [bars("bars", "title", [name], name, {name: [1], "other": [2]}), lines("lines", "title", name, name, {name: [(1, 2)], "empty": []}),
                 heatmap("map", "title", name, [Panel(name, 1, 1, [1])])]
        self.assertEqual(draw(drawn, self.path("figures")), 3)
        self.assertEqual(len(os.listdir(self.path("figures"))), 9)

    def test_of_a_sweeps_folder(self):
        for name in (b"\xff", b"two\nlines"):
            with self.subTest(name):
                parent = os.path.join(os.fsencode(self.root), name)
                os.mkdir(parent)
                for file, text in (("base.toml", BASE), ("s.toml", WAYS)):
                    with open(os.path.join(parent, file.encode()), "w", encoding="utf-8") as f:
                        f.write(text)
                self.fine(tool("sweep", os.path.join(parent, b"s.toml"), "--out", os.path.join(parent, b"o"), "--quiet"))
                self.fine(tool("sweep", os.path.join(parent, b"s.toml"), "--out", os.path.join(parent, b"o"), "--quiet"))
                self.fine(tool("compare", os.path.join(parent, b"o")))
                os.remove(os.path.join(parent, b"s.toml"))
                self.refused(tool("sweep", os.path.join(parent, b"s.toml")), "No such file")

    def test_hashes_that_look_like_numbers_stay_as_they_are(self):
        folder = made.sweep(self.path("s"))
        with open(os.path.join(folder, "results.csv"), encoding="utf-8") as f:
            text = f.read().replace(f"{9000:x},", "12345678901234e5,").replace(f"{9160:x},", "0000000000000012,")
        self.write("s/results.csv", text)
        self.fine(tool("report", folder))
        with open(os.path.join(folder, "report.html"), encoding="utf-8") as f:
            page = f.read()
        self.assertIn("<td>12345678901234e5</td>", page)
        self.assertIn("<td>0000000000000012</td>", page)

    def test_points_without_a_result_are_one_note_or_one_error(self):
        self.write("base.toml", BASE)
        self.fine(tool("sweep", self.write("s.toml", WAYS.replace("1, 2", "1, 2, 4")), "--out", self.path("o"), "--quiet", "--no-report"))
        points = sorted(os.listdir(self.path("o", "points")))
        for point in points[:2]:
            os.remove(self.path("o", "points", point, "result.json"))
        done = tool("compare", self.path("o"))
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (0, 1))
        self.assertIn(f"no result of {points[0]} and 1 other points".encode(), done.stderr)
        os.remove(self.path("o", "points", points[2], "result.json"))
        self.refused(tool("compare", self.path("o")), "no point of this sweep has a result")


if __name__ == "__main__":
    unittest.main()
