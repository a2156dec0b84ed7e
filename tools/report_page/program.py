# SPDX-License-Identifier: BSD-3-Clause
"""What the page asks the simulator for: `cdrsim cost` and `cdrsim trace profile`, for the configuration of a run.

    answer = ask("cost", "config.toml", "--format", "json")   what it printed; NotThere: why there is nothing
    profiles = sharing_profiles(cases, given=[]) [(name, profile), ...]

The program is build/release/cdrsim, or what the environment variable CDRSIM names.
"""

import json
import os
import subprocess

from report_page.inputs import BadInput, programs, programs_text
from result_file import is_number

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TIME_LIMIT = 300  # seconds
PROFILES = 4  # different workloads that are profiled; more make the page long


class NotThere(Exception):
    """Why the simulator gave no answer."""


def ask(*arguments):
    program = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
    try:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
    except OSError as e:
        raise NotThere(f"{os.path.basename(program)} cannot be run ({e.strerror}); build it with scons") from None
    except subprocess.TimeoutExpired:
        raise NotThere(f"cdrsim {arguments[0]} took longer than {TIME_LIMIT} seconds") from None
    if done.returncode:
        message = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[0]
        for path in (a for a in arguments if os.sep in a):  # a page tells nothing of the computer that made it
            message = message.replace(path, os.path.basename(path))
        raise NotThere(message)
    try:
        return json.loads(done.stdout)
    except ValueError as e:
        raise NotThere(f"cdrsim {arguments[0]} gave damaged JSON: {e}") from None


def read_json(path):
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError) as e:
        raise BadInput(f"{path}: {getattr(e, 'strerror', None) or f'damaged JSON: {e}'}") from None


def sharing_profiles(cases, given=()):
    if given:
        return [(os.path.splitext(os.path.basename(path))[0], check_profile(read_json(path), path)) for path in given]
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
    ok = isinstance(answer, dict) and "threads" in answer and all(
        isinstance(answer.get(kind), dict) and isinstance(answer[kind].get("histogram"), list) and all(
            isinstance(bin, dict) and all(is_number(bin.get(n)) for n in ("sharers", "blocks", "references"))
            for bin in answer[kind]["histogram"]) for kind in ("line", "page"))
    if not ok:
        raise BadInput(f"{where}: expected \"threads\", and \"line\" and \"page\" with a histogram, as `cdrsim trace profile "
                       "--format json` prints it")
    return answer


def config_of(case):
    path = os.path.join(case.first.folder, "config.toml")
    return path if case.first.config and isinstance(case.config("workload"), list) else None
