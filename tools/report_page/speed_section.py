# SPDX-License-Identifier: BSD-3-Clause
"""How fast, and with what traffic: speed-up against the baseline, cycles of misses, flit-hops."""

from report_page.figure import bars
from report_page.section import Section

REFERENCES = 1000  # counts are shown per so many, so that runs of different length compare
HOPS = "noc.flit_hops"


def per_references(case, name):
    value, _ = case.per_reference(name)
    return None if value is None else value * REFERENCES


def section(cases):
    page = Section("speed", "Speed and traffic")
    with_baseline = [c for c in cases if c.baseline]
    names = [c.name for c in cases]
    if any(c.baseline is not c for c in with_baseline):
        bases = sorted({c.baseline.name for c in with_baseline})
        against = bases[0] if len(bases) == 1 else "its baseline"
        copies, whole = [c.speedup() for c in with_baseline], [c.makespan_speedup() for c in with_baseline]
        page.text.append(f"Speed-up is against {against}; above 1 is faster. The mean over copies is geometric, of their finish "
                         "times; the whole run ends with its last.")
        several = any(len(r.copies) != 1 for c in with_baseline for r in c.runs)
        speeds = {"mean over copies": copies, "whole run": whole} if several else {"whole run": whole}
        page.add(bars("speed-up", f"Speed-up against {against}", [c.name for c in with_baseline], "times the speed",
                      {name: [v for v, _ in pairs] for name, pairs in speeds.items()}, reference=1,
                      errors={name: [e for _, e in pairs] for name, pairs in speeds.items()},
                      note="Whiskers are 95 % confidence intervals over seeds." if any(e for _, e in [*copies, *whole]) else ""))
    else:
        page.missing.append("No speed-up: it takes two runs of the same programs and cores, or a sweep with a [baseline].")
    page.add(bars("traffic", "Flits by class", names, f"flits per {REFERENCES} references",
                  stack(cases, "noc.flits_by_class."), stacked=True))
    page.add(bars("flit-hops", "Flit-hops", names, f"flit-hops per {REFERENCES} references",
                  {"flit-hops": [per_references(c, HOPS) for c in cases]},
                  note="Links crossed times flits: what homes nearby save, and what the links' energy follows."))
    return page


def stack(cases, prefix, leave_out=(), scale=per_references):
    """{part: [a value a case]} of the statistics below a prefix."""
    parts = dict.fromkeys(n for c in cases for n in c.names(prefix) if n not in leave_out)
    return {part.replace("_", " "): [scale(c, prefix + part) for c in cases] for part in parts}
