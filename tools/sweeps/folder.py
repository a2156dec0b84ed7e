# SPDX-License-Identifier: BSD-3-Clause
"""The folder of a sweep: what it holds, who works in it, and whether what is there belongs to what is asked for.

    points/<id>/    a folder of `cdrsim run`, or of one that failed: failure.json
    sweep.json      the program, the points and what identifies each of their experiments
    sweep.toml      a copy of the sweep file

    with Folder(path) as folder:             FolderError: not writable, or another sweep is at work
        folder.admit(state)                  FolderError: results in it are of another program or another experiment
        folder.has_result(point_id)          True only for a whole result of this very experiment

A file appears whole or not at all, so a sweep may be killed at any moment.
"""

import fcntl
import glob
import json
import os
import time

from checked_files import Damaged, read_json
from console import one_line
from result_file import is_whole, load
from sweeps.state import read_state, write_state
from whole_file import write_whole

PATIENCE = 3  # seconds that killed runs may take to disappear


class FolderError(Exception):
    pass


class Folder:
    def __init__(self, path):
        self.path = path
        self.state = None
        self.lock = None

    def file(self, *names):
        return os.path.join(self.path, *names)

    def point(self, point_id, *names):
        return self.file("points", point_id, *names)

    def __enter__(self):
        try:
            self.refuse_strange_folder()
            os.makedirs(self.path, exist_ok=True)
            self.lock = os.open(self.file(".sweep.lock"), os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as e:
            raise FolderError(f"--out: cannot write {self.path}: {e.strerror}") from None
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    os.close(self.lock)
                    raise FolderError(f"--out: cannot write {self.path}: another sweep is at work there") from None
                time.sleep(0.1)
            except OSError as e:  # not every file system of a cluster has locks
                os.close(self.lock)
                raise FolderError(f"--out: cannot lock {self.path}: {e.strerror}") from None
        try:
            self.read_state()
        except FolderError:
            os.close(self.lock)
            raise
        return self

    def __exit__(self, *_):
        os.close(self.lock)

    def refuse_strange_folder(self):
        """Somebody else's files are not mixed with ours."""
        names = sorted(os.listdir(self.path)) if os.path.isdir(self.path) else []
        strange = [n for n in names if n not in (".sweep.lock", "sweep.json.partial")]
        if strange and "sweep.json" not in names:
            raise FolderError(f"--out: {self.path} holds {strange[0]}, and no sweep; name a folder of its own")

    def read_state(self):
        """None where a sweep begins."""
        try:
            self.state = read_state(self.file("sweep.json"))
        except Damaged as e:
            raise FolderError(f"{e}; name another --out") from None

    def result(self, point_id, config_hash):
        """The result of a point, or None where there is no whole one of this experiment."""
        try:
            result = load(self.point(point_id))
        except Damaged:
            return None
        return result if config_hash and result.get("config_hash") == config_hash else None

    def has_result(self, point_id):
        return (self.result(point_id, self.state["points"][point_id]["config_hash"]) is not None
                and is_whole(self.point(point_id)))

    def has_other_result(self, point_id):
        """A whole one of another experiment."""
        return not self.has_result(point_id) and is_whole(self.point(point_id))

    def admit(self, state):
        """Takes over what is asked for, unless results would come to stand beside others that they do not belong to."""
        old = self.state["points"] if self.state else {}
        kept = [p for p in old if self.result(p, old[p]["config_hash"])]
        if kept:
            self.refuse_strangers(state, old, kept)
        try:
            write_state(self.file("sweep.json"), state)
            os.makedirs(self.file("points"), exist_ok=True)
        except OSError as e:
            raise FolderError(f"--out: cannot write {self.path}: {e.strerror}") from None
        self.state = state
        for gone in set(old) - set(state["points"]):
            self.forget(gone)

    def refuse_strangers(self, state, old, kept):
        def refuse(what):
            raise FolderError(f"--out: {self.path} holds {len(kept)} results {what}. Name another --out, or remove the folder")

        was, now = self.state["program"], state["program"]
        if was["version"] != now["version"]:
            refuse(f"of version {was['version']}, this is {now['version']}")
        if was["sha256"] != now["sha256"]:
            refuse("of another build of the program")
        gone = [p for p in kept if p not in state["points"]]
        if gone:
            refuse(f"of a sweep with other points, such as {gone[0]}; points may be added, not taken away")
        changed = [p for p in kept if old[p]["config_hash"] != state["points"][p]["config_hash"]]
        if changed:
            refuse(f"of another base configuration or of other traces, such as {changed[0]}")

    def forget(self, point_id):
        """Removes what a failed point left. Only files that a run or a sweep makes."""
        for path in glob.glob(glob.escape(self.point(point_id)) + "/.*.partial.*") + [self.point(point_id, "failure.json")]:
            if os.path.exists(path):
                os.remove(path)
        try:
            os.rmdir(self.point(point_id))
        except OSError:  # not there, or not empty: the run itself deals with it
            pass

    def record_failure(self, point_id, code, message):
        os.makedirs(self.point(point_id), exist_ok=True)
        message = "\n".join(map(one_line, message.splitlines()))
        write_whole(self.point(point_id, "failure.json"),
                    json.dumps({"exit": code, "message": message}, ensure_ascii=False) + "\n")

    def failure(self, point_id):
        """{"exit", "message"} of a point that failed, or None."""
        try:
            failure = read_json(self.point(point_id, "failure.json"), texts=False)
        except Damaged:
            return None
        whole = (isinstance(failure, dict) and isinstance(failure.get("exit"), int) and isinstance(failure.get("message"), str)
                 and failure["message"].strip())
        return {"exit": failure["exit"], "message": "\n".join(map(one_line, failure["message"].splitlines()))} if whole else None
