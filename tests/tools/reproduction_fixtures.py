# SPDX-License-Identifier: BSD-3-Clause
"""Figures and sweeps' folders for the tests of tools/reproduce, of the very grids of configs/paper, without a simulation.

    with kept_figures(cell=change) as folder:      docs/reproduction is this folder of made-up figures meanwhile
    make_sweep(out, "equal-storage")               a whole folder, as tools/sweep leaves it
"""

import contextlib
import functools
import io
import json
import os
import sys
import tempfile
from unittest import mock

from places import CDRSIM as BUILT, TOOLS

sys.path.insert(0, TOOLS)
os.environ.setdefault("CDRSIM", BUILT)

# pylint: disable=wrong-import-position
from reproduction import experiments, finished_sweep, kept_files, tables, waiting  # noqa: E402
from reproduction.experiments import CORES, PROGRAMS, SWEEPS, cdrsim, sweep_file  # noqa: E402
from reproduction.table_text import table_text  # noqa: E402
from sweeps import command  # noqa: E402
from sweeps.declared import Declared  # noqa: E402
from sweeps.folder import Folder  # noqa: E402
from sweeps.grid import SEED, baselines, grid  # noqa: E402
from sweeps.spec import read_spec  # noqa: E402

STACK = ["tlb", "cache", "hmc", "network", "home", "smc", "invalidation", "owner", "dram", "total"]
PROGRAM = {"path": "/nowhere/cdrsim", "version": "9.9", "sha256": "00ff"}


@functools.cache
def spec_and_grid(name):
    spec = read_spec(sweep_file(name), Declared(cdrsim()))
    return spec, grid(spec)


def unchanged(_sweep, _column, value):
    return value


def sweep_tables(name, cell):
    """(text of <name>.csv, rows of points.csv)"""
    spec, points = spec_and_grid(name)
    axes = [c for c in spec.columns if c != SEED]
    figures = {f"{m}.mean": 10 for m in kept_files.MEANS} | {f"energy.{c}.dynamic.mean": 5 for c in tables.COMPONENTS}
    for ratio in kept_files.RATIOS:
        figures |= {f"{ratio}.ratio": 0.8, f"{ratio}.ratio_ci95": 0.01}
    figures |= {f"stack.{part}.mean": 3 for part in STACK} | dict.fromkeys(waiting.COLUMNS, 0.5)
    figures = {"speedup": 1.25, "speedup.ci95": 0.02} | figures
    rows = {}
    for p in points:
        labels = {c: finished_sweep.in_repository(v) for c, v in p.columns.items() if c != SEED}
        row = rows.setdefault(tuple(labels.items()), {**labels, "seeds": 0})
        row["seeds"] += 1
    for row in rows.values():
        row |= {c: cell(name, c, v) for c, v in figures.items()}
    recorded = [{"sweep": name, "point": p.id, "version": "9.9", "config_hash": "aa", **dict.fromkeys(kept_files.CHECKED, 7)} for p in points]
    return table_text([*axes, "seeds", *figures], rows.values()), recorded


def storage_text():
    return table_text(kept_files.STORAGE, [{"scheme": s, "cores": n, **dict.fromkeys(kept_files.STORAGE[2:], 40 if s == "full-map" else 8)}
                                           for s in tables.STORAGE for n in CORES])


def sharing_text():
    return table_text(kept_files.SHARING, [{"program": p, "unit": u, "capacity": c, **dict.fromkeys(
        ("blocks", "mean_sharers", "blocks_fraction", "references_fraction"), 0.95)}
        for p in PROGRAMS for u in kept_files.UNITS for c in (4, 8, 16, 32, 64)])


def texts_of_figures(cell=unchanged):
    texts, recorded = {}, []
    for name in SWEEPS:
        texts[name], points = sweep_tables(name, cell)
        recorded += points
    return texts | {"points": table_text(kept_files.POINTS, recorded), "storage": storage_text(), "sharing": sharing_text()}


@contextlib.contextmanager
def no_figures():
    """docs/reproduction is not there."""
    with tempfile.TemporaryDirectory() as around, mock.patch.object(experiments, "DATA", os.path.join(around, "reproduction")):
        yield experiments.DATA


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(text)


@contextlib.contextmanager
def kept_figures(cell=unchanged):
    with no_figures() as folder:
        os.mkdir(folder)
        for name, text in texts_of_figures(cell).items():
            write(os.path.join(folder, name + ".csv"), text)
        yield folder


def result(point, config_hash, finished=True):
    counts = (*kept_files.COUNTS, *(f"stack.{part}" for part in STACK), "sim.accesses", "memory.latency.mean")
    stats = dict.fromkeys(counts, 100 + point.columns[SEED])
    stats |= {"sync.wait_cycles": 50, "sync.lock_acquires": 10, "sync.reordered_grants": 2}
    return {"schema": 1, "version": PROGRAM["version"], "config_hash": config_hash, "seed": point.columns[SEED], "finished": finished,
            "stats": stats, "energy": {"l1.dynamic": 1.5, "total": 1.5}}


def applications(finish, threads=64):
    return f"application,workload,copy,threads,finish_cycle\nocean.0,0,0,{threads},{finish}\nocean.1,0,1,{threads},{finish}\n"


def make_sweep(out, name, points=None, program=None, cut=()):
    """`points`: how many have their results; `cut`: ids of those that run.max_cycles cut short."""
    spec, all_points = spec_and_grid(name)
    baseline_of = baselines(spec, all_points)
    state = {"schema": 1, "name": name, "base": spec.base, "program": PROGRAM | (program or {}), "columns": spec.columns,
             "metrics": spec.metrics, "own_metrics": True,
             "points": {p.id: {"columns": p.columns, "sets": p.sets, "baseline": baseline_of.get(p.id), "config_hash": f"{i:016x}"}
                        for i, p in enumerate(all_points)}}
    with Folder(os.path.join(out, name)) as folder, contextlib.redirect_stderr(io.StringIO()):
        folder.admit(state)
        for p in all_points[:points]:
            os.makedirs(folder.point(p.id))
            done = result(p, state["points"][p.id]["config_hash"], p.id not in cut) | {"version": state["program"]["version"]}
            write(folder.point(p.id, "result.json"), json.dumps(done))
            write(folder.point(p.id, "applications.csv"), applications("n/a" if p.id in cut else 1000 + p.columns[SEED]))
        command.collect(folder)
    return folder.path
