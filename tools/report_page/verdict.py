# SPDX-License-Identifier: BSD-3-Clause
"""Which scheme at 1024 cores, and why: computed from the page's own figures by a rule that the page states.

The rule: of the experiments with 1024 cores, those whose speed is within 5 % of the fastest; of these the one whose coherence storage
takes the fewest bytes per tile; of equals the fastest. Without runs of 1024 cores, or without storage, the paragraph says so and decides less.
"""

from dataclasses import dataclass

from report_page.section import Section, percent, shown
from report_page.storage_formulas import is_cdr
from report_page.storage_section import VERDICT_CORES
from sweeps.statistics_of_seeds import geometric_mean

SLACK = 0.05
TOLD = 4
SMALL = 0.02  # below: one seed cannot tell it from chance


def section(cases, formulas):
    page = Section("verdict", f"Which scheme at {VERDICT_CORES} cores?")
    judged = [c for c in cases if c.cores == VERDICT_CORES and speed(c)]
    rivals = candidates(judged)
    if len(rivals) > 1:
        page.text.append(choice(rivals, formulas))
        page.text += told(judged)
        page.text.append(confidence(judged))
    elif len(judged) > 1:
        page.text.append("No single choice follows: no two configurations ran the same set of programs. Speeds are compared with the "
                         "baselines below.")
        page.text += told(judged)
    else:
        sizes = sorted({c.cores for c in cases if c.cores})
        here = f"they have {', '.join(f'{s:,}' for s in sizes)}" if sizes and sizes != [VERDICT_CORES] else "there is nothing to compare"
        page.text.append(f"Speed decides nothing here: it takes two runs of the same programs on {VERDICT_CORES} cores, and {here}.")
        page.text += told(cases)
    page.text += storage(formulas)
    return page


def speed_and_interval(case):
    """Against the baseline: by copies where they match, else by the whole run."""
    by_copies = case.speedup()
    return by_copies if by_copies[0] else case.makespan_speedup()


def speed(case):
    return speed_and_interval(case)[0]


def bytes_per_tile(case, formulas):
    """Of the run itself, else of the scheme that it uses, with its parameters."""
    own = case.value("storage.bytes_per_tile")
    if own is not None or not formulas:
        return own
    scheme, (restricts, homes) = case.config("directory", "sharers"), case.restricts
    if restricts is None or homes or scheme is None or not restricts and case.config("directory", "store") != "in-llc":
        return None
    if restricts:
        scheme = "cdr" if scheme == "full-map" else f"cdr+{scheme}"
    sizes = {r.get("bytes_per_tile") for r in formulas.rows
             if r["scheme"] == scheme and r["cores"] == case.cores and (not restricts or of_capacity(r, case))}
    return sizes.pop() if len(sizes) == 1 else None


def of_capacity(row, case):
    known = row.get("parameters", {})
    return all(known.get(name) == case.config("cdr", "sharers", key) for name, key in (("k", "capacity"), ("s", "id_bits")))


@dataclass
class Candidate:
    """A machine under each of the programs."""

    name: str
    cases: list

    def speed(self):
        return geometric_mean([speed(c) for c in self.cases])

    def size(self, formulas):
        sizes = [bytes_per_tile(c, formulas) for c in self.cases]
        return None if None in sizes else max(sizes)


def candidates(judged):
    """Those that ran every program, a baseline each, exactly once; none if there is no telling which run is whose."""
    groups = {}
    for case in judged:
        of_program = groups.setdefault((case.group, case.scheme), {})
        if id(case.baseline) in of_program:
            return []
        of_program[id(case.baseline)] = case
    programs = {id(c.baseline) for c in judged}
    return [Candidate(name, list(of.values())) for (_, name), of in groups.items() if len(of) == len(programs)]


def choice(rivals, formulas):
    best = max(rivals, key=Candidate.speed)
    near = [c for c in rivals if c.speed() >= (1 - SLACK) * best.speed()]
    size = {id(c): c.size(formulas) for c in rivals}
    known = all(size[id(c)] is not None for c in near)
    chosen = min(near, key=lambda c: (size[id(c)], -c.speed())) if known else best
    base = next((c for c in rivals if all(case.baseline is case for case in c.cases)), None)
    said = f"We would choose {chosen.name}. "
    if known and len(near) > 1:
        said += (f"Of {len(rivals)} configurations {len(near)} are within {SLACK * 100:.0f} % of the fastest ({best.name}); of these its "
                 f"coherence storage is the smallest, {shown(size[id(chosen)])} bytes per tile")
    elif known:
        said += (f"No other of {len(rivals)} configurations is within {SLACK * 100:.0f} % of its speed; its coherence storage takes "
                 f"{shown(size[id(chosen)])} bytes per tile")
    else:
        said += f"It is the fastest of {len(rivals)} configurations; their coherence storage is not known here, so it did not count"
    if base and chosen is not base and size[id(base)] and known:
        said += f", {base.name}'s {shown(size[id(base)])}"
    if len(chosen.cases) > 1:
        said += f". Speed is the geometric mean over {len(chosen.cases)} programs: {chosen.speed():.3f} times the baseline's"
    return said + "."


def told(cases):
    """Against their baselines: all, or the fastest and the slowest."""
    compared = [c for c in cases if c.baseline and c is not c.baseline and speed(c)]
    if len(compared) <= TOLD:
        return [against(c) for c in compared]
    ranked = sorted(compared, key=speed, reverse=True)
    return [f"Of {len(ranked)} that have a baseline, the fastest {TOLD - 1} and the slowest:", *map(against, ranked[:TOLD - 1]),
            against(ranked[-1])]


def against(case):
    """What it gains and what it loses against its baseline, both told."""
    gained, lost = [], []

    def tell(label, ratio, more_is_better=False):
        if ratio is not None and abs(ratio - 1) >= 0.0005:
            (gained if (ratio > 1) == more_is_better else lost).append(f"{label} {percent(ratio)}")

    times, interval = speed_and_interval(case)
    for label, name in [("mean load latency", "memory.load_latency.mean"), ("flit-hops", "noc.flit_hops"), ("LLC misses", "llc.misses"),
                        ("invalidations", "directory.invalidations"), ("broadcasts", "directory.broadcasts"), ("energy", "energy.total"),
                        ("coherence storage", "storage.bytes_per_tile"), ("its directory part", "storage.parts.directory")]:
        tell(label, case.ratio(name)[0])
    broadcasts, before = case.value("directory.broadcasts"), case.baseline.value("directory.broadcasts")
    if broadcasts and not before:
        lost.append(f"{shown(broadcasts)} broadcasts, where it had none")
    verdict = "as fast as" if abs(times - 1) < 0.0005 else f"{times:.3f} times as fast as"
    no_difference = ": no difference is shown" if interval and abs(times - 1) <= interval else ""
    spread = f" (±{interval:.3f}, 95 %{no_difference})" if interval else ""
    return (f"{case.name} is {verdict} {case.baseline.name}{spread}. Better: {', '.join(gained) or 'nothing measured'}. "
            f"Worse: {', '.join(lost) or 'nothing measured'}.")


def confidence(judged):
    seeds = min(len(c.runs) for c in judged)
    if seeds > 1:
        return f"Each figure is a mean over at least {seeds} seeds; differences inside the intervals are chance."
    return (f"One seed is one sample: differences of a few percent may be chance, those below {SMALL * 100:.0f} % certainly are no evidence. For "
            "figures to publish, sweep ten seeds.")


def storage(formulas):
    """What the formulas say at 1024 cores, also where CDR loses."""
    if not formulas:
        return ["Storage is not compared: there are no figures of `cdrsim cost` here."]
    bits, tile = (formulas.at(VERDICT_CORES, name) for name in ("bits_per_line", "bytes_per_tile"))
    own = [s for s in formulas.restricted if s in bits and s in tile]
    if not own:
        return []
    full = bits.get("full-map")
    said = [f"By storage alone, at {VERDICT_CORES} cores" +
            (f" a full map keeps {shown(full)} bits per line, {shown(tile['full-map'])} bytes per tile" if "full-map" in tile else "") + ". " +
            " ".join(f"{cdr} keeps {shown(bits[cdr])} bits per line" + (f", {full / bits[cdr]:.1f} times fewer" if full and bits[cdr] else "") +
                     f", and with its map caches and all identifiers takes {shown(tile[cdr])} bytes per tile." for cdr in own) +
            " k is the capacity of a domain, s the bits of its identifier."]
    said += formulas.notes
    said += [rank(formulas, tile, cdr) for cdr in dict.fromkeys((own[0], own[-1]))]
    return said + ["Bits are not all: schemes that name few sharers, or coarse ones, pay with broadcasts, needless invalidations or evicted "
                   "sharers. What that costs, runs with other `directory.sharers` tell."]


def rank(formulas, tile, cdr):
    others = [s for s in tile if not is_cdr(s)]
    larger = [f"{s} ({shown(tile[s])})" for s in others if tile[s] > tile[cdr]]
    smaller = [s for s in others if tile[s] < tile[cdr]]
    return (f"Of {len(others)} other schemes {len(larger)} take more bytes per tile than {cdr}: {', '.join(larger) or 'none'}. {len(smaller)} "
            f"take less, and there CDR loses on size: {', '.join(f'{s} ({shown(tile[s])})' for s in smaller) or 'none'}."
            f"{crossings(formulas, smaller, cdr)}")


def crossings(formulas, smaller, cdr):
    """Where that ends."""
    ends = {s: formulas.overtaken(s, cdr) for s in smaller}
    later = [f"{s} at {cores:,} cores" for s, cores in sorted(ends.items(), key=lambda item: item[1] or 0) if cores]
    never = [s for s, cores in ends.items() if not cores]
    return (f" Of the core counts computed, {cdr} is first smaller than {', '.join(later)}." if later else "") + (
        f" Up to {max(r['cores'] for r in formulas.rows):,} cores it never is smaller than {', '.join(never)}." if never else "")
