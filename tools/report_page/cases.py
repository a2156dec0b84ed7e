# SPDX-License-Identifier: BSD-3-Clause
"""What is compared: a case is one experiment, measured by one run or by runs that differ in the seed alone.

    case.value("noc.latency.mean")      mean over the seeds, or None
    case.interval("sim.cycles")         half the width of the 95 % confidence interval, or None
    case.speedup()                      (mean, interval) against the case's baseline, by seed
"""

from dataclasses import dataclass, field

from against_baseline import ratio, ratio_of, speedup_of_copies
from references import names_of_references
from result_file import TEXTS, is_number, number_sum
from sweeps.statistics_of_seeds import over_seeds


@dataclass
class Run:
    name: str
    folder: str
    values: dict  # dotted name: number, text or None, as in a sweep's results.csv
    seed: int | None = None
    version: str = ""
    config_hash: str = ""
    finished: bool = True
    config: dict | None = None  # the resolved configuration
    config_text: str = ""
    copies: dict = field(default_factory=dict)  # {(workload, copy): finish cycle}
    reasons: dict = field(default_factory=dict)  # of energy, area: why a component is null
    host_seconds: float | None = None


@dataclass
class Case:
    name: str
    runs: list
    axes: dict = field(default_factory=dict)  # of a sweep's point
    baseline: "Case | None" = None
    group: str = ""  # the sweep it belongs to; "" for runs
    scheme: str = ""  # its name without what it runs: equal for the same machine under different programs

    @property
    def first(self):
        return self.runs[0]

    def value(self, name):
        return over_seeds([r.values.get(name) for r in self.runs])[0]

    def interval(self, name):
        return over_seeds([r.values.get(name) for r in self.runs])[1]

    def per(self, part, *whole):
        """(mean, interval) of part over the sum of `whole` of each run; None of nothing."""
        return over_seeds([ratio(r.values.get(part), number_sum(map(r.values.get, whole))) for r in self.runs])

    def per_reference(self, name):
        """(mean, interval) of a statistic by the references that it is of."""
        return self.per(name, *names_of_references(name))

    def names(self, prefix):
        """Numbers below a dotted prefix, without it, in the order of the first run."""
        return [n[len(prefix):] for n, v in self.first.values.items()
                if n.startswith(prefix) and n not in TEXTS and (is_number(v) or v is None)]

    def config(self, *path):
        at = self.first.config
        for key in path:
            at = at.get(key) if isinstance(at, dict) else None
        return at

    @property
    def cores(self):
        chips, cores = self.config("system", "chips"), self.config("system", "cores_per_chip")
        return chips * cores if is_number(chips) and is_number(cores) else None

    @property
    def restricts(self):
        """(Sharer Restriction, Home Restriction); None where the configuration is not at hand."""
        levels = [self.config("cdr", kind, "level") for kind in ("sharers", "homes")]
        return tuple(None if level is None else level != "none" for level in levels)

    def pairs(self):
        """Its runs with the baseline's of the same seed."""
        if self.baseline is None:
            return []
        of_seed = {r.seed: r for r in self.baseline.runs}
        return [(r, of_seed[r.seed]) for r in self.runs if r.seed in of_seed]

    def ratio(self, name):
        """(mean, interval) of the value over the baseline's, by seed."""
        return over_seeds([ratio_of(name, r.values, b.values) for r, b in self.pairs()])

    def speedups(self):
        """{seed: geometric mean over the copies of all programs of baseline's finish cycle / own}; None if they do not match or were cut short."""
        def one(run, base):
            return speedup_of_copies(run.copies, base.copies) if run.finished and base.finished else None

        return {r.seed: one(r, b) for r, b in self.pairs()}

    def speedup(self):
        return over_seeds(list(self.speedups().values()))

    def makespan_speedups(self):
        def one(run, base):
            same_work = run.values.get("sim.accesses") == base.values.get("sim.accesses")
            whole = run.finished and base.finished and same_work
            return ratio(base.values.get("sim.cycles"), run.values.get("sim.cycles")) if whole else None

        return {r.seed: one(r, b) for r, b in self.pairs()}

    def makespan_speedup(self):
        return over_seeds(list(self.makespan_speedups().values()))
