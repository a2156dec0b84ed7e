# SPDX-License-Identifier: BSD-3-Clause
"""results.csv and failures.csv: a row a point, in the order of the grid, so that nothing depends on who finished first.

    rows = read_rows(folder)                       {point id: {"sim.cycles": 12345, ...}}
    write_table(folder.file("results.csv"), columns, rows.values())
"""

import csv
import io

from result_file import flat
from sweeps.grid import text_of
from whole_file import write_whole

FIRST = ["config_hash", "version", "finished"]


def cell(value):
    """As in result.json: integers whole, other numbers with the digits they have there; nothing for null."""
    if value is None:
        return ""
    if isinstance(value, float):
        return format(value, ".9g")
    return text_of(value)


def write_table(path, columns, rows):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([cell(row.get(c)) for c in columns])
    write_whole(path, text.getvalue())


def read_rows(folder):
    rows = {}
    for point_id, point in folder.state["points"].items():
        result = folder.result(point_id, point["config_hash"])
        if result:
            rows[point_id] = {"point": point_id, **point["columns"], **{key: result.get(key) for key in FIRST}, **flat(result)}
    return rows


def columns_of(state, rows):
    """Axes, identity, statistics, then the costs: each kind in alphabetical order."""
    first = ["point", *state["columns"], *FIRST]
    rest = dict.fromkeys(name for row in rows for name in row)
    kinds = ("energy.", "storage.", "area.")

    def order(name):
        return next((i + 1 for i, k in enumerate(kinds) if name.startswith(k)), 0)

    return first + sorted((name for name in rest if name not in first), key=lambda n: (order(n), n))


def write_results(folder):
    """Writes results.csv of what there is, and returns its rows."""
    rows = read_rows(folder)
    write_table(folder.file("results.csv"), columns_of(folder.state, rows.values()), rows.values())
    return rows


def write_failures(folder, rows):
    """Writes failures.csv and returns the failures of points that have no result."""
    failures = []
    for point_id, point in folder.state["points"].items():
        failure = None if point_id in rows else folder.failure(point_id)
        if failure:
            failures.append({"point": point_id, **point["columns"], **failure})
    write_table(folder.file("failures.csv"), ["point", *folder.state["columns"], "exit", "message"], failures)
    return failures
