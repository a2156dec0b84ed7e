# SPDX-License-Identifier: BSD-3-Clause
"""Puts new files into docs/reproduction, all or none of them; one tools/reproduce at a time.

    with locked():
        write_all({data_file("schemes"): text, data_file("wide"): None})      None: this file goes, last of all
"""

import contextlib
import errno
import fcntl
import os
import signal
import stat
import time

from reproduction import experiments
from reproduction.children import PASSED_ON
from reproduction.experiments import ReproductionError, shown

PATIENCE = 3  # seconds: another one holds the lock for as long as it renames files
NEW = ".new"


@contextlib.contextmanager
def locked(mode=fcntl.LOCK_EX):
    """Of the folder around docs/reproduction, which is always there."""
    around = os.path.dirname(experiments.DATA)
    lock = os.open(around, os.O_RDONLY | os.O_DIRECTORY)
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(lock, mode | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise ReproductionError(f"{shown(experiments.DATA)}: another tools/reproduce is at work there") from None
                time.sleep(0.05)
            except OSError as e:
                raise OSError(e.errno, f"cannot be locked: {e.strerror}", around) from None
        yield
    finally:
        os.close(lock)


def refuse_strange(path):
    if os.path.lexists(path) and not stat.S_ISREG(os.lstat(path).st_mode):
        raise OSError(errno.EINVAL, "no regular file", path)


def write_new(path, text):
    with contextlib.suppress(FileNotFoundError):  # left by somebody who was killed
        os.unlink(path)
    try:
        with open(path, "x", encoding="utf-8", newline="") as f:
            f.write(text)
            f.flush()
            os.fsync(f.fileno())
    except OSError as e:
        raise OSError(e.errno, e.strerror, path) from None


def write_all(files):
    os.makedirs(experiments.DATA, exist_ok=True)
    for path in files:
        refuse_strange(path)
    texts = {path: text for path, text in files.items() if text is not None}
    try:
        for path, text in texts.items():
            write_new(path + NEW, text)
        old = signal.pthread_sigmask(signal.SIG_BLOCK, PASSED_ON)  # from here on it is done to its end
        try:
            for path in texts:
                os.replace(path + NEW, path)
            for path in files.keys() - texts.keys():
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, old)
    finally:
        for path in texts:
            with contextlib.suppress(OSError):
                os.unlink(path + NEW)
