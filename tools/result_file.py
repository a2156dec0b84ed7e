# SPDX-License-Identifier: BSD-3-Clause
"""Reads what `cdrsim run` leaves: result.json and applications.csv, checked.

    result = load("out/chip-64")              the content of result.json; Damaged says what is wrong with it
    flat(result)["memory.latency.p95"]        every number under one dotted name, as in a sweep's results.csv
    copies("out/chip-64")                     [{"application": "radix.0", "finish_cycle": 12345, ...}, ...]
"""

import csv
import json
import os

SCHEMA = 1
HISTOGRAM = ("count", "mean", "p50", "p95", "p99", "max")
COSTS = ("energy", "storage", "area")  # sections beside stats; results of machines without cost models lack them
TEXTS = ("storage.scheme", "energy.partial", "storage.partial", "area.partial")


class Damaged(Exception):
    """One line: which file, and what is wrong with it."""


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number_sum(values):
    return sum(v for v in values if is_number(v))


def load(folder):
    """The content of DIR/result.json."""
    path = os.path.join(folder, "result.json")

    def not_a_number(name):
        raise Damaged(f"{path}: {name} is no JSON")

    try:
        with open(path, encoding="utf-8") as f:
            result = json.load(f, parse_constant=not_a_number)
    except FileNotFoundError:
        raise Damaged(f"{path}: no such file; expected a folder that `cdrsim run` has completed") from None
    except OSError as e:
        raise Damaged(f"{path}: {e.strerror}") from None
    except UnicodeDecodeError as e:
        raise Damaged(f"{path}: byte {e.start} is no UTF-8") from None
    except RecursionError:
        raise Damaged(f"{path}: nested too deeply") from None
    except ValueError as e:
        raise Damaged(f"{path}: damaged JSON: {e}") from None
    check(result, path)
    return result


def check(result, path):
    if not isinstance(result, dict):
        raise Damaged(f"{path}: expected an object, as `cdrsim run` writes it")
    schema = result.get("schema")
    if schema != SCHEMA or isinstance(schema, bool):
        shown = "none" if schema is None else repr(schema)
        raise Damaged(f"{path}: schema {shown}; this tool reads schema {SCHEMA}")
    if not isinstance(result.get("stats"), dict):
        raise Damaged(f"{path}: has no stats")
    for name, value in result["stats"].items():
        parts = value.values() if isinstance(value, dict) else [value]
        if not all(part is None or is_number(part) for part in parts):
            raise Damaged(f"{path}: {name} is neither a number nor a histogram")
    for section in COSTS:
        if not isinstance(result.get(section, {}), dict):
            raise Damaged(f"{path}: {section} is no object")


def flat(result):
    """{dotted name: number, None or text}: stats by name, then energy.*, storage.*, area.*, each in alphabetical order."""
    values = {}
    for name in sorted(result["stats"]):
        value = result["stats"][name]
        if isinstance(value, dict):
            values.update({f"{name}.{part}": value.get(part) for part in HISTOGRAM})
            if value.get("count") == 0:
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
        elif value is None or is_number(value) or name in TEXTS:
            values[name] = value


def copies(folder):
    """The rows of applications.csv, numbers as numbers, n/a as None."""
    path = os.path.join(folder, "applications.csv")
    try:
        with open(path, encoding="utf-8", newline="") as f:
            reader = csv.DictReader(f, strict=True)
            missing = {"application", "workload", "copy", "finish_cycle"} - set(reader.fieldnames or [])
            if missing:
                raise Damaged(f"{path}: has no column {sorted(missing)[0]}")
            return [{key: number(text) for key, text in row.items()} for row in reader]
    except OSError as e:
        raise Damaged(f"{path}: {e.strerror}") from None
    except (ValueError, csv.Error) as e:
        raise Damaged(f"{path}: damaged CSV: {e}") from None


def number(text):
    if text is None:
        raise ValueError("a row is too short")
    if text == "n/a":
        return None
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
