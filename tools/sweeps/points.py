# SPDX-License-Identifier: BSD-3-Clause
"""One point of a sweep: how the simulator is called for it, how its end is recorded, whose fault a failure is.

    command(state, "seed=1-5f2a90c1", folder)     ["build/release/cdrsim", "run", ...]
    record(folder, done)                          keeps the message of a failure; FolderError when there is no room for results
    exit_code([failure, ...])                     1: the user's input; 2: a bug; 3: no forward progress
"""

import errno
import os
import signal

from sweeps.folder import FolderError
from sweeps.grid import text_of

FULL = [os.strerror(n) for n in (errno.ENOSPC, errno.EDQUOT)]
OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)  # sent to a run by somebody else


def sets_of(point):
    return [word for key, value in point["sets"].items() for word in ("--set", f"{key}={text_of(value)}")]


def command(state, point_id, folder):
    return [state["program"]["path"], "run", state["base"], "--out", folder.point(point_id), "--quiet",
            *sets_of(state["points"][point_id])]


def dry_run(state, point):
    return [state["program"]["path"], "run", state["base"], "--dry-run", *sets_of(point)]


def record(folder, done):
    """True if the point has its result."""
    if done.code == 0 and folder.has_result(done.key):
        return True
    if done.code == 0 and folder.has_other_result(done.key):
        folder.record_failure(done.key, 1, "the base configuration, a trace or the program was changed while the sweep was running")
    elif done.code == 0:
        folder.record_failure(done.key, 2, "the run ended without a result of this experiment")
    elif done.code < 0:
        why = "; out of memory, or ended by hand" if -done.code == signal.SIGKILL else ""
        folder.record_failure(done.key, done.code, f"killed by signal {-done.code}{why}")
    else:
        folder.record_failure(done.key, done.code, done.stderr.removeprefix("cdrsim: ") or f"exit code {done.code}")
        full = next((text for text in FULL if done.stderr.endswith(text)), None)
        if full:  # the next ones would be simulated to their ends in vain
            raise FolderError(f"{folder.path}: {full}: {done.key} had no room for its result; what is done is kept")
    return False


def exit_code(failures):
    """Bugs before lack of progress before the user's input."""
    codes = set()
    for failure in failures:
        code = failure["exit"]
        outside = code < 0 and -code in OUTSIDE
        codes.add(1 if outside else code if code in (1, 3) else 2)
    return 2 if 2 in codes else 3 if 3 in codes else 1 if codes else 0
