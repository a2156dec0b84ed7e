# SPDX-License-Identifier: BSD-3-Clause
"""A section of the page: figures and what to read out of them; where data are missing, a line that says how to get them."""

from dataclasses import dataclass, field


@dataclass
class Table:
    caption: str
    columns: list
    rows: list


@dataclass
class Section:
    id: str
    title: str
    text: list = field(default_factory=list)  # paragraphs
    figures: list = field(default_factory=list)
    tables: list = field(default_factory=list)
    texts: list = field(default_factory=list)  # (title, content) of files to unfold
    missing: list = field(default_factory=list)

    def add(self, figure, otherwise=""):
        if figure:
            self.figures.append(figure)
        elif otherwise:
            self.missing.append(otherwise)


def shown(value, digits=4):
    """A number for a sentence."""
    if value is None:
        return "n/a"
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) or float(value).is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.{digits}g}" if abs(value) < 1000 else f"{value:,.0f}"


def exact(value):
    """A number for a table: nine significant digits, as in results."""
    return shown(value) if not isinstance(value, float) or value.is_integer() else f"{value:,.9g}"


def percent(ratio):
    """1.043: "+4.3 %"; 0.5: "-50.0 %" with a minus sign; 12.8: "×12.8"."""
    if ratio >= 2:
        return f"×{ratio:,.3g}"
    return f"{'+' if ratio > 1 else '−'}{abs(ratio - 1) * 100:.1f} %"
