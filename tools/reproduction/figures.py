# SPDX-License-Identifier: BSD-3-Clause
"""The kept figures, by sweep and point.

    figures = Figures()
    figures.of("schemes", scheme="coarse", trace="fft-64")           that row of docs/reproduction/schemes.csv
    figures.geometric("schemes", "speedup", scheme="coarse")         (mean, half interval) over the programs

A mean over programs is geometric; its 95 % interval is made of those of the programs, taken as independent: of the
logarithms, the root of the sum of squares over the number of programs.
"""

import math
import os

from checked_files import read_csv
from reproduction.experiments import SWEEPS, data_file

TRACE = "workload.0.trace"


def program_of(row):
    """The program's name: of a trace's file, without what all traces have."""
    return os.path.basename(row[TRACE]).removesuffix(".cdrt")


class NotMeasured(Exception):
    """A sweep whose figures are not kept."""


class Figures:
    def __init__(self):
        self.axes, self.rows = {}, {}
        for name in SWEEPS:
            if os.path.exists(data_file(name)):
                columns, self.rows[name] = read_csv(data_file(name))
                self.axes[name] = columns[: columns.index("seeds")]
        self.storage = read_csv(data_file("storage"))[1]
        self.sharing = read_csv(data_file("sharing"))[1]
        self.points = read_csv(data_file("points"), words=("version",))[1]

    def of_sweep(self, sweep):
        if sweep not in self.rows:
            raise NotMeasured(sweep)
        return self.rows[sweep]

    def programs(self, sweep):
        return list(dict.fromkeys(program_of(r) for r in self.of_sweep(sweep)))

    def select(self, sweep, **wanted):
        """Rows whose axes have these values; an axis by the last part of its name (homes="count", hmc_entries=4)."""
        def has(row, name, value):
            if name == "trace":
                return program_of(row) == value
            axis = next(a for a in self.axes[sweep] if a == name or a.endswith("." + name))
            return row[axis] == value

        return [r for r in self.of_sweep(sweep) if all(has(r, n, v) for n, v in wanted.items())]

    def of(self, sweep, **wanted):
        rows = self.select(sweep, **wanted)
        if len(rows) != 1:
            raise KeyError(f"{sweep}: {len(rows)} rows have {wanted}")
        return rows[0]

    def with_interval(self, row, figure):
        """`figure`: a speed-up, or a metric's ratio. (None, None) where totals leave out different parts."""
        if figure.endswith("speedup"):
            return row[figure], row[figure + ".ci95"]
        return row[figure + ".ratio"], row[figure + ".ratio_ci95"]

    def geometric(self, sweep, figure, **wanted):
        pairs = [self.with_interval(row, figure) for row in self.select(sweep, **wanted)]
        if any(m is None for m, _ in pairs):
            return None, None
        n = len(pairs)
        mean = math.exp(math.fsum(math.log(m) for m, _ in pairs) / n)
        return mean, mean * math.sqrt(math.fsum((c / m) ** 2 for m, c in pairs)) / n
