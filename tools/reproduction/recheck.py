# SPDX-License-Identifier: BSD-3-Clause
"""Runs recorded points again. What the program finds has to be the same to the last digit."""

import os
import subprocess
import tempfile

from checked_files import read_json
from console import say
from reproduction.collecting import CHECKED
from reproduction.experiments import ReproductionError, cdrsim, sweep_file
from sweeps.declared import Declared
from sweeps.grid import grid
from sweeps.points import sets_of
from sweeps.spec import read_spec


def spread(items, count):
    """`count` of them, as far apart as can be."""
    count = min(count, len(items))
    return [items[i * len(items) // count] for i in range(count)]


def found(spec, sets, folder):
    done = subprocess.run([cdrsim(), "run", spec.base, "--quiet", "--out", folder, *sets], stderr=subprocess.PIPE, encoding="utf-8",
                          check=False)
    if done.returncode != 0:
        raise ReproductionError(done.stderr.strip())
    result = read_json(os.path.join(folder, "result.json"))
    return {**result["stats"], **{f"energy.{k}": v for k, v in result["energy"].items()}}


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
        with tempfile.TemporaryDirectory() as folder:
            stats = found(spec, sets_of({"sets": known[point["point"]].sets}), os.path.join(folder, "out"))
        wrong = [f"{c} is {stats[c]}, recorded {point[c]}" for c in CHECKED if stats[c] != point[c]]
        print(f"{point['sweep']} {point['point']}: {'; '.join(wrong) or 'the same'}", flush=True)
        differing += bool(wrong)
    if differing:
        say(f"reproduce: {differing} of {min(count, len(points))} points differ (recorded by version {points[0]['version']})")
    return 1 if differing else 0
