# SPDX-License-Identifier: BSD-3-Clause
"""Runs the points that have no result yet as processes of this computer."""

import os
import time

from console import say
from sweeps.folder import FolderError
from sweeps.points import command, record
from sweeps.processes import run_side_by_side
from sweeps.progress import Progress
from sweeps.table import write_failures, write_results

BETWEEN_TABLES = 30  # seconds at least: results.csv and failures.csv can be looked at while a long sweep is under way
SHARE_OF_TABLES = 0.02  # of the time at most


def to_do(folder):
    """Points without a result. Illegal ones are recorded as failures at once."""
    ids = []
    for point_id, point in folder.state["points"].items():
        if "problem" in point:
            folder.record_failure(point_id, 1, point["problem"])
        elif not folder.has_result(point_id):
            folder.forget(point_id)
            ids.append(point_id)
    return ids


class Program:
    """The simulator's file as it was at the start: a new build half-way would mix two programs' results."""

    def __init__(self, path):
        self.path, self.facts = path, self.look(path)

    @staticmethod
    def look(path):
        try:
            s = os.stat(path)
        except FileNotFoundError:
            return None
        return s.st_ino, s.st_size, s.st_mtime_ns

    def check(self):
        if self.look(self.path) != self.facts:
            raise FolderError(f"{self.path} has been changed while the sweep was running; what is done is kept")


def run(folder, jobs, quiet):
    ids = to_do(folder)
    program = Program(folder.state["program"]["path"])

    def commands():
        for point_id in ids:
            program.check()
            yield point_id, command(folder.state, point_id, folder)

    if not quiet:
        say(f"sweep: {len(ids)} of {len(folder.state['points'])} points to run, {jobs} at once")
    progress = Progress(len(ids), quiet, jobs)
    next_table = time.monotonic() + BETWEEN_TABLES
    try:
        # The runs hold the folder's lock too: as long as one of them lives, no other sweep begins here.
        for done in run_side_by_side(commands(), jobs, keep=(folder.lock,)):
            progress.ended(done.key, record(folder, done), done.seconds)
            if time.monotonic() > next_table:
                start = time.monotonic()
                write_failures(folder, write_results(folder))
                took = time.monotonic() - start
                next_table = time.monotonic() + max(BETWEEN_TABLES, took / SHARE_OF_TABLES)
    finally:
        progress.close()
