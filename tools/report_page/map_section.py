# SPDX-License-Identifier: BSD-3-Clause
"""How often translation finds what it looks for: TLB, home map cache, sharer map cache."""

from report_page.figure import bars
from report_page.section import Section
from report_page.speed_section import REFERENCES, per_references

CACHES = {"TLB": "tlb", "HMC": "hmc", "SMC": "smc"}


def section(cases):
    page = Section("maps", "Map caches")
    used = {label: name for label, name in CACHES.items() if any(c.value(f"{name}.lookups") for c in cases)}
    if not {"hmc", "smc"} & set(used.values()):
        page.missing.append("No map caches: no run restricts anything. Set cdr.sharers.level or cdr.homes.level.")
    else:
        page.text.append("The home map cache (HMC) finds a line's home on a private miss, the sharer map cache (SMC) a sharer's tile on an "
                         "invalidation. Bars are missing where a cache was never asked.")
    names = [c.name for c in cases]
    rates = {label: [hit_rate(c, name) for c in cases] for label, name in used.items()}
    page.add(bars("hit-rates", "Hit rates", names, "percent of look-ups that hit", rates, limit=100))
    page.add(bars("map-misses", "Misses", names, f"per {REFERENCES} references",
                  {label: [per_references(c, f"{name}.misses") for c in cases] for label, name in used.items()}))
    return page


def hit_rate(case, name):
    misses, _ = case.per(f"{name}.misses", f"{name}.lookups")
    return None if misses is None else 100 * (1 - misses)
