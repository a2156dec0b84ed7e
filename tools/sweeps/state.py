# SPDX-License-Identifier: BSD-3-Clause
"""sweep.json: the program of a sweep, its points, and what identifies each of their experiments.

    state = read_state("out/domain-size/sweep.json")       Damaged says what is wrong with it; None: no such file
    state["points"]["capacity=4-5f2a90c1"]["config_hash"]

Paths may hold bytes that are no UTF-8; everything that becomes part of a table is one line of text.
"""

import json
import os
import re

from checked_files import BadValue, Damaged, check_values, read_json
from whole_file import write_whole

SCHEMA = 1
SCALAR = (bool, int, float, str)
POINT = re.compile(r"[A-Za-z0-9.,=+_-]+", re.ASCII)  # also the name of its folder


def read_state(path):
    if not os.path.lexists(path):
        return None
    state = read_json(path, texts=False)
    what = problem(state)
    if what:
        raise Damaged(f"{path}: damaged: {what}")
    return state


def write_state(path, state):
    write_whole(path, json.dumps(state, indent=1) + "\n")


def is_text(value):
    return isinstance(value, str) and value != ""


def is_row(value):
    return isinstance(value, dict) and all(isinstance(v, SCALAR) for v in value.values())


def problem(state):
    if not isinstance(state, dict):
        return "no object"
    if state.get("schema") != SCHEMA or isinstance(state["schema"], bool):
        return f"schema {repr(state.get('schema'))[:50]}; this tool reads schema {SCHEMA}"
    if not all(is_text(state.get(key)) for key in ("name", "base")):
        return "name or base is no text"
    program = state.get("program")
    if not isinstance(program, dict) or not all(is_text(program.get(key)) for key in ("path", "version", "sha256")):
        return "program is no object with path, version and sha256"
    if not all(isinstance(state.get(key), list) and all(map(is_text, state[key])) for key in ("columns", "metrics")):
        return "columns or metrics is no list of names"
    if not isinstance(state.get("own_metrics"), bool):
        return "own_metrics is neither true nor false"
    if not isinstance(state.get("points"), dict) or not state["points"]:
        return "points is no object with points"
    for name, point in state["points"].items():
        if what := problem_with_point(name, point, state):
            return f"points: {name[:100]}: {what}"
    return problem_with_texts(state)


def problem_with_point(name, point, state):
    if not POINT.fullmatch(name) or name in (".", ".."):
        return "no name of a point"
    if not isinstance(point, dict) or not is_row(point.get("columns")) or not is_row(point.get("sets")):
        return "no object with columns and sets"
    if not set(point["columns"]) <= set(state["columns"]):
        return "has a column that the sweep has not"
    if "config_hash" not in point or not (point["config_hash"] is None or is_text(point["config_hash"])):
        return "config_hash is no text"
    base = point.get("baseline")
    if base is not None and not (isinstance(base, str) and base in state["points"]):
        return "baseline is no point"
    return "" if is_text(point.get("problem", "none")) else "problem is no text"


def problem_with_texts(state):
    """In what is printed and written into tables."""
    shown = {key: state[key] for key in ("name", "columns", "metrics")}
    hashes = [p["config_hash"] or "" for p in state["points"].values()]
    try:
        check_values([shown, state["program"]["version"], hashes, [p["columns"] for p in state["points"].values()]])
    except BadValue as e:
        return str(e)
    return ""
