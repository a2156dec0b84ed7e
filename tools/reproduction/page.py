# SPDX-License-Identifier: BSD-3-Clause
"""docs/reproduction.md: what stands between `<!-- NAME -->` and `<!-- end -->` is made, the rest is written by hand."""

import re

from checked_files import read_text
from reproduction import claims, tables
from reproduction.experiments import PAGE, ReproductionError
from reproduction.figures import NotMeasured

BLOCK = re.compile(r"<!-- ([a-z][a-z0-9 -]*) -->\n.*?<!-- end -->", re.DOTALL)
SCHEMES_OF_ENERGY = ["full-map", "coarse", "limited-broadcast", "sr-application", "rnuca", "hr-application", "sr-hr-application"]

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


def page(figures):
    def made(match):
        name = match.group(1)
        if name not in BLOCKS:
            raise ReproductionError(f"{PAGE}: no table is called {name}")
        try:
            text = BLOCKS[name](figures)
        except NotMeasured as e:
            text = f"*The runs of `configs/paper/{e}.toml` have not been made for this version.*"
        return f"<!-- {name} -->\n{text}\n<!-- end -->"

    return BLOCK.sub(made, read_text(PAGE))
