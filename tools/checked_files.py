# SPDX-License-Identifier: BSD-3-Clause
"""Reads JSON, TOML and CSV so that nothing in them can break a tool later.

    read_json("out/chip-64/result.json")      Damaged: which file, and what is wrong with it, in one line
    read_toml("out/chip-64/config.toml")      (content, text)
    read_csv("out/sweep/results.csv")         (columns, rows with numbers as numbers, an empty cell as None)

Numbers are finite and neither beyond 1e40 nor closer to 0 than 1e-40: no count and no quantity of a simulation comes near, and
sums, ratios and squares of such numbers stay finite. Texts are one line of characters that can be printed. Nesting has an end.
`given` files are named on the command line: these may be pipes.
"""

import csv
import io
import json
import math
import os
import re
import stat
import tomllib

from console import UNPRINTABLE, one_line

MOST = 1e40
LEAST = 1e-40
DEEPEST = 32  # tables in tables
NUMBER = re.compile(r"[+-]?(?:[0-9]+(\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?", re.ASCII | re.IGNORECASE)
WHOLE = re.compile(r"[+-]?[0-9]+", re.ASCII)
NO_NUMBER = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)


class Damaged(Exception):
    """One line: which file, and what is wrong with it."""


class BadValue(Exception):
    """What is wrong with a value, and where it stands."""

    def __init__(self, at, what):
        super().__init__(what)
        self.at = at


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def problem_with_number(value):
    if isinstance(value, float) and math.isnan(value):
        return "is no number"
    if abs(value) > MOST:
        return "is a number beyond 1e40"
    if value and abs(value) < LEAST:
        return "is a number closer to 0 than 1e-40"
    return ""


def check_values(value, texts=True, at=()):
    """BadValue if there is something in it that no tool could work with. texts=False: texts may have several lines."""
    if len(at) > DEEPEST:
        raise BadValue(at[:3], "nested too deeply")
    if isinstance(value, dict):
        for key, inner in value.items():
            if UNPRINTABLE.search(key):
                raise BadValue((*at, key), "a name with characters that cannot be printed")
            check_values(inner, texts, (*at, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            check_values(inner, texts, (*at, str(i)))
    elif isinstance(value, str):
        if texts and UNPRINTABLE.search(value):
            raise BadValue(at, "a text with characters that cannot be printed")
    elif isinstance(value, (int, float)) and (what := problem_with_number(value)):
        raise BadValue(at, what)


def place(at):
    text = one_line(".".join(at))
    return f"{text if len(text) <= 100 else text[:100] + '...'}: " if at else ""


def read_bytes(path, given=False):
    try:
        if not given and not stat.S_ISREG(os.stat(path).st_mode):
            raise Damaged(f"{path}: no regular file")
        with open(path, "rb") as f:
            return f.read()
    except OSError as e:
        raise Damaged(f"{path}: {e.strerror}") from None


def read_text(path, given=False):
    try:
        return read_bytes(path, given).decode("utf-8")
    except UnicodeDecodeError as e:
        raise Damaged(f"{path}: byte {e.start} is no UTF-8") from None


def parse_json(text, path, texts=True):
    def not_a_number(name):
        raise Damaged(f"{path}: {name} is no JSON")

    try:
        content = json.loads(text, parse_constant=not_a_number)
        check_values(content, texts)
    except BadValue as e:
        raise Damaged(f"{path}: damaged JSON: {place(e.at)}{e}") from None
    except RecursionError:
        raise Damaged(f"{path}: damaged JSON: nested too deeply") from None
    except ValueError as e:
        raise Damaged(f"{path}: damaged JSON: {e}") from None
    return content


def read_json(path, texts=True, given=False):
    return parse_json(read_text(path, given), path, texts)


def read_toml(path):
    text = read_text(path)
    try:
        content = tomllib.loads(text)
        check_values(content, texts=False)
    except BadValue as e:
        raise Damaged(f"{path}: damaged TOML: {place(e.at)}{e}") from None
    except RecursionError:
        raise Damaged(f"{path}: damaged TOML: nested too deeply") from None
    except ValueError as e:
        raise Damaged(f"{path}: damaged TOML: {e}") from None
    return content, text


def read_csv(path, words=()):
    """Columns in `words` stay texts, whatever they look like."""
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    columns, rows = [], []
    try:
        for cells in reader:
            if not cells:
                continue
            if any(UNPRINTABLE.search(c) for c in cells):
                raise ValueError("a text with characters that cannot be printed")
            if not columns:
                columns = cells
                if len(set(columns)) != len(columns):
                    raise ValueError("a column appears twice")
            elif len(cells) != len(columns):
                raise ValueError(f"the row is too {'long' if len(cells) > len(columns) else 'short'}")
            else:
                rows.append({c: text if c in words else number(text) for c, text in zip(columns, cells)})
    except (ValueError, csv.Error) as e:
        raise Damaged(f"{path}: damaged CSV: {e} (line {reader.line_num})") from None
    return columns, rows


def number(text):
    """Of a cell: a number, None where there is none, or the text."""
    if text in ("", "n/a"):
        return None
    if NO_NUMBER.fullmatch(text):
        raise ValueError(f"{text} is no number")
    if not NUMBER.fullmatch(text):
        return text
    value = float(text)
    if what := problem_with_number(value):
        raise ValueError(f"{text if len(text) <= 50 else text[:50] + '...'} {what}")
    return int(text) if WHOLE.fullmatch(text) and len(text) <= 1000 else value
