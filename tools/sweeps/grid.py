# SPDX-License-Identifier: BSD-3-Clause
"""The points of a sweep: every combination of its dimensions, without the excluded ones.

    points = grid(spec)             in the order of results.csv: the first dimension varies slowest, seeds fastest
    points[0].id                    "capacity=4,seed=1-5f2a90c1": the same whatever else the sweep holds
    baselines(spec, points)         {id: id of its baseline}

Everything is known before the first point runs.
"""

import hashlib
import itertools
import json
import math
import re
from dataclasses import dataclass

from sweeps.ranges import MOST
from sweeps.spec import SweepError, comparable

SEED = "run.seed"


@dataclass
class Point:
    id: str
    columns: dict
    sets: dict


def text_of(value):
    """As in a configuration, and as in a cell of results.csv."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def short_names(columns):
    """The last part of each key, or all of it where two end alike."""
    last = [c.rsplit(".", 1)[-1] for c in columns]
    return [short if last.count(short) == 1 else c for c, short in zip(columns, last)]


def point_id(columns, fixed):
    """A readable name, and eight digits over everything the sweep file says about the point."""
    words = [f"{name}={text_of(v).rsplit('/', 1)[-1]}" for name, v in zip(short_names(columns), columns.values())]
    readable = re.sub(r"[^A-Za-z0-9.,=+-]", "_", ",".join(words))[:80]
    identity = json.dumps([sorted(fixed.items()), sorted((c, text_of(v)) for c, v in columns.items())])
    return f"{readable}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"


def excluded(columns, rules):
    return any(all(c in columns and comparable(columns[c]) in values for c, values in rule.items()) for rule in rules if rule)


def grid(spec):
    count = math.prod(len(d.alternatives) for d in spec.dimensions)
    if count > MOST:
        raise SweepError(f"{spec.path}: {count} points; at most {MOST}")
    excludes = [{c: set(map(comparable, values)) for c, values in rule.items()} for rule in spec.excludes]
    labels = [(k, text_of(v)) for k, v in spec.sets.items()]
    points, left_out = [], [0] * len(spec.excludes)
    for combination in itertools.product(*(d.alternatives for d in spec.dimensions)):
        columns = {c: v for a in combination for c, v in a.columns.items()}
        rules = [i for i, rule in enumerate(excludes) if excluded(columns, [rule])]
        for i in rules:
            left_out[i] += 1
        if not rules:
            ordered = {c: columns[c] for c in spec.columns if c in columns}
            sets = {**spec.sets, **{k: v for a in combination for k, v in a.sets.items()}}
            points.append(Point(point_id(ordered, dict(labels)), ordered, sets))
    problems = [f"{spec.at('exclude', i)}: exclude.{i}: no point is like this" for i, n in enumerate(left_out) if n == 0]
    if not points:
        problems.append(f"{spec.at('exclude')}: the grid is empty: all {count} points are excluded")
    if problems:
        raise SweepError("\n".join(problems))
    return points


def baselines(spec, points):
    """A point's baseline has the values of [baseline], and the point's own of every other axis that it has at all.

    Points whose baseline is excluded have none; a sweep in which none has one is wrong, and so is a choice of several.
    """
    if not spec.baseline:
        return {}
    candidates = {}  # columns that must agree -> their values -> ids
    for q in points:
        if all(c in q.columns and comparable(q.columns[c]) == comparable(v) for c, v in spec.baseline.items()):
            needed = tuple(c for c in q.columns if c not in spec.baseline)
            candidates.setdefault(needed, {}).setdefault(tuple(text_of(q.columns[c]) for c in needed), []).append(q.id)
    result = {}
    for p in points:
        found = [id for needed, by_values in candidates.items() if all(c in p.columns for c in needed)
                 for id in by_values.get(tuple(text_of(p.columns[c]) for c in needed), [])]
        if len(found) > 1:
            raise SweepError(f"{spec.at('baseline')}: baseline: {p.id} could be compared with {found[0]} and {found[1]}; "
                             "name more axes")
        if found:
            result[p.id] = found[0]
    if not result:
        wanted = ", ".join(f"{c} = {text_of(v)}" for c, v in spec.baseline.items())
        raise SweepError(f"{spec.at('baseline')}: baseline: no point has {wanted} and else what another point has")
    return result
