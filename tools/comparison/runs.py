# SPDX-License-Identifier: BSD-3-Clause
"""What is compared: schemes, each of which ran one or more workloads, each with one or more seeds.

    schemes = schemes_of(["out/global", "out/sr"], "")           two runs: one workload, called ""
    schemes = schemes_of(["out/all/global", "out/all/sr"], "")   with out/all/sr/fft, out/all/sr/lu: workloads fft and lu
    schemes = schemes_of(["out/sweep"], "workload.0.trace")      a sweep: its axis names the workloads, the others the schemes
    schemes[0].runs["fft"]                                       [Run], one a seed

Damaged says what is no result.
"""

import os
from dataclasses import dataclass, field

from checked_files import Damaged
from console import one_line, say
from nearest import did_you_mean
from references import LATER
from result_file import flat, load
from sweeps.state import read_state

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
            schemes.append(Scheme(name, {one_line(w): [read_run(os.path.join(folder, w))] for w in workloads_in(folder)}))
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


def text_of(value):
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def short(values):
    """{value: its file name without the ending}, or the whole of each where two would be alike."""
    stems = {v: os.path.splitext(os.path.basename(v))[0] if "/" in v else v for v in dict.fromkeys(values)}
    return stems if len(set(stems.values())) == len(stems) else {v: v for v in stems}


def of_sweep(folder, axis, prefix):
    """The points of a sweep, in its order."""
    path = os.path.join(folder, "sweep.json")
    state = read_state(path)
    columns, points = state["columns"], {i: (p["columns"], p["config_hash"]) for i, p in state["points"].items()}
    if axis and axis not in columns:
        raise Damaged(f"{path}: no axis \"{axis}\"{did_you_mean(axis, columns)}; axes: {', '.join(columns)}")
    texts = {c: short([text_of(v[c]) for v, _ in points.values() if c in v]) for c in columns}
    last = [c.rsplit(".", 1)[-1] for c in columns]
    names = {c: end if last.count(end) == 1 else c for c, end in zip(columns, last)}
    apart = {SEED, *(of_workload(points, columns, axis) if axis else ())}
    schemes, without = {}, []
    for point_id, (values, config_hash) in points.items():
        if not os.path.exists(os.path.join(folder, "points", point_id, "result.json")):
            without.append(point_id)
            continue
        cells = {c: texts[c][text_of(v)] for c, v in values.items()}
        others = ", ".join(f"{names[c]}={cell}" for c, cell in cells.items() if c not in apart)
        name = ": ".join(part for part in (prefix, others) if part) or one_line(os.path.basename(os.path.abspath(folder)))
        run = read_run(os.path.join(folder, "points", point_id))
        if run.result.get("config_hash") != config_hash:
            raise Damaged(f"{run.folder}/result.json: is of another experiment than {path} says")
        schemes.setdefault(name, Scheme(name)).runs.setdefault(cells.get(axis, ""), []).append(run)
    if not schemes:
        raise Damaged(f"{path}: no point of this sweep has a result")
    if without:
        more = f" and {len(without) - 1} other points" if len(without) > 1 else ""
        say(f"compare: note: {folder} has no result of {without[0]}{more}")
    return list(schemes.values())


def of_workload(points, columns, axis):
    """The axes that only follow the workload's, such as the number of its copies."""
    seen = {}
    for values, _ in points.values():
        for c in columns:
            seen.setdefault(c, {}).setdefault(text_of(values.get(axis)), set()).add(text_of(values.get(c)))
    return [c for c in columns if all(len(v) == 1 for v in seen[c].values())]


def names_of(folders):
    """As few trailing parts of each path as tell them apart."""
    paths = [one_line(os.path.abspath(f)).strip(os.sep).split(os.sep) for f in folders]
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
                yield (f"{who} comes from version {strange[0].result.get('version')}, "
                       f"{schemes[0].name} from {first.result.get('version')}")
            if any(run.flat.get("sim.accesses") != first.flat.get("sim.accesses") for run in other):
                yield f"{who} and {schemes[0].name} did not complete the same number of references"
            if any(run.flat.get(LATER) for run in other):
                yield (f"{who}: copies started over; energy, traffic and the counts of caches, directories and DRAM are of "
                       f"{max(run.flat.get(LATER) or 0 for run in other):,} references more than the first passes'")
            if len(other) != len(runs):
                yield f"{who} has {len(other)} seeds, {schemes[0].name} has {len(runs)}"
            partial = [run.flat["energy.partial"] for run in other if run.flat.get("energy.partial")]
            if partial:
                yield f"{who}: energy is partial: {partial[0]}"
