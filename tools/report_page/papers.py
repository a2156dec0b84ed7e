# SPDX-License-Identifier: BSD-3-Clause
"""The page's figures for papers: PNG (300 dpi), PDF and CSV of each, drawn by matplotlib on white.

    draw(figures, "figures")        how many; "figures/speed-up.png", "figures/speed-up.pdf", "figures/speed-up.csv", ...
"""

import csv
import io
import math
import os
import textwrap
from dataclasses import replace

from report_page.inputs import BadInput
from whole_file import write_whole

WIDTH = 6.5  # inches: two columns of text
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#767c84"]  # as in palette.js
HATCHES = ["", "////", "..", "\\\\\\\\", "---", "|||", "xx"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "p", "*"]
DASHES = ["-", "--", ":", "-."]
LONGEST = 100  # characters of a name; matplotlib refuses images that are too wide


def draw(figures, folder):
    try:
        import matplotlib
    except ImportError:
        raise BadInput("--png: matplotlib is missing; tools/setup installs it (run tools/report by /usr/bin/python3)") from None
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"font.size": 8, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
                                "grid.color": "#dfe3e8", "axes.axisbelow": True, "legend.frameon": False, "pdf.fonttype": 42,
                                "hatch.linewidth": 0.6, "hatch.color": "white", "svg.hashsalt": "cdrsim"})
    from matplotlib import pyplot
    try:
        os.makedirs(folder, exist_ok=True)
        for figure in figures:
            drawn = {"lines": lines, "bars": bars, "dots": dots, "heatmap": heatmap}[figure.kind](pyplot, with_plain_names(figure))
            path = os.path.join(folder, figure.id)
            write_whole(f"{path}.png", saved(drawn, "png", dpi=300, metadata={"Software": None}))
            write_whole(f"{path}.pdf", saved(drawn, "pdf", metadata={"CreationDate": None}))
            pyplot.close(drawn)
            write_whole(f"{path}.csv", table(figure))
    except OSError as e:
        raise BadInput(f"--png: cannot write {folder}: {e.strerror}") from None
    return len(figures)


def saved(drawn, form, **options):
    data = io.BytesIO()
    drawn.savefig(data, format=form, bbox_inches="tight", **options)
    return data.getvalue()


def table(figure):
    text = io.StringIO()
    columns, values = figure.table()
    csv.writer(text, lineterminator="\n").writerows([columns, *([digits(v) for v in row] for row in values)])
    return text.getvalue()


def plain(name):
    """As matplotlib shall show it: without formulas between dollars."""
    return (name if len(name) <= LONGEST else name[:LONGEST] + "…").replace("$", r"\$")


def with_plain_names(figure):
    return replace(figure, series=[s | {"name": plain(s["name"])} for s in figure.series],
                   categories=[plain(c) for c in figure.categories], x=plain(figure.x), value=plain(figure.value),
                   panels=[replace(p, name=plain(p.name)) for p in figure.panels])


def digits(value):
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() and abs(value) < 1e15 else f"{value:.9g}"


def look(figure, index):
    """(colour, rank): what stands out is black; the others take the colours in turn, as on the page."""
    strong = bool(figure.series[index].get("strong"))
    rank = sum(bool(s.get("strong")) == strong for s in figure.series[:index])
    return ("black" if strong else COLOURS[rank % len(COLOURS)]), (rank if strong else rank // len(COLOURS)), strong


def legend(axes, count):
    if count > 1:
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1.01), ncol=min(count, 5), fontsize=7, borderaxespad=0, handlelength=2.2,
                    columnspacing=1.2)


def lines(pyplot, figure):
    drawn, axes = pyplot.subplots(figsize=(WIDTH, WIDTH * 0.55))
    for i, s in enumerate(figure.series):
        if not s["points"]:
            continue
        colour, dash, strong = look(figure, i)
        x, y = zip(*s["points"])
        style = {"color": colour, "linestyle": DASHES[dash % len(DASHES)], "marker": MARKERS[i % len(MARKERS)], "markersize": 4,
                 "linewidth": 2.2 if strong else 1.2, "label": s["name"], "zorder": 5 if strong else 3}
        if "errors" in s:
            axes.errorbar(x, y, yerr=[e or 0 for e in s["errors"]], capsize=2, elinewidth=0.8, ecolor="black", **style)
        else:
            axes.plot(x, y, drawstyle="steps-post" if figure.step else "default", **style)
    if figure.log_x:
        axes.set_xscale("log", base=2)
        ticks = sorted({p[0] for s in figure.series for p in s["points"]})
        first, last = math.log2(ticks[0]), math.log2(ticks[-1])
        step = max(1, math.ceil((last - first) / 8))
        axes.set_xticks([2**(first + i) for i in range(0, int(last - first) + 1, step)])
        axes.xaxis.set_major_formatter(lambda v, _: f"{v:,.10g}")
        axes.minorticks_off()
    if figure.log_value:
        axes.set_yscale("log")
    axes.set(xlabel=figure.x, ylabel=figure.value)
    if figure.limit:
        axes.set_ylim(top=figure.limit * 1.02)
    legend(axes, len(figure.series))
    return drawn


def rows(pyplot, figure, inches):
    drawn, axes = pyplot.subplots(figsize=(WIDTH, 0.7 + inches * len(figure.categories)))
    axes.set_yticks(range(len(figure.categories)), figure.categories)
    axes.set_ylim(len(figure.categories) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)
    if figure.log_value:
        axes.set_xscale("log")
    axes.set_xlabel(figure.value)
    return drawn, axes


def bars(pyplot, figure):
    count = 1 if figure.stacked else len(figure.series)
    drawn, axes = rows(pyplot, figure, 0.16 + 0.16 * count)
    height = 0.8 / count
    left = [0] * len(figure.categories)
    for i, s in enumerate(figure.series):
        values = [v or 0 for v in s["values"]]
        places = [at if figure.stacked else at + (i - (count - 1) / 2) * height for at in range(len(values))]
        strong = s.get("strong")
        made = axes.barh(places, values, height * 0.92, left=left if figure.stacked else 0, label=s["name"],
                         color=[COLOURS[0] if is_strong else COLOURS[6] for is_strong in strong] if strong else COLOURS[i % len(COLOURS)],
                         hatch=HATCHES[(i + i // len(COLOURS)) % len(HATCHES)], edgecolor="white", linewidth=0)
        if strong:
            for bar, is_strong in zip(made, strong):
                bar.set_hatch("" if is_strong else HATCHES[1])
        if figure.stacked:
            left = [a + v for a, v in zip(left, values)]
        for place, value, error in zip(places, s["values"], s.get("errors", [None] * len(values))):
            if error:
                axes.errorbar(value, place, xerr=error, color="black", capsize=2, elinewidth=0.8)
            if not figure.stacked and value is not None:
                axes.annotate(f"{value:,.4g}" if value < 1e4 else f"{value:,.0f}", (value + (error or 0), place), (3, 0),
                              textcoords="offset points", va="center", fontsize=6,
                              bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6})
    if figure.limit:
        axes.set_xlim(0, figure.limit)
    if figure.reference:
        axes.axvline(figure.reference, color="black", linestyle="--", linewidth=0.8)
    legend(axes, len(figure.series))
    return drawn


def dots(pyplot, figure):
    drawn, axes = rows(pyplot, figure, 0.3)
    for at in range(len(figure.categories)):
        values = [s["values"][at] for s in figure.series if s["values"][at] is not None]
        if values:
            axes.plot([min(values), max(values)], [at, at], color="#5a6470", linewidth=1, zorder=2)
    for i, s in enumerate(figure.series):
        points = [(v, at) for at, v in enumerate(s["values"]) if v is not None]
        axes.scatter([p[0] for p in points], [p[1] for p in points], s=26, marker=MARKERS[i % len(MARKERS)], zorder=3,
                     color=COLOURS[i % len(COLOURS)], label=s["name"])
    legend(axes, len(figure.series))
    return drawn


def heatmap(pyplot, figure):
    count = len(figure.panels)
    drawn, axes = pyplot.subplots(1, count, figsize=(max(WIDTH * count / 3, 3.2), 2.7), squeeze=False, constrained_layout=True)
    values = [v for p in figure.panels for v in p.values if v is not None]
    image = None
    for panel, place in zip(figure.panels, axes[0]):
        cells = [[math.nan if v is None else v for v in panel.values[y * panel.width:(y + 1) * panel.width]] for y in range(panel.height)]
        image = place.imshow(cells, cmap="cividis", vmin=min(values), vmax=max(values), interpolation="nearest",
                             extent=(-0.5, panel.width * figure.side - 0.5, panel.height * figure.side - 0.5, -0.5))
        place.set_title(panel.name, fontsize=8)
        place.grid(False)
    drawn.colorbar(image, ax=axes[0].tolist(), label=textwrap.fill(figure.value, 32), shrink=0.85)
    return drawn
