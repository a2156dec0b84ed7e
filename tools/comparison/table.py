# SPDX-License-Identifier: BSD-3-Clause
"""The numbers of a comparison: for each row and scheme a value and its ratio to the first scheme's.

    for line in lines_of(schemes, rows):
        line.label                       "cycles", or "cycles: fft"; then "cycles: geometric mean"
        line.values, line.ratios         one of each a scheme; None is n/a

Several seeds: the mean over them. Several workloads: a line each, then the geometric mean of the ratios.
"""

import os
from dataclasses import dataclass

from against_baseline import ratio, speedup_of_copies
from result_file import copies
from sweeps.statistics_of_seeds import geometric_mean


@dataclass
class Line:
    label: str
    values: list
    ratios: list


def mean(values):
    if not values or any(v is None for v in values):
        return None
    return values[0] if len(values) == 1 else sum(values) / len(values)


def finish_cycles(run, cache):
    """By copy; nothing where somebody has kept result.json alone."""
    if run.folder not in cache:
        rows = copies(run.folder) if os.path.exists(os.path.join(run.folder, "applications.csv")) else []
        cache[run.folder] = {(r["workload"], r["copy"]): r["finish_cycle"] for r in rows}
    return cache[run.folder]


def speedup(runs, first, cache):
    """How much sooner the copies finished, mean over the seeds. None when the copies are not the same."""
    if len(runs) != len(first) or any(run.result.get("finished") is False for run in runs + first):
        return None
    return mean([speedup_of_copies(finish_cycles(run, cache), finish_cycles(base, cache)) for run, base in zip(runs, first)])


def lines_of(schemes, rows):
    cache = {}
    result = []
    workloads = list(schemes[0].runs)
    for row in rows:
        if row.kind == "speedup" and len(schemes) < 2:
            continue
        own = []
        for workload in workloads:
            runs = [scheme.runs[workload] for scheme in schemes]
            if row.kind == "speedup":
                values, ratios = [None] * len(runs), [speedup(r, runs[0], cache) for r in runs]
            else:
                values = [mean([row.value(run) for run in r]) for r in runs]
                ratios = [ratio(v, values[0]) for v in values]
            own.append(Line(f"{row.label}: {workload}" if len(workloads) > 1 else row.label, values, ratios))
        result += own
        if len(workloads) > 1:
            means = [geometric_mean([line.ratios[i] for line in own]) for i in range(len(schemes))]
            result.append(Line(f"{row.label}: geometric mean", [None] * len(schemes), means))
    return result
