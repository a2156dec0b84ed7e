# SPDX-License-Identifier: BSD-3-Clause
"""How far a sweep is, on stderr: on a terminal one line that is overwritten, and one that stays for each failure;
a line a point elsewhere.

    progress = Progress(total=40, quiet=False, jobs=2)
    progress.ended("capacity=4-5f2a90c1", True, 2.0)    sweep: 1 of 40, 0 failed, 0:00:39 left: capacity=4-5f2a90c1
    progress.close()
"""

import shutil
import sys
import time


def hours(seconds):
    seconds = int(seconds + 0.5)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


class Progress:
    def __init__(self, total, quiet, jobs=None, clock=time.monotonic, out=None):
        self.total, self.quiet, self.jobs, self.clock, self.out = total, quiet, jobs, clock, out or sys.stderr
        self.done = self.failed = self.busy = 0
        self.start = clock()
        self.line = self.out.isatty()

    def left(self):
        """Seconds, as if the rest took as long as what has been done: each point, or where nobody knows how many run at once, all."""
        rest = self.total - self.done
        if self.jobs:
            return self.busy / self.done * rest / max(1, min(self.jobs, rest))
        return (self.clock() - self.start) / self.done * rest

    def ended(self, what, ok, seconds=0):
        self.done += 1
        self.failed += not ok
        self.busy += seconds
        if self.quiet:
            return
        text = f"sweep: {self.done} of {self.total}, {self.failed} failed, {hours(self.left())} left: {what}"
        if self.line:
            width = shutil.get_terminal_size().columns - 1
            if not ok:
                self.out.write("\r" + f"sweep: {what} FAILED".ljust(width) + "\n")
            self.out.write("\r" + text[:width].ljust(width))
        else:
            self.out.write(text + ("" if ok else " FAILED") + "\n")
        self.out.flush()

    def close(self):
        if self.line and not self.quiet and self.done:
            self.out.write("\n")
            self.out.flush()
