# SPDX-License-Identifier: BSD-3-Clause
"""Latency: the distributions' percentiles, and where the cycles of a miss go."""

from report_page.figure import bars, dots
from report_page.section import Section
from report_page.speed_section import stack

DISTRIBUTIONS = [("memory.load_latency", "Latency of loads"), ("memory.store_latency", "Latency of stores and atomics"),
                 ("noc.latency", "Latency of messages on the mesh")]
MARKS = ["mean", "p50", "p95", "p99", "max"]


def section(cases):
    page = Section("latency", "Latency")
    page.text.append("Loads from issue to data, stores from issue to globally performed (a core waits for a store only when its store "
                     "buffer is full), messages from the network interface to the tail's arrival. p99: 99 of 100 took no longer. "
                     "With several seeds, marks are means over them.")
    for name, title in DISTRIBUTIONS:
        have = [c for c in cases if c.value(f"{name}.count")]
        page.add(dots(f"latency-{name.replace('.', '-')}", title, [c.name for c in have], "cycles",
                      {m: [floor(c.value(f"{name}.{m}")) for c in have] for m in MARKS}),
                 f"No {title[0].lower()}{title[1:]}: no run has {name}.")
    page.add(bars("stack", "Where the cycles of a miss go", [c.name for c in cases], "cycles per miss",
                  stack(cases, "stack.", leave_out=("total",), scale=per_miss), stacked=True), "No cycle stack: no run has stack.*.")
    return page


def floor(value):
    """A logarithmic axis has no place for 0 cycles."""
    return value if value else None


def per_miss(case, name):
    value, misses = case.value(name), case.value("l1.misses")
    return value / misses if value is not None and misses else None
