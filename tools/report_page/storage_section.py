# SPDX-License-Identifier: BSD-3-Clause
"""What tracking sharers costs in bits, against the number of cores: every scheme that `cdrsim cost` knows."""

from report_page.figure import bars, lines
from report_page.section import Section, Table, exact
from report_page.storage_formulas import is_cdr, parameters

VERDICT_CORES = 1024


def section(formulas, missing, cases):
    page = Section("storage", "Storage against cores")
    own_parts(page, cases)
    if not formulas:
        page.missing.append(f"No storage figures ({missing}). They come from `cdrsim cost CONFIG --format json`; a file of that can be "
                            "given with --cost.")
        return page
    page.text.append("Bits that an entry of the directory spends on sharers and identifiers, without the protocol's state. "
                     "Both axes are logarithmic: a scheme that needs a bit per core rises by the diagonal, one that names cores "
                     "by number rises with the logarithm, Sharer Restriction is flat but for the owner's number.")
    page.text.append("k is the capacity of a sharer domain (`cdr.sharers.capacity`), s the bits of a domain's identifier "
                     "(`cdr.sharers.id_bits`), h the most homes of a home domain.")
    page.text += formulas.notes
    restricted = formulas.restricted
    for id, title, value, note in [
            ("bits", "Bits per line", "bits per line", ""),
            ("percent", "All structures, as a share of LLC data", "percent of LLC data",
             "With what lies beside the entries: map caches, wider TLBs, identifiers in private caches.")]:
        curves = positive(formulas.curves("bits_per_line" if id == "bits" else "percent_of_llc"))
        published = {s: c for s, c in curves.items() if not is_cdr(s) or s in restricted}
        own = {s: c for s, c in curves.items() if is_cdr(s) or s == "full-map"}
        page.add(lines(f"storage-{id}", title, "cores", value, published, log_x=True, log_value=True, strong=restricted, note=note))
        if len(own) > 1 + len(restricted):
            page.add(lines(f"storage-{id}-cdr", f"{title}: Sharer Restriction over other schemes", "cores", value, own, log_x=True,
                           log_value=True, strong=restricted))
    tile = formulas.at(VERDICT_CORES, "bytes_per_tile")
    if tile:
        page.add(bars("storage-1024", f"Bytes per tile at {VERDICT_CORES} cores", list(tile), "bytes per tile",
                      {"bytes per tile": list(tile.values())}, category="scheme", strong=[s for s in tile if is_cdr(s)],
                      note="The smallest first. What CDR takes is filled solid."))
        page.tables.append(schemes(formulas, tile))
    return page


def own_parts(page, cases):
    """What the runs' own directories consist of."""
    have = [c for c in cases if c.names("storage.parts.")]
    parts = dict.fromkeys(n for c in have for n in c.names("storage.parts."))
    page.add(bars("storage-parts", "Storage of these experiments", [c.name for c in have], "bytes per tile",
                  {p.replace("_", " "): [c.value(f"storage.parts.{p}") for c in have] for p in parts}, stacked=True))


def schemes(formulas, tile):
    of = {s: formulas.of(s, VERDICT_CORES) for s in tile}
    cdr = next((s for s in reversed(formulas.restricted) if s in tile), None)
    from_cores = {s: formulas.overtaken(s, cdr) for s in tile if cdr and not is_cdr(s)}
    return Table(f"Schemes at {VERDICT_CORES} cores, the smallest first",
                 ["scheme", "bits per line", "bytes per tile", "% of LLC data", f"{cdr or 'CDR'} is first smaller at", "parameters",
                  "knows the sharers", "formula", "source"],
                 [[s, exact(of[s].get("bits_per_line")), exact(size), exact(of[s].get("percent_of_llc")),
                   "" if s not in from_cores else f"{from_cores[s]:,} cores" if from_cores[s] else "no count here",
                   parameters(of[s]), *(str(of[s].get(key, "")) for key in ("tracks", "formula", "source"))]
                  for s, size in tile.items()])


def positive(points):
    """A logarithmic axis has no place for 0. The highest curve first, so that a legend is in the order of the curves' ends."""
    kept = {s: pairs for s, p in points.items() if (pairs := [(x, y) for x, y in p if x > 0 and y > 0])}
    return dict(sorted(kept.items(), key=lambda item: (-item[1][-1][1], item[0])))
