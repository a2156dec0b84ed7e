# SPDX-License-Identifier: BSD-3-Clause
"""The tables of docs/reproduction.md, in Markdown."""

import math

from reproduction.experiments import CORES, PROGRAMS

STORAGE = ["full-map", "coarse", "coarse-fit", "limited-broadcast", "limited-evict", "ackwise", "sparse-full-map-1", "two-level", "scd",
           "tardis", "cdr", "cdr-folded", "cdr+limited-broadcast"]
NO_VALUE, PARTIAL = "n/a", "partial"  # as of runs that were cut short
COMPONENTS = ["l1", "llc", "directory", "tlb", "router", "link", "dram", "cdr"]


def markdown(header, lines):
    out = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    return "\n".join(out + ["| " + " | ".join(line) + " |" for line in lines])


def pair(value):
    """1.234 ± 0.005, the interval with one digit that counts and the mean with as many places. Of one seed without interval."""
    mean, half = value
    if mean is None:
        return NO_VALUE
    if not half:
        return f"{mean:.3f}"
    places = max(2, -int(f"{half:.0e}".partition("e")[2])) if half < 1 else 1
    return f"{mean:.{min(places, 4)}f} ± {half:.{min(places, 4)}f}"


def cell(value, figure):
    """Totals of energy that leave out different parts have no ratio."""
    return PARTIAL if value[0] is None and figure == "energy.total" else pair(value)


def share(value, of, digits=0):
    return NO_VALUE if value is None or not of else f"{100 * value / of:.{digits}f} %"


def sum_of(values):
    """None where one of them has no value."""
    values = list(values)
    return None if None in values else math.fsum(values)


def percent(value):
    return f"{value:.3g} %" if value < 999.5 else f"{value:,.0f} %"


def storage(figures):
    by_scheme = {(r["scheme"], r["cores"]): r for r in figures.storage}
    lines = []
    for scheme in STORAGE:
        rows = [by_scheme[scheme, n] for n in CORES]
        lines.append([f"`{scheme}`"] + [percent(r["percent_of_llc"]) for r in rows])
    return markdown(["percent of LLC data"] + [f"{n:,}" for n in CORES], lines)


def sharing(figures):
    lines = []
    for program in PROGRAMS:
        cells = [program]
        for unit in ("line", "page"):
            rows = {r["capacity"]: r for r in figures.sharing if r["program"] == program and r["unit"] == unit}
            cells.append(f"{rows[64]['mean_sharers']:.2f}")
            cells += [f"{100 * rows[c]['blocks_fraction']:.1f} / {100 * rows[c]['references_fraction']:.1f}" for c in (4, 16, 64)]
        lines.append(cells)
    return markdown(["program", "sharers a line", "≤ 4", "≤ 16", "≤ 64", "sharers a page", "≤ 4", "≤ 16", "≤ 64"], lines)


def by_program(figures, sweep, axis, figure):
    """Programs down, the values of one axis across, their geometric mean below."""
    names = list(dict.fromkeys(r[axis] for r in figures.of_sweep(sweep)))
    lines = [[program] + [cell(figures.with_interval(figures.of(sweep, trace=program, **{axis: n}), figure), figure) for n in names]
             for program in figures.programs(sweep)]
    lines.append(["**geometric mean**"] + [f"**{cell(figures.geometric(sweep, figure, **{axis: n}), figure)}**" for n in names])
    if figure == "speedup":
        makespans = [figures.geometric(sweep, "sim.cycles", **{axis: n})[0] for n in names]
        lines.append(["makespan, geometric mean"] + [f"{1 / m:.3f}" if m else NO_VALUE for m in makespans])
    return markdown(["program"] + [f"`{n}`" for n in names], lines)


def waiting(figures, sweep, schemes):
    lines = []
    for program in figures.programs(sweep):
        base = figures.of(sweep, trace=program, scheme="full-map")
        grants = base["reordered_grants"]
        cells = [program, share(base["waiting"], 1), "no locks" if grants is None else share(grants, 1)]
        for scheme in schemes:
            row = figures.of(sweep, trace=program, scheme=scheme)
            cells += [pair(figures.with_interval(row, f)) for f in ("speedup", "working_speedup")]
        lines.append(cells)
    return markdown(["program", "waiting", "grants out of order"] + [t for s in schemes for t in (f"`{s}`", "without waiting")], lines)


def by_variant(figures, sweep):
    """Variants down; the speed-up of each program, and means over the programs, across."""
    programs = figures.programs(sweep)
    axes = [a for a in figures.axes[sweep] if not a.endswith((".trace", "run.warmup"))]
    lines = []
    for row in figures.select(sweep, trace=programs[0]):
        wanted = {a: row[a] for a in axes}
        lines.append([variant_name(wanted)]
                     + [pair(figures.with_interval(figures.of(sweep, trace=p, **wanted), "speedup")) for p in programs]
                     + [cell(figures.geometric(sweep, f, **wanted), f) for f in ("speedup", "noc.flit_hops", "energy.total")])
    return markdown(["", *programs, "speed-up", "flit-hops", "energy"], lines)


def variant_name(values):
    """`count` 64; `box` capacity 16: the variant, then the values of its axes, named where the variant's name does not say it."""
    (_, name), *details = values.items()
    named = [(a.rpartition(".")[2], v) for a, v in details if v is not None]
    return " ".join([f"`{name}`", ", ".join(str(v) if key == name else f"{key} {v}" for key, v in named)]).strip()


def causes(figures, sweep):
    """What the schemes do beside hits and misses, over all programs."""
    lines = []
    for scheme in dict.fromkeys(r["scheme"] for r in figures.of_sweep(sweep)):
        rows = figures.select(sweep, scheme=scheme)

        def total(metric, rows=rows):
            return sum_of(r[metric + ".mean"] for r in rows)

        def rate(of, among):
            return "" if total(among) == 0 else share(total(of), total(among), 1)

        def of_thousand(metric, digits):
            count, misses = total(metric), total("l1.misses")
            return NO_VALUE if count is None or not misses else f"{1000 * count / misses:.{digits}f}"

        lines.append([f"`{scheme}`", of_thousand("directory.invalidations", 0), of_thousand("directory.broadcasts", 2),
                      of_thousand("directory.pointer_recalls", 1), rate("smc.misses", "smc.lookups"), rate("hmc.misses", "hmc.lookups"),
                      of_thousand("dram.map_reads", 1)])
    return markdown(["of 1000 L1 misses", "invalidations", "broadcasts", "sharers evicted", "SMC miss rate", "HMC miss rate",
                     "map reads"], lines)


def energy(figures, sweep, schemes):
    """Sums over the programs, each component as a share of the first scheme's total. Where a part of it has no value: partial."""
    def of(scheme, component):
        return sum_of(value for r in figures.select(sweep, scheme=scheme) for key, value in r.items()
                      if key.startswith(f"energy.{component}.") and key.endswith(".mean"))

    def text(value):
        return share(value, base, 2) if None not in (value, base) else PARTIAL

    base = sum_of(of(schemes[0], c) for c in COMPONENTS)
    lines = [[f"`{c}`"] + [text(of(s, c)) for s in schemes] for c in COMPONENTS]
    lines.append(["**total**"] + [f"**{text(sum_of(of(s, c) for c in COMPONENTS))}**" for s in schemes])
    return markdown(["component"] + [f"`{s}`" for s in schemes], lines)
