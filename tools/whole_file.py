# SPDX-License-Identifier: BSD-3-Clause
"""Writes a file whole, or not at all.

    write_whole("out/report.html", text)      OSError names this path; what was there stays as it was
    write_whole("/dev/stdout", text)          pipes and character devices are written to, never replaced

Folders, block devices and sockets are refused. The reader of a pipe may go away before its end.
"""

import contextlib
import errno
import os
import stat


def write_whole(path, content):
    data = content if isinstance(content, bytes) else content.encode("utf-8")
    try:
        if is_stream(path):
            with contextlib.suppress(BrokenPipeError), open(path, "wb") as f:
                f.write(data)
        else:
            replace(os.path.realpath(path), data)  # a symbolic link stays one
    except OSError as e:
        raise OSError(e.errno, e.strerror, path) from None


def is_stream(path):
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        raise OSError(errno.EINVAL, "neither a file nor a pipe", path)
    return not stat.S_ISREG(mode)


def replace(path, data):
    partial = f"{path}.partial"
    with contextlib.suppress(FileNotFoundError):  # left by somebody who was killed
        os.unlink(partial)
    try:
        with open(partial, "xb") as f:
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        os.replace(partial, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(partial)
        raise
