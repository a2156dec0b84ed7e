# SPDX-License-Identifier: BSD-3-Clause
"""What a comparison shows: one row a quantity.

    for row in rows_of(runs):                      those that any of the runs has
        row.label, row.value(runs[0])              None where there is none (n/a)

A row's value comes from the flat names of result_file.flat(). The speed-up needs two runs and comes from applications.csv.
"""

from dataclasses import dataclass

from references import names_of_references
from result_file import is_number, number_sum

# (label, flat name) or (label, dividend, divisors that are added).
MAIN = [
    ("cycles", "sim.cycles"),
    ("references", "sim.accesses"),
    ("references per cycle", "sim.accesses", ["sim.cycles"]),
    ("reference latency, mean", "memory.latency.mean"),
    ("reference latency, p99", "memory.latency.p99"),
    ("load latency, mean", "memory.load_latency.mean"),
    ("store latency, mean", "memory.store_latency.mean"),
    ("L1 miss rate", "l1.misses", ["l1.hits", "l1.misses"]),
    ("LLC miss rate", "llc.misses", ["llc.hits", "llc.misses"]),
    ("coherence misses", "miss.coherence"),
    ("recall misses", "miss.recall"),
    ("invalidations", "directory.invalidations"),
    ("broadcasts", "directory.broadcasts"),
    ("forwards", "directory.forwards"),
    ("recalls", "directory.recalls"),
    ("TLB misses", "tlb.misses"),
    ("HMC misses", "hmc.misses"),
    ("SMC misses", "smc.misses"),
    ("messages", "noc.messages"),
    ("flits", "noc.flits"),
    ("flit-hops", "noc.flit_hops"),
    ("hops per flit", "noc.flit_hops", ["noc.flits"]),
    ("message latency, mean", "noc.latency.mean"),
    ("DRAM reads", "dram.reads"),
    ("DRAM writes", "dram.writes"),
    ("core-cycles of synchronisation", "sync.wait_cycles"),
]
COSTS = [
    ("energy, nJ", "energy.total"),
    ("energy per reference, nJ", "energy.total", names_of_references("energy.total")),
    ("directory bits per line", "storage.bits_per_line"),
    ("directory bytes per tile", "storage.parts.directory"),
    ("coherence storage, bytes per tile", "storage.bytes_per_tile"),
    ("coherence storage, percent of LLC data", "storage.percent_of_llc"),
    ("area per tile, mm2", "area.total"),
]
# Of several programs only what a mean over them can say.
OF_WORKLOADS = [row for row in MAIN + COSTS if row[0] in (
    "cycles", "reference latency, mean", "L1 miss rate", "invalidations", "broadcasts", "flit-hops", "message latency, mean",
    "DRAM reads", "energy, nJ")]
SPEEDUP = "speed-up of the copies"


@dataclass
class Row:
    label: str
    name: str
    divisors: tuple = ()
    kind: str = "value"  # or "speedup": of a pair of runs

    def value(self, run):
        value = run.flat.get(self.name)
        if not is_number(value):
            return None
        if self.divisors:
            divisor = number_sum(run.flat.get(d) for d in self.divisors)
            return value / divisor if divisor else None
        return value


def named(rows):
    return [Row(label, name, tuple(more[0]) if more else ()) for label, name, *more in rows]


def rows_of(runs, every=False, chosen=(), workloads=False):
    """The rows of a comparison. MAIN rows stay even where they are n/a; costs only when a run has them."""
    if chosen:
        return [Row(name, name) for name in chosen]
    if every:
        return [Row(name, name) for name in dict.fromkeys(n for run in runs for n in run.flat)
                if any(is_number(run.flat.get(name)) or run.flat.get(name, "") is None for run in runs)]
    rows = named(OF_WORKLOADS if workloads else MAIN + COSTS)
    costs = {name for _, name, *_ in COSTS}
    rows = [r for r in rows if r.name not in costs or any(run.flat.get(r.name) is not None for run in runs)]
    return [rows[0], Row(SPEEDUP, "", kind="speedup")] + rows[1:]
