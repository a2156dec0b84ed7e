# SPDX-License-Identifier: BSD-3-Clause
"""summary.csv: a row for the points that differ in the seed alone.

For each metric M that [metrics] names: M.mean and M.ci95 over the seeds; with a [baseline] also M.ratio and M.ratio_ci95, of
the ratios to the baseline's value with the same seed. And `speedup`, speedup.ci95: the geometric mean over the copies of all
programs of the baseline's finish cycle over the point's own, by seed.
"""

import fnmatch

from against_baseline import ratio_of, speedup_of_copies
from checked_files import Damaged, is_number
from console import say
from result_file import copies
from sweeps.grid import SEED
from sweeps.statistics_of_seeds import over_seeds
from sweeps.table import columns_of, write_table


def metrics_of(state, rows):
    """Columns of results.csv, in the order of [metrics]. Notes those that no result has."""
    numbers = [c for c in columns_of(state, rows.values()) if c not in state["columns"]
               and any(is_number(row.get(c)) for row in rows.values())]
    found = {}
    for wanted in state["metrics"]:
        matching = fnmatch.filter(numbers, wanted)
        found.update(dict.fromkeys(matching))
        if not matching and rows and state["own_metrics"]:
            say(f'sweep: note: no result has "{wanted}"')
    return list(found)


def speedup(folder, point_id, base_id):
    """None when the two do not run the same copies, or one of them finished none."""
    def finish(which):
        return {(r["workload"], r["copy"]): r["finish_cycle"] for r in copies(folder.point(which))}

    try:
        own, base = finish(point_id), finish(base_id)
    except Damaged as e:
        say(f"sweep: note: {e}")
        return None
    return speedup_of_copies(own, base)


def group_row(folder, rows, ids, metrics):
    """One row: what the points `ids` have in common, and means over them."""
    points = folder.state["points"]
    have = [i for i in ids if i in rows]
    row = {c: v for c, v in points[ids[0]]["columns"].items() if c != SEED}
    row |= {"seeds": len(have), "failed": len(ids) - len(have)}
    based = [(i, points[i]["baseline"]) for i in have]
    if not all(b in rows for _, b in based):
        based = []  # none, or one of its seeds has no result
    for m in metrics:
        row[f"{m}.mean"], row[f"{m}.ci95"] = over_seeds([rows[i].get(m) for i in have])
        row[f"{m}.ratio"], row[f"{m}.ratio_ci95"] = over_seeds([ratio_of(m, rows[i], rows[b]) for i, b in based])
    if all(rows[i]["finished"] and rows[b]["finished"] for i, b in based):
        row["speedup"], row["speedup.ci95"] = over_seeds([speedup(folder, i, b) for i, b in based])
    return row


def write_summary(folder, rows):
    state = folder.state
    groups = {}
    for point_id, point in state["points"].items():
        groups.setdefault(tuple((c, str(v)) for c, v in point["columns"].items() if c != SEED), []).append(point_id)
    metrics = metrics_of(state, rows)
    with_baseline = any(point["baseline"] for point in state["points"].values())
    parts = ["mean", "ci95"] + (["ratio", "ratio_ci95"] if with_baseline else [])
    columns = [c for c in state["columns"] if c != SEED] + ["seeds", "failed"]
    columns += ["speedup", "speedup.ci95"] if with_baseline else []
    columns += [f"{m}.{part}" for m in metrics for part in parts]
    write_table(folder.file("summary.csv"), columns, [group_row(folder, rows, ids, metrics) for ids in groups.values()])
