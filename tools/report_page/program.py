# SPDX-License-Identifier: BSD-3-Clause
"""What the page asks the simulator for: `cdrsim cost` and `cdrsim trace profile`, for the configuration of a run.

    answer = ask("cost", "config.toml", "--format", "json")   what it printed; NotThere: why there is nothing
    profiles = sharing_profiles(cases, given=[]) [(name, profile), ...]

The program is build/release/cdrsim, or what the environment variable CDRSIM names.
"""

import os
import subprocess

from checked_files import Damaged, is_number, parse_json, read_json
from console import one_line
from report_page.inputs import BadInput, programs, programs_text

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TIME_LIMIT = 300  # seconds
PROFILES = 4  # different workloads that are profiled; more make the page long


class NotThere(Exception):
    """Why the simulator gave no answer."""


def ask(*arguments):
    program = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
    try:
        done = subprocess.run([program, *arguments], capture_output=True, encoding="utf-8", errors="replace", timeout=TIME_LIMIT, check=False)
    except OSError as e:
        raise NotThere(f"{os.path.basename(program)} cannot be run ({e.strerror}); build it with scons") from None
    except subprocess.TimeoutExpired:
        raise NotThere(f"cdrsim {arguments[0]} took longer than {TIME_LIMIT} seconds") from None
    if done.returncode:
        message = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[0]
        for path in (a for a in arguments if os.sep in a):  # a page tells nothing of the computer that made it
            message = message.replace(path, os.path.basename(path))
        raise NotThere(one_line(message))
    try:
        return parse_json(done.stdout, f"cdrsim {arguments[0]}")
    except Damaged as e:
        raise NotThere(str(e)) from None


def sharing_profiles(cases, given=()):
    if given:
        return [(one_line(os.path.splitext(os.path.basename(path))[0]), check_profile(read_json(path, given=True), path)) for path in given]
    of_programs = {}
    for case in cases:
        if config_of(case):
            of_programs.setdefault(programs(case), case)
    if not of_programs:
        raise NotThere("no run has its config.toml")
    found = []
    for case in list(of_programs.values())[:PROFILES]:
        found.append((programs_text(case), check_profile(ask("trace", "profile", config_of(case), "--format", "json"), "cdrsim trace profile")))
    return found


def check_profile(answer, where):
    def counts(bin):
        return isinstance(bin, dict) and all(is_number(bin.get(n)) and bin[n] >= 0 for n in ("sharers", "blocks", "references"))

    def classes(table):
        rows = table.get("classes", [])
        return isinstance(rows, list) and all(isinstance(r, dict) and isinstance(r.get("class"), str) for r in rows)

    ok = isinstance(answer, dict) and "threads" in answer and all(
        isinstance(t, dict) and isinstance(t.get("histogram"), list) and all(map(counts, t["histogram"])) and classes(t)
        for t in (answer.get("line"), answer.get("page")))
    if not ok:
        raise BadInput(f"{where}: expected \"threads\", and \"line\" and \"page\" with a histogram, as `cdrsim trace profile "
                       "--format json` prints it")
    return answer


def config_of(case):
    path = os.path.join(case.first.folder, "config.toml")
    return path if case.first.config and isinstance(case.config("workload"), list) else None
