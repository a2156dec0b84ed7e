# SPDX-License-Identifier: BSD-3-Clause
"""What storage says by itself: what an experiment takes, and where CDR is smaller and larger than other schemes at 1024 cores."""

from report_page.section import shown
from report_page.storage_formulas import is_cdr
from report_page.storage_section import VERDICT_CORES


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
    known = row.get("parameters")
    return isinstance(known, dict) and all(known.get(name) == case.config("cdr", "sharers", key) for name, key in (("k", "capacity"), ("s", "id_bits")))


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
