# SPDX-License-Identifier: BSD-3-Clause
"""How a run stands against its baseline. Comparisons, sweeps and pages all take it from here, so that one name is one number.

    ratio(12.0, 8.0)                                                          1.5
    ratio_of("energy.total", run, base)                                       of {name: value} of both
    speedup_of_copies({(0, 0): 100, (0, 1): 100}, {(0, 0): 200, (0, 1): 450})   3.0: of 2 and 4.5
"""

from checked_files import is_number
from sweeps.statistics_of_seeds import geometric_mean


def ratio(value, base):
    """None over nothing, also of nothing over nothing, and where one is no number."""
    return value / base if is_number(value) and is_number(base) and base else None


def ratio_of(name, values, base):
    """Of one value by its name. A total that leaves something out ("energy.partial" says what) compares only with one that leaves
    out the same."""
    partial = name.removesuffix("total") + "partial"
    if name.endswith(".total") and values.get(partial) != base.get(partial):
        return None
    return ratio(values.get(name), base.get(name))


def speedup_of_copies(own, base):
    """How much sooner the copies finished: {(workload, copy): finish cycle} of a run and of its baseline. The geometric mean over all copies
    of all programs; None when these are not the same, or one did not finish."""
    cycles = [*own.values(), *base.values()]
    if own.keys() != base.keys() or not own or not all(is_number(c) and c > 0 for c in cycles):
        return None
    return geometric_mean([base[copy] / own[copy] for copy in own])
