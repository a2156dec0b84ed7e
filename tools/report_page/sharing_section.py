# SPDX-License-Identifier: BSD-3-Clause
"""How many cores share a line or a page, as `cdrsim trace profile` counts it, and the domains that it proposes."""

from report_page.figure import bars, lines
from report_page.section import Section, Table, shown
from result_file import is_number

KINDS = ("line", "page")


def section(profiles, missing):
    page = Section("sharing", "Sharing profile")
    if not profiles:
        page.missing.append(f"No sharing profile ({missing}). It comes from `cdrsim trace profile CONFIG --format json`; files of that can "
                            "be given with --profile.")
        return page
    page.text.append("How much of the program touches lines and pages that at most so many cores share, counted over the whole run. For lines "
                     "that is an upper bound: a domain of the line's own could name them, a domain of many lines holds no more, as its "
                     "names are for all of them. What a static domain of each level holds is drawn beside it.")
    for index, (name, profile) in enumerate(profiles):
        curves = {}
        for kind in KINDS:
            curves[f"{kind}s"] = cumulative(profile[kind]["histogram"], "blocks")
            curves[f"references, by {kind}"] = cumulative(profile[kind]["histogram"], "references")
        page.add(lines(f"sharing-{index}", f"Sharers in {name}", "sharers at most", "percent", curves, log_x=True, step=True, limit=100))
        page.add(lines(f"sharing-domains-{index}", f"What a domain holds in {name}", "capacity", "percent of references", held(profile),
                       log_x=True, limit=100, note="References to lines that the domain tracks precisely: it has at most so many members, or "
                       "all sharers of the line are among its first. The bound is for a domain of each line's own."))
        page.add(lines(f"sharing-time-{index}", f"Sharers over time in {name}", "interval", "mean sharers within the interval",
                       {f"{kind}s": over_time(profile[kind]) for kind in KINDS if over_time(profile[kind])}))
        if proposals := proposed(name, profile):
            page.tables.append(proposals)
    page.add(classes(profiles))
    return page


def cumulative(bins, what):
    total = sum(b[what] for b in bins)
    points, so_far = [], 0
    for b in sorted(bins, key=lambda b: b["sharers"]):
        so_far += b[what]
        if total and b["sharers"] > 0:
            points.append((b["sharers"], 100 * so_far / total))
    return points


def held(profile):
    """{level: [(capacity, percent of references)]}, and the bound that no domain exceeds."""
    curves = {f"{d.get('level')} level": d for d in rows_of(profile, "domains", [])}
    if curves:
        curves["upper bound"] = profile["line"]
    points = {name: [(r["capacity"], 100 * r["references_fraction"]) for r in rows_of(table, "capacities", ["capacity", "references_fraction"])]
              for name, table in curves.items()}
    return {name: pairs for name, pairs in points.items() if pairs}


def rows_of(table, key, numbers):
    """The rows of a part that a profile may have; those that lack a number are left out."""
    rows = table.get(key)
    return [r for r in rows if isinstance(r, dict) and all(is_number(r.get(n)) for n in numbers)] if isinstance(rows, list) else []


def over_time(table):
    return [(r["interval"], r["mean_sharers"]) for r in rows_of(table, "intervals", ["interval", "mean_sharers"])]


def classes(profiles):
    """References by how their line is shared."""
    of = [{r.get("class"): r["references"] for r in rows_of(p["line"], "classes", ["references"])} for _, p in profiles]
    values = {}
    for kind in dict.fromkeys(k for shares in of for k in shares):
        values[str(kind).replace("-", ", ", 1)] = [100 * s[kind] / sum(s.values()) if kind in s and sum(s.values()) else None for s in of]
    return bars("sharing-classes", "Who reads and who writes", [name for name, _ in profiles], "percent of references, by line", values,
                stacked=True, category="program", limit=100)


def proposed(name, profile):
    rows = [[str(r.get("level")), shown(r["domains"]), shown(r["capacity"]), str(r.get("capacity_reason", "")), str(r.get("homes", "")),
             str(r.get("homes_reason", ""))] for r in rows_of(profile, "domains", ["domains", "capacity"])]
    return Table(f"Domains proposed for {name}", ["level", "domains", "capacity", "because", "homes", "because"], rows) if rows else None
