# SPDX-License-Identifier: BSD-3-Clause
"""The kept figures, by sweep and point.

    figures = Figures()
    figures.of("schemes", scheme="coarse", trace="fft-64")           that row of docs/reproduction/schemes.csv
    figures.geometric("schemes", "speedup", scheme="coarse")         (mean, half interval) over the programs

A mean over programs is geometric; its 95 % interval is made of those of the programs, taken as independent: of the
logarithms, the root of the sum of squares over the number of programs. Of one seed there is no interval: None.
"""

import fcntl
import math
import os

from checked_files import Damaged
from reproduction.experiments import SWEEPS, ReproductionError, data_file, shown
from reproduction.kept_files import TRACE, read_points, read_sharing, read_storage, read_sweep
from reproduction.writing import locked

PARTIAL = "partial"


def program_of(row):
    """The program's name: of a trace's file, without what all traces have."""
    return os.path.basename(row[TRACE]).removesuffix(".cdrt")


class NotMeasured(Exception):
    """A sweep, or a table of the program's answers, whose figures are not kept."""


def kept(name, read):
    return read(data_file(name)) if os.path.lexists(data_file(name)) else None


class Figures:
    def __init__(self):
        self.axes, self.rows = {}, {}
        with locked(fcntl.LOCK_SH):
            for name in SWEEPS:
                table = kept(name, read_sweep)
                if table:
                    self.axes[name], self.rows[name] = table
            self.tables = {name: kept(name, read)
                           for name, read in (("storage", read_storage), ("sharing", read_sharing), ("points", read_points))}
        if self.tables["points"] is not None:
            self.refuse_mixture()

    def refuse_mixture(self):
        """Files of several collections."""
        for name in SWEEPS:
            recorded = sum(p["sweep"] == name for p in self.points)
            of_rows = sum(r["seeds"] for r in self.rows.get(name, []))
            if recorded != of_rows:
                raise Damaged(f"{data_file('points')}: has {recorded} points of {name}, {shown(data_file(name))} is of {of_rows}; "
                              "`tools/reproduce collect` makes both")

    def of_table(self, name):
        if self.tables[name] is None:
            raise NotMeasured(name)
        return self.tables[name]

    @property
    def storage(self):
        return self.of_table("storage")

    @property
    def sharing(self):
        return self.of_table("sharing")

    @property
    def points(self):
        return self.of_table("points")

    def of_sweep(self, sweep):
        if sweep not in self.rows:
            raise NotMeasured(sweep)
        return self.rows[sweep]

    def programs(self, sweep):
        return list(dict.fromkeys(program_of(r) for r in self.of_sweep(sweep)))

    def heading(self, sweep, program):
        """Of a table: a window of a program is not the program."""
        traces = {row[TRACE] for row in self.select(sweep, trace=program)}
        return program if all("/paper/" in t for t in traces) else f"{program}, window"

    def axis(self, sweep, name):
        """An axis by all of its name or its last part."""
        found = [a for a in self.axes[sweep] if a == name] or [a for a in self.axes[sweep] if a.endswith("." + name)]
        if len(found) != 1:
            raise ReproductionError(f"{sweep}: {'several axes are' if found else 'no axis is'} called {name}; "
                                    f"there are {', '.join(self.axes[sweep])}")
        return found[0]

    def select(self, sweep, **wanted):
        """Rows whose axes have these values (homes="count", hmc_entries=4)."""
        rows = self.of_sweep(sweep)
        program = wanted.pop("trace", None)
        values = {self.axis(sweep, name): value for name, value in wanted.items()}
        return [r for r in rows if program in (None, program_of(r)) and all(r[a] == v for a, v in values.items())]

    def of(self, sweep, **wanted):
        rows = self.select(sweep, **wanted)
        if len(rows) != 1:
            raise ReproductionError(f"{sweep}: {len(rows) or 'no'} rows have {wanted}, expected one")
        return rows[0]

    def with_interval(self, row, figure):
        """`figure`: a speed-up, or a metric's ratio. (None, None) where a run was cut short; (None, "partial") of totals that leave out
        different parts."""
        names = (figure, figure + ".ci95") if figure.endswith("speedup") else (figure + ".ratio", figure + ".ratio_ci95")
        value, half = row[names[0]], row[names[1]]
        return value, PARTIAL if value is None and figure == "energy.total" else half

    def geometric(self, sweep, figure, **wanted):
        pairs = [self.with_interval(row, figure) for row in self.select(sweep, **wanted)]
        if not pairs:
            raise ReproductionError(f"{sweep}: no rows have {wanted}")
        missing = [(None, why) for m, why in pairs if not m]
        if missing:
            return missing[0]
        n = len(pairs)
        mean = math.exp(math.fsum(math.log(m) for m, _ in pairs) / n)
        if any(c is None for _, c in pairs):
            return mean, None
        return mean, mean * math.sqrt(math.fsum((c / m) ** 2 for m, c in pairs)) / n
