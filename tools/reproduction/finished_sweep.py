# SPDX-License-Identifier: BSD-3-Clause
"""From the folder of a sweep to what is kept of it.

    sweep = finished_sweep("homes", "out/paper/homes", grid(spec))
    sweep.text                                     of docs/reproduction/homes.csv
    sweep.points                                   rows of docs/reproduction/points.csv

Unfinished: not begun, or points have no result yet. Damaged: something that is there cannot be what `tools/sweep` made of
configs/paper/<name>.toml; no figure of such a folder is to be trusted.
"""

import math
import os
from dataclasses import dataclass

from checked_files import Damaged, number, read_csv
from reproduction import waiting
from reproduction.experiments import CONFIGS, ReproductionError, is_program_axis, shown
from reproduction.finished_run import finished_run
from reproduction.kept_files import KINDS, MEANS, RATIOS, damaged, is_whole_number, need, read_sweep
from reproduction.table_text import table_text
from sweeps.grid import SEED, text_of
from sweeps.state import read_state

OF_A_SWEEP_TO_COME = {".sweep.lock", "sweep.json.partial"}


class Unfinished(ReproductionError):
    """`tools/reproduce run` goes on with it."""


@dataclass
class Sweep:
    text: str
    points: list
    program: dict


def is_kept(column):
    metric, _, part = column.rpartition(".")
    if part == "mean":
        return metric in MEANS or metric.startswith(KINDS)
    return metric in RATIOS and part in ("ratio", "ratio_ci95")


def in_repository(text):
    """A trace of the repository by its path there; any other as the sweep file names it."""
    if not isinstance(text, str) or not text.endswith(".cdrt"):
        return text
    path = os.path.normpath(os.path.join(CONFIGS, text))
    inside = shown(path)
    return text if inside == path else inside


def state_of(name, folder, grid):
    if not os.path.lexists(folder) or (os.path.isdir(folder) and set(os.listdir(folder)) <= OF_A_SWEEP_TO_COME):
        raise Unfinished(f"{folder}: no sweep has been made there")
    path = os.path.join(folder, "sweep.json")
    state = read_state(path)
    if state is None:
        raise Damaged(f"{path}: no such file, but the folder is not empty")
    if state["name"] != name:
        raise Damaged(f"{path}: this is the sweep {state['name']}, expected {name}")
    ids = [p.id for p in grid]
    if list(state["points"]) != ids:
        other = sorted(set(ids) ^ set(state["points"]))
        raise Damaged(f"{path}: has not the points of configs/paper/{name}.toml" + (f", such as {other[0]}" if other else ""))
    return state


def groups_of(state):
    """Ids of the points that differ in the seed alone, in the order of summary.csv."""
    groups = {}
    for point_id, point in state["points"].items():
        groups.setdefault(tuple((c, text_of(v)) for c, v in point["columns"].items() if c != SEED), []).append(point_id)
    return groups


def runs_of(state, folder):
    missing = [i for i in state["points"] if not os.path.lexists(os.path.join(folder, "points", i, "result.json"))]
    if missing:
        raise Unfinished(f"{folder}: {len(missing)} of {len(state['points'])} points have no result, such as {missing[0]}; "
                         "`tools/reproduce run` goes on with it")
    runs = {}
    for i, point in state["points"].items():
        runs[i] = finished_run(os.path.join(folder, "points", i))
        if runs[i].config_hash != point["config_hash"] or runs[i].version != state["program"]["version"]:
            raise Damaged(f"{os.path.join(folder, 'points', i)}: of another experiment than {os.path.join(folder, 'sweep.json')} says")
    return runs


def check_summary(path, columns, rows, groups, runs):
    """Whether it was made of these very runs."""
    axes = columns[: columns.index("seeds")]
    if len(rows) != len(groups):
        damaged(path, f"{len(rows)} rows; its sweep has {len(groups)}")
    for n, (row, (labels, ids)) in enumerate(zip(rows, groups.items()), 2):
        wanted = {c: number(text) for c, text in labels}
        if {a: row[a] for a in axes if row[a] is not None} != wanted:
            damaged(path, f"row {n} has not the axes of {ids[0]}")
        if row["seeds"] != len(ids) or row["failed"] != 0:
            damaged(path, f"row {n} has not the seeds of its points")
        for column in ("sim.cycles", "l1.misses", "noc.flit_hops"):
            mean = math.fsum(runs[i].checked[column] for i in ids) / len(ids)
            kept = row.get(f"{column}.mean", mean)
            if kept is None or not math.isclose(kept, mean, rel_tol=1e-8):
                damaged(path, f"{column}.mean of row {n} is not that of its points")


def finished_sweep(name, folder, grid):
    state = state_of(name, folder, grid)
    runs = runs_of(state, folder)
    path = os.path.join(folder, "summary.csv")
    if not os.path.lexists(path):
        raise Unfinished(f"{path}: no such file; `tools/reproduce run` makes it")
    columns, rows = read_csv(path)
    need(path, columns, ["seeds", "failed"])
    if all(is_whole_number(r["seeds"], 0) and is_whole_number(r["failed"], 0) for r in rows) and (
            any(r["failed"] for r in rows) or sum(r["seeds"] for r in rows) < len(runs)):
        raise Unfinished(f"{path}: made before the last points were; `tools/reproduce run` goes on with it")
    kept = [c for c in columns if is_kept(c)]
    read_sweep(path)
    groups = groups_of(state)
    check_summary(path, columns, rows, groups, runs)
    axes = columns[: columns.index("seeds")]
    for row, ids in zip(rows, groups.values()):
        row |= {axis: in_repository(row[axis]) for axis in axes if is_program_axis(axis)} | waiting.row_of(ids, state, runs)
    points = [{"sweep": name, "point": i, "version": r.version, "config_hash": r.config_hash, **r.checked} for i, r in runs.items()]
    return Sweep(table_text([*axes, "seeds", "speedup", "speedup.ci95", *kept, *waiting.COLUMNS], rows), points, state["program"])
