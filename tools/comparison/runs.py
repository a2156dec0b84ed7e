# SPDX-License-Identifier: BSD-3-Clause
"""What is compared: schemes, each of which ran one or more workloads, each with one or more seeds.

    schemes = schemes_of(["out/global", "out/sr"], "")           two runs: one workload, called ""
    schemes = schemes_of(["out/all/global", "out/all/sr"], "")   with out/all/sr/fft, out/all/sr/lu: workloads fft and lu
    schemes = schemes_of(["out/sweep"], "workload.0.trace")      a sweep: its axis names the workloads, the others the schemes
    schemes[0].runs["fft"]                                       [Run], one a seed

Damaged says what is no result.
"""

import json
import os
from dataclasses import dataclass, field

from nearest import did_you_mean
from result_file import Damaged, flat, load

SEED = "run.seed"


@dataclass
class Run:
    folder: str
    result: dict
    flat: dict


@dataclass
class Scheme:
    name: str
    runs: dict = field(default_factory=dict)  # workload -> [Run]


def read_run(folder):
    result = load(folder)
    return Run(folder, result, flat(result))


def schemes_of(folders, workload_axis):
    kinds = [kind_of(f) for f in folders]
    if workload_axis and "sweep" not in kinds:
        raise Damaged("--workload-from names an axis of a sweep; none of the folders is one")
    names = names_of(folders)
    schemes = []
    for folder, kind, name in zip(folders, kinds, names):
        if kind == "sweep":
            schemes += of_sweep(folder, workload_axis, name if len(folders) > 1 else "")
        elif kind == "workloads":
            schemes.append(Scheme(name, {w: [read_run(os.path.join(folder, w))] for w in workloads_in(folder)}))
        else:
            schemes.append(Scheme(name, {"": [read_run(folder)]}))
    first = set(schemes[0].runs)
    for scheme in schemes[1:]:
        if set(scheme.runs) != first:
            odd = sorted(first ^ set(scheme.runs))[0]
            who, other = (schemes[0], scheme) if odd in first else (scheme, schemes[0])
            raise Damaged(f"{other.name} has no result of {odd or 'a single workload'}, {who.name} has; compare like with like")
    return schemes


def kind_of(folder):
    if os.path.exists(os.path.join(folder, "result.json")):
        return "run"
    if os.path.exists(os.path.join(folder, "sweep.json")):
        return "sweep"
    return "workloads" if workloads_in(folder) else "run"  # load() will say what is missing


def workloads_in(folder):
    try:
        return sorted(n for n in os.listdir(folder) if os.path.exists(os.path.join(folder, n, "result.json")))
    except OSError:
        return []


def label(columns):
    """The values of the axes, each with the last part of its key."""
    return ", ".join(f"{c.rsplit('.', 1)[-1]}={stem(v)}" for c, v in columns.items())


def stem(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return os.path.splitext(os.path.basename(value))[0] if isinstance(value, str) else str(value)


def of_sweep(folder, axis, prefix):
    """The points of a sweep, in its order."""
    path = os.path.join(folder, "sweep.json")
    try:
        with open(path, encoding="utf-8") as f:
            state = json.load(f)
        columns, points = state["columns"], {i: (p["columns"], p["config_hash"]) for i, p in state["points"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as e:
        raise Damaged(f"{path}: damaged: {e}") from None
    if axis and axis not in columns:
        raise Damaged(f"{path}: no axis \"{axis}\"{did_you_mean(axis, columns)}; axes: {', '.join(columns)}")
    schemes = {}
    for point_id, (values, config_hash) in points.items():
        others = label({c: v for c, v in values.items() if c not in (axis, SEED)})
        name = ": ".join(part for part in (prefix, others) if part) or os.path.basename(os.path.abspath(folder))
        run = read_run(os.path.join(folder, "points", point_id))
        if run.result.get("config_hash") != config_hash:
            raise Damaged(f"{run.folder}/result.json: is of another experiment than {path} says")
        workload = stem(values[axis]) if axis in values else ""
        schemes.setdefault(name, Scheme(name)).runs.setdefault(workload, []).append(run)
    return list(schemes.values())


def names_of(folders):
    """As few trailing parts of each path as tell them apart."""
    paths = [os.path.abspath(f).strip(os.sep).split(os.sep) for f in folders]
    for depth in range(1, max(map(len, paths)) + 1):
        names = ["/".join(p[-depth:]) for p in paths]
        if len(set(names)) == len(names):
            return names
    return [f"{name} ({i + 1})" for i, name in enumerate(names)]


def warnings(schemes):
    """What makes these runs no fair comparison."""
    for workload, runs in schemes[0].runs.items():
        first = runs[0]
        for scheme in schemes:
            who = f"{scheme.name} ({workload})" if workload else scheme.name
            other = scheme.runs[workload]
            if any(run.result.get("finished") is False for run in other):
                yield f"{who} was cut short by run.max_cycles"
            strange = [run for run in other if run.result.get("version") != first.result.get("version")]
            if strange:
                yield f"{who} comes from version {strange[0].result.get('version')}, {schemes[0].name} from {first.result.get('version')}"
            if any(run.flat.get("sim.accesses") != first.flat.get("sim.accesses") for run in other):
                yield f"{who} and {schemes[0].name} did not complete the same number of references"
            if len(other) != len(runs):
                yield f"{who} has {len(other)} seeds, {schemes[0].name} has {len(runs)}"
            partial = [run.flat["energy.partial"] for run in other if run.flat.get("energy.partial")]
            if partial:
                yield f"{who}: energy is partial: {partial[0]}"
