# SPDX-License-Identifier: BSD-3-Clause
"""Which scheme, and why: computed from the page's own figures by a rule that the page states.

The rule: of the experiments with one number of cores, those whose speed is within 5 % of the fastest; of these the one whose coherence
storage takes the fewest bytes per tile; of equals the fastest. 1024 cores come first where they were run, else the most that were. Where
there are no two experiments to compare, or no storage, the paragraph says so and decides less.
"""

from dataclasses import dataclass, replace

from report_page.gains_and_losses import confidence, judgement, speed, speeds, told
from report_page.inputs import programs
from report_page.section import Section, Table, shown
from report_page.storage_section import VERDICT_CORES
from report_page.storage_verdict import bytes_per_tile, storage
from result_file import is_number
from sweeps.statistics_of_seeds import geometric_mean, mean_and_ci95

SLACK = 0.05
COUNTS = 3  # numbers of cores with a choice each
ROWS = 40


def section(cases, formulas):
    sizes = sorted({c.cores for c in cases if c.cores}, key=lambda n: (n != VERDICT_CORES, -n))
    judged = {n: [c for c in cases if c.cores == n and speed(c)] for n in sizes}
    rivals = {n: found for n in sizes if len(found := candidates(comparable(judged[n]))) > 1}
    first = next(iter(rivals), VERDICT_CORES)
    page = Section("verdict", f"Which scheme at {first} cores?")
    compared = judged.get(first, [])
    if rivals:
        page.text.append(choice(rivals[first], formulas))
        page.text += [f"At {n} cores: {choice(rivals[n], formulas)}" for n in list(rivals)[1:COUNTS]]
        if VERDICT_CORES not in rivals:
            page.text.append(f"No experiments of {VERDICT_CORES} cores can be compared here: of that size the page knows storage alone.")
        page.tables.append(ranking(rivals[first], first, formulas))
    elif compared := [c for of in judged.values() if len(of) > 1 for c in of]:
        page.text.append("No single choice follows: no two configurations ran the same set of programs. Speeds are compared with the "
                         "baselines below.")
    else:
        compared = cases
        page.text.append("Speed decides nothing here: it takes two runs of the same programs on machines of one size that their config.toml "
                         "tells, and there is nothing to compare.")
    words = told(compared)
    page.text += words
    if words:
        page.text.append(confidence(compared))
    page.text += storage(formulas)
    return page


def comparable(judged):
    """The same experiments with one baseline for each set of programs: a sweep may have several, such as one for each level."""
    first = {}
    for case in judged:
        first.setdefault(programs(case), case.baseline)
    copies = {id(c): replace(c) for c in judged}
    for case in copies.values():
        base = first[programs(case)]
        case.baseline = copies.get(id(base), base)
    return [c for c in copies.values() if speed(c)]


@dataclass
class Candidate:
    """A machine under each of the programs."""

    name: str
    cases: list

    def speed(self):
        return self.speed_and_interval()[0]

    def speed_and_interval(self):
        """Geometric mean over the programs; the interval is over its values for each seed, where all programs have the same seeds."""
        by_program = [speeds(c) for c in self.cases]
        seeds = list(by_program[0])
        if all(s.keys() == by_program[0].keys() and all(map(is_number, s.values())) for s in by_program):
            return mean_and_ci95([geometric_mean([s[seed] for s in by_program]) for seed in seeds])
        return geometric_mean([speed(c) for c in self.cases]), None

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
    baselines = {id(c.baseline) for c in judged}
    return [Candidate(name, list(of.values())) for (_, name), of in groups.items() if len(of) == len(baselines)]


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
    if len(chosen.cases) > 1 and chosen is base:
        said += f". Speed is the geometric mean over {len(chosen.cases)} programs"
    elif len(chosen.cases) > 1:
        said += f". Speed is the geometric mean over {len(chosen.cases)} programs: {chosen.speed():.3f} times {base.name if base else 'the baseline'}'s"
    return said + "."


def ranking(rivals, cores, formulas):
    """All of them, the fastest first."""
    programs = len(rivals[0].cases)
    over = f", geometric mean over {programs} programs" if programs > 1 else ""
    base = next((c for c in rivals if all(case.baseline is case for case in c.cases)), None)
    rows = []
    for c in sorted(rivals, key=lambda c: (-c.speed(), c.name))[:ROWS]:
        times, interval = c.speed_and_interval()
        is_base = c is base
        rows.append([c.name, f"{times:.4g}", "" if interval is None or is_base else f"±{interval:.2g}",
                     "the baseline" if is_base else judgement(times, interval), shown(c.size(formulas))])
    return Table(f"Speed at {cores} cores against {base.name if base else 'the baseline'}{over}",
                 ["configuration", "times the speed", "95 %", "difference", "coherence storage, bytes per tile"], rows)
