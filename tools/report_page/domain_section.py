# SPDX-License-Identifier: BSD-3-Clause
"""Curves over a sweep's numeric axes: the size of sharer domains, the number of homes, and the like."""

from report_page.figure import lines
from report_page.inputs import brief, independent, labels_of, short
from report_page.section import Section
from report_page.speed_section import REFERENCES, per_references
from result_file import is_number

COUNTS = [("directory.invalidations", "Invalidations"), ("directory.broadcasts", "Broadcasts"), ("noc.flit_hops", "Flit-hops"),
          ("miss.domain", "Misses that domains cause")]


def section(cases):
    page = Section("domains", "Domain size")
    for sweep in dict.fromkeys(c.group for c in cases if c.group):
        points = [c for c in cases if c.group == sweep]
        varied = [a for a in points[0].axes if len({str(p.axes[a]) for p in points}) > 1]
        for axis in independent(varied, [p.axes for p in points]):
            curve(page, sweep, [c for c in points if is_number(c.axes[axis])], axis)
    if not page.figures:
        page.missing.append("No domain-size curves: they take a sweep over numbers, such as "
                            "`tools/sweep configs/sweeps/domain-size.toml -j 2`.")
    return page


def curve(page, sweep, points, axis):
    if len({p.axes[axis] for p in points}) < 2:
        return
    others = independent([a for a in points[0].axes if a != axis and len({str(p.axes[a]) for p in points}) > 1],
                         [p.axes for p in points])

    labels = labels_of(others, [p.axes for p in points])

    def figure(id, title, value, of):
        series, errors = {}, {}
        for p in sorted(points, key=lambda p: p.axes[axis]):
            y, error = of(p)
            if y is not None:
                name = ", ".join(f"{labels[a]}{brief(p.axes[a])}" for a in others if p.axes[a] is not None) or sweep
                series.setdefault(name, []).append((p.axes[axis], y))
                errors.setdefault(name, []).append(error)
        if all(len(s) < 2 for s in series.values()):
            return
        sizes = [x for s in series.values() for x, _ in s]
        log = bool(sizes) and min(sizes) > 0 and max(sizes) >= 8 * min(sizes)
        page.add(lines(f"{id}-{sweep}-{axis}".replace(".", "-"), f"{title} against {short(axis)} ({sweep})", axis, value, series,
                       log_x=log, errors=errors))

    if any(p.baseline for p in points):
        figure("curve-speed", "Speed-up", "times the baseline's speed", lambda p: p.speedup() if p.speedup()[0] else p.makespan_speedup())
    else:
        figure("curve-cycles", "Run time", "cycles", lambda p: (p.value("sim.cycles"), p.interval("sim.cycles")))
    for name, title in COUNTS:
        if any(p.value(name) for p in points):
            figure(f"curve-{name}", title, f"per {REFERENCES} references", lambda p, n=name: (per_references(p, n), None))
    figure("curve-energy", "Energy", "nJ per reference", lambda p: p.per_reference("energy.total"))
    figure("curve-storage", "Coherence storage", "bytes per tile", lambda p: (p.value("storage.bytes_per_tile"), None))
    figure("curve-directory", "Directory part of coherence storage", "bytes per tile", lambda p: (p.value("storage.parts.directory"), None))
