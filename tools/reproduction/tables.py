# SPDX-License-Identifier: BSD-3-Clause
"""The tables of docs/reproduction.md, in Markdown."""

import math

from reproduction.experiments import CORES, PROGRAMS, is_program_axis

STORAGE = ["full-map", "coarse", "coarse-fit", "limited-broadcast", "limited-evict", "ackwise", "sparse-full-map-1", "two-level", "scd",
           "tardis", "cdr", "cdr-folded", "cdr+limited-broadcast", "cdr-homes"]
COMPONENTS = ["l1", "llc", "directory", "tlb", "router", "link", "dram", "cdr"]
STATIC = ("leakage", "clock")
STACK = ["tlb", "cache", "hmc", "network", "home", "smc", "invalidation", "owner", "dram"]


def markdown(header, lines, others="---:"):
    """`others`: how the columns beside the first are aligned; numbers to the right."""
    out = ["| " + " | ".join(header) + " |", "| --- |" + f" {others} |" * (len(header) - 1)]
    return "\n".join(out + ["| " + " | ".join(line) + " |" for line in lines])


NO_VALUE = "n/a"  # as of runs that were cut short


def share(value, of, digits=0):
    return NO_VALUE if value is None or not of else f"{100 * value / of:.{digits}f} %"


def pair(value):
    """1.234 ± 0.005, the interval with one digit that counts and the mean with as many places. Of one seed without interval."""
    mean, half = value
    if mean is None:
        return half or NO_VALUE  # why there is none
    if not half:
        return f"{mean:.3f}"
    places = max(2, -int(f"{half:.0e}".partition("e")[2])) if half < 1 else 1
    return f"{mean:.{min(places, 4)}f} ± {half:.{min(places, 4)}f}"


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
    lines = [[figures.heading(sweep, program)] + [pair(figures.with_interval(figures.of(sweep, trace=program, **{axis: n}), figure)) for n in names]
             for program in figures.programs(sweep)]
    lines.append(["**geometric mean**"] + [f"**{pair(figures.geometric(sweep, figure, **{axis: n}))}**" for n in names])
    if figure == "speedup":
        makespans = [figures.geometric(sweep, "sim.cycles", **{axis: n})[0] for n in names]
        lines.append(["makespan, geometric mean"] + [f"{1 / m:.3f}" if m else NO_VALUE for m in makespans])
    return markdown(["program"] + [f"`{n}`" for n in names], lines)


def waiting(figures, sweep, schemes):
    lines = []
    for program in figures.programs(sweep):
        base = figures.of(sweep, trace=program, scheme="full-map")
        grants = base["reordered_grants"]
        cells = [figures.heading(sweep, program), share(base["waiting"], 1), "no locks" if grants is None else share(grants, 1)]
        for scheme in schemes:
            row = figures.of(sweep, trace=program, scheme=scheme)
            cells += [pair(figures.with_interval(row, f)) for f in ("speedup", "working_speedup")]
        lines.append(cells)
    return markdown(["program", "waiting", "grants out of order"] + [t for s in schemes for t in (f"`{s}`", "less the waits")], lines)


def by_variant(figures, sweep):
    """Variants down; the speed-up of each program, and means over the programs, across."""
    programs = figures.programs(sweep)
    axes = [a for a in figures.axes[sweep] if not is_program_axis(a)]
    lines = []
    for row in figures.select(sweep, trace=programs[0]):
        wanted = {a: row[a] for a in axes}
        lines.append([variant_name(wanted)]
                     + [pair(figures.with_interval(figures.of(sweep, trace=p, **wanted), "speedup")) for p in programs]
                     + [pair(figures.geometric(sweep, f, **wanted)) for f in ("speedup", "noc.flit_hops", "llc.misses", "energy.total")])
    return markdown(["", *(figures.heading(sweep, p) for p in programs), "speed-up", "flit-hops", "LLC misses", "energy"], lines)


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
            return math.fsum(r[metric + ".mean"] for r in rows)

        def rate(cache):
            return share(total(cache + ".misses"), total(cache + ".lookups"), 1)

        thousand = total("l1.misses") / 1000
        lines.append([f"`{scheme}`", f"{total('directory.invalidations') / thousand:.0f}", f"{total('directory.broadcasts') / thousand:.2f}",
                      f"{total('directory.pointer_recalls') / thousand:.1f}", rate("smc"), rate("hmc"), f"{total('dram.map_reads') / thousand:.1f}"])
    return markdown(["of 1000 L1 misses", "invalidations", "broadcasts", "sharers evicted", "SMC miss rate", "HMC miss rate",
                     "map reads"], lines)


def rates(figures, sweep, sharer_schemes, home_schemes):
    """Miss rates of the map caches, and how cold the full map's L1 is, by program."""
    lines = []
    for program in figures.programs(sweep):
        base = figures.of(sweep, trace=program, scheme="full-map")
        cells = [figures.heading(sweep, program), share(base["miss.cold.mean"], base["l1.misses.mean"])]
        for cache, schemes in (("smc", sharer_schemes), ("hmc", home_schemes)):
            for scheme in schemes:
                row = figures.of(sweep, trace=program, scheme=scheme)
                cells.append(share(row[f"{cache}.misses.mean"], row[f"{cache}.lookups.mean"], 1))
        lines.append(cells)
    return markdown(["program", "cold L1 misses"] + [f"SMC, `{s}`" for s in sharer_schemes] + [f"HMC, `{s}`" for s in home_schemes], lines)


def stack(figures, sweep):
    """Cycles of a miss, over all programs."""
    lines = []
    for scheme in dict.fromkeys(r["scheme"] for r in figures.of_sweep(sweep)):
        rows = figures.select(sweep, scheme=scheme)
        misses = math.fsum(r["l1.misses.mean"] for r in rows)
        cycles = [math.fsum(r[f"stack.{part}.mean"] for r in rows) / misses for part in STACK]
        lines.append([f"`{scheme}`"] + [f"{c:.1f}" for c in cycles] + [f"{math.fsum(cycles):.1f}"])
    return markdown(["cycles of an L1 miss", *STACK, "all"], lines)


def energy(figures, sweep, schemes):
    """Sums over the programs, each component's events and its static power as shares of the first scheme's total."""
    def total(values):
        return None if None in values else math.fsum(values)

    def of(scheme, component, static):
        keys = [k for k in figures.select(sweep, scheme=scheme)[0] if k.startswith(f"energy.{component}.") and k.endswith(".mean")]
        values = [r[k] for r in figures.select(sweep, scheme=scheme) for k in keys
                  if (k.removesuffix(".mean").rpartition(".")[2] in STATIC) == static]
        return total(values)

    def of_base(value):
        return "partial" if value is None or base is None else share(value, base, 2)

    parts = [(c, static) for c in COMPONENTS for static in (False, True)]
    totals = [total([of(s, *part) for part in parts]) for s in schemes]
    base = totals[0]
    lines = [[f"`{c}`, {'static' if static else 'events'}"] + [of_base(of(s, c, static)) for s in schemes] for c, static in parts]
    lines.append(["**total**"] + [f"**{of_base(value)}**" for value in totals])
    return markdown(["component"] + [f"`{s}`" for s in schemes], lines)
