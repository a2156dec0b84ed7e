# SPDX-License-Identifier: BSD-3-Clause
"""How far a sweep is, on stderr: one line that is overwritten on a terminal, a line a point elsewhere.

    progress = Progress(total=40, quiet=False)
    progress.ended("capacity=4-5f2a90c1", ok=True)      sweep: 1 of 40, 0 failed, 0:00:39 left: capacity=4-5f2a90c1
    progress.close()
"""

import shutil
import sys
import time


def hours(seconds):
    seconds = int(seconds + 0.5)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


class Progress:
    def __init__(self, total, quiet, clock=time.monotonic, out=None):
        self.total, self.quiet, self.clock, self.out = total, quiet, clock, out or sys.stderr
        self.done = self.failed = 0
        self.start = clock()
        self.line = self.out.isatty()

    def left(self):
        """Seconds, as if the rest took as long as what has been done."""
        return (self.clock() - self.start) / self.done * (self.total - self.done)

    def ended(self, what, ok):
        self.done += 1
        self.failed += not ok
        if self.quiet:
            return
        text = f"sweep: {self.done} of {self.total}, {self.failed} failed, {hours(self.left())} left: {what}"
        if self.line:
            width = shutil.get_terminal_size().columns - 1
            self.out.write("\r" + text[:width].ljust(width))
        else:
            self.out.write(text + ("" if ok else " FAILED") + "\n")
        self.out.flush()

    def close(self):
        if self.line and not self.quiet and self.done:
            self.out.write("\n")
            self.out.flush()
