# SPDX-License-Identifier: BSD-3-Clause
"""Reads a sweep file, as strictly as the simulator reads a configuration. docs/sweeps.md describes the format.

    spec = read_spec("configs/sweeps/domain-size.toml", declared)    SweepError lists everything that is wrong
    spec.dimensions[0].alternatives[2].columns                       {"cdr.sharers.capacity": 16}
    spec.dimensions[0].alternatives[2].sets                          the same, as the simulator is told: paths are whole

A dimension is what varies by itself: an axis, axes zipped together, a group of variants, or the seeds.
"""

import fnmatch
import itertools
import math
import os
import re
import tomllib
from dataclasses import dataclass, field

from checked_files import BadValue, Damaged, check_values, place, read_bytes
from console import one_line
from nearest import did_you_mean
from result_file import HISTOGRAM
from sweeps import ranges
from sweeps.declared import ask
from sweeps.toml_lines import line_of, toml_lines

TOP = ("name", "base", "seeds", "set", "axes", "zip", "variants", "exclude", "baseline", "metrics")
RESERVED = ("point", "config_hash", "version", "finished", "seeds", "failed", "speedup")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+-]*", re.ASCII)
SUMMARY = ["sim.cycles", "sim.accesses", "memory.latency.mean", "memory.load_latency.mean", "memory.store_latency.mean",
           "l1.misses", "llc.misses", "directory.invalidations", "directory.broadcasts", "noc.flits", "noc.flit_hops",
           "noc.latency.mean", "smc.misses", "hmc.misses", "tlb.misses", "dram.reads", "dram.writes", "energy.total",
           "storage.bits_per_line", "storage.bytes_per_tile", "storage.percent_of_llc", "area.total"]
TOLD = 100  # values in a message
LONGEST = 4096  # characters of a value
COST_METRICS = ("energy.", "storage.", "area.")


class SweepError(Exception):
    """Every problem of a sweep, a line each."""


@dataclass
class Alternative:
    columns: dict  # what results.csv shows
    sets: dict  # what the simulator is told


@dataclass
class Dimension:
    where: tuple  # its place in the file
    alternatives: list = field(default_factory=list)


@dataclass
class Spec:
    path: str
    text: bytes
    lines: dict
    name: str = ""
    base: str = ""
    sets: dict = field(default_factory=dict)
    dimensions: list = field(default_factory=list)
    columns: list = field(default_factory=list)
    places: dict = field(default_factory=dict)  # of keys that are set: where in the file, for messages
    excludes: list = field(default_factory=list)  # [{column: [values]}]
    baseline: dict = field(default_factory=dict)
    metrics: list = field(default_factory=list)
    own_metrics: bool = False  # the file names them

    def at(self, *path):
        return f"{self.path}:{line_of(self.lines, path)}"


def read_spec(path, declared):
    shown = one_line(path)
    try:
        text = read_bytes(path, given=True)
        document = tomllib.loads(text.decode("utf-8"))
    except Damaged as e:
        raise SweepError(one_line(str(e))) from None
    except UnicodeDecodeError as e:
        raise SweepError(f"{shown}: byte {e.start} is no UTF-8") from None
    except tomllib.TOMLDecodeError as e:
        m = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(e), re.S)
        line = m[2] or text.count(b"\n") + 1 if m else 1
        raise SweepError(f"{shown}:{line}: {m[1] if m else e}") from None
    except RecursionError:
        raise SweepError(f"{shown}: nested too deeply") from None
    except ValueError:  # what int() says of thousands of digits; no other number gets there
        line = text.count(b"\n", 0, re.search(rb"[0-9_]{1000}|$", text).start()) + 1
        raise SweepError(f"{shown}:{line}: a number beyond 1e40") from None
    spec = Spec(shown, text, toml_lines(text.decode("utf-8")))
    try:
        check_values(document)
    except BadValue as e:
        at = tuple(int(part) if re.fullmatch("[0-9]{1,9}", part, re.ASCII) else part for part in e.at)
        raise SweepError(f"{shown}:{line_of(spec.lines, at)}: {place(e.at)}{e}") from None
    reader = Reader(spec, document, declared, path)
    reader.read()
    if reader.problems:
        raise SweepError("\n".join(text for _, text in sorted(reader.problems, key=lambda p: p[0])))
    return spec


def flattened(table, path=()):
    """(dotted key, value, place) of what nested tables hold."""
    for key, value in table.items():
        if isinstance(value, dict) and not ranges.is_range(value):
            for inner, v, place in flattened(value, path + (key,)):
                yield f"{key}.{inner}", v, place
        else:
            yield key, value, path + (key,)


class Reader:
    def __init__(self, spec, document, declared, path):
        self.spec, self.document, self.declared = spec, document, declared
        self.problems = []
        self.folder = os.path.dirname(os.path.abspath(path))
        self.known = {}  # column -> its values
        self.taken = {}  # key -> what set it first

    def problem(self, place, what):
        line = line_of(self.spec.lines, place)
        key = ".".join(str(p) for p in place)
        self.problems.append((line, f"{self.spec.path}:{line}: {key + ': ' if key else ''}{what}"))

    def read(self):
        for key in self.document:
            if key not in TOP:
                self.problem((key,), f"unknown key{did_you_mean(key, TOP)}; a sweep has {', '.join(TOP)}")
        self.read_names()
        for key, value, place in self.table("set"):
            if self.check(key, value, place) and self.claim(key, place):
                self.spec.sets[key] = self.told(key, value)
        for section in self.document:  # in the file's order: the first varies slowest
            if section == "axes":
                self.read_axes()
            elif section == "zip":
                self.read_zips()
            elif section == "variants":
                self.read_variants()
        self.read_seeds()
        columns = dict.fromkeys(c for d in self.spec.dimensions for a in d.alternatives for c in a.columns)
        self.spec.columns = list(columns)
        if not self.spec.dimensions and not self.problems:
            self.problem((), "there is nothing to sweep: add [axes], [[zip]], [variants] or seeds")
        self.read_excludes()
        self.read_baseline()
        self.read_metrics()

    # ---- Pieces

    def table(self, name):
        section = self.document.get(name, {})
        if not isinstance(section, dict):
            self.problem((name,), f"is a table: write [{name}] and its keys below")
            return []
        return [(key, value, (name,) + place) for key, value, place in flattened(section)]

    def blocks(self, name):
        section = self.document.get(name, [])
        if not isinstance(section, list) or not all(isinstance(b, dict) for b in section):
            self.problem((name,), f"is repeated: write [[{name}]], with two brackets")
            return []
        return [[(k, v, (name, i) + p) for k, v, p in flattened(b)] for i, b in enumerate(section)]

    def check(self, key, value, place):
        """Whether a key may have this value; notes it when not."""
        what = self.declared.problem_with_key(key)
        if not what and isinstance(value, str) and len(value) > LONGEST:
            what = f"a text of {len(value)} characters; at most {LONGEST}"
        what = what or self.declared.problem_with_value(key, value)
        if what:
            self.problem(place, what)
        return not what

    def claim(self, key, place, group=None):
        """A key may be set in one place only; variants of one group exclude each other."""
        owner = self.taken.setdefault(key, (group or place, place))
        if owner[0] != (group or place):
            self.problem(place, f"{key} is already set in line {line_of(self.spec.lines, owner[1])}")
            return False
        self.spec.places.setdefault(key, place)
        return True

    def told(self, key, value):
        """Paths are relative to the sweep file."""
        if self.declared.is_path(key) and value:
            return os.path.normpath(os.path.join(self.folder, value))
        return value

    def axis(self, key, given, place, group=None, once=True):
        """The legal values of an axis; notes what is wrong with the others."""
        what = self.declared.problem_with_key(key)
        try:
            values = ranges.values(given, once)
        except ranges.BadRange as e:
            what = what or str(e)
        if what:
            self.problem(place, what)
            return []
        if not self.claim(key, place, group):
            return []
        return [v for v in values if self.check(key, v, place)]

    def read_names(self):
        spec, stem = self.spec, os.path.splitext(os.path.basename(self.spec.path))[0]
        spec.name = self.document.get("name", stem)
        if not isinstance(spec.name, str) or not NAME.fullmatch(spec.name):
            self.problem(("name",), "expected a word of letters, digits, -, _ and +")
        base = self.document.get("base")
        if not isinstance(base, str) or not base:
            self.problem(("base",), "expected the configuration that the sweep varies, such as \"../chip-64.toml\"")
            return
        spec.base = os.path.normpath(os.path.join(self.folder, base))
        if not os.path.isfile(spec.base):
            self.problem(("base",), f"{one_line(spec.base)}: no such file")

    def read_axes(self):
        for key, given, place in self.table("axes"):
            values = self.axis(key, given, place)
            if values:
                self.spec.dimensions.append(
                    Dimension(place, [Alternative({key: v}, {key: self.told(key, v)}) for v in values]))

    def read_zips(self):
        for i, block in enumerate(self.blocks("zip")):
            axes = {key: self.axis(key, given, place, once=False) for key, given, place in block}
            lengths = {key: len(values) for key, values in axes.items()}
            if not axes or min(lengths.values()) == 0:
                if not axes:
                    self.problem(("zip", i), "the block is empty")
            elif len(set(lengths.values())) > 1:
                counts = ", ".join(f"{key} has {n}" for key, n in lengths.items())
                self.problem(("zip", i), f"zipped axes are of one length: {counts}")
            else:
                rows = [dict(zip(axes, row)) for row in zip(*axes.values())]
                twice = first_twice(tuple(row.values()) for row in rows)
                if twice:
                    self.problem(("zip", i), "is there twice: " + ", ".join(f"{k} = {v}" for k, v in zip(axes, twice)))
                self.spec.dimensions.append(
                    Dimension(("zip", i), [Alternative(r, {k: self.told(k, v) for k, v in r.items()}) for r in rows]))

    def read_variants(self):
        groups = self.document["variants"]
        if not isinstance(groups, dict):
            self.problem(("variants",), "holds groups: write [variants.GROUP] and NAME = { key = value } below")
            return
        for group, variants in groups.items():
            place = ("variants", group)
            if not NAME.fullmatch(group) or group in RESERVED or not isinstance(variants, dict) or not variants:
                self.problem(place, "expected a group with a name of its own: [variants.GROUP], NAME = { key = value } below")
                continue
            dimension = Dimension(place)
            for name, keys in variants.items():
                if not isinstance(keys, dict) or not NAME.fullmatch(name):
                    self.problem(place + (name,), "expected NAME = { key = value, ... }, a name of letters, digits, -, _ and +")
                    continue
                dimension.alternatives += self.variant(group, name, keys)
            self.spec.dimensions.append(dimension)

    def variant(self, group, name, keys):
        """One alternative; several when keys have lists or ranges: these are axes of this variant alone."""
        fixed, axes = {}, {}
        for key, value, place in flattened(keys, ("variants", group, name)):
            if isinstance(value, list) or ranges.is_range(value):
                axes[key] = self.axis(key, value, place, group=("variants", group))
            elif self.check(key, value, place) and self.claim(key, place, group=("variants", group)):
                fixed[key] = self.told(key, value)
        count = math.prod(map(len, axes.values()))
        if count > ranges.MOST:
            self.problem(("variants", group, name), f"{count} points; at most {ranges.MOST}")
            return []
        result = []
        for row in itertools.product(*axes.values()):
            own = dict(zip(axes, row))
            result.append(Alternative({group: name, **own}, {**fixed, **{k: self.told(k, v) for k, v in own.items()}}))
        return result

    def read_seeds(self):
        if "seeds" not in self.document:
            return
        seeds = self.document["seeds"]
        if isinstance(seeds, int) and not isinstance(seeds, bool) and 1 <= seeds <= ranges.MOST:
            seeds = list(range(1, seeds + 1))
        if not isinstance(seeds, list):
            self.problem(("seeds",), "expected how many, or a list of seeds")
            return
        values = self.axis("run.seed", seeds, ("seeds",))
        if values:
            self.spec.dimensions.append(Dimension(("seeds",), [Alternative({"run.seed": v}, {"run.seed": v}) for v in values]))

    def column(self, name, place):
        if name in self.spec.columns:
            return True
        self.problem(place, f"no axis of this sweep{did_you_mean(name, self.spec.columns)}; "
                            f"axes: {', '.join(self.spec.columns) or 'none'}")
        return False

    def known_values(self, name):
        """{comparable: value}, of a column of results.csv."""
        if name not in self.known:
            self.known[name] = {comparable(a.columns[name]): a.columns[name] for d in self.spec.dimensions for a in d.alternatives
                                if name in a.columns}
        return self.known[name]

    def value_of_column(self, name, value, place):
        known = self.known_values(name)
        if isinstance(value, ranges.SCALAR) and comparable(value) in known:
            return True
        texts = list(dict.fromkeys(str(k) for k in itertools.islice(known.values(), TOLD)))
        more = f" and {len(known) - TOLD} more" if len(known) > TOLD else ""
        self.problem(place, f"{name} is never {value!r}{did_you_mean(str(value), texts)}; values: {', '.join(texts)}{more}")
        return False

    def read_excludes(self):
        for i, block in enumerate(self.blocks("exclude")):
            if not block:
                self.problem(("exclude", i), "the block is empty; it would exclude everything")
            rule = {}
            for name, value, place in block:
                values = value if isinstance(value, list) else [value]
                if self.column(name, place) and all([self.value_of_column(name, v, place) for v in values]):
                    rule[name] = values
            self.spec.excludes.append(rule)

    def read_baseline(self):
        for name, value, place in self.table("baseline"):
            if name == "run.seed":
                self.problem(place, "a point is compared with the baseline of its own seed")
            elif self.column(name, place) and self.value_of_column(name, value, place):
                self.spec.baseline[name] = value
        if "baseline" in self.document and not self.document["baseline"]:
            self.problem(("baseline",), "is empty: name the axes and values that make a point the baseline")

    def read_metrics(self):
        table = self.document.get("metrics", {})
        if not isinstance(table, dict):
            self.problem(("metrics",), "is a table: write [metrics] and its keys below")
            return
        for key in table:
            if key != "summary":
                self.problem(("metrics", key), f"unknown key{did_you_mean(key, ['summary'])}; [metrics] has summary")
        wanted = table.get("summary", SUMMARY)
        if not isinstance(wanted, list) or not wanted or not all(isinstance(w, str) for w in wanted):
            self.problem(("metrics", "summary"), "expected a list of columns of results.csv, such as [\"sim.cycles\", \"noc.*\"]")
            return
        names = [s["name"] for s in ask(self.declared.program, "describe", "stats", "--json")["statistics"]]
        names += [f"{n}.{part}" for n in names for part in HISTOGRAM]
        for w in wanted:
            if not w.startswith(COST_METRICS) and not fnmatch.filter(names, w):
                self.problem(("metrics", "summary"), f'there is no column "{w}"{did_you_mean(w, names)}')
        self.spec.metrics, self.spec.own_metrics = wanted, "summary" in table


def comparable(value):
    """Equal for values that are the same as numbers and words; true is not 1."""
    return isinstance(value, bool), value


def first_twice(rows):
    seen = set()
    for row in rows:
        if row in seen:
            return row
        seen.add(row)
    return None
