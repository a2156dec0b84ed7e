# SPDX-License-Identifier: BSD-3-Clause
"""Heat maps of the mesh: how busy links are, what homes are asked, how long cores wait."""

from report_page.figure import Panel, heatmap
from report_page.inputs import programs_text, tiles
from report_page.section import Section

PANELS = 4  # meshes side by side; more would be too small to read
SIDE = 64  # cells along a side of a panel; a larger mesh is shown in blocks of tiles
LINKS = [f"noc.link_flits.{d}" for d in ("east", "west", "north", "south")]


def link_load(tile, run):
    cycles = run.values["sim.cycles"]
    return max(tile[n] for n in LINKS) / cycles if cycles else None


def home_load(tile, run):
    cycles = run.values["sim.cycles"]
    return (tile["llc.hits"] + tile["llc.misses"]) / cycles * 1000 if cycles else None


def latency(tile, _run):
    return tile["core.latency_cycles"] / tile["sim.accesses"] if tile["sim.accesses"] else None


# (figure, title, value, columns of tiles.csv, value of a tile, value of a block of tiles if not their mean)
MAPS = [("link-load", "Link load", "flits per cycle on the tile's busiest outgoing link", LINKS, link_load, max),
        ("home-load", "Home load", "demand references per 1000 cycles at the tile's LLC slice", ["llc.hits", "llc.misses"],
         home_load, None),
        ("core-latency", "Latency by core", "mean cycles of the core's references", ["core.latency_cycles", "sim.accesses"],
         latency, None)]


def section(cases):
    page = Section("mesh", "On the chip")
    page.text.append("One scale for all panels of a figure, so that runs compare. A hot tile is one that many references ask: its home load "
                     "tells. Links are hot where homes crowd, and at the edge also because the DRAM controllers are spread over the chip's "
                     "perimeter (`dram.controllers`): the figures alone do not tell these causes apart.")
    meshes = []
    chosen = choose(cases)
    for case in chosen:
        rows = tiles(case.first)
        if rows:
            meshes.append((case, rows))
    if not meshes:
        page.text.clear()
        page.missing.append("No heat maps: they take the tiles.csv that `cdrsim run` writes beside result.json.")
        return page
    if len(chosen) < len(cases):
        page.text.append(f"Of {len(cases)} experiments these are shown: {'; '.join(c.name for c, _ in meshes)}. {ground(chosen)}")
    if any(len(c.runs) > 1 for c, _ in meshes):
        page.text.append("Of several seeds the first is shown.")
    side = max(-(-max(max(r["x"], r["y"]) + 1 for r in rows) // SIDE) for _, rows in meshes)
    for id, title, value, columns, of, together in MAPS:
        having = [(c, rows) for c, rows in meshes if all(n in rows[0] and isinstance(rows[0][n], int) for n in columns)]
        panels = [panel(c, rows, side, of, together or mean) for c, rows in having]
        if side > 1:
            value += f"; {'the busiest' if together else 'mean'} of {side}×{side} tiles"
        page.add(heatmap(id, title, value, panels, side), f"No {title.lower()}: tiles.csv lacks {' or '.join(columns)}.")
    return page


def choose(cases):
    """The first baseline and the fastest others."""
    if len(cases) <= PANELS:
        return cases
    base = next((c.baseline for c in cases if c.baseline), cases[0])
    others = sorted((c for c in cases if c is not base and c.baseline is base),
                    key=lambda c: -(c.speedup()[0] or c.makespan_speedup()[0] or 0))
    return [base, *(others or [c for c in cases if c is not base])[:PANELS - 1]]


def ground(chosen):
    """Why these."""
    base, *others = chosen
    if not all(c.baseline is base for c in others):
        return "They are the first."
    what = programs_text(base)
    return f"They are a baseline and the fastest of those compared with it{f', all running {what}' if what else ''}."


def mean(values):
    return sum(values) / len(values)


def panel(case, rows, side, of, together):
    width, height = (max(r[axis] for r in rows) // side + 1 for axis in ("x", "y"))
    cells = {}
    for row in rows:
        value = of(row, case.first)
        if value is not None:
            cells.setdefault((row["y"] // side, row["x"] // side), []).append(value)
    values = [None if (y, x) not in cells else float(f"{together(cells[y, x]):.4g}") for y in range(height) for x in range(width)]
    return Panel(case.name, width, height, values)
