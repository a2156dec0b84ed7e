# SPDX-License-Identifier: BSD-3-Clause
"""Do the tools end as command-line tools do: quietly on Ctrl-C, undisturbed by a pipe that nobody reads any more?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
import unittest

import report_fixtures as made
from places import CDRSIM, TOOLS
import terminal  # noqa: F401  pylint: disable=unused-import

PIPE = 4096  # bytes, of the small pipes here
BASE = ("[system]\ncores_per_chip = 4\n[[workload]]\nsynthetic = \"private-shared\"\nthreads = 4\nreferences = 100\n"
        "private_bytes = \"4KiB\"\nshared_bytes = \"1KiB\"\n")
WAYS = "base = \"base.toml\"\n[axes]\nl1.ways = [1, 2, 4]\n"


def wait_for(condition):
    deadline = time.monotonic() + 60
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError("it never happens")
        time.sleep(0.02)


def closed_pipe():
    """The end to write into, of a pipe that nobody reads."""
    read, write = os.pipe()
    os.close(read)
    return write


class Endings(made.InAFolder):
    def start(self, name, *arguments, program=CDRSIM, **more):
        return subprocess.Popen([sys.executable, os.path.join(TOOLS, name), *arguments], env={**os.environ, "CDRSIM": program},
                                **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more})

    def run_of(self, name="x"):
        return made.run(self.path(name), made.result(made.stats(1000)), made.config())

    def script(self, name, text):
        made.write(self.path(name), "#!/bin/sh\n" + text)
        os.chmod(self.path(name), 0o755)
        return self.path(name)

    def sweep(self, *arguments, **more):
        made.write(self.path("base.toml"), BASE)
        made.write(self.path("s.toml"), WAYS)
        return self.start("sweep", self.path("s.toml"), "--out", self.path("o"), *arguments, **more)

    def ends(self, process, code, stderr=b""):
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (code, stderr))
        return out


class Signals(Endings):
    def test_compare_that_is_interrupted_in_the_midst_of_its_output_says_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start("compare", "--all", "--format", "csv", *[self.run_of(f"x{i}") for i in range(60)])
            fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, PIPE)
            size = bytearray(4)

            def is_printing():
                fcntl.ioctl(process.stdout, termios.FIONREAD, size)
                return any(size)

            wait_for(is_printing)
            time.sleep(0.2)  # until the pipe is full
            process.send_signal(number)
            self.assertEqual(process.wait(60), 128 + number)
            self.assertLessEqual(len(self.ends(process, 128 + number)), PIPE, "it went on printing")

    def test_report_that_is_interrupted_leaves_the_page_that_was_there(self):
        made.write(self.path("page.html"), "kept")
        program = self.script("slow", f"touch {self.path('asked')}\nexec sleep 60\n")
        process = self.start("report", self.run_of(), "-o", self.path("page.html"), program=program)
        wait_for(lambda: os.path.exists(self.path("asked")))
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.ends(process, 130), b"")
        self.assertEqual(sorted(os.listdir(self.root)), ["asked", "page.html", "slow", "x"])
        with open(self.path("page.html"), encoding="utf-8") as f:
            self.assertEqual(f.read(), "kept")

    def test_a_tool_may_be_interrupted_while_it_is_loaded(self):
        made.write(self.path("slow.py"), f"open({self.path('loading')!r}, 'w')\nimport time\ntime.sleep(60)\n")
        code = "import sys, console; sys.exit(console.finish('slow', 'slow'))"
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, "PYTHONPATH": f"{TOOLS}:{self.root}"})
        wait_for(lambda: os.path.exists(self.path("loading")))
        process.send_signal(signal.SIGINT)
        self.ends(process, 130)

    def test_a_sweep_under_nohup_outlives_its_terminal(self):
        program = self.script("slow", f"case \"$*\" in run*--out*) touch {self.path('running')}; sleep 1;; esac\nexec {CDRSIM} \"$@\"\n")
        process = self.sweep("--no-report", "--quiet", program=program, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        wait_for(lambda: os.path.exists(self.path("running")))
        process.send_signal(signal.SIGHUP)
        self.assertIn(b"3 points", self.ends(process, 0))


class Pipes(Endings):
    def test_a_reader_that_goes_away_is_no_error(self):
        x = self.run_of()
        for name, arguments in (("compare", ["--all", x, x]), ("compare", ["--help"]), ("report", ["--help"]),
                                ("report", [x, "-o", "/dev/stdout"])):
            with self.subTest(name, arguments=arguments):
                write = closed_pipe()
                self.ends(self.start(name, *arguments, stdout=write), 0)
                os.close(write)

    def test_notes_that_nobody_reads_cost_no_output(self):
        one = made.run(self.path("one"), made.result(made.stats(1000)), made.config())
        two = made.run(self.path("two"), made.result(made.stats(2000, sim__accesses=1)), made.config())
        process = self.start("compare", one, two)
        whole, notes = process.communicate()
        self.assertIn(b"note", notes)
        write = closed_pipe()
        self.assertEqual(self.ends(self.start("compare", one, two, stderr=write), 0, None), whole)
        os.close(write)
        command = f"exec {sys.executable} {TOOLS}/compare {one} {two} 2>&-"
        self.assertEqual(subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, check=True).stdout, whole)

    def test_a_sweep_of_which_nobody_reads_finishes_all_the_same(self):
        write = closed_pipe()
        self.assertIsNone(self.ends(self.sweep(stdout=write, stderr=write), 0, None))
        os.close(write)
        with open(self.path("o", "results.csv"), encoding="utf-8") as f:
            self.assertEqual(len(f.readlines()), 4)
        self.assertTrue(os.path.exists(self.path("o", "report.html")))

    def test_a_sweep_whose_output_cannot_be_written_finishes_before_it_complains(self):
        with open("/dev/full", "wb") as full:
            self.ends(self.sweep("--quiet", stdout=full), 1, b"sweep: cannot write the output: No space left on device\n")
        self.assertTrue(os.path.exists(self.path("o", "report.html")))
        os.remove(self.path("o", "report.html"))
        with open("/dev/full", "wb") as full:  # as a log on a disk that is full
            self.assertIn(b"3 points", self.ends(self.sweep(stderr=full), 0, None))
        self.assertTrue(os.path.exists(self.path("o", "report.html")))


if __name__ == "__main__":
    unittest.main()
