# SPDX-License-Identifier: BSD-3-Clause
"""Runs recorded points again. What the program finds has to be the same to the last digit."""

import os
import tempfile

from console import say
from reproduction.children import ask
from reproduction.experiments import ReproductionError, cdrsim, sweep_file
from reproduction.finished_run import finished_run
from reproduction.kept_files import CHECKED
from sweeps.declared import Declared
from sweeps.grid import grid
from sweeps.points import sets_of
from sweeps.spec import read_spec


def spread(items, count):
    """`count` of them, as far apart as can be."""
    count = min(count, len(items))
    return [items[i * len(items) // count] for i in range(count)]


def again(spec, sets):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        ask("run", spec.base, "--quiet", "--out", out, *sets)
        return finished_run(out)


def difference(point, run):
    """In words; empty where there is none."""
    def text(value):
        return "n/a" if value is None else value

    if run.config_hash != point["config_hash"]:
        return f"the configuration has changed: config_hash is {run.config_hash}, recorded {point['config_hash']}"
    return "; ".join(f"{c} is {text(run.checked[c])}, recorded {text(point[c])}" for c in CHECKED if run.checked[c] != point[c])


def recheck(points, count):
    """The exit code: 0, or 1 when a figure differs."""
    declared = Declared(cdrsim())
    specs, differing = {}, 0
    for point in spread(points, count):
        if point["sweep"] not in specs:
            spec = read_spec(sweep_file(point["sweep"]), declared)
            specs[point["sweep"]] = spec, {p.id: p for p in grid(spec)}
        spec, known = specs[point["sweep"]]
        if point["point"] not in known:
            raise ReproductionError(f"{sweep_file(point['sweep'])} has no point {point['point']} any more")
        wrong = difference(point, again(spec, sets_of({"sets": known[point["point"]].sets})))
        print(f"{point['sweep']} {point['point']}: {wrong or 'the same'}", flush=True)
        differing += bool(wrong)
    if differing:
        say(f"reproduce: {differing} of {min(count, len(points))} points differ (recorded by version {points[0]['version']})")
    return 1 if differing else 0
