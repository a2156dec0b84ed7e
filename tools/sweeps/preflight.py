# SPDX-License-Identifier: BSD-3-Clause
"""Asks the program, before anything runs, what it thinks of every point: `cdrsim run --dry-run`.

    state = preflight(spec, points, baseline_of, program, jobs)

The answer identifies each experiment (config_hash), or says what is wrong with it. A value that is wrong at every point
that has it, or a problem that every point has, is an error of the sweep file: SweepError. Any other illegal point is a
failure of that point alone, kept in its "problem".
"""

import hashlib
import re
import subprocess

from console import one_line, say
from sweeps.declared import ProgramError
from sweeps.grid import text_of
from sweeps.points import dry_run
from sweeps.processes import run_side_by_side
from sweeps.spec import SweepError
from sweeps.state import SCHEMA

HASH = re.compile(r"# config_hash = ([0-9a-f]{16})\n")


def digest(path):
    try:
        with open(path, "rb") as f:
            return hashlib.file_digest(f, "sha256").hexdigest()
    except OSError as e:
        raise ProgramError(f"{path}: {e.strerror}; is the program built? (scons)") from None


def identify(program):
    """What makes two programs one: path aside."""
    sha256 = digest(program)
    done = subprocess.run([program, "--version"], capture_output=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode != 0:
        raise ProgramError(f"{program} --version: {done.stderr.strip()}")
    return {"path": program, "version": one_line(done.stdout.strip().removeprefix("cdrsim ")) or "unknown", "sha256": sha256}


def preflight(spec, points, baseline_of, program, jobs):
    state = {"schema": SCHEMA, "name": spec.name, "base": spec.base, "program": program, "columns": spec.columns,
             "metrics": spec.metrics, "own_metrics": spec.own_metrics, "points": {}}
    for p in points:
        if p.id in state["points"]:
            raise SweepError(f"{spec.path}: two points are called {p.id}")
        state["points"][p.id] = {"columns": p.columns, "sets": p.sets, "baseline": baseline_of.get(p.id)}
    problems = {}
    for done in run_side_by_side(((i, dry_run(state, p)) for i, p in state["points"].items()), jobs):
        identity = HASH.match(done.stdout) if done.code == 0 else None
        if done.code not in (0, 1) or (done.code == 0 and not identity):
            raise ProgramError(f"{done.key}: run --dry-run ended with {done.code}: {done.stderr or 'no config_hash'}")
        state["points"][done.key]["config_hash"] = identity.group(1) if identity else None
        if not identity:
            problems[done.key] = done.stderr.removeprefix("cdrsim: ") or f"exit code {done.code}"
            state["points"][done.key]["problem"] = problems[done.key]
    refuse_general_problems(spec, state["points"], problems)
    note_twins(state["points"])
    return state


def refuse_general_problems(spec, points, problems):
    having, wrong = {}, {}  # of a --set text: how many points, how many in which it is called wrong
    for point in points.values():
        for key, value in point["sets"].items():
            having[(key, text_of(value))] = having.get((key, text_of(value)), 0) + 1
    everywhere = {}  # a line -> in how many points
    for point_id, text in problems.items():
        for line in dict.fromkeys(text.split("\n")):
            setting = next((s for s in ((k, text_of(v)) for k, v in points[point_id]["sets"].items())
                            if line.startswith(f"--set {s[0]}={s[1]}: ")), None)
            if setting:
                counted, key = wrong, (setting, line)
            else:
                counted, key = everywhere, line
            counted[key] = counted.get(key, 0) + 1
    lines = [line for line, n in everywhere.items() if n == len(points)]
    for (setting, line), n in wrong.items():
        if n == having[setting]:
            place = spec.places[setting[0]]
            lines.append(f"{spec.at(*place)}: {'.'.join(map(str, place))}: {line.removeprefix('--set ')}")
    if not lines and len(problems) == len(points):
        lines = list(dict.fromkeys(f"{spec.path}: no point can run: {t}" for t in list(problems.values())[:1]))
    if lines:
        raise SweepError("\n".join(lines))


def note_twins(points):
    seen = {}
    for point_id, point in points.items():
        first = seen.setdefault(point["config_hash"] or point_id, point_id)
        if first != point_id:
            say(f"sweep: note: {point_id} is the same experiment as {first}")
