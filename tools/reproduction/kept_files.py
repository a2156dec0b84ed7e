# SPDX-License-Identifier: BSD-3-Clause
"""Reads the files of docs/reproduction so that no table and no claim can stumble over them later: Damaged says which file, and what.

    axes, rows = read_sweep(data_file("schemes"))      every program has every variant once; figures are numbers, or None
    points = read_points(data_file("points"))
"""

from checked_files import Damaged, is_number, read_csv
from reproduction import tables
from reproduction.experiments import CORES, PROGRAMS, SWEEPS, is_program_axis

TRACE = "workload.0.trace"
CHECKED = ["sim.cycles", "l1.misses", "noc.flit_hops", "energy.total", "finish_cycles"]  # of every point
POINTS = ["sweep", "point", "version", "config_hash", *CHECKED]
COUNTS = ["sim.cycles", "l1.misses", "llc.hits", "llc.misses", "miss.cold", "directory.broadcasts", "directory.invalidations",
          "directory.pointer_recalls", "smc.lookups", "smc.misses", "hmc.lookups", "hmc.misses", "noc.flit_hops", "dram.map_reads",
          "domain.overflows"]  # of every run, be it 0
MEANS = [*COUNTS, "memory.latency.mean", "noc.latency.mean", "noc.queue_cycles", "storage.bits_per_line", "storage.bytes_per_tile",
         "area.directory", "area.total"]
KINDS = ("energy.", "stack.")  # means of all of these
RATIOS = ["sim.cycles", "noc.flit_hops", "energy.total", "llc.misses", "memory.latency.mean"]
STORAGE = ["scheme", "cores", "bits_per_line", "bytes_per_tile", "percent_of_llc", "total_bytes"]
SHARING = ["program", "unit", "blocks", "mean_sharers", "capacity", "blocks_fraction", "references_fraction"]
UNITS = ["line", "page"]
ABOVE_0 = ("speedup", "working_speedup", "sim.cycles.ratio", "noc.flit_hops.ratio", "energy.total.ratio")


def damaged(path, what):
    raise Damaged(f"{path}: damaged: {what}")


def need(path, columns, wanted):
    missing = [c for c in wanted if c not in columns]
    if missing:
        damaged(path, f"no column {missing[0]}")


def is_whole_number(value, least):
    return isinstance(value, int) and value >= least


def is_amount(value):
    return is_number(value) and value >= 0


class Row(dict):
    def __init__(self, path, row):
        super().__init__(row)
        self.path = path

    def __missing__(self, column):
        damaged(self.path, f"no column {column}")


def problem_with(column, value):
    """Of a figure; empty where there is none."""
    if value is None:
        metric, _, part = column.rpartition(".")
        always = part == "mean" and (metric in COUNTS or metric.startswith("stack."))
        return "has no value" if always else ""
    if not is_amount(value):
        return "is no number of at least 0"
    return "is not above 0" if value == 0 and column in ABOVE_0 else ""


def read_sweep(path):
    """(axes, rows) of a table that has the axes of its sweep before `seeds` and its figures behind."""
    columns, rows = read_csv(path)
    ratios = [f"{m}.{part}" for m in RATIOS for part in ("ratio", "ratio_ci95")]
    need(path, columns, [TRACE, "seeds", "speedup", "speedup.ci95", *ratios, *(f"{m}.mean" for m in COUNTS)])
    axes = columns[: columns.index("seeds")]
    if not rows or TRACE not in axes:
        damaged(path, "no rows" if not rows else f"{TRACE} is no axis")
    variants = {}
    for n, row in enumerate(rows, 2):
        if not isinstance(row[TRACE], str):
            damaged(path, f"{TRACE} is no name (row {n})")
        if not is_whole_number(row["seeds"], 1):
            damaged(path, f"seeds is no number of at least 1 (row {n})")
        for column in columns[len(axes):]:
            what = problem_with(column, row[column])
            if what:
                damaged(path, f"{column} {what} (row {n})")
        variant = tuple(str(row[a]) for a in axes if not is_program_axis(a))
        of_program = variants.setdefault(tuple(str(row[a]) for a in axes if is_program_axis(a)), [])
        if variant in of_program:
            damaged(path, f"the point of row {n} is there twice")
        of_program.append(variant)
    (first, all_of_them), *others = variants.items()
    for program, found in others:
        if set(found) != set(all_of_them):
            damaged(path, f"{program[0]} has not the same variants as {first[0]}")
    return axes, [Row(path, row) for row in rows]


def read_points(path):
    columns, rows = read_csv(path, words=POINTS[:4])
    need(path, columns, POINTS)
    if not rows:
        damaged(path, "no points")
    seen = set()
    for n, row in enumerate(rows, 2):
        if row["sweep"] not in SWEEPS:
            damaged(path, f"no sweep is called {row['sweep']} (row {n})")
        if not all(row[c] for c in POINTS[:4]):
            damaged(path, f"a name is empty (row {n})")
        if (row["sweep"], row["point"]) in seen:
            damaged(path, f"{row['point']} is there twice (row {n})")
        seen.add((row["sweep"], row["point"]))
        for c in CHECKED:
            if not is_amount(row[c]) and not (row[c] is None and c == "finish_cycles"):  # of a run that was cut short
                damaged(path, f"{c} is no number of at least 0 (row {n})")
    if len({row["version"] for row in rows}) != 1:
        damaged(path, "points of several versions")
    return rows


def check_table(path, rows, keys, numbers, wanted):
    """Every row has `numbers`; `keys` name it, once; what is `wanted` is there."""
    seen = set()
    for n, row in enumerate(rows, 2):
        bad = next((c for c in numbers if not is_amount(row.get(c))), None)
        if bad:
            damaged(path, f"{bad} is no number of at least 0 (row {n})")
        key = tuple(row.get(c) for c in keys)
        if key in seen:
            damaged(path, f"{' '.join(map(str, key))} is there twice (row {n})")
        seen.add(key)
    missing = [w for w in wanted if w not in seen]
    if missing:
        damaged(path, f"no row of {' '.join(map(str, missing[0]))}")
    return rows


def check_storage(path, rows):
    schemes = dict.fromkeys([*tables.STORAGE, *(r.get("scheme") for r in rows)])
    return check_table(path, rows, ["scheme", "cores"], STORAGE[1:], [(s, n) for s in schemes for n in CORES])


def check_sharing(path, rows):
    return check_table(path, rows, ["program", "unit", "capacity"], SHARING[2:],
                       [(p, u, c) for p in PROGRAMS for u in UNITS for c in (4, 8, 16, 64)])


def read_storage(path):
    columns, rows = read_csv(path)
    need(path, columns, STORAGE)
    return check_storage(path, rows)


def read_sharing(path):
    columns, rows = read_csv(path)
    need(path, columns, SHARING)
    return check_sharing(path, rows)
