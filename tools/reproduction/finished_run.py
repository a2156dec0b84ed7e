# SPDX-License-Identifier: BSD-3-Clause
"""What is kept of one run, or checked by it.

    run = finished_run("out/paper/homes/points/...")      Damaged says what is wrong with the folder
    run.checked["finish_cycles"]                          the sum over all copies; None: the run was cut short
"""

import os
from dataclasses import dataclass

from checked_files import Damaged, is_number
from reproduction.kept_files import CHECKED, is_whole_number
from result_file import copies, flat, load

SYNC = ("sync.wait_cycles", "sync.lock_acquires", "sync.reordered_grants")


@dataclass
class Run:
    version: str
    config_hash: str
    checked: dict
    thread_cycles: int | None  # of all threads, each until its copy has finished
    working: int | None  # of these, without waiting at barriers and locks
    lock_acquires: int
    reordered_grants: int


def finished_run(folder):
    result = load(folder)
    figures = flat(result)
    for name in (*CHECKED[:-1], *SYNC):
        if not is_number(figures.get(name)) or figures[name] < 0:
            raise Damaged(f"{os.path.join(folder, 'result.json')}: {name} is no number of at least 0")
    rows = copies(folder)
    path = os.path.join(folder, "applications.csv")
    if not rows or not all(is_whole_number(row.get("threads"), 1) for row in rows):
        raise Damaged(f"{path}: damaged CSV: " + ("threads is no number of at least 1" if rows else "no rows"))
    cycles = [row["finish_cycle"] for row in rows]
    if any(c is not None and c < 1 for c in cycles) or (result["finished"] and None in cycles):
        raise Damaged(f"{path}: damaged CSV: finish_cycle is no number of at least 1")
    finish = time = None
    if None not in cycles:
        finish, time = sum(cycles), sum(row["threads"] * row["finish_cycle"] for row in rows)
    working = None if time is None else time - figures["sync.wait_cycles"]
    if working is not None and working <= 0:
        raise Damaged(f"{folder}: its threads wait longer than they run")
    return Run(result["version"], result["config_hash"], {**{c: figures[c] for c in CHECKED[:-1]}, "finish_cycles": finish}, time,
               working, figures["sync.lock_acquires"], figures["sync.reordered_grants"])
