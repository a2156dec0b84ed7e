# SPDX-License-Identifier: BSD-3-Clause
"""From the folders of the sweeps to docs/reproduction/*.csv: what the page needs, and what a point is checked by.

A sweep counts only when it is whole: every point has its result. Everything is computed and checked before the first file is written.
"""

import os

from checked_files import is_number
from console import say
from reproduction.children import ask_json
from reproduction.experiments import CHIP, CORES, PROGRAMS, SWEEPS, ReproductionError, cdrsim, data_file, sweep_file, trace_file
from reproduction.finished_sweep import Unfinished, finished_sweep
from reproduction.kept_files import POINTS, UNITS, check_sharing, check_storage
from reproduction.table_text import table_text
from reproduction.writing import locked, write_all
from sweeps.declared import Declared
from sweeps.grid import grid
from sweeps.spec import read_spec

STORAGE_COLUMNS = ["scheme", "cores", "bits_per_line", "bytes_per_tile", "percent_of_llc", "total_bytes", "formula", "source"]
SHARING_COLUMNS = ["program", "unit", "blocks", "mean_sharers", "capacity", "blocks_fraction", "references", "references_fraction",
                   "writes", "writes_fraction"]  # blocks, references, writes: those that a domain of `capacity` holds


def objects(value, what):
    if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
        raise ReproductionError(f"{cdrsim()}: its answer has no list of {what}; is it cdrsim?")
    return value


def storage_text():
    answer = ask_json("cost", CHIP, "--section", "storage", "--format", "json", "--cores", ",".join(map(str, CORES)),
                      "--set", "cdr.sharers.level=application")
    rows = objects(answer.get("storage") if isinstance(answer, dict) else None, "storage")
    return table_text(STORAGE_COLUMNS, check_storage(f"the answer of {cdrsim()} cost", rows))


def sharing_rows(program):
    answer = ask_json("trace", "profile", trace_file(program), "--format", "json")
    for unit in UNITS:
        of_unit = answer.get(unit) if isinstance(answer, dict) else None
        if not isinstance(of_unit, dict) or not is_number(of_unit.get("mean_sharers")):
            raise ReproductionError(f"{cdrsim()}: its profile of {program} has no {unit}; is it cdrsim?")
        for c in objects(of_unit.get("capacities"), "capacities"):
            yield {"program": program, "unit": unit, "mean_sharers": of_unit["mean_sharers"], **c}


def sharing_text():
    rows = [row for program in PROGRAMS for row in sharing_rows(program)]
    check_sharing(f"the answer of {cdrsim()} trace profile", rows)
    return table_text(SHARING_COLUMNS, rows)


def same_program(sweeps):
    (first, sweep), *others = sweeps.items()
    for name, other in others:
        if any(other.program[key] != sweep.program[key] for key in ("version", "sha256")):
            raise ReproductionError(f"{name} was made by another program than {first} ({other.program['version']}, "
                                    f"{other.program['sha256'][:8]}; {sweep.program['version']}, {sweep.program['sha256'][:8]})")


def collect(out):
    """How many points are kept. What is kept of a sweep goes when `out` has it not whole: the page is of one set of runs."""
    declared = Declared(cdrsim())
    sweeps, left_out = {}, []
    for name in SWEEPS:
        try:
            sweeps[name] = finished_sweep(name, os.path.join(out, name), grid(read_spec(sweep_file(name), declared)))
        except Unfinished as e:
            left_out.append(str(e))
    if not sweeps:
        raise ReproductionError("\n".join(left_out))
    same_program(sweeps)
    points = [p for sweep in sweeps.values() for p in sweep.points]
    files = {data_file(name): sweeps[name].text if name in sweeps else None for name in SWEEPS}
    files |= {data_file("points"): table_text(POINTS, points), data_file("storage"): storage_text(), data_file("sharing"): sharing_text()}
    with locked():
        write_all(files)
    for problem in left_out:
        say(f"reproduce: left out: {problem}")
    return len(points)
