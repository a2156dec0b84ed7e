# SPDX-License-Identifier: BSD-3-Clause
"""The references that a statistic belongs to: with run.restart some statistics cover the first pass of each copy, the others all passes.

    names_of_references("noc.flit_hops")     ["sim.accesses", "core.later_references"]: together they are what it is of
"""

ACCESSES, LATER = "sim.accesses", "core.later_references"
FIRST_PASS = ("sim.accesses", "core.", "l1.hits", "l1.merged", "l1.misses", "l2.hits", "l2.misses", "memory.", "miss.", "stack.", "sync.")


def names_of_references(name):
    return [ACCESSES] if name.startswith(FIRST_PASS) else [ACCESSES, LATER]
