# SPDX-License-Identifier: BSD-3-Clause
"""The keys a configuration may have, as the program itself declares them (`cdrsim describe config --json`).

    keys = Declared(program)
    keys.problem_with_key("cdr.sharers.capcity")        'unknown key; did you mean "cdr.sharers.capacity"?'
    keys.problem_with_value("l1.ways", "four")          'expected integer, got "four"'
    keys.is_path("workload.0.trace")                    True

A value is judged as the config reader judges one in a file: its TOML type, the words of a choice, the range of a number.
Units, and what keys mean together, are judged by the program (`run --dry-run`).
"""

import json
import re
import subprocess

from checked_files import Damaged, parse_json
from nearest import did_you_mean

WHOLE = (int,)
TYPES = {"integer": WHOLE, "real": (int, float), "boolean": (bool,), "size": (int, str), "bits": (int, str),
         "time": (int, str)}  # every other type is a string
PARAMETER = {"section", "key", "type", "range", "choices", "repeated"}
WORDS = {bool: "true or false", int: "integer", float: "number", str: "string"}


class ProgramError(Exception):
    """The simulator cannot be asked."""


def ask(program, *words):
    """What the program prints, as JSON."""
    try:
        done = subprocess.run([program, *words], capture_output=True, encoding="utf-8", errors="replace", check=False)
        if done.returncode == 0:
            return parse_json(done.stdout, "its answer", texts=False)
        why = done.stderr.strip()
    except (OSError, Damaged) as e:
        why = str(e)
    raise ProgramError(f"{program} {' '.join(words)}: {why}; is the program built? (scons)")


def shown(value):
    """As it would be written in TOML."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (bool, str)) else str(value)


class Declared:
    def __init__(self, program):
        self.program, self.plain, self.repeated = program, {}, {}
        parameters = ask(program, "describe", "config", "--json")
        if not isinstance(parameters, list) or not all(isinstance(p, dict) and PARAMETER <= set(p) for p in parameters):
            raise ProgramError(f"{program} describe config --json: no list of parameters; is it cdrsim?")
        for p in parameters:
            if p["repeated"]:
                self.repeated.setdefault(p["section"], {})[p["key"]] = p
            else:
                self.plain[f"{p['section']}.{p['key']}"] = p

    def find(self, key):
        if key in self.plain:
            return self.plain[key]
        m = re.fullmatch(r"(.+)\.(0|[1-9][0-9]*)\.([^.]+)", key)
        return self.repeated.get(m.group(1), {}).get(m.group(3)) if m else None

    def names(self, block="0"):
        return list(self.plain) + [f"{s}.{block}.{k}" for s, keys in self.repeated.items() for k in keys]

    def problem_with_key(self, key):
        if self.find(key):
            return ""
        m = re.search(r"\.(0|[1-9][0-9]*)\.", key)
        names = self.names(m.group(1) if m else "0")
        meant = did_you_mean(key, names)
        if not meant:
            same = [n for n in names if n.rsplit(".", 1)[-1] == key.rsplit(".", 1)[-1]]
            meant = f"; there is {', '.join(same)}" if same else "; `cdrsim describe config` lists them"
        return "unknown key" + meant

    def is_path(self, key):
        found = self.find(key)
        return bool(found) and found["type"] == "path"

    def problem_with_value(self, key, value):
        p = self.find(key)
        m = re.fullmatch(r'(.+) or "(.+)"', p["type"])
        kind, word = m.groups() if m else (p["type"], None)
        if word is not None and value == word:
            return ""
        legal = TYPES.get(kind, (str,))
        if not isinstance(value, legal) or (isinstance(value, bool) and bool not in legal):
            return f"expected {p['type']}, got {shown(value) if type(value) in WORDS else type(value).__name__}"
        choices = [c["name"] for c in p["choices"]]
        if choices and value not in choices and not (kind == "name" and value == ""):
            return f"{shown(value)} is not legal here{did_you_mean(value, choices)}; legal: {', '.join(choices)}"
        bounds = re.fullmatch(r"(-?[0-9.]+) to (-?[0-9.]+)", p["range"])
        if bounds and not isinstance(value, str) and not float(bounds[1]) <= value <= float(bounds[2]):
            return f"{shown(value)} is out of range: {p['range']}"
        return ""
