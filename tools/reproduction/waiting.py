# SPDX-License-Identifier: BSD-3-Clause
"""How much of a run is waiting at barriers and locks, and the speed-up of what is left.

A trace does not react to time: who waits for whom was decided when it was recorded. So a speed-up is also shown without the waiting:
the time of all threads (each until its copy has finished), less `sync.wait_cycles`, over that of the baseline with the same seed.
Of a run that was cut short neither is known.

    row_of(ids, state, runs)      {"working_speedup": ..., "waiting": ..., ...} of points that differ in the seed alone
"""

from against_baseline import ratio
from sweeps.statistics_of_seeds import over_seeds

COLUMNS = ["working_speedup", "working_speedup.ci95", "waiting", "reordered_grants"]


def total(values):
    return None if None in values else sum(values)


def row_of(ids, state, runs):
    base = [state["points"][i]["baseline"] for i in ids]
    speedup, half = over_seeds([ratio(runs[b].working, runs[i].working) for i, b in zip(ids, base) if b] if all(base) else [])
    working = ratio(total([runs[i].working for i in ids]), total([runs[i].thread_cycles for i in ids]))
    return {"working_speedup": speedup, "working_speedup.ci95": half, "waiting": None if working is None else 1 - working,
            "reordered_grants": ratio(sum(runs[i].reordered_grants for i in ids), sum(runs[i].lock_acquires for i in ids))}
