# SPDX-License-Identifier: BSD-3-Clause
"""Reads the folders of runs and sweeps into cases.

    cases = read(["out/quickstart/global", "out/domain-size"])     BadInput: which file, and what is wrong with it

A run's baseline is the first run of the list that has the same cores and programs; a sweep's is what its sweep.toml says, else
none. Runs of a sweep that differ in run.seed alone are one case.
"""

import os

import result_file
from checked_files import Damaged, is_number, read_csv, read_toml
from console import one_line
from report_page.cases import Case, Run
from result_file import TEXTS, copies, flat, is_cost, load

SEED = "run.seed"
IDENTITY = ("config_hash", "version", "finished")


class BadInput(Damaged):
    """One line: which file, and what is wrong with it."""


def read(folders):
    cases = []
    runs = [f for f in folders if not is_sweep(f)]
    names = dict(zip(map(os.path.abspath, runs), names_of(runs)))
    for folder in folders:
        if is_sweep(folder):
            cases += sweep_cases(folder)
        else:
            run = read_run(folder, names[os.path.abspath(folder)])
            cases.append(Case(run.name, [run], scheme=one_line(os.path.basename(os.path.abspath(folder)))))
    pair_runs([c for c in cases if not c.group])
    return cases


def is_sweep(folder):
    return os.path.isfile(os.path.join(folder, "results.csv"))


def names_of(folders):
    """As few trailing parts of each path as tell them apart."""
    paths = [one_line(os.path.abspath(f)).strip(os.sep).split(os.sep) for f in folders]
    for depth in range(1, max(map(len, paths), default=1) + 1):
        names = ["/".join(p[-depth:]) for p in paths]
        if len(set(names)) == len(names):
            return names
    twice = next(f for i, f in enumerate(folders) if paths[i] in paths[:i])
    raise BadInput(f"{twice}: given twice")


def read_run(folder, name):
    result = load(folder)
    run = Run(name, folder, flat(result), seed=result["seed"], version=result["version"], config_hash=result["config_hash"],
              finished=result["finished"], host_seconds=result.get("host", {}).get("seconds"))
    for section in ("energy", "area"):
        run.reasons.update({f"{section}.{k}": v for k, v in result.get(section, {}).get("reasons", {}).items()})
    read_rest(run)
    return run


def read_rest(run):
    """What lies beside result.json. An older or thinned-out folder may lack it; a damaged file is an error."""
    if os.path.exists(os.path.join(run.folder, "config.toml")):
        run.config, run.config_text = result_file.config(run.folder)
    if os.path.exists(os.path.join(run.folder, "applications.csv")):
        run.copies = {(r["workload"], r["copy"]): r["finish_cycle"] for r in copies(run.folder)}


def tiles(run):
    """The rows of tiles.csv; none if there is no such file."""
    return result_file.tiles(run.folder) if os.path.exists(os.path.join(run.folder, "tiles.csv")) else []


def pair_runs(cases):
    """The first run of each kind of experiment is what others of the kind are compared with."""
    first = {}
    for case in cases:
        case.baseline = first.setdefault((case.cores, programs(case)), case)


def programs(case):
    """What the runs of a case execute; without a configuration, how many references."""
    blocks = case.config("workload")
    if not isinstance(blocks, list):
        return case.value("sim.accesses")
    return tuple((os.path.basename(str(b.get("trace", ""))), str(b.get("synthetic", "")), str(b.get("threads")), str(b.get("copies")))
                 for b in blocks if isinstance(b, dict))


def programs_text(case):
    """ocean-64 ×4, radix-64; "" if that is not known."""
    blocks = programs(case)
    if not isinstance(blocks, tuple):
        return ""
    return ", ".join(os.path.splitext(trace or synthetic)[0] + (f" ×{copies}" if copies not in ("1", "auto") else "")
                     for trace, synthetic, _, copies in blocks)


def sweep_cases(folder):
    path = os.path.join(folder, "results.csv")
    columns, rows = read_csv(path, words=("point", *IDENTITY))
    start = columns.index(IDENTITY[0]) if IDENTITY[0] in columns else 0
    if columns[:1] != ["point"] or tuple(columns[start:start + len(IDENTITY)]) != IDENTITY:
        raise BadInput(f"{path}: expected the columns point, the axes, {', '.join(IDENTITY)} and statistics, as tools/sweep "
                       "writes them")
    if not rows:
        raise BadInput(f"{path}: no point has a result yet")
    axes, statistics = columns[1:start], columns[start + len(IDENTITY):]
    strange = [name for name in statistics if not is_cost(name)]
    if strange:
        raise BadInput(f"{path}: the column {strange[0]} is none that tools/sweep writes")
    for row in rows:
        cycles = row.get("sim.cycles")
        if not is_number(cycles) or cycles < 0:
            raise BadInput(f"{path}: {row['point']}: sim.cycles is no number of at least 0")
        for name in statistics:
            if isinstance(row[name], str) and name not in TEXTS:
                raise BadInput(f"{path}: {row['point']}: {name} is no number")
    sweep = one_line(os.path.basename(os.path.abspath(folder)))
    groups = {}
    for row in rows:
        groups.setdefault(tuple((a, row[a]) for a in axes if a != SEED), []).append(row)
    varied = independent([a for a in axes if a != SEED and len({str(row[a]) for row in rows}) > 1], rows)
    labels = labels_of(varied, rows)
    cases = []
    for key, members in groups.items():
        values = dict(key)
        said = {a: f"{labels[a]}{brief(values[a])}" for a in varied if values[a] is not None}
        name = ", ".join(said.values()) or sweep
        runs = [sweep_run(folder, row, statistics, name) for row in members]
        cases.append(Case(name, runs, axes=values, group=sweep,
                          scheme=", ".join(text for a, text in said.items() if not a.startswith("workload.")) or sweep))
    pair_points(cases, baseline_of(folder))
    return cases


def independent(axes, rows):
    """Without axes that another one decides, such as the copies of a program that stand beside its trace."""
    kept = []
    for axis in axes:
        if not any(len({(str(row[k]), str(row[axis])) for row in rows}) == len({str(row[k]) for row in rows}) for k in kept):
            kept.append(axis)
    return kept


def brief(value):
    """../traces/ocean-64.cdrt: ocean-64."""
    return os.path.splitext(os.path.basename(value))[0] if isinstance(value, str) and "/" in value else value


def labels_of(axes, rows):
    """What stands before an axis' value in a name: nothing where the value is a word that no other axis has too."""
    values = {a: {str(row[a]) for row in rows} for a in axes}
    words = {a for a in axes if not any(is_number(row[a]) for row in rows)}
    alone = {a for a in words if not any(values[a] & values[b] for b in words if b != a)}
    return {a: "" if a in alone else f"{short(a)} " for a in axes}


def short(axis):
    """cdr.sharers.capacity: capacity; cdr.sharers.level: sharers level, as `level` alone says too little."""
    parts = [p for p in axis.split(".") if not p.isdigit()] or [axis]
    return " ".join(parts[-2:]) if parts[-1] in ("level", "count", "size", "model", "name", "entries") else parts[-1].replace("_", " ")


def sweep_run(folder, row, statistics, name):
    run = Run(name, os.path.join(folder, "points", row["point"]), {s: row[s] for s in statistics}, seed=row.get(SEED),
              version=row["version"], config_hash=row["config_hash"], finished=row["finished"].lower() != "false")
    read_rest(run)
    if run.seed is None and run.config:
        run.seed = run.config.get("run", {}).get("seed")
    return run


def baseline_of(folder):
    """The axis values that make a point the baseline: [baseline] of sweep.toml, dotted."""
    path = os.path.join(folder, "sweep.toml")
    if not os.path.exists(path):
        return {}
    table = read_toml(path)[0].get("baseline", {})
    if not isinstance(table, dict):
        raise BadInput(f"{path}: damaged TOML: baseline is no table")
    dotted = {}

    def flatten(prefix, value):
        if isinstance(value, dict):
            for key, inner in value.items():
                flatten(f"{prefix}.{key}" if prefix else key, inner)
        else:
            dotted[prefix] = str(value).lower() if isinstance(value, bool) else value

    flatten("", table)
    return dotted


def pair_points(cases, baseline):
    """A point's baseline has the values of [baseline] and else the point's own, of every axis that it has at all."""
    if not baseline:
        return
    candidates = [c for c in cases if all(str(c.axes.get(a)) == str(v) for a, v in baseline.items())]
    for case in cases:
        for candidate in candidates:
            if all(str(case.axes.get(a)) == str(v) for a, v in candidate.axes.items() if a not in baseline and v is not None):
                case.baseline = candidate
                break
