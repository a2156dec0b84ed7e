# SPDX-License-Identifier: BSD-3-Clause
"""What `cdrsim cost` says of storage: every scheme on one tile, and CDR for each capacity that the experiments run.

    formulas = ask_storage(cases)          Formulas; NotThere: why there are none
    formulas.restricted                    ["cdr (k = 16, s = 16)", "cdr (k = 64, s = 16)"], the smallest first
    formulas.at(1024, "bytes_per_tile")    {label: value}, the smallest first

The tile is that of one configuration, chosen by its content, so the order of folders changes nothing: where sharers are restricted, one
that restricts them, and homes too if any does. A row's label is its scheme, and for CDR its parameters.
"""

import json
from dataclasses import dataclass, field

from checked_files import is_number, read_json
from report_page.inputs import BadInput
from report_page.program import NotThere, ask, config_of

CORES = [2**n for n in range(4, 21)]
HANDFUL = 5  # sets of parameters of CDR that are drawn; more hide the other schemes
PARAMETERS = ("k", "h", "s")  # of CDR's rows, in their labels
KEYS = ("capacity", "id_bits", "smc_entries")  # of [cdr.sharers], which CDR's storage depends on
SIZES = ("bits_per_line", "bytes_per_tile", "percent_of_llc")
TILE = ("l1", "l2", "llc", "tlb", "directory")  # sections which every scheme's storage depends on


@dataclass
class Formulas:
    rows: list  # of `cdrsim cost`, with a label
    notes: list = field(default_factory=list)  # what the figures are for

    @property
    def restricted(self):
        """Labels of plain Sharer Restriction, the smallest first."""
        return list(dict.fromkeys(r["label"] for r in self.rows if r["scheme"] == "cdr"))

    def curves(self, name):
        found = {}
        for r in self.rows:
            if r.get(name) is not None:
                found.setdefault(r["label"], []).append((r["cores"], r[name]))
        return {label: sorted(points) for label, points in found.items()}

    def at(self, cores, name):
        """{label: value}, the smallest first."""
        values = {r["label"]: r[name] for r in self.rows if r["cores"] == cores and r.get(name) is not None}
        return dict(sorted(values.items(), key=lambda item: (item[1], item[0])))

    def overtaken(self, label, by):
        """The first of the core counts from which on `by` takes fewer bytes per tile than a scheme; None: none."""
        curves = self.curves("bytes_per_tile")
        cdr, other = dict(curves[by]), dict(curves[label])
        common = [n for n in sorted(other) if n in cdr]
        return next((n for i, n in enumerate(common) if all(other[m] > cdr[m] for m in common[i:])), None)

    def of(self, label, cores):
        return next((r for r in self.rows if r["label"] == label and r["cores"] == cores), {})


def is_cdr(label):
    return "cdr" in label.split(" ")[0]


def parameters(row, names=None):
    """k = 64, s = 16."""
    known = row.get("parameters")
    known = known if isinstance(known, dict) else {}
    return ", ".join(f"{n} = {known[n]}" for n in names or known if n in known)


def labelled(rows, more=""):
    for r in rows:
        said = ", ".join(part for part in (parameters(r, PARAMETERS), more) if part) if is_cdr(r["scheme"]) else ""
        r["label"] = f"{r['scheme']} ({said})" if said else r["scheme"]
    return rows


def read_storage(path):
    return Formulas(labelled(check(read_json(path, given=True), path)))


def ask_storage(cases):
    configured = [c for c in cases if config_of(c)]
    if not configured:
        raise NotThere("no run has its config.toml")
    restricting = [c for c in configured if c.restricts[0]]
    base = min(restricting or configured, key=lambda c: (not c.restricts[1], content(c), c.first.folder))
    cores = ",".join(map(str, sorted({*CORES, *(c.cores for c in cases if c.cores)})))

    def cost(*changes):
        return check(ask("cost", config_of(base), *changes, "--cores", cores, "--format", "json"), "cdrsim cost")

    notes = differences(configured, base)
    if not restricting:
        notes.insert(0, "No experiment here restricts sharers: CDR's parameters are those that the configuration would use.")
        return Formulas(labelled(cost()), notes)
    every = sorted({tuple(c.config("cdr", "sharers", key) for key in KEYS) for c in restricting}, key=lambda v: [x or 0 for x in v])
    sets = few(every)
    if len(sets) < len(every):
        notes.insert(0, f"Of {len(every)} sets of parameters that were run, {len(sets)} are shown.")
    several_smc = len({smc for _, _, smc in every}) > 1
    rows = []
    for values in sets:
        changes = [word for key, v in zip(KEYS, values) if v is not None for word in ("--set", f"cdr.sharers.{key}={v}")]
        own = labelled(cost(*changes), f"SMC {values[2]}" if several_smc else "")
        last = values == sets[-1]  # the largest capacity: where restriction takes most
        rows += [r for r in own if r["scheme"] == "cdr" or last]
    return Formulas(rows, notes)


def few(items):
    """At most a handful of them, the first and the last among them."""
    if len(items) <= HANDFUL:
        return items
    return [items[round(i * (len(items) - 1) / (HANDFUL - 1))] for i in range(HANDFUL)]


def content(case):
    """A configuration as text, without what it runs."""
    return json.dumps({k: v for k, v in case.first.config.items() if k not in ("workload", "run")}, sort_keys=True)


def differences(cases, base):
    """The figures are for one tile: which keys of it the experiments vary."""
    told = []
    for section in TILE:
        for key in sorted({k for c in cases for k in (c.config(section) or {})} - {"sharers", "store"}):
            values = sorted({str(c.config(section, key)) for c in cases})
            if len(values) > 1:
                told.append(f"{section}.{key} is {base.config(section, key)} (run with {', '.join(values)})")
    return [f"These figures are for one tile; where the experiments differ: {'; '.join(told)}."] if told else []


def check(answer, where):
    rows = answer.get("storage") if isinstance(answer, dict) else None
    ok = isinstance(rows, list) and rows and all(
        isinstance(r, dict) and isinstance(r.get("scheme"), str) and isinstance(r.get("cores"), int) and r["cores"] > 0 and
        all(r.get(n) is None or is_number(r[n]) and (r[n] > 0 or r[n] == 0 and r["scheme"] != "cdr") for n in SIZES) for r in rows)
    if not ok:
        raise BadInput(f"{where}: expected {{\"storage\": [{{\"scheme\", \"cores\", \"bits_per_line\", ...}}]}}, as `cdrsim cost "
                       "--format json` prints it")
    return rows
