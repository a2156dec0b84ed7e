# SPDX-License-Identifier: BSD-3-Clause
"""Which experiments these are: version, hash, seed, and how their configurations differ."""

import os

from report_page.section import Section, Table, shown

TEXTS = 12  # configurations printed whole
ROWS = 400


def section(cases):
    page = Section("runs", "Runs and provenance")
    page.text.append("Equal hashes are equal experiments: the hash is over all values of the configuration and the traces' checksums.")
    runs = [(c, r) for c in cases for r in c.runs]
    page.tables.append(Table("Runs", ["run", "version", "config hash", "seed", "cores", "finished", "cycles", "references",
                                      "simulated in (s)"],
                             [[c.name, r.version, r.config_hash, text(r.seed), shown(c.cores), "yes" if r.finished else "no, cut short",
                               shown(r.values.get("sim.cycles")), shown(r.values.get("sim.accesses")), shown(r.host_seconds)]
                              for c, r in runs[:ROWS]]))
    if len(runs) > ROWS:
        page.text.append(f"The first {ROWS} of {len(runs)} runs are listed.")
    versions = sorted({r.version for _, r in runs})
    if len(versions) > 1:
        page.text.append(f"These runs are of different versions of cdrsim ({', '.join(versions)}): compare with care.")
    configs = [(c, flatten(c.first.config)) for c in cases if c.first.config]
    if not configs:
        page.missing.append("No configurations: they take the config.toml that `cdrsim run` writes beside result.json.")
        return page
    keys = dict.fromkeys(k for _, config in configs for k in config if k != "run.seed")
    differing = [k for k in keys if len({config.get(k) for _, config in configs}) > 1]
    if differing:
        page.tables.append(Table("Keys that differ", ["run", *differing],
                                 [[c.name, *(config.get(k, "") for k in differing)] for c, config in configs[:ROWS]]))
    for case, _ in configs[:TEXTS]:
        page.texts.append((f"config.toml of {case.name}", anonymous(case.first.config_text)))
    if len(configs) > TEXTS:
        page.missing.append(f"Of {len(configs)} configurations the first {TEXTS} are printed; the others are in the runs' folders.")
    return page


def text(value):
    return "n/a" if value is None else str(value)


def flatten(table, prefix=""):
    """{dotted key: text}. Of paths only the last part."""
    found = {}
    entries = table.items() if isinstance(table, dict) else ((str(i), v) for i, v in enumerate(table))
    for key, value in entries:
        name = f"{prefix}{key}"
        if isinstance(value, dict) or isinstance(value, list) and value and isinstance(value[0], dict):
            found.update(flatten(value, f"{name}."))
        else:
            found[name] = os.path.basename(str(value)) if key == "trace" else str(value)
    return found


def anonymous(config):
    """A page is passed on: without the folders of the computer that made it."""
    lines = []
    for line in config.splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "trace" and "/" in value:
            line = f'{key.rstrip()} = "{value.strip().strip(chr(34)).rsplit("/", 1)[-1]}"'
        lines.append(line)
    return "\n".join(lines) + "\n"
