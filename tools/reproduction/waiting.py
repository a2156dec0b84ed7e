# SPDX-License-Identifier: BSD-3-Clause
"""How much of a run is waiting at barriers and locks, and the speed-up of what is left.

A trace does not react to time: who waits for whom was decided when it was recorded. So a speed-up is also shown without the waiting:
the time of all threads (each until its copy has finished), less `sync.wait_cycles`, over that of the baseline with the same seed.

    rows_of(state, results, folder)      [{"working_speedup": ..., "waiting": ..., ...}], in the order of summary.csv
"""

import os

from result_file import copies
from sweeps.grid import SEED
from sweeps.statistics_of_seeds import over_seeds

COLUMNS = ["working_speedup", "working_speedup.ci95", "waiting", "reordered_grants"]


def thread_cycles(folder):
    return sum(row["threads"] * row["finish_cycle"] for row in copies(folder))


def rows_of(state, results, folder):
    total = {i: thread_cycles(os.path.join(folder, "points", i)) for i in results}
    working = {i: total[i] - results[i]["sync.wait_cycles"] for i in results}
    groups = {}
    for point_id, point in state["points"].items():
        groups.setdefault(tuple((c, str(v)) for c, v in point["columns"].items() if c != SEED), []).append(point_id)
    found = []
    for ids in groups.values():
        speedup, half = over_seeds([working[state["points"][i]["baseline"]] / working[i] for i in ids])
        locks = sum(results[i]["sync.lock_acquires"] for i in ids)
        found.append({"working_speedup": speedup, "working_speedup.ci95": half,
                      "waiting": 1 - sum(working[i] for i in ids) / sum(total[i] for i in ids),
                      "reordered_grants": sum(results[i]["sync.reordered_grants"] for i in ids) / locks if locks else None})
    return found
