# SPDX-License-Identifier: BSD-3-Clause
"""A figure as data. The page, its tables and CSV files, and matplotlib all draw from the same one.

    lines("storage-bits", "Bits per line", "cores", "bits", {"full-map": [(1024, 1024)]}, log_x=True, log_y=True)
    bars("speed-up", "Speed-up", ["global", "sr"], "times the first", {"whole run": [1, 1.02]})
    dots("latency", "Load latency", ["global", "sr"], "cycles", {"p50": [1, 1], "p99": [794, 700]})
    heatmap("links", "Link load", "flits per cycle", [Panel("global", 32, 32, [0.1, ...])])

kinds: lines (a curve a series), bars (horizontal; stacked, or grouped), dots (a mark a series, on a line a category), heatmap (a
mesh a panel, all on one colour scale). A value may be None: nothing is drawn.
"""

from dataclasses import dataclass, field


@dataclass
class Panel:
    name: str
    width: int
    height: int
    values: list  # by rows; None: no such tile


@dataclass
class Figure:
    id: str
    title: str
    kind: str
    value: str  # the axis of values, with its unit
    series: list = field(default_factory=list)  # [{"name", "values" or "points", "errors"?, "strong"?}]
    categories: list = field(default_factory=list)
    category: str = "run"
    x: str = ""
    log_x: bool = False
    log_value: bool = False
    stacked: bool = False
    step: bool = False  # a curve that stays as it is up to its next point
    reference: float | None = None  # a line to compare with
    limit: float | None = None  # where the axis of values ends; None: after the largest
    panels: list = field(default_factory=list)
    side: int = 1  # tiles along the side of a heatmap's cell
    note: str = ""

    def spec(self):
        """For charts.js: what differs from the defaults."""
        made = {k: v for k, v in vars(self).items() if v not in ("", [], None, False)}
        if self.panels:
            made["panels"] = [vars(p) for p in self.panels]
        return compact(made)

    def table(self):
        """(columns, rows) of the figure's CSV file."""
        if self.kind == "heatmap":
            return ["run", "x", "y", self.value], [
                [p.name, i % p.width * self.side, i // p.width * self.side, v]
                for p in self.panels for i, v in enumerate(p.values) if v is not None]
        columns = [self.x if self.kind == "lines" else self.category]
        for s in self.series:
            columns += [s["name"], f"{s['name']} +-"] if "errors" in s else [s["name"]]
        if self.kind == "lines":
            cells = [{p[0]: p[1] for p in s["points"]} for s in self.series]
            errors = [dict(zip((p[0] for p in s["points"]), s.get("errors", []))) for s in self.series]
            keys = sorted({p[0] for s in self.series for p in s["points"]})
        else:
            cells = [dict(enumerate(s["values"])) for s in self.series]
            errors = [dict(enumerate(s.get("errors", []))) for s in self.series]
            keys = range(len(self.categories))
        rows = []
        for key in keys:
            row = [key if self.kind == "lines" else self.categories[key]]
            for s, cell, error in zip(self.series, cells, errors):
                row += [cell.get(key), error.get(key)] if "errors" in s else [cell.get(key)]
            rows.append(row)
        return columns, rows

    def __bool__(self):
        """False when there is nothing to draw."""
        if self.kind == "heatmap":
            return any(v is not None for p in self.panels for v in p.values)
        return any(v is not None for s in self.series for v in s.get("values", s.get("points", [])))


def compact(value):
    """Numbers with nine significant digits, whole ones without a fraction."""
    if isinstance(value, float):
        short = float(f"{value:.9g}")
        return int(short) if short.is_integer() and abs(short) < 1e15 else short
    if isinstance(value, dict):
        return {k: compact(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [compact(v) for v in value]
    return value


def lines(id, title, x, value, points, log_x=False, log_value=False, errors=None, strong=(), step=False, limit=None, note=""):
    """`points`: {series: [(x, value), ...]}; `errors`: {series: [half an interval, ...]}."""
    series = []
    for name, pairs in points.items():
        one = {"name": name, "points": [list(p) for p in pairs]}
        if errors and any(e is not None for e in errors.get(name, [])):
            one["errors"] = errors[name]
        if name in strong:
            one["strong"] = True
        series.append(one)
    return Figure(id, title, "lines", value, series, x=x, log_x=log_x, log_value=log_value, step=step, limit=limit, note=note)


def bars(id, title, categories, value, values, stacked=False, log_value=False, errors=None, reference=None, note="", category="run",
         strong=(), limit=None):
    """`values`: {series: [a value a category]}. Series of zeros and nothing else are left out of stacks."""
    series = []
    for name, row in values.items():
        if stacked and not any(row):
            continue
        one = {"name": name, "values": row}
        if errors and any(e is not None for e in errors.get(name, [])):
            one["errors"] = errors[name]
        series.append(one)
    figure = Figure(id, title, "bars", value, series, categories=categories, stacked=stacked, log_value=log_value,
                    reference=reference, limit=limit, note=note, category=category)
    if strong:
        figure.series[0]["strong"] = [c in strong for c in categories]
    return figure


def dots(id, title, categories, value, values, log_value=True, note=""):
    return Figure(id, title, "dots", value, [{"name": n, "values": v} for n, v in values.items()], categories=categories,
                  log_value=log_value, note=note)


def heatmap(id, title, value, panels, side=1, note=""):
    return Figure(id, title, "heatmap", value, panels=panels, side=side, note=note)
