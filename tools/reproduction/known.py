# SPDX-License-Identifier: BSD-3-Clause
"""Figures as a claim sees them, which calculates and compares without asking whether there is a value.

    known = Known(figures)
    claim(known)
    known.missing           whether the claim has looked at a figure that has no value: nothing it says holds then
"""

import math


class Row:
    def __init__(self, row, known):
        self.row, self.known = row, known

    def __getitem__(self, key):
        return self.known.value(self.row[key])


class Known:
    def __init__(self, figures):
        self.figures, self.missing = figures, False

    def value(self, value):
        """Something to calculate with."""
        if value is None:
            self.missing = True
            return math.nan
        return value

    @property
    def storage(self):
        return self.figures.storage

    @property
    def sharing(self):
        return self.figures.sharing

    def programs(self, sweep):
        return self.figures.programs(sweep)

    def select(self, sweep, **wanted):
        return [Row(row, self) for row in self.figures.select(sweep, **wanted)]

    def of(self, sweep, **wanted):
        return Row(self.figures.of(sweep, **wanted), self)

    def geometric(self, sweep, figure, **wanted):
        mean, half = self.figures.geometric(sweep, figure, **wanted)
        return self.value(mean), half
