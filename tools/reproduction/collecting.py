# SPDX-License-Identifier: BSD-3-Clause
"""From the folders of the sweeps to docs/reproduction/*.csv: what the page needs, and what a point is checked by.

A sweep counts only when it is whole: every point has its result.
"""

import csv
import io
import json
import os
import subprocess

from checked_files import Damaged, read_csv, read_json
from console import say
from reproduction import waiting
from reproduction.experiments import CHIP, CORES, DATA, PROGRAMS, SWEEPS, ReproductionError, cdrsim, data_file, trace_file
from whole_file import write_whole

CHECKED = ["sim.cycles", "l1.misses", "noc.flit_hops", "energy.total"]  # of every point

MEANS = ["sim.cycles", "memory.latency.mean", "l1.misses", "llc.hits", "llc.misses", "miss.cold", "directory.broadcasts",
         "directory.invalidations", "directory.pointer_recalls", "smc.lookups", "smc.misses", "hmc.lookups", "hmc.misses", "noc.flit_hops",
         "noc.latency.mean", "dram.map_reads", "domain.overflows", "energy.total", "storage.bits_per_line",
         "storage.bytes_per_tile"]
RATIOS = ["sim.cycles", "noc.flit_hops", "energy.total", "llc.misses", "memory.latency.mean"]


def is_kept(column):
    metric, _, part = column.rpartition(".")
    if part == "mean":
        return metric in MEANS or metric.startswith("energy.")
    return metric in RATIOS and part in ("ratio", "ratio_ci95")


def table_text(columns, rows):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(["" if row.get(c) is None else row[c] for c in columns] for row in rows)
    return out.getvalue()


def in_repository(text):
    """A path of a trace names the same file on every machine."""
    return text[text.index("traces/"):] if isinstance(text, str) and text.endswith(".cdrt") else text


def sweep_figures(name, folder):
    """(text of <name>.csv, rows of points.csv)"""
    state = read_json(os.path.join(folder, "sweep.json"), texts=False)
    columns, rows = read_csv(os.path.join(folder, "summary.csv"))
    missing = [r for r in rows if r["failed"]]
    if missing or sum(r["seeds"] for r in rows) != len(state["points"]):
        raise ReproductionError(f"{folder}: not every point has its result; `tools/reproduce run` goes on with it")
    axes = columns[: columns.index("seeds")]
    kept = axes + ["seeds", "speedup", "speedup.ci95"] + [c for c in columns if is_kept(c)]
    _, points = read_csv(os.path.join(folder, "results.csv"), words=("point", "config_hash", "version"))
    kept += waiting.COLUMNS
    for row, more in zip(rows, waiting.rows_of(state, {p["point"]: p for p in points}, folder), strict=True):
        row |= {axis: in_repository(row[axis]) for axis in axes} | more
    return table_text(kept, rows), [{"sweep": name, **{c: p[c] for c in ["point", "version", *CHECKED]}} for p in points]


def asked(*words):
    done = subprocess.run([cdrsim(), *words], capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise ReproductionError(done.stderr.strip())
    return done.stdout


def storage_text():
    return asked("cost", CHIP, "--section", "storage", "--format", "csv", "--cores", ",".join(map(str, CORES)),
                 "--set", "cdr.sharers.level=application")


def sharing_rows():
    for program in PROGRAMS:
        profile = json.loads(asked("trace", "profile", trace_file(program), "--format", "json"))
        for unit in ("line", "page"):
            for c in profile[unit]["capacities"]:
                yield {"program": program, "unit": unit, "blocks": profile[unit]["blocks"],
                       "mean_sharers": profile[unit]["mean_sharers"], **c}


def collect(out):
    """How many points are kept. What is kept of a sweep goes when `out` has it not whole: the page is of one set of runs."""
    kept, problems = {}, []
    for name in SWEEPS:
        try:
            kept[name] = sweep_figures(name, os.path.join(out, name))
        except (Damaged, ReproductionError) as e:
            problems.append(str(e))
    if not kept:
        raise ReproductionError("\n".join(problems))
    for problem in problems:
        say(f"reproduce: left out: {problem}")
    os.makedirs(DATA, exist_ok=True)
    for name in SWEEPS:
        if name in kept:
            write_whole(data_file(name), kept[name][0])
        elif os.path.exists(data_file(name)):
            os.unlink(data_file(name))
    points = [p for _, of_sweep in kept.values() for p in of_sweep]
    write_whole(data_file("points"), table_text(["sweep", "point", "version", *CHECKED], points))
    write_whole(data_file("storage"), storage_text())
    sharing = list(sharing_rows())
    write_whole(data_file("sharing"), table_text(list(sharing[0]), sharing))
    return len(points)
