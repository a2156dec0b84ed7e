# SPDX-License-Identifier: BSD-3-Clause
"""Reads what `cdrsim run` leaves, checked once and here: result.json, config.toml, applications.csv, tiles.csv.

    result = load("out/chip-64")              the content of result.json; Damaged says what is wrong with it
    flat(result)["memory.latency.p95"]        every number under one dotted name, as in a sweep's results.csv
    copies("out/chip-64")                     [{"application": "radix.0", "finish_cycle": 12345, ...}, ...]
    config("out/chip-64")                     (content of config.toml, its text)
    is_whole("out/chip-64")                   whether nothing of it is damaged
"""

import os

from checked_files import Damaged, is_number, read_csv, read_json, read_toml

SCHEMA = 1
HISTOGRAM = ("count", "mean", "p50", "p95", "p99", "max")
COSTS = ("energy", "storage", "area")  # sections beside stats; results of machines without cost models lack them
OBJECTS = ("reasons", "parts", "memory")  # in these sections: of texts, else of numbers
TEXTS = ("storage.scheme", "energy.partial", "storage.partial", "area.partial")
NEEDED = ("sim.cycles", "sim.accesses")
KINDS = {"version": (str, "text"), "config_hash": (str, "text"), "seed": (int, "whole number"), "finished": (bool, "true or false")}


def number_sum(values):
    return sum(v for v in values if is_number(v))


def load(folder):
    """The content of DIR/result.json."""
    path = os.path.join(folder, "result.json")
    if not os.path.lexists(path):
        raise Damaged(f"{path}: no such file; expected a folder that `cdrsim run` has completed")
    result = read_json(path)
    check(result, path)
    return result


def check(result, path):
    if not isinstance(result, dict):
        raise Damaged(f"{path}: expected an object, as `cdrsim run` writes it")
    schema = result.get("schema")
    if schema != SCHEMA or isinstance(schema, bool):
        shown = "none" if schema is None else repr(schema)[:50]
        raise Damaged(f"{path}: schema {shown}; this tool reads schema {SCHEMA}")
    if not isinstance(result.get("stats"), dict):
        raise Damaged(f"{path}: has no stats")
    for name, value in result["stats"].items():
        is_histogram = isinstance(value, dict) and all(part in value for part in HISTOGRAM)
        if not all(part is None or is_number(part) for part in (value.values() if is_histogram else [value])):
            raise Damaged(f"{path}: {name} is neither a number nor a histogram")
    for name in NEEDED:
        value = result["stats"].get(name)
        if not is_number(value) or value < 0:
            raise Damaged(f"{path}: {name} is no number of at least 0")
    for key, (kind, word) in KINDS.items():
        if not isinstance(result.get(key), kind) or (kind is int and isinstance(result[key], bool)):
            raise Damaged(f"{path}: {key} is no {word}")
    for section in COSTS:
        check_costs(section, result.get(section, {}), path)
    host = result.get("host", {})
    if not isinstance(host, dict) or not is_number(host.get("seconds", 0)):
        raise Damaged(f"{path}: host is no object with seconds")


def check_costs(section, table, path):
    if not isinstance(table, dict):
        raise Damaged(f"{path}: {section} is no object")
    for key, value in table.items():
        name = f"{section}.{key}"
        if name in TEXTS:
            ok = isinstance(value, str)
        elif key in OBJECTS:
            ok = isinstance(value, dict) and all(
                isinstance(v, str) if key == "reasons" else v is None or is_number(v) for v in value.values())
        else:
            ok = (value is None or is_number(value)) and is_cost(name)
        if not ok:
            raise Damaged(f"{path}: {name} is not what `cdrsim run` writes there")


def is_cost(name):
    """Energy is told by component and kind, such as energy.l1.dynamic."""
    return not name.startswith("energy.") or name in ("energy.total", "energy.partial") or name.count(".") >= 2


def flat(result):
    """{dotted name: number, None or text}: stats by name, then energy.*, storage.*, area.*, each in alphabetical order."""
    values = {}
    for name in sorted(result["stats"]):
        value = result["stats"][name]
        if isinstance(value, dict):
            values.update({f"{name}.{part}": value[part] for part in HISTOGRAM})
            if value["count"] == 0:
                values[f"{name}.mean"] = None  # nothing over nothing
        else:
            values[name] = value
    for section in COSTS:
        costs = {}
        flatten(section, result.get(section, {}), costs)
        values.update(sorted(costs.items()))
    return values


def flatten(prefix, table, values):
    for key, value in table.items():
        name = f"{prefix}.{key}"
        if isinstance(value, dict):
            if key != "reasons":
                flatten(name, value, values)
        else:
            values[name] = value


def copies(folder):
    """The rows of applications.csv, numbers as numbers, n/a as None."""
    path = os.path.join(folder, "applications.csv")
    columns, rows = read_csv(path, words=("application",))
    missing = {"application", "workload", "copy", "finish_cycle"} - set(columns)
    if missing:
        raise Damaged(f"{path}: has no column {sorted(missing)[0]}")
    seen = set()
    for row in rows:
        copy, finish = (row["workload"], row["copy"]), row["finish_cycle"]
        if not all(isinstance(v, int) for v in copy) or not (finish is None or is_number(finish)):
            raise Damaged(f"{path}: damaged CSV: workload, copy and finish_cycle are numbers")
        if copy in seen:
            raise Damaged(f"{path}: damaged CSV: copy {copy[1]} of workload {copy[0]} is there twice")
        seen.add(copy)
    return rows


def config(folder):
    """(content, text) of config.toml."""
    path = os.path.join(folder, "config.toml")
    content, text = read_toml(path)
    for section, value in content.items():
        blocks = value if isinstance(value, list) else [value]
        if not all(isinstance(b, dict) for b in blocks):
            raise Damaged(f"{path}: damaged TOML: {section} is no table")
    for section, key in (("system", "chips"), ("system", "cores_per_chip"), ("run", "seed")):
        table = content.get(section, {})
        value = table.get(key, 1) if isinstance(table, dict) else None
        if not isinstance(value, int) or isinstance(value, bool) or value < (0 if key == "seed" else 1):
            raise Damaged(f"{path}: damaged TOML: {section}.{key} is no number of its kind")
    return content, text


def tiles(folder):
    """The rows of tiles.csv."""
    path = os.path.join(folder, "tiles.csv")
    _, rows = read_csv(path)
    for row in rows:
        if not all(isinstance(row.get(n), int) and row[n] >= 0 for n in ("tile", "x", "y")):
            raise Damaged(f"{path}: damaged CSV: a row without tile, x and y")
        if not all(is_number(v) for v in row.values()):
            raise Damaged(f"{path}: damaged CSV: tile {row['tile']} has a cell without a number")
    return rows


def is_whole(folder):
    """Of the files beside result.json some may be missing, none may be damaged."""
    try:
        load(folder)
        for name, read in (("config.toml", config), ("applications.csv", copies), ("tiles.csv", tiles)):
            if os.path.lexists(os.path.join(folder, name)):
                read(folder)
    except Damaged:
        return False
    return True
