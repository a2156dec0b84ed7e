# SPDX-License-Identifier: BSD-3-Clause
"""Runs commands side by side and says how each ended.

    for done in run_side_by_side([(key, ["sleep", "1"]), ...], jobs=2):
        print(done.key, done.code, done.stderr)

When the caller ends, in whatever way, what it had started is killed. `keep` are descriptors that the commands hold open.
"""

import ctypes
import os
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

PR_SET_PDEATHSIG = 1
POLL = 0.001, 0.02  # seconds: the shortest, the longest
MOST_TEXT = 8000  # of what a command says on stderr: its last characters


@dataclass
class Done:
    key: object
    code: int  # negative: the signal that killed it
    stdout: str
    stderr: str
    seconds: float


def tail(file):
    file.seek(0, os.SEEK_END)
    file.seek(max(0, file.tell() - MOST_TEXT))
    return file.read().decode("utf-8", "replace").strip()


def ends_with_us(number):
    """What a child does before it becomes another program: signal `number` comes to it when we are gone."""
    libc, parent = ctypes.CDLL(None), os.getpid()

    def prepare():
        libc.prctl(PR_SET_PDEATHSIG, number)
        if os.getppid() != parent:
            os._exit(1)

    return prepare


class Running:
    def __init__(self, key, command, keep, prepare):
        self.key, self.start = key, time.monotonic()
        self.out, self.err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        # A group of its own: Ctrl-C reaches us alone, and we end it.
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.err,
                                            pass_fds=keep, process_group=0, preexec_fn=prepare)
        except OSError as e:  # without a name when there are too many processes
            raise OSError(e.errno, e.strerror, command[0]) from None

    def done(self):
        code = self.process.poll()
        if code is None:
            return None
        self.out.seek(0)
        result = Done(self.key, code, self.out.read().decode("utf-8", "replace"), tail(self.err), time.monotonic() - self.start)
        self.out.close()
        self.err.close()
        return result

    def end(self):
        self.process.terminate()
        self.process.wait()


def run_side_by_side(commands, jobs, keep=()):
    """A Done for each (key, command), in the order in which they end."""
    waiting, running = iter(commands), []
    prepare = ends_with_us(signal.SIGKILL)
    more, pause = True, POLL[0]
    try:
        while more or running:
            while more and len(running) < jobs:
                key, command = next(waiting, (None, None))
                more = command is not None
                if more:
                    running.append(Running(key, command, keep, prepare))
            ended = [(r, d) for r in running if (d := r.done())]
            running = [r for r in running if r not in [e for e, _ in ended]]
            yield from (d for _, d in ended)
            pause = POLL[0] if ended else min(2 * pause, POLL[1])
            if not ended and running:
                time.sleep(pause)
    finally:
        for r in running:
            r.end()
