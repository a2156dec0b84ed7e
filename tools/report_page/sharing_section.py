# SPDX-License-Identifier: BSD-3-Clause
"""How many cores share a line or a page: the distributions of `cdrsim trace profile`, as what a domain of a size would hold."""

from report_page.figure import lines
from report_page.section import Section


def section(profiles, missing):
    page = Section("sharing", "Sharing profile")
    if not profiles:
        page.missing.append(f"No sharing profile: {missing}. It comes from `cdrsim trace profile CONFIG --format json`; files of that can "
                            "be given with --profile.")
        return page
    page.text.append("How much of the program touches lines and pages that at most so many cores share: what a sharer domain of that "
                     "capacity would hold without overflow. Sharers are counted over the whole run.")
    for index, (name, profile) in enumerate(profiles):
        curves = {}
        for kind in ("line", "page"):
            for what in ("blocks", "references"):
                label = f"{kind}s" if what == "blocks" else f"references, by {kind}"
                curves[label] = cumulative(profile[kind]["histogram"], what)
        page.add(lines(f"sharing-{index}", f"Sharers in {name}", "sharers at most", "percent", curves, log_x=True, step=True))
    return page


def cumulative(bins, what):
    total = sum(b[what] for b in bins)
    points, so_far = [], 0
    for b in sorted(bins, key=lambda b: b["sharers"]):
        so_far += b[what]
        if total and b["sharers"] > 0:
            points.append((b["sharers"], 100 * so_far / total))
    return points
