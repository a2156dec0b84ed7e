# SPDX-License-Identifier: BSD-3-Clause
"""docs/reproduction.md: what stands between the lines `<!-- NAME -->` and `<!-- end -->` is made, the rest is written by hand.

Each of BLOCKS is there once. Comments of other kinds are left alone.
"""

import re

from checked_files import read_text
from nearest import did_you_mean
from reproduction import claims, experiments, tables
from reproduction.experiments import SWEEPS, ReproductionError, shown
from reproduction.figures import NotMeasured

MARK = re.compile(r"<!-- ([a-z][a-z0-9 -]*) -->")
END = "end"
SCHEMES_OF_ENERGY = ["full-map", "coarse", "limited-broadcast", "sr-application", "sr-page", "rnuca", "hr-application", "hr-page",
                     "sr-hr-application"]

BLOCKS = {
    "claims": claims.table,
    "storage": tables.storage,
    "sharing": tables.sharing,
    "schemes speed": lambda f: tables.by_program(f, "schemes", "scheme", "speedup"),
    "schemes traffic": lambda f: tables.by_program(f, "schemes", "scheme", "noc.flit_hops"),
    "schemes causes": lambda f: tables.causes(f, "schemes"),
    "schemes energy by program": lambda f: tables.by_program(f, "schemes", "scheme", "energy.total"),
    "schemes rates": lambda f: tables.rates(f, "schemes", ["sr-application", "sr-page", "sr-hr-application"], ["hr-application", "hr-page"]),
    "schemes stack": lambda f: tables.stack(f, "schemes"),
    "map-caches": lambda f: tables.by_variant(f, "map-caches"),
    "wide stack": lambda f: tables.stack(f, "wide"),
    "wide rates": lambda f: tables.rates(f, "wide", ["sr-page"], ["hr-application", "hr-page"]),
    "placement": lambda f: tables.by_variant(f, "placement"),
    "idle-chip": lambda f: tables.by_variant(f, "idle-chip"),
    "restart": lambda f: tables.by_variant(f, "restart"),
    "schemes waiting": lambda f: tables.waiting(f, "schemes", ["sr-application", "hr-application", "sr-hr-application"]),
    "wide waiting": lambda f: tables.waiting(f, "wide", ["sr-page", "hr-page"]),
    "schemes energy": lambda f: tables.energy(f, "schemes", SCHEMES_OF_ENERGY),
    "wide speed": lambda f: tables.by_program(f, "wide", "scheme", "speedup"),
    "wide traffic": lambda f: tables.by_program(f, "wide", "scheme", "noc.flit_hops"),
    "wide causes": lambda f: tables.causes(f, "wide"),
    "sharers": lambda f: tables.by_variant(f, "sharers"),
    "homes": lambda f: tables.by_variant(f, "homes"),
    "levels": lambda f: tables.by_variant(f, "levels"),
    "private-l2": lambda f: tables.by_program(f, "private-l2", "scheme", "speedup"),
    "equal-storage": lambda f: tables.by_variant(f, "equal-storage"),
}


def made(name, figures):
    try:
        return BLOCKS[name](figures)
    except NotMeasured as e:
        if str(e) in SWEEPS:
            return f"*The runs of `configs/paper/{e}.toml` have not been made for this version.*"
        return f"*`docs/reproduction/{e}.csv` has not been made for this version: `tools/reproduce collect` makes it.*"


def places(lines, path):
    """{name: (line of its opener, line of its end)}"""
    def refuse(at, what):
        raise ReproductionError(f"{shown(path)}:{at + 1}: {what}")

    found, inside = {}, None
    for at, line in enumerate(lines):
        if "\r" in line:
            refuse(at, "a carriage return; lines end in a line feed alone")
        mark = MARK.fullmatch(line.strip())
        if not mark:
            continue
        name = mark.group(1)
        if name == END:
            if inside is None:
                refuse(at, "<!-- end --> where no table begins")
            found[inside[0]], inside = (inside[1], at), None
        elif inside is not None:
            refuse(inside[1], f"<!-- {inside[0]} --> has no <!-- end --> before <!-- {name} -->")
        elif name not in BLOCKS:
            refuse(at, f"no table is called {name}{did_you_mean(name, list(BLOCKS))}")
        elif name in found:
            refuse(at, f"<!-- {name} --> is there twice; the first is in line {found[name][0] + 1}")
        else:
            inside = name, at
    if inside is not None:
        refuse(inside[1], f"<!-- {inside[0]} --> has no <!-- end -->")
    missing = [name for name in BLOCKS if name not in found]
    if missing:
        refuse(len(lines) - 1, f"the file ends without <!-- {missing[0]} -->")
    return found


def filled(text, path, figures):
    lines = text.split("\n")
    out, at = [], 0
    for name, (first, last) in places(lines, path).items():
        out += [*lines[at : first + 1], made(name, figures)]
        at = last
    return "\n".join(out + lines[at:])


def page(figures):
    return filled(read_text(experiments.PAGE), experiments.PAGE, figures)
