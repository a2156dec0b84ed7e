# SPDX-License-Identifier: BSD-3-Clause
"""Runs the points that have no result yet as one job array of a Slurm cluster, and waits for it.

    run(folder, at_once, ["--time=60"], quiet)

A task of the array runs its share of the points one after the other (`tools/sweep --task DIR`) and leaves what a local sweep would:
everything is collected from files. The folder has to be one that the nodes share. A job outlives the sweep that submitted it;
the next `tools/sweep --slurm` into the folder waits for it, then submits what is still missing.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

from checked_files import Damaged, read_json
from sweeps.folder import Folder, FolderError
from sweeps.local import to_do
from sweeps.points import command, record
from sweeps.preflight import digest
from sweeps.processes import run_side_by_side
from sweeps.progress import Progress
from whole_file import write_whole

SWEEP = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "sweep")
MOST_TASKS = 1000  # Slurm's MaxArraySize is 1001 where nobody has changed it
POLL = 1.0  # seconds
OUTAGE = 600  # seconds for which the controller may be out of reach
LATE = 15  # seconds that files of other nodes may take to be seen here


class SlurmError(Exception):
    pass


def job_name(folder):
    """The same for every sweep into this folder, so that its job is found again."""
    return "cdrsim-sweep-" + hashlib.sha256(os.path.realpath(folder.path).encode()).hexdigest()[:12]


def slurm_command(*words):
    try:
        done = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace", check=False)
    except OSError as e:
        raise SlurmError(f"{words[0]}: {e.strerror}; --slurm needs a computer that can submit to a Slurm cluster") from None
    if done.returncode != 0:
        raise SlurmError(f"{words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def active(folder):
    """Ids of this folder's jobs that are not over."""
    return sorted(set(slurm_command("squeue", "--noheader", "--format=%A", f"--name={job_name(folder)}").split()))


def refuse_beside(folder):
    """A local sweep beside a job of the same folder would run the same points."""
    if os.path.exists(folder.file("slurm")) and shutil.which("squeue"):
        jobs = active(folder)
        if jobs:
            raise FolderError(f"--out: job {jobs[0]} is at work in {folder.path}; --slurm waits for it, scancel ends it")


def run(folder, at_once, options, quiet):
    before = active(folder)
    if before and not quiet:
        print(f"sweep: waiting for job {before[0]}, which is at work in {folder.path}", file=sys.stderr)
    wait(folder, quiet)
    ids = to_do(folder)
    if not ids:
        return
    submit(folder, ids, at_once, options, quiet)
    wait(folder, quiet, ids)
    deadline = time.monotonic() + LATE
    while missing(folder, ids) and time.monotonic() < deadline:
        time.sleep(POLL)
    for point_id in missing(folder, ids):
        folder.record_failure(point_id, -9, f"the Slurm task ended without a result; {folder.file('slurm')} has what it said")


def ended(folder, point_id):
    return os.path.exists(folder.point(point_id, "result.json")) or os.path.exists(folder.point(point_id, "failure.json"))


def missing(folder, ids):
    return [i for i in ids if not folder.has_result(i) and not folder.failure(i)]


def submit(folder, ids, at_once, options, quiet):
    tasks = [ids[i::MOST_TASKS] for i in range(min(len(ids), MOST_TASKS))]
    os.makedirs(folder.file("slurm"), exist_ok=True)
    write_whole(folder.file("slurm", "tasks.json"), json.dumps(tasks) + "\n")
    array = f"0-{len(tasks) - 1}" + (f"%{at_once}" if at_once else "")
    whole = os.path.abspath(folder.path)
    job = slurm_command("sbatch", "--parsable", f"--job-name={job_name(folder)}", f"--array={array}",
                        f"--output={whole}/slurm/%A_%a.txt", *options,
                        f"--wrap=exec {quoted(sys.executable)} {quoted(SWEEP)} --task {quoted(whole)}")
    if not quiet:
        print(f"sweep: job {job.split(';')[0]}, {len(tasks)} tasks", file=sys.stderr)


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def wait(folder, quiet, ids=()):
    """Until no job of this folder is left, showing which of the points have ended."""
    progress, waiting, seen = Progress(len(ids), quiet), list(ids), time.monotonic()
    try:
        while True:
            try:
                jobs, seen = active(folder), time.monotonic()
            except SlurmError:
                if time.monotonic() - seen > OUTAGE or not ids:
                    raise
                jobs = ["unknown"]
            for point_id in [i for i in waiting if ended(folder, i)]:
                waiting.remove(point_id)
                progress.ended(point_id, not folder.failure(point_id))
            if not jobs:
                return
            time.sleep(POLL)
    finally:
        progress.close()


def share_of_task(folder, number):
    """The points that this task of the array runs."""
    path = folder.file("slurm", "tasks.json")
    try:
        tasks = read_json(path)
    except Damaged as e:
        raise SlurmError(str(e)) from None
    points = folder.state["points"]
    if not isinstance(tasks, list) or not all(isinstance(t, list) and all(isinstance(i, str) and i in points for i in t) for t in tasks):
        raise SlurmError(f"{path}: damaged: expected lists of points")
    if not re.fullmatch("[0-9]{1,9}", number, re.ASCII) or int(number) >= len(tasks):
        raise SlurmError(f"SLURM_ARRAY_TASK_ID: expected 0 to {len(tasks) - 1}; --task is for tasks of a job array")
    return tasks[int(number)]


def run_task(path):
    """What a task of the array does. It does not lock the folder: the sweep that waits for it may hold the lock."""
    folder = Folder(path)
    folder.read_state()
    if not folder.state:
        raise FolderError(f"--task: {folder.file('sweep.json')}: no such file")
    program = folder.state["program"]
    share = share_of_task(folder, os.environ.get("SLURM_ARRAY_TASK_ID", ""))
    if digest(program["path"]) != program["sha256"]:
        raise SlurmError(f"{program['path']} is another program than the sweep was started with")
    todo = [i for i in share if not folder.has_result(i)]
    for done in run_side_by_side(((i, command(folder.state, i, folder)) for i in todo), 1):
        record(folder, done)
        print(f"{done.key}: exit {done.code}, {done.seconds:.1f} s", flush=True)
    return 0
