# SPDX-License-Identifier: BSD-3-Clause
"""On which line of a TOML file a key stands. Python's own reader does not say, and an error message needs it.

    lines = toml_lines('[axes]\\nl1.ways = [2, 4]\\n')
    lines[("axes", "l1", "ways")]             2
    line_of(lines, ("axes", "l1", "size"))    1: of the nearest table around it

The text must be one that tomllib has read: only then is skipping over values as simple as here.
"""

import re

BARE = re.compile(r"[A-Za-z0-9_-]+")
STRINGS = re.compile(r'"""(?:[^\\]|\\.)*?"""(?!")|\'\'\'.*?\'\'\'(?!\')|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.S)
ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


class Scanner:
    def __init__(self, text):
        self.text, self.at, self.lines = text, 0, {}
        self.table, self.counts = (), {}

    def line(self, at):
        return self.text.count("\n", 0, at) + 1

    def peek(self):
        return self.text[self.at : self.at + 1]

    def skip_blank(self, with_lines):
        """Over spaces, and with_lines over line ends and comments too."""
        pattern = r"(?:[ \t\r\n]|#[^\n]*)*" if with_lines else r"[ \t]*"
        self.at = re.compile(pattern).match(self.text, self.at).end()

    def key(self):
        """A dotted key; leaves the position behind it."""
        parts = []
        while True:
            self.skip_blank(False)
            string = STRINGS.match(self.text, self.at)
            bare = string or BARE.match(self.text, self.at)
            self.at = bare.end()
            word = bare.group()
            parts.append(unquoted(word) if string else word)
            self.skip_blank(False)
            if self.peek() != ".":
                return tuple(parts)
            self.at += 1

    def skip_value(self):
        """Over a value, to the end of its line."""
        depth = 0
        while self.at < len(self.text):
            string = STRINGS.match(self.text, self.at)
            c = self.peek()
            if string:
                self.at = string.end()
            elif c == "#":
                self.at = (self.text + "\n").index("\n", self.at)
            elif c == "\n" and depth == 0:
                return
            else:
                depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(c, 0)
                self.at += 1

    def header(self):
        start, many = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        path = self.resolve(self.key())
        if many:
            self.counts[path] = self.counts.get(path, -1) + 1
            self.lines.setdefault(path, self.line(start))
            path += (self.counts[path],)
        self.table = path
        self.lines[path] = self.line(start)
        self.at = (self.text + "\n").index("\n", self.at)

    def resolve(self, key):
        """[a.b] below [[a]] is in the last a."""
        path = ()
        for part in key:
            path += (part,)
            if path in self.counts and len(path) < len(key):
                path += (self.counts[path],)
        return path

    def scan(self):
        while True:
            self.skip_blank(True)
            if self.at >= len(self.text):
                return self.lines
            if self.peek() == "[":
                self.header()
                continue
            start = self.at
            path = self.table + self.key()
            for depth in range(len(self.table) + 1, len(path) + 1):
                self.lines.setdefault(path[:depth], self.line(start))
            self.skip_value()


def unquoted(word):
    body = word[1:-1]
    if word[0] == "'":
        return body
    def escaped(m):
        code = m.group(1)
        return ESCAPES[code] if code in ESCAPES else chr(int(code[1:], 16))
    return re.sub(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", escaped, body)


def toml_lines(text):
    """{path: line}; a path holds the keys, and for [[tables]] the number of the block."""
    return Scanner(text.replace("\r\n", "\n")).scan()


def line_of(lines, path):
    """The line of a path, or of the nearest thing around it."""
    for depth in range(len(path), 0, -1):
        if path[:depth] in lines:
            return lines[path[:depth]]
    return 1
