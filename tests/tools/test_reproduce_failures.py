# SPDX-License-Identifier: BSD-3-Clause
"""Does tools/reproduce say in one message what is wrong, with exit code 1, and leave what it keeps as it was?"""

import contextlib
import fcntl
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from unittest import mock

import terminal  # noqa: F401  pylint: disable=unused-import

from places import TOOLS
from reproduction_fixtures import (applications, kept_figures, make_sweep, no_figures, sharing_text, spec_and_grid, storage_text, write)

from checked_files import Damaged, read_csv
from console import Interrupted
from reproduction import children, collecting, command, experiments, page, writing
from reproduction.experiments import SWEEPS, ReproductionError, data_file
from reproduction.figures import Figures
from reproduction.finished_sweep import Unfinished, finished_sweep
from reproduction.kept_files import CHECKED

TOOL = os.path.join(TOOLS, "reproduce")
SMALL = "equal-storage"


def call(*words):
    """(exit code, stdout, stderr) of the command line, in this process."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = command.main(words)
    return code, out.getvalue(), err.getvalue()


def contents(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        if not os.path.isdir(os.path.join(folder, name)):
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                found[name] = f.read()
    return found


class Marks(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.path = os.path.join(self.folder, "page.md")
        self.enterContext(mock.patch.object(experiments, "PAGE", self.path))
        self.enterContext(no_figures())
        self.lines = ["# Title", "<!-- Not ours: a remark -->", ""]
        for name in page.BLOCKS:
            self.lines += [f"<!-- {name} -->", "old", "<!-- end -->", ""]

    def refused(self, lines, message):
        text = "\n".join(lines)
        write(self.path, text)
        code, out, err = call("page", "--write")
        self.assertEqual((code, out, len(err.splitlines())), (1, "", 1), err)
        self.assertIn(message, err)
        with open(self.path, encoding="utf-8", newline="") as f:
            self.assertEqual(f.read(), text)

    def test_what_stands_between_marks_is_made_and_nothing_else_is_touched(self):
        write(self.path, "\n".join(self.lines))
        self.assertEqual(call("page", "--write"), (0, "", ""))
        with open(self.path, encoding="utf-8") as f:
            made = f.read()
        self.assertNotIn("old", made)
        self.assertTrue(made.startswith("# Title\n<!-- Not ours: a remark -->\n\n<!-- claims -->\n|"))
        self.assertEqual(call("page"), (0, made, ""))

    def test_marks_that_do_not_fit_are_refused_by_line(self):
        at = self.lines.index("<!-- storage -->")
        for lines, message in [
            (self.lines[: at + 2] + self.lines[at + 3 :], f"page.md:{at + 1}: <!-- storage --> has no <!-- end --> before"),
            (self.lines[:at] + self.lines[at + 1 :], f"page.md:{at + 2}: <!-- end --> where no table begins"),
            (self.lines[:-2], "has no <!-- end -->"),
            (["<!-- storrage -->", *self.lines], 'page.md:1: no table is called storrage; did you mean "storage"?'),
            (self.lines[:at] + self.lines[at + 4 :], f"page.md:{len(self.lines) - 4}: the file ends without <!-- storage -->"),
            (self.lines + self.lines[at : at + 3], f"page.md:{len(self.lines) + 1}: <!-- storage --> is there twice"),
            (self.lines[:4] + [self.lines[4] + "\r", *self.lines[5:]], "page.md:5: a carriage return"),
        ]:
            with self.subTest(message=message):
                self.refused(lines, message)


class Collecting(unittest.TestCase):
    """With one sweep of 80 points; the others have not been made."""

    def setUp(self):
        self.out = self.enterContext(tempfile.TemporaryDirectory())
        self.data = self.enterContext(kept_figures())
        for name, text in (("storage_text", storage_text()), ("sharing_text", sharing_text())):
            self.enterContext(mock.patch.object(collecting, name, lambda text=text: text))
        self.sweep = make_sweep(self.out, SMALL)
        self.before = contents(self.data)

    def point(self, n, *names):
        return os.path.join(self.sweep, "points", spec_and_grid(SMALL)[1][n].id, *names)

    def refused(self, message):
        code, out, err = call("collect", "--out", self.out)
        self.assertEqual((code, out), (1, ""))
        self.assertRegex(err, message)
        self.assertTrue(all(line.startswith(("reproduce: ", self.out)) for line in err.splitlines()), err)
        self.assertEqual(contents(self.data), self.before)

    def test_what_is_whole_is_kept_and_the_rest_is_left_out(self):
        code, out, err = call("collect", "--out", self.out)
        self.assertEqual((code, out.split()[0]), (0, "80"), err)
        self.assertEqual(err.count("reproduce: left out: "), len(SWEEPS) - 1)
        self.assertEqual(set(contents(self.data)), {SMALL + ".csv", "points.csv", "sharing.csv", "storage.csv"})
        figures = Figures()
        self.assertEqual(len(figures.points), 80)
        self.assertEqual(figures.points[1]["finish_cycles"], 2 * 1002)
        self.assertEqual(figures.points[1]["config_hash"], f"{1:016x}")
        row = figures.of(SMALL, scheme="coarse", trace="ocean-64")
        self.assertEqual((row["speedup"], row["sim.cycles.mean"], row["workload.0.trace"]), (1, 105.5, "traces/paper/ocean-64.cdrt"))
        self.assertAlmostEqual(row["waiting"], 500 / (2 * 64 * 10055))
        self.assertEqual(row["reordered_grants"], 0.2)

    def test_what_a_sweep_is_still_to_do_is_left_out(self):
        make_sweep(self.out, "private-l2", points=7)
        with self.assertRaisesRegex(Unfinished, "113 of 120 points have no result"):
            finished_sweep("private-l2", os.path.join(self.out, "private-l2"), spec_and_grid("private-l2")[1])
        code, _, err = call("collect", "--out", self.out)
        self.assertEqual(code, 0)
        self.assertIn("left out: " + os.path.join(self.out, "private-l2"), err)
        self.assertFalse(os.path.exists(data_file("private-l2")))

    def test_nothing_whole_is_an_error(self):
        shutil.rmtree(self.sweep)
        self.refused("no sweep has been made there")

    def test_a_damaged_folder_changes_nothing(self):
        def spoil(path, text=None, old=None, new=None):
            if text is None:
                with open(path, encoding="utf-8") as f:
                    text = f.read()
                assert old in text
                text = text.replace(old, new)
            write(path, text)

        summary = os.path.join(self.sweep, "summary.csv")
        state = os.path.join(self.sweep, "sweep.json")
        for message, path, change in [
            ("sweep.json: damaged JSON", state, {"text": "{"}),
            ("sweep.json: this is the sweep homes, expected equal-storage", state, {"old": '"name": "equal-storage"', "new": '"name": "homes"'}),
            ("has not the points of configs/paper/equal-storage.toml, such as", state, {"old": "seed=1-", "new": "seed=11-"}),
            ("of another experiment than", state, {"old": f'"{5:016x}"', "new": f'"{99:016x}"'}),
            ("summary.csv: damaged CSV: the row is too short", summary, {"text": "a,seeds,failed\n1,2\n"}),
            ("summary.csv: damaged: no column seeds", summary, {"text": "a,b\n1,2\n"}),
            ("summary.csv: damaged: sim.cycles.mean of row 2 is not that of its points", summary, {"old": "105.5", "new": "105.6"}),
            ("summary.csv: damaged: row 2 has not the axes of", summary, {"old": ",sr-application,", "new": ",sr,"}),
            ("result.json: damaged JSON", self.point(3, "result.json"), {"text": '{"schema": 1'}),
            ("result.json: sync.wait_cycles is no number", self.point(3, "result.json"), {"old": '"sync.wait_cycles": 50, ', "new": ""}),
            ("applications.csv: damaged CSV: threads is no number of at least 1", self.point(3, "applications.csv"), {"text": applications(5, 0)}),
            ("applications.csv: damaged CSV: finish_cycle is no number of at least 1", self.point(3, "applications.csv"),
             {"text": applications("n/a")}),
            ("its threads wait longer than they run", self.point(3, "applications.csv"), {"text": applications(1, 1)}),
        ]:
            with self.subTest(message=message), open(path, encoding="utf-8") as f:
                kept = f.read()
                try:
                    spoil(path, **change)
                    self.refused(message)
                finally:
                    write(path, kept)
        os.unlink(self.point(3, "applications.csv"))
        self.refused("applications.csv: No such file")
        os.unlink(state)
        self.refused("sweep.json: no such file, but the folder is not empty")

    def test_sweeps_of_two_programs_are_refused(self):
        make_sweep(self.out, "private-l2", program={"sha256": "77ff"})
        self.refused("equal-storage was made by another program than private-l2|private-l2 was made by another program than equal-storage")

    def test_of_a_run_that_was_cut_short_there_is_no_speed_up(self):
        shutil.rmtree(self.sweep)
        make_sweep(self.out, SMALL, cut=[spec_and_grid(SMALL)[1][11].id])  # of ocean under the full map
        self.assertEqual(call("collect", "--out", self.out)[0], 0)
        figures = Figures()
        row = figures.of(SMALL, scheme="full-map", trace="ocean-64")
        self.assertEqual([row[c] for c in ("speedup", "working_speedup", "working_speedup.ci95", "waiting")], [None] * 4)
        self.assertIsNone(figures.points[11]["finish_cycles"])
        self.assertIn("| n/a |", page.made(SMALL, figures))

    def test_an_answer_that_is_wrong_changes_nothing(self):
        def wrong():
            raise ReproductionError("cost: exit code 1")

        with mock.patch.object(collecting, "storage_text", wrong):
            self.refused("cost: exit code 1")

    def test_a_file_that_cannot_be_written_changes_nothing(self):
        os.unlink(data_file("wide"))
        os.mkdir(data_file("wide"))
        self.addCleanup(os.rmdir, data_file("wide"))
        code, _, err = call("collect", "--out", self.out)
        self.assertEqual((code, err), (1, f"reproduce: {data_file('wide')}: no regular file\n"))
        del self.before["wide.csv"]
        self.assertEqual(contents(self.data), self.before)

    def test_an_interruption_between_two_files_leaves_the_old_ones(self):
        write_new, written = writing.write_new, []

        def interrupted(path, text):
            write_new(path, text)
            written.append(path)
            if len(written) == 3:
                raise Interrupted(signal.SIGINT)

        with mock.patch.object(writing, "write_new", interrupted):
            self.assertEqual(call("collect", "--out", self.out)[0], 130)
        self.assertEqual(contents(self.data), self.before)

    def test_two_at_once_do_not_mix(self):
        holder = os.open(os.path.dirname(self.data), os.O_RDONLY)
        self.addCleanup(os.close, holder)
        fcntl.flock(holder, fcntl.LOCK_EX)
        with mock.patch.object(writing, "PATIENCE", 0.1):
            self.refused("another tools/reproduce is at work there")


class KeptFiles(unittest.TestCase):
    def changed(self, name, change):
        """What Figures says after a change of the rows of a kept file."""
        with kept_figures():
            path = data_file(name)
            with open(path, encoding="utf-8") as f:
                lines = f.read().split("\n")
            change(lines)
            write(path, "\n".join(lines))
            with self.assertRaises(Damaged) as caught:
                Figures()
            self.assertTrue(str(caught.exception).startswith(path), caught.exception)
            return str(caught.exception)

    def test_a_damaged_one_is_told_by_name(self):
        def replace(n, old, new):
            def change(lines):
                assert old in lines[n], lines[n]
                lines[n] = lines[n].replace(old, new, 1)
            return change

        for name, change, message in [
            ("homes", lambda lines: lines.clear(), "no column workload.0.trace"),
            ("homes", lambda lines: lines.__delitem__(slice(1, None)), "no rows"),
            ("homes", replace(0, "speedup,", "speed,"), "no column speedup"),
            ("homes", replace(3, "1.25", "fast"), "speedup is no number of at least 0 (row 4)"),
            ("homes", replace(3, "1.25", "-1.25"), "speedup is no number of at least 0 (row 4)"),
            ("homes", replace(3, "1.25", "0"), "speedup is not above 0 (row 4)"),
            ("homes", replace(3, "1.25", "nan"), "nan is no number"),
            ("homes", replace(3, ",10,1.25", ",0,1.25"), "seeds is no number of at least 1"),
            ("homes", replace(3, ",10,", ",,"), "seeds is no number of at least 1"),
            ("homes", lambda lines: lines.insert(3, lines[3]), "the point of row 5 is there twice"),
            ("homes", lambda lines: lines.pop(3), "has not the same variants as"),
            ("points", lambda lines: lines.__delitem__(slice(1, None)), "no points"),
            ("points", lambda lines: lines.pop(4), "has 499 points of schemes, "),
            ("points", replace(1, "schemes", "scheme"), "no sweep is called scheme (row 2)"),
            ("points", replace(1, ",9.9,", ",9.8,"), "points of several versions"),
            ("points", replace(1, ",7,", ",,"), "sim.cycles is no number of at least 0"),
            ("points", lambda lines: lines.insert(3, lines[3]), "is there twice (row 5)"),
            ("storage", lambda lines: lines.pop(5), "no row of full-map"),
            ("sharing", replace(2, "0.95", ""), "blocks is no number"),
        ]:
            with self.subTest(name=name, message=message):
                self.assertIn(message, self.changed(name, change))

    def test_a_count_without_value_is_damage(self):
        with kept_figures(lambda sweep, column, value: None if (sweep, column) == ("homes", "l1.misses.mean") else value):
            with self.assertRaisesRegex(Damaged, "homes.csv: damaged: l1.misses.mean has no value"):
                Figures()

    def test_without_points_there_is_nothing_to_check(self):
        with no_figures():
            self.assertEqual(call("check", "1"), (1, "", f"reproduce: {data_file('points')}: no such file; "
                                                  "`tools/reproduce collect` makes it\n"))

    def test_the_points_are_checked_by_these_columns(self):
        with kept_figures():
            self.assertEqual(read_csv(data_file("points"))[0], ["sweep", "point", "version", "config_hash", *CHECKED])


class TheProgram(unittest.TestCase):
    def ask(self, text, mode=0o755):
        """What is said about a program with this text."""
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "cdrsim")
            if text is not None:
                write(program, text)
                os.chmod(program, mode)
            with mock.patch.dict(os.environ, {"CDRSIM": program}), self.assertRaises(ReproductionError) as caught:
                children.ask_json("cost")
            return str(caught.exception).replace(folder, "")

    def test_whatever_is_wrong_with_it_is_one_message(self):
        built = "; is the program built? (scons)"
        for text, message in [
            (None, "/cdrsim: No such file or directory" + built),
            ("\x7fELF", "/cdrsim: Exec format error" + built),
            ("#!/bin/sh\nexit 3\n", "/cdrsim cost: exit code 3"),
            ("#!/bin/sh\necho cdrsim: no memory >&2\nexit 1\n", "/cdrsim cost: exit code 1: no memory"),
            ("#!/bin/sh\nkill -9 $$\n", "/cdrsim cost: killed by signal 9"),
            ("#!/bin/sh\nprintf '{\\377}'\n", "/cdrsim cost: byte 1 of its answer is no UTF-8"),
            ("#!/bin/sh\necho 12,\n", "/cdrsim cost: damaged JSON: Extra data: line 1 column 3 (char 2)"),
        ]:
            self.assertEqual(self.ask(text), message)
        if os.geteuid() != 0:
            self.assertEqual(self.ask("#!/bin/sh\n", 0o644), "/cdrsim: Permission denied" + built)

    def test_an_answer_of_another_shape_is_refused(self):
        for answer in ([], {}, {"storage": 1}, {"storage": [1]}, {"line": {"mean_sharers": 1, "capacities": 3}}):
            with mock.patch.object(collecting, "ask_json", lambda *_, a=answer: a):
                with self.assertRaisesRegex(ReproductionError, "is it cdrsim"):
                    collecting.storage_text()
                with self.assertRaisesRegex(ReproductionError, "is it cdrsim"):
                    collecting.sharing_text()
        with mock.patch.object(collecting, "ask_json", lambda *_: {"storage": [{"scheme": "cdr", "cores": "many"}]}):
            with self.assertRaisesRegex(Damaged, "cores is no number of at least 0"):
                collecting.storage_text()


FOLLOWER = textwrap.dedent("""\
    import signal, sys
    sys.path.insert(0, sys.argv[1])
    import console
    from reproduction import children
    from reproduction.experiments import ReproductionError
    for n in (signal.SIGINT, signal.SIGTERM):
        signal.signal(n, console.interrupt)
    try:
        print("code", children.follow(["bash", "-c", sys.argv[2]], "the child"))
    except console.Interrupted as e:
        print("interrupted", e.number)
    except ReproductionError as e:
        print(e)
    """)


class Following(unittest.TestCase):
    def follower(self, script):
        return subprocess.Popen([sys.executable, "-c", FOLLOWER, TOOLS, script], stdout=subprocess.PIPE, text=True)

    def after(self, script, number):
        """What is printed when the signal comes after the child's first line."""
        with self.follower(script) as process:
            first = process.stdout.readline()
            process.send_signal(number)
            return first + process.communicate(timeout=20)[0]

    def test_signals_are_passed_on_and_the_child_is_waited_for(self):
        script = "trap 'sleep 0.3; echo tables; exit 0' INT TERM; echo ready; while :; do sleep 0.05; done"
        for number in (signal.SIGINT, signal.SIGTERM):
            self.assertEqual(self.after(script, number), f"ready\ntables\ninterrupted {number:d}\n")

    def test_how_the_child_ends_is_told(self):
        for script, text in [("exit 3", "code 3\n"), ("kill -9 $$", "the child: killed by signal 9; `tools/reproduce run` goes on with it\n")]:
            with self.follower(script) as process:
                self.assertEqual(process.communicate(timeout=20)[0], text)

    def test_the_child_does_not_outlive_us(self):
        with self.follower("echo $$; exec sleep 60") as process:
            child = int(process.stdout.readline())
            process.kill()
        deadline = time.monotonic() + 10
        while os.path.exists(f"/proc/{child}/exe") and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertFalse(os.path.exists(f"/proc/{child}/exe"))

    def test_the_sweeps_folders_may_have_any_name(self):
        seen = []
        with mock.patch.object(command, "follow", lambda words, name: seen.append(words) or 1):
            self.assertEqual(call("run", "--out=-odd")[0], 1)
        self.assertEqual(seen[0][-1], "--out=-odd/" + SWEEPS[0])


class Output(unittest.TestCase):
    def test_a_page_that_cannot_be_written_is_one_message(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(experiments, "PAGE", folder):
            for words in (["page"], ["page", "--write"]):
                code, out, err = call(*words)
                self.assertEqual((code, out, err), (1, "", f"reproduce: {folder}: no regular file\n"))

    def test_wrong_words_are_one_message(self):
        for words in (["check", "0"], ["check", "many"], ["collect", "--out", ""], ["paint"], []):
            done = subprocess.run([TOOL, *words], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (1, "", 1), done.stderr)


if __name__ == "__main__":
    unittest.main()
