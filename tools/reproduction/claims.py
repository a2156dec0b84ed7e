# SPDX-License-Identifier: BSD-3-Clause
"""What has been published about Coherence Domain Restriction and its neighbours, each held against a measured figure by a rule.

A rule says in words what the figure has to be; the page shows it beside the verdict, with the reason where they part.
"""

import math

from reproduction.experiments import PROGRAMS
from reproduction.figures import NotMeasured
from reproduction.known import Known
from reproduction.tables import NO_VALUE, markdown, pair

SUPPORTED, CONTRASTED, UNKNOWN = "*supported*", "**contrasted**", "not measured"

ABSTRACT = "CDR, abstract"
WIDE = [p for p in PROGRAMS if p.endswith("-1024")]


def verdict(holds):
    return SUPPORTED if holds else CONTRASTED


def held_by_64(figures, unit, what):
    """Percent, by program of 1024 threads."""
    return {r["program"]: 100 * r[what] for r in figures.sharing
            if r["unit"] == unit and r["capacity"] == 64 and r["program"] in WIDE}


def listed(values):
    return ", ".join(f"{program} {value:.1f} %" for program, value in values.items())


def near(measured, published):
    """A gain within a factor of 1.5 of the published one: the published machines and programs are not known, so more cannot be asked."""
    return 1 / 1.5 < measured / published < 1.5


def gain(value):
    mean, half = value
    return f"{100 * (mean - 1):+.1f} %" + ("" if half is None else f" ± {100 * half:.1f}")


def storage(figures, scheme, cores=1024):
    return next(r for r in figures.storage if r["scheme"] == scheme and r["cores"] == cores)["percent_of_llc"]


def lines_have_few_sharers(figures):
    held = held_by_64(figures, "line", "blocks_fraction")
    return (ABSTRACT, "most lines are shared by a subset of the cores",
            f"lines with at most 64 of 1024 sharers: {listed(held)}; references to them: {listed(held_by_64(figures, 'line', 'references_fraction'))}",
            min(held.values()) > 50, "more than half of the lines of every program of 1024 threads. The few others can take most of the references")


def dumas_lines(figures):
    rows = [r for r in figures.sharing if r["unit"] == "line" and r["capacity"] == 8 and r["program"].endswith("-64")]
    held = {r["program"]: 100 * r["blocks_fraction"] for r in rows}
    mean = math.fsum(held.values()) / len(held)
    pooled = math.fsum(held[r["program"]] * r["blocks"] for r in rows) / math.fsum(r["blocks"] for r in rows)
    return ("Dumas 2017, PARSEC and SPLASH-2", "93.4 % of lines have at most 8 sharers among 64 cores",
            f"{mean:.1f} % on average over programs: {listed(held)}; {pooled:.1f} % of all their lines together",
            abs(mean - 93.4) < 1, "within a point, on average over the programs of 64 threads. With these inputs barnes and lu have fewer; "
            "how the published figure weighs programs is not known to us")


def pages_can_be_domains(figures):
    held = held_by_64(figures, "page", "references_fraction")
    speed = figures.geometric("wide", "speedup", scheme="sr-page")
    return (ABSTRACT, "coherence can be restricted page by page",
            f"{pair(speed)} of the full map's speed with 64 names a page, 1024 threads and an SMC of 16 entries "
            f"({times(speedups(figures, 'wide', scheme='sr-page'))}). "
            f"Pages with at most 64 sharers take {listed(held)} of the references", speed[0] > 0.95,
            "within 5 % of the full map's speed, on average. Pages that everybody touches overflow, and SMCs miss")


def width_is_constant(figures):
    rows = [r for r in figures.storage if r["scheme"] == "cdr"]
    widths = sorted({r["bits_per_line"] for r in rows})
    cores = [r["cores"] for r in rows]
    return (ABSTRACT, "a directory entry keeps its width as cores grow",
            f"by formula {' or '.join(f'{w:g}' for w in widths)} bits, identifier included, from {min(cores)} to {max(cores):,} cores",
            len(widths) == 1, "one width, by the formula of docs/storage.md. Identifiers of 16 bits name an application each; a domain for "
            "each page of a machine this large needs more of them, and map tables in memory grow with the domains")


def smaller_than_full_map(figures):
    cdr, full = storage(figures, "cdr"), storage(figures, "full-map")
    area = {scheme: figures.select("schemes", scheme=scheme)[0]["area.directory.mean"] for scheme in ("full-map", "sr-application", "limited-broadcast")}
    return (ABSTRACT, "Sharer Restriction saves significant area",
            f"directory of a tile {area['sr-application']:.4f} mm², full map {area['full-map']:.4f}, Dir_4B {area['limited-broadcast']:.4f}; "
            f"bits {cdr:.1f} % of the LLC's data, full map {full:.0f} %", area["sr-application"] < area["full-map"] / 2,
            "less than half of a full map's area at 1024 cores")


def smaller_than_pointers(figures):
    cdr, pointers = storage(figures, "cdr"), storage(figures, "limited-broadcast")

    def smaller(scheme):
        cores = [r["cores"] for r in figures.storage
                 if r["scheme"] == scheme and r["percent_of_llc"] < storage(figures, "limited-broadcast", r["cores"])]
        return f"`{scheme}` is smaller from {min(cores):,} cores on" if cores else f"`{scheme}` is nowhere smaller"

    return (ABSTRACT, "the same, where the other directory has four pointers (Dir_4B)",
            f"{cdr:.1f} % at 1024 cores, Dir_4B {pointers:.1f} %. In the table below {smaller('cdr')}, {smaller('cdr+limited-broadcast')}",
            cdr < pointers, "less storage than Dir_4B. What restriction gains at 1024 cores is exactness, not bits")


def speedups(figures, sweep, **wanted):
    """By program, over the sweep's baseline."""
    return {p: figures.of(sweep, trace=p, **wanted)["speedup"] for p in figures.programs(sweep)}


def against(speeds, base):
    return {program: speed / base[program] for program, speed in speeds.items()}


def times(values):
    return ", ".join(f"{program} {value:.3f}" for program, value in values.items())


def directory_need_not_scale(figures):
    each = speedups(figures, "schemes", scheme="sr-application")
    large = speedups(figures, "map-caches", scheme="sr-application", smc_entries=256)
    return (ABSTRACT, "the scheme on top of CDR need not scale",
            f"64 names for each application, to a full map of 1024, with the RTL's SMC of 16 entries: {times(each)}; with 256 entries: {times(large)}",
            min(each.values()) > 0.95, "within 5 % of the full map's speed for every program with 16 entries. Look-ups that cost nothing give the "
            "full map's run exactly (`free` below): what is lost is lost to SMC misses")


def need_not_scale_with_homes(figures):
    each = against(speedups(figures, "schemes", scheme="sr-hr-application"), speedups(figures, "schemes", scheme="hr-application"))
    windows = against(speedups(figures, "sharers", sharers="smc-and-homes", smc_entries=16), speedups(figures, "homes", homes="count", count=64))
    return (ABSTRACT, "the same, where homes are restricted too",
            f"to a full map with the same homes: {times(each)}; windows, with colder SMCs: {times(windows)}",
            min([*each.values(), *windows.values()]) > 0.95, "within 5 % of the full map's speed for every program and window")


def homes_are_faster(figures):
    published = 0.29
    speed = figures.geometric("schemes", "speedup", scheme="hr-application")
    each = speedups(figures, "schemes", scheme="hr-application")
    return ("CDR, abstract (this sentence known only at second hand)", "Home Restriction: 29 % over global homes on 1024 cores, on average",
            f"{gain(speed)}, {'more' if speed[0] - 1 > published else 'less'} than published; {reach(each)}; windows "
            f"{gain(figures.geometric('homes', 'speedup', homes='count', count=64))}, with a private L2 "
            f"{gain(figures.geometric('private-l2', 'speedup', scheme='hr-application'))}", near(speed[0] - 1, published),
            "the published gain within a factor of 1.5, on average over the recordings. The paper's machine and programs are not known to us")


def reach(each):
    return f"by program {100 * (min(each.values()) - 1):+.0f} to {100 * (max(each.values()) - 1):+.0f} %"


def homes_are_faster_than_rnuca(figures):
    homes = figures.geometric("schemes", "speedup", scheme="hr-application")
    rnuca = figures.geometric("schemes", "speedup", scheme="rnuca")
    each = against(speedups(figures, "schemes", scheme="hr-application"), speedups(figures, "schemes", scheme="rnuca"))
    return ("asked here", "the gain remains over homes that keep private pages local (R-NUCA)",
            f"{gain((homes[0] / rnuca[0], quotient(homes, rnuca)))}; {reach(each)}",
            homes[0] > 1.05 * rnuca[0], "5 % or more over R-NUCA's placement, on average")


def quotient(a, b):
    return None if a[1] is None or b[1] is None else a[0] / b[0] * math.hypot(a[1] / a[0], b[1] / b[0])


def homes_with_an_l2(figures):
    speed = figures.geometric("private-l2", "speedup", scheme="hr-application")
    homes, rnuca = (reach(speedups(figures, "private-l2", scheme=s)) for s in ("hr-application", "rnuca"))
    return ("asked here", "the gain remains behind a private L2 of 256 KiB", f"{gain(speed)}; {homes}, R-NUCA {rnuca}",
            speed[0] > 1.05, "5 % or more over global homes, on average over the windows")


def homes_need_the_scheduler(figures):
    each = {placement: figures.geometric("placement", "speedup", **{"workload.0.placement": placement, "homes": "application"})
            for placement in ("block", "spread", "random")}
    return ("asked here", "the gain does not depend on where the scheduler puts threads",
            ", ".join(f"{name} {gain(value)}" for name, value in each.items()), min(v[0] for v in each.values()) > 1.05,
            "5 % or more under every placement. Homes are near only where the threads are near each other")


def homes_localise(figures):
    hops = figures.geometric("schemes", "noc.flit_hops", scheme="hr-application")
    return (ABSTRACT, "Home Restriction localises communication", f"flit-hops {gain(hops)}", hops[0] < 0.9, "at least 10 % fewer flit-hops")


def homes_of_one_program(figures):
    by_page = figures.geometric("wide", "speedup", scheme="hr-page")
    working = figures.geometric("wide", "working_speedup", scheme="hr-page")
    return ("asked here", "restricted homes help one program on all 1024 cores, page by page",
            f"{gain(by_page)} with an HMC of 16 entries; less the waits at barriers and locks {gain(working)}", by_page[0] > 1.0,
            "faster than global homes. Ways get shorter, but many of the HMC's look-ups miss, and who waits for a slow thread waits longer")


def million_cores(_):
    return ("CDR, abstract (known at second hand)", "Home Restriction: 23.04 times on 1,000,000 cores", "this version has one chip", None, "")


def dir_2b(figures):
    speed = figures.geometric("sharers", "speedup", sharers="two-pointers")
    return ("Dorado", "1024 cores: 1.36 times as fast as Dir_2B, and within 1 % of a full vector; here: a full map against Dir_2B, windows", f"{1 / speed[0]:.2f} times",
            near(1 / speed[0] - 1, 0.36), "the published gain within a factor of 1.5. Here a broadcast is a message to each of 1024 cores, on a mesh without multicast")


def few_pointers_suffice(figures):
    speed = figures.geometric("schemes", "speedup", scheme="limited-evict")
    return ("asked here", "four pointers suffice without broadcasts (Dir_4NB), at 64 threads", f"{pair(speed)} of the full map's speed", speed[0] > 0.95,
            "within 5 % of the full map's speed. Agarwal et al., ISCA 1988, found few copies of *written* blocks; lines that all 64 threads read lose a "
            "reader for each new one, and readers queue at a home that is busy until the one that leaves has acknowledged")


def coarse_saves_invalidations(figures):
    def sent(scheme):
        return math.fsum(r["directory.invalidations.mean"] for r in figures.select("schemes", scheme=scheme))

    part = sent("coarse") / sent("limited-broadcast")
    return ("Gupta et al., ICPP 1990", "coarse vectors send fewer invalidations than Dir_iB", f"{100 * part:.1f} % of Dir_4B's", part < 1, "fewer")


def restriction_at_equal_storage(figures):
    others = {s: figures.geometric("equal-storage", "speedup", scheme=s) for s in ("full-map", "coarse", "limited-broadcast")}
    return ("asked here", "at equal storage Sharer Restriction is as fast as other directories, homes being global",
            f"against it, with an SMC of 16 entries: {', '.join(f'{s} {gain(v)}' for s, v in others.items())}", max(v[0] for v in others.values()) <= 1.0,
            "none is faster. A coarse vector of the same width needs no SMC")


CLAIMS = [lines_have_few_sharers, dumas_lines, pages_can_be_domains, width_is_constant, smaller_than_full_map, smaller_than_pointers, restriction_at_equal_storage,
          directory_need_not_scale, need_not_scale_with_homes, homes_are_faster, homes_localise, homes_are_faster_than_rnuca, homes_need_the_scheduler,
          homes_with_an_l2, homes_of_one_program, million_cores, dir_2b, few_pointers_suffice, coarse_saves_invalidations]


def table(figures):
    lines = []
    for claim in CLAIMS:
        known = Known(figures)
        try:
            source, text, measured, holds, rule = claim(known)
        except NotMeasured:
            continue
        if known.missing:
            measured, holds = NO_VALUE, None
        lines.append([source, text, measured, UNKNOWN if holds is None else verdict(holds), rule])
    return markdown(["who", "says", "measured here", "verdict", "by the rule"], lines, others="---")
