# SPDX-License-Identifier: BSD-3-Clause
"""What the tools print, whatever names folders have and whatever stdout is.

    one_line("a\\nb")                     "a\\\\nb": what would break a line, a table or an encoding is written as an escape
    say("compare: done")                 to stderr, in one line
    sys.exit(finish("compare", main))    flushes; a stdout that cannot be written is one message and exit code 1
"""

import os
import re
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


def finish(tool, main):
    """The exit code of main(words)."""
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # pylint: disable=consider-using-with
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="backslashreplace")
    code = 0
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # `tools/compare ... | head`
        discard()
    except OSError as e:
        if e.filename is not None:
            raise
        discard()
        say(f"{tool}: cannot write the output: {e.strerror}")
        code = 1
    return code


def discard():
    """What is still buffered cannot be written either, and Python would complain at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
