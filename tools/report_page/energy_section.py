# SPDX-License-Identifier: BSD-3-Clause
"""Energy and area by component, CDR's own overhead apart."""

from report_page.figure import bars
from report_page.section import Section


def components(cases):
    """{component: [its keys]}: l1.dynamic and l1.leakage are l1; cdr.smc.dynamic is cdr smc."""
    found = {}
    for case in cases:
        for name in case.names("energy."):
            if name != "total":
                component = name.rsplit(".", 1)[0]
                keys = found.setdefault(component.replace(".", " "), [])
                if name not in keys:
                    keys.append(name)
    return dict(sorted(found.items(), key=lambda item: item[0].startswith("cdr")))  # CDR's own last


def per_reference(case, names):
    """nJ per reference. Components out of the tables' range (null) are left out: the text says so."""
    values = [case.per_reference(f"energy.{n}")[0] for n in names]
    values = [v for v in values if v is not None]
    return sum(values) if values else None


def section(cases):
    page = Section("energy", "Energy and area")
    have = [c for c in cases if c.names("energy.")]
    if not have:
        page.missing.append("No energy: results of this version of cdrsim have it; repeat the runs.")
    else:
        names = [c.name for c in have]
        of = components(have)
        page.text.append("Dynamic energy of the events counted, and leakage over the time that the run took, per reference. What CDR "
                         "adds stands apart: map caches, wider TLBs, refills, broadcasts.")
        page.add(bars("energy-components", "Energy by component", names, "nJ per reference",
                      {component: [per_reference(c, keys) for c in have] for component, keys in of.items()}, stacked=True))
        kinds = {"dynamic": [], "leakage": []}
        for keys in of.values():
            for key in keys:
                kind = key.rsplit(".", 1)[1]  # dynamic, leakage, clock
                kinds.setdefault(f"CDR, {kind}" if key.startswith("cdr.") else kind, []).append(key)
        page.add(bars("energy-kinds", "Dynamic energy, leakage, and what CDR adds", names, "nJ per reference",
                      {kind: [per_reference(c, keys) for c in have] for kind, keys in kinds.items()}, stacked=True))
        tell_gaps(page, have, "energy")
    with_area = [c for c in cases if c.names("area.")]
    if with_area:
        parts = dict.fromkeys(n for c in with_area for n in c.names("area.") if n != "total")
        page.add(bars("area", "Area of a tile by component", [c.name for c in with_area], "mm² per tile",
                      {n.replace("_", " "): [c.value(f"area.{n}") for c in with_area] for n in parts}, stacked=True))
        tell_gaps(page, with_area, "area")
    else:
        page.missing.append("No area: results of this version of cdrsim have it; repeat the runs.")
    return page


def tell_gaps(page, cases, kind):
    """What is null is not in the bars: say so, once for each reason."""
    gaps = {}
    for case in cases:
        for name in case.names(f"{kind}."):
            if case.value(f"{kind}.{name}") is None:
                reason = case.first.reasons.get(f"{kind}.{name}", "out of the tables' range")
                gaps.setdefault((name, reason), []).append(case.name)
    for (name, reason), where in gaps.items():
        page.text.append(f"Not in the bars of {', '.join(where[:5])}{' and others' if len(where) > 5 else ''}: {name} ({reason}). "
                         f"The {kind} is therefore partial.")
