# SPDX-License-Identifier: BSD-3-Clause
"""What tracking sharers costs in bits, against the number of cores: every scheme that `cdrsim cost` knows."""

from report_page.figure import bars, lines
from report_page.section import Section

VERDICT_CORES = 1024


def is_cdr(scheme):
    return scheme == "cdr" or scheme.startswith("cdr+") or scheme.startswith("cdr-")


def by_scheme(rows, field):
    found = {}
    for r in rows:
        if r.get(field) is not None:
            found.setdefault(r["scheme"], []).append((r["cores"], r[field]))
    return {scheme: sorted(points) for scheme, points in found.items()}


def at_cores(rows, cores, field):
    """{scheme: value}, the smallest first."""
    values = {r["scheme"]: r[field] for r in rows if r["cores"] == cores and r.get(field) is not None}
    return dict(sorted(values.items(), key=lambda item: (item[1], item[0])))


def section(rows, missing):
    page = Section("storage", "Storage against cores")
    if not rows:
        page.missing.append(f"No storage figures: {missing}. They come from `cdrsim cost CONFIG --format json`; a file of that can be "
                            "given with --cost.")
        return page
    page.text.append("Bits that an entry of the directory spends on sharers and identifiers, without the protocol's state. "
                     "Both axes are logarithmic: a scheme that needs a bit per core rises by the diagonal, one that names cores "
                     "by number rises with the logarithm, Sharer Restriction is flat but for the owner's number.")
    strong = [s for s in by_scheme(rows, "bits_per_line") if is_cdr(s)]
    page.add(lines("storage-bits", "Bits per line", "cores", "bits per line", positive(by_scheme(rows, "bits_per_line")), log_x=True,
                   log_value=True, strong=strong))
    page.add(lines("storage-percent", "All structures, as a share of LLC data", "cores", "percent of LLC data",
                   positive(by_scheme(rows, "percent_of_llc")), log_x=True, log_value=True, strong=strong,
                   note="With what lies beside the entries: map caches, wider TLBs, identifiers in private caches."))
    tile = at_cores(rows, VERDICT_CORES, "bytes_per_tile")
    if tile:
        page.add(bars("storage-1024", f"Bytes per tile at {VERDICT_CORES} cores", list(tile), "bytes per tile",
                      {"bytes per tile": list(tile.values())}, category="scheme", strong=[s for s in tile if is_cdr(s)],
                      note="The smallest first. Schemes of Sharer Restriction are filled solid."))
    return page


def positive(points):
    """A logarithmic axis has no place for 0."""
    return {s: kept for s, p in points.items() if (kept := [(x, y) for x, y in p if x > 0 and y > 0])}
