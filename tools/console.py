# SPDX-License-Identifier: BSD-3-Clause
"""How the tools print and how they end, whatever names folders have, whatever stdout is, whoever presses Ctrl-C.

    one_line("a\\nb")                     "a\\\\nb": what would break a line, a table or an encoding is written as an escape
    say("compare: done")                 to stderr, in one line
    sys.exit(finish("compare", "comparison.command"))    calls main(words) of that module

Of a pipe that nobody reads any more a tool notices nothing: it goes on to its end. A stdout that cannot be written is one message
and exit code 1. SIGINT, SIGTERM and SIGHUP raise Interrupted in main; nobody has to catch it: the tool ends without a word,
exit code 128 + signal.
"""

import importlib
import io
import os
import re
import signal
import sys

# Control characters, other ends of lines, and halves of surrogate pairs: Python keeps bytes that are no UTF-8 in these.
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def one_line(text):
    return UNPRINTABLE.sub(escape, text)


def escape(match):
    code = ord(match.group())
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file's name
        return f"\\x{code - 0xDC00:02x}"
    return match.group().encode("unicode_escape", "surrogatepass").decode("ascii")


def say(text):
    print(one_line(text), file=sys.stderr)


class Interrupted(BaseException):
    """By a signal."""

    def __init__(self, number):
        super().__init__(number)
        self.number = number


def interrupt(number, _):
    raise Interrupted(number)


class CannotPrint(Exception):
    """To stdout; says why."""


class Stream(io.FileIO):
    """stdout or stderr. What comes after an error is dropped: Python would complain of it once more at the end."""

    def __init__(self, descriptor, needed):
        super().__init__(descriptor, "w", closefd=False)
        self.needed, self.lost = needed, False

    def write(self, data):
        if not self.lost:
            try:
                return super().write(data)
            except OSError as e:
                self.lost = True
                if self.needed and not isinstance(e, BrokenPipeError):
                    raise CannotPrint(e.strerror) from None
        return len(data)


def text_stream(old, descriptor, needed):
    return io.TextIOWrapper(io.BufferedWriter(Stream(descriptor, needed)), encoding=old.encoding if old else "utf-8",
                            errors="backslashreplace", line_buffering=not needed or os.isatty(descriptor))


def open_streams():
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:  # closed by the caller; a file of ours must not get its number
            os.open(os.devnull, os.O_RDWR)
    sys.stdout, sys.stderr = text_stream(sys.stdout, 1, True), text_stream(sys.stderr, 2, False)


def finish(tool, module):
    """The exit code of the module's main(words). The module is loaded here, since that too may be interrupted."""
    open_streams()
    caught = [n for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) != signal.SIG_IGN]  # by nohup
    for number in caught:
        signal.signal(number, interrupt)
    try:
        try:
            code = importlib.import_module(module).main(sys.argv[1:])
        except SystemExit as e:  # of argparse
            code = e.code
        sys.stdout.flush()
    except Interrupted as e:
        sys.stdout.buffer.raw.lost = True
        code = 128 + e.number
    except CannotPrint as e:
        say(f"{tool}: cannot write the output: {e}")
        code = 1
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_IGN)
    return code
